import { afterEach, describe, expect, test } from "vitest";
import { freePort } from "../../../test/free-port.ts";
import { type SmtpFault, type SmtpServer, startSmtpServer } from "./smtp.fixture.ts";
import { type SmtpMessage, sendBySmtp } from "./smtp.ts";

let server: SmtpServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const message: SmtpMessage = {
  from: "Billfold <post@example.com>",
  to: "ada@example.com",
  subject: "Hello",
  text: "A line\n.and a dot\n",
  html: "<p>A line</p>",
  messageId: "<one@example.com>",
  date: new Date("2026-11-15T11:00:00.000Z"),
};

const failureOf = (url: string, maxMs?: number) =>
  sendBySmtp(url, message, { ...(maxMs !== undefined && { maxMs }) }).then(
    () => "sent",
    ({ message: words, code, isPermanent }) => ({ words, code, isPermanent }),
  );

test("a message arrives with its sender, its date, its text and the Message-ID that was given", async () => {
  server = await startSmtpServer();
  await sendBySmtp(server.url, message);
  const [mail] = server.received;
  expect(mail).toMatchObject({ to: "ada@example.com", subject: "Hello", messageId: "<one@example.com>" });
  expect(mail!.text).toContain("From: Billfold <post@example.com>");
  expect(mail!.text).toContain("Date: Sun, 15 Nov 2026 11:00:00 +0000");
  expect(mail!.text).toContain("A line\n.and a dot\n");
  expect(mail!.text).toContain("<p>A line</p>");
});

test.each(["1,ada@example.com", "(1)ada@example.com", "ada@example.com;bob@example.com"])(
  "%s is one recipient to the server, and never another one or several",
  async (to) => {
    server = await startSmtpServer();
    await sendBySmtp(server.url, { ...message, to }).catch(() => undefined);
    await sendBySmtp(server.url, { ...message, to: "ok@example.com", cc: [to] }).catch(() => undefined);
    expect([server.tries("ada@example.com"), server.tries("bob@example.com")]).toEqual([0, 0]);
  },
);

test("a refused recipient is noticed beside a copy that is accepted, also where its domain is written in Punycode", async () => {
  server = await startSmtpServer((address) =>
    address.startsWith("gone@") ? { at: "recipient", code: 550 } : undefined,
  );
  const sent = sendBySmtp(server.url, { ...message, to: "gone@münchen.example", cc: ["bob@example.com"] });
  await expect(sent).rejects.toMatchObject({ code: "recipient_refused", isPermanent: true });
});

test("a server that requires a login gets it", async () => {
  server = await startSmtpServer(undefined, { user: "post" });
  await sendBySmtp(server.url, message);
  expect(server.received).toHaveLength(1);
});

describe("a refusal of the mail itself is permanent if the server says so, and temporary otherwise:", () => {
  test.each<[SmtpFault, string, boolean]>([
    [
      { at: "recipient", code: 550, words: "No such user" },
      "The mail server refused the recipient: 550 No such user",
      true,
    ],
    [
      { at: "recipient", code: 451, words: "Greylisted" },
      "The mail server refused the recipient: 451 Greylisted",
      false,
    ],
    [{ at: "recipient", code: 421, words: "Later" }, "421 Later", false],
    [{ at: "message", code: 554, words: "Spam" }, "The mail server refused the message: 554 Spam", true],
    [{ at: "message", code: 452, words: "Full" }, "The mail server refused the message: 452 Full", false],
    [
      { at: "sender", code: 553, words: "Not yours" },
      "The mail server refused the sender: 553 Not yours",
      true,
    ],
  ])("%j", async (fault, words, isPermanent) => {
    server = await startSmtpServer(() => fault);
    expect(await failureOf(server.url)).toEqual({
      words: expect.stringContaining(words),
      code: `smtp_${"code" in fault && fault.code}`,
      isPermanent,
    });
    expect(server.received).toEqual([]);
  });
});

describe("what the operator can correct never ends a mail:", () => {
  test("a refused login", async () => {
    server = await startSmtpServer(undefined, { user: "post" });
    const wrong = server.url.replace("post:", "other:");
    expect(await failureOf(wrong)).toMatchObject({ code: "smtp_535", isPermanent: false });
  });

  test("a missing login", async () => {
    server = await startSmtpServer(undefined, { user: "post" });
    const without = server.url.replace("post:secret@", "");
    expect(await failureOf(without)).toMatchObject({ code: "smtp_530", isPermanent: false });
  });

  test("a server that accepts no connections", async () => {
    server = await startSmtpServer(() => ({ at: "connect", code: 554 }));
    expect(await failureOf(server.url)).toMatchObject({ code: "smtp_554", isPermanent: false });
  });
});

describe("a failure of the connection is temporary:", () => {
  test("refused", async () => {
    expect(await failureOf(`smtp://127.0.0.1:${await freePort()}`)).toEqual({
      words: "The mail server refused the connection (ECONNREFUSED).",
      code: "econnrefused",
      isPermanent: false,
    });
  });

  test.each<SmtpFault>([
    { at: "connect", cuts: true },
    { at: "recipient", cuts: true },
    { at: "message", cuts: true },
  ])("%j", async (fault) => {
    server = await startSmtpServer(() => fault);
    expect(await failureOf(server.url)).toMatchObject({ code: "econnection", isPermanent: false });
  });

  test.each<SmtpFault>([
    { at: "recipient", hangs: true },
    { at: "message", hangs: true },
  ])("%j", async (fault) => {
    server = await startSmtpServer(() => fault);
    expect(await failureOf(server.url, 300)).toEqual({
      words: "The mail server did not respond in time (ETIMEDOUT).",
      code: "etimedout",
      isPermanent: false,
    });
  });
});

test("a long reply is shown shortened, in one line and without passwords", async () => {
  const words = `see smtp://user:hunter2@mx.example ${"x".repeat(400)}`;
  server = await startSmtpServer(() => ({ at: "recipient", code: 550, words }));
  const { words: shown } = (await failureOf(server.url)) as { words: string };
  expect(shown).not.toContain("hunter2");
  expect(shown).not.toContain("\n");
  expect(shown.length).toBeLessThan(400);
});

import { afterEach, expect, test, vi } from "vitest";
import { manualClock } from "../values/clock.ts";
import { createLog } from "./log.ts";
import { createMailer } from "./mail.ts";
import { type SmtpServer, smtpServer } from "./smtp.fixture.ts";

const noon = new Date("2026-11-15T11:00:00.000Z");
const logged: string[] = [];
const log = createLog({ level: "debug", write: (line) => logged.push(line) });
const clock = manualClock(noon);
const letter = { to: "ada@example.com", subject: "Hello", text: "A line\n.and a dot\n" };

let server: SmtpServer | undefined;
afterEach(() => server?.close());

test("with SMTP a mail is sent from the configured sender, and is not stored", async () => {
  server = await smtpServer();
  const { url, taken } = server;
  const mail = createMailer({ smtpUrl: url, from: "Billfold <post@example.com>", keeps: false, clock, log });
  mail.requireReady();
  mail.send(letter);
  await vi.waitFor(() => expect(taken).toHaveLength(1));
  expect(taken[0]).toContain("From: Billfold <post@example.com>");
  expect(taken[0]).toContain("To: ada@example.com");
  expect(taken[0]).toContain("Subject: Hello");
  expect(mail.captured).toBeUndefined();
  await mail.close();
});

test("sending is retried while the mail server is busy; the log names neither recipient nor text", async () => {
  let answers = 0;
  server = await smtpServer(() => (++answers === 1 ? "451 busy" : "250 ok"));
  const { url, taken } = server;
  const mail = createMailer({ smtpUrl: url, from: "post@example.com", keeps: false, clock, log });
  mail.send(letter);
  await vi.waitFor(() => expect(taken).toHaveLength(1), { timeout: 30_000 });
  expect(logged.join()).toContain("sending mail failed");
  expect(logged.join()).not.toContain("ada@example.com");
  await mail.close();
});

test("without SMTP the newest two hundred mails are stored", () => {
  const mail = createMailer({ smtpUrl: undefined, from: undefined, keeps: true, clock, log });
  for (let count = 0; count < 201; count++) mail.send({ ...letter, subject: String(count) });
  expect(mail.captured).toHaveLength(200);
  expect(mail.captured!.at(-1)).toEqual({ ...letter, subject: "200", at: noon });
});

test("where mails may not be stored either, the caller gets an error that names the missing setting", () => {
  const mail = createMailer({ smtpUrl: undefined, from: undefined, keeps: false, clock, log });
  expect(() => mail.requireReady()).toThrow("BILLFOLD_SMTP_URL");
  mail.send(letter);
  expect(mail.captured).toBeUndefined();
});

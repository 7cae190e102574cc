import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signIn } from "../../../../test/site-session.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { decryptContent } from "./content.ts";
import { type OutboxSetup, startOutbox } from "./outbox.fixture.ts";
import { claimMails, endMail } from "./queries.ts";
import { lifetimeHours } from "./retry-schedule.ts";
import { keptDays, listKeptMails, observeMails, purgeMails, retentionDays } from "./service.ts";
import { createMailWorker, sendDueMails } from "./worker.ts";

let setup: OutboxSetup;
beforeAll(async () => {
  setup = await startOutbox();
});
afterAll(() => setup.close());

const hourMs = 60 * 60 * 1000;
const sent = (to: string) => setup.smtp.received.filter((mail) => mail.to === to);
const pass = () => sendDueMails(setup.service.context);
const lines = (words: string) =>
  setup.service.logged.filter((line) => line.includes(words)).map((line) => JSON.parse(line));

/** Runs a pass at each moment for which an attempt is planned, until the mail has come to its end. */
async function untilEnd(to: string): Promise<void> {
  for (;;) {
    const { next_attempt_at: next } = await setup.stored(to);
    if (!next) return;
    if (next > setup.service.clock.now()) setup.service.clock.set(next);
    await pass();
  }
}

describe("a mail", () => {
  test("is stored by the transaction that causes it, and by no other", async () => {
    const { context } = setup.service;
    const mail = { kind: "known_address", language: "en", subject: "x", text: "x", html: "x" } as const;
    await expect(
      inTransaction(context.db, async (tx) => {
        await context.mail.queue(tx, { ...mail, to: "never@example.com" });
        throw new Error("the change failed");
      }),
    ).rejects.toThrow("the change failed");
    await pass();
    expect(sent("never@example.com")).toEqual([]);
    expect(await setup.stored("never@example.com")).toBeUndefined();
  });

  test("is sent once; from then on its text is not stored any more", async () => {
    const to = await setup.queue();
    await pass();
    await pass();
    expect(sent(to)).toHaveLength(1);
    expect(await setup.stored(to)).toMatchObject({ status: "sent", content: null, last_error: null });
  });

  test("is encrypted while it waits: neither text nor HTML can be read in the table", async () => {
    const to = await setup.queue({ to: "waiting@example.com" });
    const row = JSON.stringify(await setup.stored(to));
    expect(row).not.toContain("secret link");
    const { message_id, content } = await setup.stored(to);
    expect(decryptContent(setup.service.context.encryptionKeys, message_id, content!).text).toContain(
      "secret link",
    );
    expect(() => decryptContent(setup.service.context.encryptionKeys, "<other@x>", content!)).toThrow();
    await pass();
  });

  test("has the same Message-ID at every attempt, also when the server accepted it without saying so", async () => {
    const to = "cut@example.com";
    setup.faults.set(to, (tries) => (tries === 1 ? { at: "message", cuts: true } : undefined));
    await setup.queue({ to });
    await untilEnd(to);
    const ids = sent(to).map(({ messageId }) => messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids)).toEqual(new Set([(await setup.stored(to)).message_id]));
  });

  test("is retried while the server is busy, and the reason is shown meanwhile", async () => {
    const to = "busy@example.com";
    setup.faults.set(to, (tries) =>
      tries < 3 ? { at: "recipient", code: 451, words: "Greylisted" } : undefined,
    );
    await setup.queue({ to });
    await pass();
    expect(await setup.stored(to)).toMatchObject({
      status: "queued",
      attempt_count: 1,
      last_error: "The mail server refused the recipient: 451 Greylisted",
    });
    // Before its time it is not tried again.
    await pass();
    expect(setup.smtp.tries(to)).toBe(1);
    await untilEnd(to);
    expect([sent(to).length, setup.smtp.tries(to)]).toEqual([1, 3]);
    expect(await setup.stored(to)).toMatchObject({ status: "sent", last_error: null });
  });

  test("that the server refuses for good has failed at once, with one line in the log that names no recipient", async () => {
    const to = "nobody@example.com";
    setup.faults.set(to, () => ({ at: "recipient", code: 550, words: `No such user ${to}` }));
    await setup.queue({ to });
    await pass();
    setup.service.clock.advance(hourMs);
    await pass();
    const { id, ...stored } = await setup.stored(to);
    expect(stored).toMatchObject({ status: "failed", attempt_count: 1, content: null });
    expect(stored.last_error).toBe(`The mail server refused the recipient: 550 No such user ${to}`);
    expect(lines("mail failed").filter(({ mail }) => mail === id)).toEqual([
      expect.objectContaining({ code: "smtp_550", kind: "known_address" }),
    ]);
    expect(setup.service.logged.join()).not.toContain(to);
  });

  test("is given up after two days", async () => {
    const to = "deaf@example.com";
    setup.faults.set(to, () => ({ at: "message", code: 452 }));
    const from = setup.service.clock.now().getTime();
    await setup.queue({ to });
    await untilEnd(to);
    expect(await setup.stored(to)).toMatchObject({ status: "failed", content: null });
    const hours = (setup.service.clock.now().getTime() - from) / hourMs;
    expect(hours).toBeGreaterThan(lifetimeHours - 8);
    expect(hours).toBeLessThan(lifetimeHours);
    expect(setup.smtp.tries(to)).toBeGreaterThan(10);
  });

  test("whose link has expired is not sent any more", async () => {
    const to = await setup.queue({ kind: "password_reset", linkHours: 1, to: "late@example.com" });
    setup.service.clock.advance(hourMs);
    await pass();
    expect(setup.smtp.tries(to)).toBe(0);
    expect(await setup.stored(to)).toMatchObject({
      status: "expired",
      content: null,
      last_error: "It could not be sent before its link expired.",
    });
  });

  test("that brings a document and waited too long says so, and nothing about a link", async () => {
    const to = await setup.queue({ kind: "invoice", triedHours: 1, to: "waited@example.com" });
    setup.service.clock.advance(hourMs);
    await pass();
    expect(await setup.stored(to)).toMatchObject({
      status: "expired",
      last_error: "It could not be sent in time.",
    });
  });
});

describe("workers", () => {
  test("never send the same mail at the same time, however many claim", async () => {
    await Promise.all(Array.from({ length: 30 }, () => setup.queue()));
    const { db, clock } = setup.service.context;
    const claims = Array.from({ length: 6 }, () =>
      claimMails(db, clock.now(), { limit: 10, leaseSeconds: 60 }),
    );
    const ids = (await Promise.all(claims)).flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(30);
    expect(await claimMails(db, clock.now(), { limit: 10, leaseSeconds: 60 })).toEqual([]);
  });

  test("send what another left when its lease ended; the other's outcome is then ignored", async () => {
    const { db, clock } = setup.service.context;
    setup.service.clock.advance(61_000);
    for (let left = 1; left > 0; ) left = await pass();
    const to = await setup.queue();
    const [lost] = await claimMails(db, clock.now(), { limit: 1, leaseSeconds: 60 });
    expect(await pass()).toBe(0);
    setup.service.clock.advance(60_000);
    const [held] = await claimMails(db, clock.now(), { limit: 1, leaseSeconds: 60 });
    expect(held!.id).toBe(lost!.id);
    expect(await endMail(db, clock.now(), lost!, "failed", "too late")).toBeUndefined();
    expect((await setup.stored(to)).status).toBe("queued");
    expect(await endMail(db, clock.now(), held!, "sent", null)).toMatchObject({ status: "sent" });
  });

  test("go on by themselves until they are stopped, past a server that hangs", async () => {
    const stuck = "stuck@example.com";
    setup.faults.set(stuck, (tries) => (tries === 1 ? { at: "recipient", cuts: true } : undefined));
    const worker = createMailWorker(setup.service.context);
    await setup.queue({ to: stuck });
    worker.start();
    const recipients = await Promise.all(Array.from({ length: 20 }, () => setup.queue()));
    await expect.poll(() => recipients.flatMap(sent).length, { timeout: 30_000 }).toBe(20);
    await worker.stop();
    expect(await setup.stored(stuck)).toMatchObject({ status: "queued", attempt_count: 1 });
  });
});

test("without a mail server in production, mails wait for one and are given up after two days", async () => {
  const { context, clock } = setup.service;
  const { smtpUrl: _, ...mail } = context.config.mail;
  const without = { ...context, config: { ...context.config, mail: { ...mail, smtpUrl: undefined } } };
  const to = await setup.queue();
  expect(await sendDueMails(without)).toBe(0);
  expect((await setup.stored(to)).status).toBe("queued");
  clock.advance(lifetimeHours * hourMs);
  await sendDueMails(without);
  expect((await setup.stored(to)).status).toBe("expired");
});

test("metrics count the attempts by outcome, and what waits", async () => {
  const { context, clock } = setup.service;
  await context.db.query("delete from mails");
  await setup.queue();
  clock.advance(90_000);
  await observeMails(context);
  const [queued] = (await context.metrics.mailQueue.get()).values;
  const [oldest] = (await context.metrics.mailOldestQueued.get()).values;
  expect([queued!.value, oldest!.value]).toEqual([1, 90]);
  await pass();
  const outcomes = (await context.metrics.mailAttempts.get()).values.map(({ labels }) => labels.outcome);
  expect(outcomes).toEqual(
    expect.arrayContaining(["sent", "expired", "smtp_550", "smtp_451", "econnection"]),
  );
});

test("what became of a mail is deleted after its retention", async () => {
  const { context, clock } = setup.service;
  const to = await setup.queue();
  await pass();
  clock.advance(retentionDays * 24 * hourMs);
  await purgeMails(context);
  expect(await setup.stored(to)).toBeDefined();
  clock.advance(1);
  await purgeMails(context);
  expect(await setup.stored(to)).toBeUndefined();
});

test("outside production without a mail server, mails are kept encrypted for the page, and survive a restart", async () => {
  const kept = await startOutbox({ BILLFOLD_SMTP_URL: "", BILLFOLD_MAIL_FROM: "" });
  try {
    const { context, clock } = kept.service;
    const to = await kept.queue({ subject: "Kept", cc: ["copy@example.com"] });
    expect((await kept.stored(to)).content).not.toContain("secret link");
    expect(await sendDueMails(context)).toBe(0);
    expect(await listKeptMails(context)).toEqual([
      { to, cc: ["copy@example.com"], subject: "Kept", text: "secret link\n", at: clock.now() },
    ]);
    clock.advance(keptDays * 24 * hourMs + 1);
    await purgeMails(context);
    expect(await listKeptMails(context)).toEqual([]);
  } finally {
    await kept.close();
  }
});

describe("who may see what became of a mail:", () => {
  test("the owners of the company that it concerns, without its text, and operators", async () => {
    const [company, other] = [await setup.service.company(), await setup.service.company()];
    const owner = await signIn(setup.service, { companyId: company.id });
    const viewer = await signIn(setup.service, { companyId: company.id, role: "viewer" });
    const outsider = await signIn(setup.service, { companyId: other.id });
    const to = "gone@example.com";
    setup.faults.set(to, () => ({ at: "recipient", code: 550 }));
    await setup.queue({ to, kind: "invitation" }, { companyId: company.id, about: `invitation/${to}` });
    await setup.queue({ to: "own-account@example.com", kind: "password_reset" });
    await pass();
    const { body } = await owner.call("GET", "/user_mails?status=failed");
    expect(body.mails).toEqual([
      expect.objectContaining({
        to,
        kind: "invitation",
        about: `invitation/${to}`,
        status: "failed",
        attempts: 1,
        last_error: "The mail server refused the recipient: 550 not today",
      }),
    ]);
    expect(JSON.stringify((await owner.call("GET", "/user_mails")).body)).not.toMatch(
      /secret link|own-account/,
    );
    expect((await outsider.call("GET", "/user_mails")).body.mails).toEqual([]);
    expect((await viewer.call("GET", "/user_mails")).status).toBe(403);
    expect((await owner.call("GET", "/mails")).body.mails).toEqual([]);
  });
});

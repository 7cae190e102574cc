import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createVerifier } from "../../../../../sdk/verify-books.mjs";
import { createComparison, readCheckpoint } from "../../../../../sdk/verify-checkpoint.mjs";
import { startService, type TestCompany } from "../../../../test/harness.ts";
import { signIn } from "../../../../test/site-session.ts";
import { mailChecks } from "../../../worker.ts";
import { type OutboxSetup, startOutbox } from "../../sending/mails/outbox.fixture.ts";
import { sendDueMails } from "../../sending/mails/worker.ts";
import { signCheckpoints } from "./service.ts";

let setup: OutboxSetup;
beforeAll(async () => {
  setup = await startOutbox();
});
afterAll(() => setup.close());

const send = async () => {
  while ((await sendDueMails(setup.service.context, mailChecks)) > 0);
};
/** A day passes, and what the loops do then is done. */
async function nextDay() {
  setup.service.clock.advance(24 * 60 * 60_000);
  const signed = await signCheckpoints(setup.service.context);
  await send();
  return signed;
}
const mailsTo = (email: string) => setup.smtp.received.filter(({ to }) => to === email);

async function companyWithOwner() {
  const company = await setup.service.company({ profile: { name: "Lagos Works Ltd" } });
  const owner = await signIn(setup.service, { companyId: company.id });
  const choose = (body: object) => owner.call("PATCH", "/checkpoint_mails", body);
  return { company, owner, choose };
}

const sha256 = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest();

/** What a reader copies out of the mail, after the transfer encoding is undone. */
function textOf(raw: string): string {
  const plain = raw.replace(/\r\n/g, "\n").split(/^Content-Type: text\/html/m)[0]!;
  const bytes = plain
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

async function verified(company: TestCompany, mail: string) {
  const { text } = await company.call("GET /books/export");
  const [verifier, comparison] = [createVerifier(), createComparison([readCheckpoint(textOf(mail))])];
  for (const line of text.trimEnd().split("\n")) {
    verifier.line(line);
    comparison.line(line);
  }
  return [...verifier.finish().found, ...comparison.finish()];
}

describe("checkpoints by mail", () => {
  test("are off until an owner turns them on, and then go to all owners, each checkpoint once", async () => {
    const { company, owner, choose } = await companyWithOwner();
    const other = await signIn(setup.service, { companyId: company.id });
    const viewer = await signIn(setup.service, { companyId: company.id, role: "viewer" });
    expect((await owner.call("GET", "/checkpoint_mails")).body.checkpoint_mails).toEqual({
      enabled: false,
      email: null,
      mail_ready: true,
    });
    await company.draft();
    await nextDay();
    expect(mailsTo(owner.user.email)).toEqual([]);
    expect((await choose({ enabled: true })).body.checkpoint_mails).toEqual({
      enabled: true,
      email: null,
      mail_ready: true,
    });
    await company.draft();
    const { context } = setup.service;
    setup.service.clock.advance(24 * 60 * 60_000);
    await Promise.all([signCheckpoints(context), signCheckpoints(context), signCheckpoints(context)]);
    await send();
    expect([owner, other, viewer].map(({ user }) => mailsTo(user.email).length)).toEqual([1, 1, 0]);
    await nextDay();
    expect(mailsTo(owner.user.email)).toHaveLength(1);
  });

  test("have what verifies an export later, without the service: the same as is published", async () => {
    const { company, owner, choose } = await companyWithOwner();
    await choose({ enabled: true });
    await company.draft();
    await nextDay();
    const [mail] = mailsTo(owner.user.email);
    const kept = readCheckpoint(textOf(mail!.text));
    const published = (await company.call("GET /books/checkpoints")).body;
    const { company_id, public_key, ...checkpoint } = kept;
    expect([company_id, checkpoint]).toEqual([company.id, published.checkpoints[0]]);
    expect(public_key).toBe(published.keys[0].public_key);
    expect(mail!.subject).toBe(`Lagos Works Ltd: checkpoint of the books at event ${kept.sequence}`);
    expect(textOf(mail!.text)).toContain("billfold verify books.jsonl --checkpoint checkpoint.json");
    await company.draft();
    expect(await verified(company, mail!.text)).toEqual([]);
  });

  test("show that the operator computed the chain, the counters and the checkpoints again", async () => {
    const { company, owner, choose } = await companyWithOwner();
    await choose({ enabled: true });
    await company.draft();
    await nextDay();
    const [mail] = mailsTo(owner.user.email);
    const { sequence } = readCheckpoint(textOf(mail!.text));
    const { db } = setup.service.context;
    const values = [company.id];
    await db.query("delete from checkpoints where company_id = $1", values);
    await db.query("update events set body = replace(body, 'Acme', 'Acne') where company_id = $1", values);
    // As somebody does who has the whole database: every hash follows from the changed bodies.
    const rows = await db.query<{ sequence: number; salt: Buffer; body: string }>(
      "select sequence, salt, body from events where company_id = $1 order by sequence",
      values,
    );
    let previous: Buffer = Buffer.alloc(32);
    for (const { sequence: at, salt, body } of rows) {
      const number = Buffer.alloc(8);
      number.writeBigUInt64BE(BigInt(at));
      const bodyHash = sha256(salt, Buffer.from(body));
      previous = sha256(previous, number, bodyHash);
      await db.query("update events set body_hash = $3, hash = $4 where company_id = $1 and sequence = $2", [
        company.id,
        at,
        bodyHash,
        previous,
      ]);
    }
    expect(await verified(company, mail!.text)).toEqual([
      {
        where: `kept checkpoint ${sequence}`,
        what: expect.stringContaining(`hash of event ${sequence} in the file`),
      },
    ]);
  });

  test("go to a chosen address instead, in the language of the company, and no longer once it is turned off", async () => {
    const { company, owner, choose } = await companyWithOwner();
    const email = `auditor-${company.id}@example.com`;
    await owner.call("PATCH", "/company", { language: "fr" });
    await choose({ enabled: true, email });
    await nextDay();
    await company.draft();
    await nextDay();
    expect([mailsTo(email).length > 0, mailsTo(owner.user.email)]).toEqual([true, []]);
    expect(textOf(mailsTo(email)[0]!.text)).toContain("Conservez cet e-mail");
    const before = mailsTo(email).length;
    expect((await choose({ enabled: false })).body.checkpoint_mails).toMatchObject({
      enabled: false,
      email: null,
    });
    await company.draft();
    await nextDay();
    expect(mailsTo(email)).toHaveLength(before);
  });

  test.each([
    ["it was turned off", (choose: (body: object) => Promise<unknown>) => choose({ enabled: false })],
    [
      "another address was chosen",
      (choose: (body: object) => Promise<unknown>) => choose({ enabled: true, email: "other@example.com" }),
    ],
  ])("a mail that waits is cancelled if %s meanwhile", async (_, change) => {
    const { company, owner, choose } = await companyWithOwner();
    setup.faults.set(owner.user.email, (tries) => (tries === 1 ? { at: "recipient", code: 451 } : undefined));
    await choose({ enabled: true });
    await company.draft();
    await nextDay();
    expect((await setup.stored(owner.user.email)).status).toBe("queued");
    await change(choose);
    setup.service.clock.advance(60 * 60_000);
    await send();
    expect(await setup.stored(owner.user.email)).toMatchObject({ status: "cancelled", content: null });
  });

  test.each(["developer", "accountant", "viewer"] as const)(
    "are not for the role %s to choose",
    async (role) => {
      const { company } = await companyWithOwner();
      const { call } = await signIn(setup.service, { companyId: company.id, role });
      expect((await call("PATCH", "/checkpoint_mails", { enabled: true })).status).toBe(403);
      expect((await call("GET", "/checkpoint_mails")).body.checkpoint_mails.enabled).toBe(false);
    },
  );

  test("refuse what is no address, and are audited", async () => {
    const { owner, choose } = await companyWithOwner();
    const refused = await choose({ enabled: true, email: "auditor" });
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, "email"]);
    await choose({ enabled: true, email: "auditor@example.com" });
    const { audit_entries } = (await owner.call("GET", "/audit")).body;
    expect(audit_entries[0]).toMatchObject({
      action: "checkpoint_mails.changed",
      details: { enabled: true, email: "auditor@example.com" },
    });
  });
});

test("where the service can't send mail any more, checkpoints are signed all the same", async () => {
  const { company, owner, choose } = await companyWithOwner();
  await choose({ enabled: true });
  await company.draft();
  setup.service.clock.advance(24 * 60 * 60_000);
  const { context } = setup.service;
  const mail = { ...context.mail, isReady: () => false };
  expect(await signCheckpoints({ ...context, mail })).toBeGreaterThan(0);
  await send();
  expect((await company.call("GET /books/checkpoints")).body.checkpoints).toHaveLength(1);
  expect(mailsTo(owner.user.email)).toEqual([]);
});

test("where the service can't send mail, checkpoints by mail can't be turned on, but they can be turned off", async () => {
  const env = {
    BILLFOLD_ENVIRONMENT: "production",
    BILLFOLD_SITE_URL: "https://site.example",
    BILLFOLD_BASE_URL: "https://site.example/api/v1",
    BILLFOLD_TRUSTED_PROXIES: "127.0.0.1",
  };
  const live = await startService({ env });
  try {
    const company = await live.company();
    const { call, cookie } = await signIn(live, { companyId: company.id });
    const headers = {
      cookie: `__Host-${cookie}`,
      "x-forwarded-proto": "https",
      "x-forwarded-for": "203.0.113.9",
    };
    const reply = await call("PATCH", "/checkpoint_mails", { enabled: true }, { headers });
    expect([reply.status, reply.body.code]).toEqual([503, "mail_not_configured"]);
    const off = await call("PATCH", "/checkpoint_mails", { enabled: false }, { headers });
    expect(off.status).toBe(200);
  } finally {
    await live.close();
  }
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestCompany, type TestService, testEncryptionKey } from "../../test/harness.ts";
import { signIn, type TestSession } from "../../test/site-session.ts";
import { readConfig } from "../config/config.ts";
import type { SensitiveAction } from "../contract/sensitive-actions.ts";
import { type OutboxSetup, startOutbox } from "../domains/sending/mails/outbox.fixture.ts";
import { sendDueMails } from "../domains/sending/mails/worker.ts";
import { texts } from "../domains/tenancy/users/texts/en.ts";
import type { ReceivedMail } from "../platform/ops/smtp.fixture.ts";
import { commands } from "./command-line.ts";
import { newOperator, type Operator } from "./commands.fixture.ts";
import type { Options } from "./options.ts";

let service: TestService;
let operator: Operator;
let outbox: OutboxSetup;
let company: TestCompany;
let owner: TestSession;
let env: Record<string, string>;
beforeAll(async () => {
  [outbox, operator] = await Promise.all([startOutbox(), newOperator()]);
  ({ service } = outbox);
  company = await service.company({ primaryEndpoint: true });
  owner = await signIn(service, { companyId: company.id, role: "owner" });
  await signIn(service, { companyId: company.id, role: "accountant" });
  env = {
    DATABASE_URL: service.context.config.databaseUrl!,
    BILLFOLD_ENCRYPTION_KEYS: testEncryptionKey,
    BILLFOLD_SMTP_URL: outbox.smtp.url,
    BILLFOLD_MAIL_FROM: "post@example.com",
  };
});
afterAll(async () => {
  await operator.cleanUp();
  await outbox.close();
});

/** The mails that a worker of a running service sends because of the work. */
async function mailsOf(work: () => Promise<unknown>): Promise<ReceivedMail[]> {
  const before = outbox.smtp.received.length;
  await work();
  // Commands use the machine's clock.
  service.clock.set(new Date());
  await sendDueMails(service.context);
  return outbox.smtp.received.slice(before);
}

/** Runs the command in this process, as main.ts would. */
function run(name: string, options: Options, more: Record<string, string> = {}): Promise<ReceivedMail[]> {
  const command = commands.find((candidate) => candidate.name === name)!;
  if (!("run" in command)) throw new Error(`${name} reads the settings itself`);
  const config = readConfig({ ...env, ...more });
  return mailsOf(() => command.run(config, { company: String(company.id), json: true, ...options }));
}

function expectNotice(mails: ReceivedMail[], action: SensitiveAction, about?: string): void {
  expect(mails.map(({ to }) => to)).toEqual([owner.user.email]);
  const mail = mails[0]!.text;
  expect(mail).toContain(`The operator of this service ${texts.actions[action].did}`);
  expect(mail).toContain("From: the command line of the service");
  if (about) expect(mail).toContain(`What: ${about}`);
}

describe("what the operator changes on the command line is mailed to all owners, and to nobody else:", () => {
  const url = "https://hooks.example/billfold";
  test.each<[string, SensitiveAction, () => Options, (() => string)?]>([
    ["key create", "key.created", () => ({ scopes: "none" })],
    ["key rotate", "key.rotated", () => ({ "app-id": company.appId }), () => company.appId],
    ["gateway set", "gateway.set", () => ({ gateway: "none" }), () => "none"],
    ["einvoicing set", "einvoicing.set", () => ({ adapter: "document_only" }), () => "document_only"],
    ["einvoicing set", "einvoicing.removed", () => ({ adapter: "none" })],
    ["webhook set", "webhook.url_set", () => ({ url }), () => url],
    ["webhook add", "webhook.created", () => ({ url: `${url}/2` }), () => `${url}/2`],
    ["webhook rotate", "webhook.secret_rotated", () => ({}), () => url],
  ])("%s: %s", async (name, action, options, about) => {
    expectNotice(await run(name, options()), action, about?.());
  });

  test("key scopes, if the key may do more than before", async () => {
    const [made] = (await service.context.db.query<{ app_id: string }>(
      "select app_id from api_keys where company_id = $1 and scopes = '{}'",
      [company.id],
    )) as [{ app_id: string }];
    const appId = { "app-id": made.app_id };
    const widened = await run("key scopes", { ...appId, scopes: "invoices:read,customers:read" });
    expectNotice(widened, "key.widened", `${made.app_id}: invoices:read, customers:read`);
    expect(await run("key scopes", { ...appId, scopes: "invoices:read" })).toEqual([]);
  });

  test("key limits, if the key can be used longer or from elsewhere, and not if it is limited more", async () => {
    const appId = { "app-id": company.appId };
    expect(await run("key limits", { ...appId, "expires-at": "2090-01-01", "post-rate": "5" })).toEqual([]);
    expectNotice(await run("key limits", { ...appId, "expires-at": "none" }), "key.widened", company.appId);
    expect(await run("key limits", { ...appId, "post-rate": "none" })).toEqual([]);
  });

  test("user create: somebody new, and then another role", async () => {
    const email = `new-${company.id}@example.com`;
    const as = (role: string) => {
      const words = `user create --email ${email} --company ${company.id} --role ${role}`;
      return mailsOf(() => operator.json(words, env, "a long enough password"));
    };
    expectNotice(await as("viewer"), "user.added", `${email} as viewer`);
    expectNotice(await as("accountant"), "user.role_set", `${email} is now accountant`);
  });

  test("user reset-second-factor, which is mailed to that person too", async () => {
    const { user } = await signIn(service, { companyId: company.id, role: "viewer" });
    await service.context.db.query(
      "insert into user_second_factors (user_id, secret, backup_codes) values ($1, 'x', 'x')",
      [user.id],
    );
    const mails = await run("user reset-second-factor", { email: user.email });
    expect(mails.map(({ to }) => to).sort()).toEqual([owner.user.email, user.email].sort());
    expectNotice(
      mails.filter(({ to }) => to === owner.user.email),
      "second_factor.reset",
      user.email,
    );
    expect(await run("user reset-second-factor", { email: user.email })).toEqual([]);
  });
});

test("a change that failed is not mailed", async () => {
  const failing = expect(run("key rotate", { "app-id": "bf_test_nobody" })).rejects.toThrow();
  expect(await mailsOf(() => failing)).toEqual([]);
});

test("without a mail server a command blocks nothing, and its mail is kept for the page /mail", async () => {
  const without = { BILLFOLD_SMTP_URL: "", BILLFOLD_MAIL_FROM: "" };
  expect(await run("gateway set", { gateway: "none" }, without)).toEqual([]);
  const kept = await service.context.db.query("select recipient from mails where status = 'kept'");
  expect(kept).toEqual([{ recipient: owner.user.email }]);
});

test("a mail server that a command can't reach blocks nothing: the running service sends the mail", async () => {
  const unreachable = { BILLFOLD_SMTP_URL: "smtp://127.0.0.1:9" };
  expectNotice(await run("gateway set", { gateway: "none" }, unreachable), "gateway.set", "none");
});

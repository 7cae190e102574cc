import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startService, type TestCompany, type TestService, testEncryptionKey } from "../../test/harness.ts";
import { signIn, type TestSession } from "../../test/site-session.ts";
import { readConfig } from "../config/config.ts";
import { type SensitiveAction, sensitiveActions } from "../contract/sensitive-actions.ts";
import { type SmtpServer, smtpServer } from "../platform/ops/smtp.fixture.ts";
import { commands } from "./command-line.ts";
import { newOperator, type Operator } from "./commands.fixture.ts";
import type { Options } from "./options.ts";

let service: TestService;
let operator: Operator;
let smtp: SmtpServer;
let company: TestCompany;
let owner: TestSession;
let env: Record<string, string>;
beforeAll(async () => {
  [service, operator, smtp] = await Promise.all([startService(), newOperator(), smtpServer()]);
  company = await service.company({ primaryEndpoint: true });
  owner = await signIn(service, { companyId: company.id, role: "owner" });
  await signIn(service, { companyId: company.id, role: "accountant" });
  env = {
    DATABASE_URL: inject("connectionString"),
    BILLFOLD_ENCRYPTION_KEYS: testEncryptionKey,
    BILLFOLD_SMTP_URL: smtp.url,
    BILLFOLD_MAIL_FROM: "post@example.com",
  };
});
afterAll(async () => {
  smtp.close();
  await operator.cleanUp();
  await service.close();
});

/** Runs the command in this process, as main.ts would; it ends when its mails are sent. */
async function run(name: string, options: Options, more: Record<string, string> = {}): Promise<string[]> {
  const before = smtp.taken.length;
  const command = commands.find((candidate) => candidate.name === name)!;
  if (!("run" in command)) throw new Error(`${name} reads the settings itself`);
  await command.run(readConfig({ ...env, ...more }), { company: String(company.id), json: true, ...options });
  return smtp.taken.slice(before);
}

function expectNotice(mails: string[], action: SensitiveAction, about?: string): void {
  // Long lines are folded.
  const [mail = ""] = mails.map((text) => text.replace(/=\n/g, "").replaceAll("=E2=80=99", "’"));
  expect(mails).toHaveLength(1);
  expect(mail).toContain(`To: ${owner.user.email}`);
  expect(mail).toContain(`The operator of this service ${sensitiveActions[action].did}`);
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

  test("user create: somebody new, and then another role", async () => {
    const email = `new-${company.id}@example.com`;
    const as = async (role: string) => {
      const before = smtp.taken.length;
      const words = `user create --email ${email} --company ${company.id} --role ${role}`;
      await operator.json(words, env, "a long enough password");
      return smtp.taken.slice(before);
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
    const receivers = mails.map((text) => /^To: (.*)$/m.exec(text)?.[1]);
    expect(receivers.sort()).toEqual([owner.user.email, user.email].sort());
    expectNotice(
      mails.filter((text) => text.includes(`To: ${owner.user.email}`)),
      "second_factor.reset",
      user.email,
    );
    expect(await run("user reset-second-factor", { email: user.email })).toEqual([]);
  });
});

test("a change that failed is not mailed", async () => {
  const before = smtp.taken.length;
  await expect(run("key rotate", { "app-id": "bf_test_nobody" })).rejects.toThrow();
  expect(smtp.taken).toHaveLength(before);
});

test.each([
  ["that is not set up", { BILLFOLD_SMTP_URL: "", BILLFOLD_MAIL_FROM: "" }],
  ["that does not answer", { BILLFOLD_SMTP_URL: "smtp://127.0.0.1:9" }],
])("a mail server %s blocks nothing", async (_what, more) => {
  expect(await run("gateway set", { gateway: "none" }, more)).toEqual([]);
});

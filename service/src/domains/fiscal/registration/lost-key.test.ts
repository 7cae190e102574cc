import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callsTo, startService, type TestService } from "../../../../test/harness.ts";
import { type FiscalSetup, invoiceOf, register, startFiscalSetup } from "./registration.fixture.ts";
import { createRegistrar, reconcileRegistrations } from "./service.ts";

// The encryption key of a company's integration is lost for good: what it was set up with can't be read any more.
let setup: FiscalSetup;
let after: TestService;

beforeAll(async () => {
  setup = await startFiscalSetup();
  const { databaseUrl, sandboxAuthority } = setup.context.config;
  after = await startService({
    env: {
      DATABASE_URL: databaseUrl!,
      BILLFOLD_SANDBOX_AUTHORITY_URL: sandboxAuthority.url!,
      BILLFOLD_ENCRYPTION_KEYS: `other:${Buffer.alloc(32, 9).toString("base64")}`,
    },
  });
});
beforeEach(() => setup.authority.faults.clear());
afterAll(async () => {
  await after.close();
  await setup.close();
});

const setAgain = (company: Parameters<typeof callsTo>[1]) =>
  callsTo(after.url, company)("POST /einvoicing/integration", { body: { adapter: "sandbox" } });
const businessOf = async (company: Parameters<typeof callsTo>[1]) =>
  (await callsTo(after.url, company)("GET /einvoicing/integration")).body.integration.business_id as string;

test("setting the sandbox again is the way out: the same business, with new credentials", async () => {
  const company = await setup.integratedCompany();
  const { id } = await setup.invoice(company);
  const call = callsTo(after.url, company);
  const before = await call(`POST /invoices/${id}/register`);
  expect([before.status, before.body.code]).toEqual([503, "secret_unreadable"]);
  const business = await businessOf(company);
  expect((await setAgain(company)).status).toBe(200);
  expect(await businessOf(company)).toBe(business);
  expect((await call(`POST /invoices/${id}/register`)).status).toBe(200);
});

test("what the authority took before is found there afterwards, and not sent again", async () => {
  const company = await setup.integratedCompany();
  const { id } = await setup.invoice(company);
  setup.authority.faults.add({ match: { op: "submit" }, fault: "reset_after" });
  expect((await register(company, id)).status).not.toBe(200);
  expect((await setAgain(company)).status).toBe(200);
  after.clock.set(new Date(setup.clock.now().getTime() + 3600_000));
  await reconcileRegistrations(after.context, createRegistrar(after.context));
  const { fiscal_status, irn } = await invoiceOf(company, id);
  expect([fiscal_status, typeof irn]).toEqual(["registered", "string"]);
  const sent = setup.authority.calls().filter((made) => made.op === "submit" && made.irn === irn);
  expect(sent).toHaveLength(1);
});

test("where the authority does not know the business any more, nothing under way is given to another", async () => {
  const company = await setup.integratedCompany();
  const { id } = await setup.invoice(company);
  setup.authority.faults.add({ match: { op: "submit" }, fault: "reset_after" });
  await register(company, id);
  await setup.context.db.query(
    "update fiscal_integrations set business_id = 'forgotten' where company_id = $1",
    [company.id],
  );
  const refused = await setAgain(company);
  expect([refused.status, refused.body.code]).toEqual([422, "invalid_state"]);
  expect(refused.text).toContain("1 document(s) may already be with the configured authority");
  expect(await businessOf(company)).toBe("forgotten");
});

test("a registration that cannot be looked up is retried with growing delays, and without a lease in between", async () => {
  const company = await setup.integratedCompany();
  const { id } = await setup.invoice(company);
  setup.authority.faults.add({ match: { op: "submit" }, fault: "reset_after" });
  await register(company, id);
  const standing = async () => {
    const sql = "select next_action_at, lease_until from fiscal_documents where company_id = $1";
    const rows = await after.context.db.query<{ next_action_at: Date; lease_until: Date | null }>(sql, [
      company.id,
    ]);
    return rows[0]!;
  };
  const waits: number[] = [];
  for (let tries = 0; tries < 3; tries++) {
    const due = (await standing()).next_action_at;
    after.clock.set(due);
    await reconcileRegistrations(after.context, createRegistrar(after.context));
    const { next_action_at, lease_until } = await standing();
    expect(lease_until).toBeNull();
    waits.push(next_action_at.getTime() - due.getTime());
  }
  expect(waits).toEqual([...new Set(waits)].sort((a, b) => a - b));
});

test("each is counted by itself", async () => {
  const company = await setup.integratedCompany();
  const ids = [(await setup.invoice(company)).id, (await setup.invoice(company)).id];
  for (const [index, id] of ids.entries()) {
    setup.authority.faults.add({ match: { op: "submit" }, fault: "reset_after" });
    await register(company, id);
    await setup.context.db.query(
      "update fiscal_documents set failures = $3, next_action_at = $4 where company_id = $1 and invoice_id = $2",
      [company.id, id, index * 5, after.clock.now()],
    );
  }
  await reconcileRegistrations(after.context, createRegistrar(after.context));
  const counted = await setup.context.db.query<{ failures: number }>(
    "select failures from fiscal_documents where company_id = $1 order by invoice_id",
    [company.id],
  );
  expect(counted.map(({ failures }) => failures)).toEqual([1, 6]);
});

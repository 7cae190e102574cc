import { afterAll, beforeAll, expect, test } from "vitest";
import { waitsForLocked } from "../../../../test/locked-rows.ts";
import { times } from "../../payments/payments/money.fixture.ts";
import { type FiscalSetup, invoiceOf, register, startFiscalSetup } from "./registration.fixture.ts";
import { createRegistrar, reconcileRegistrations } from "./service.ts";

let setup: FiscalSetup;
beforeAll(async () => {
  setup = await startFiscalSetup();
});
afterAll(() => setup.close());

const leased = async (companyId: number) => {
  const sql = "select 1 from fiscal_documents where company_id = $1 and lease_until is not null";
  return (await setup.context.db.query(sql, [companyId])).length;
};

test("a pass leases no more than it works at, and finishes all that is due", async () => {
  const company = await setup.integratedCompany();
  const invoices = await times(12, () => setup.invoice(company));
  setup.authority.faults.add({ match: { op: "submit" }, fault: "auth_401", times: 12 });
  for (const { id } of invoices) expect((await register(company, id)).status).toBe(502);
  setup.clock.advance(16 * 60_000);
  setup.authority.faults.add({ match: { op: "submit" }, fault: "slow:300", times: 12 });
  let isOver = false;
  const pass = reconcileRegistrations(setup.context, createRegistrar(setup.context));
  const done = pass.finally(() => {
    isOver = true;
  });
  const seen: number[] = [];
  while (!isOver) seen.push(await leased(company.id));
  expect([await done, Math.max(...seen), await leased(company.id)]).toEqual([12, 8, 0]);
  expect(setup.authority.documents()).toHaveLength(12);
});

test("a pass leaves to another worker what that has in hand", async () => {
  const company = await setup.integratedCompany();
  const { id } = await setup.invoice(company);
  setup.authority.faults.add({ match: { op: "submit" }, fault: "auth_401", times: 1 });
  expect((await register(company, id)).status).toBe(502);
  setup.clock.advance(16 * 60_000);
  const { context } = setup;
  const pass = () => reconcileRegistrations(context, createRegistrar(context));
  expect(await waitsForLocked(context.db, "fiscal_documents", company.id, pass)).toBe(false);
  expect((await invoiceOf(company, id)).fiscal_status).toBe("pending");
  await pass();
  expect((await invoiceOf(company, id)).fiscal_status).toBe("registered");
});

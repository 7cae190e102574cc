import { afterAll, beforeAll, expect, test } from "vitest";
import { waitsForLocked } from "../../../../test/locked-rows.ts";
import { times } from "../../payments/payments/money.fixture.ts";
import { invoiceOf, type Office, register, startOffice } from "./registration.fixture.ts";
import { createRegistrar, reconcileRegistrations } from "./service.ts";

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const leased = async (companyId: number) => {
  const sql = "select 1 from fiscal_documents where company_id = $1 and lease_until is not null";
  return (await office.context.db.query(sql, [companyId])).length;
};

test("a pass leases no more than it works at, and finishes all that is due", async () => {
  const company = await office.registrant();
  const invoices = await times(12, () => office.invoice(company));
  office.authority.faults.add({ match: { op: "submit" }, fault: "auth_401", times: 12 });
  for (const { id } of invoices) expect((await register(company, id)).status).toBe(502);
  office.clock.advance(16 * 60_000);
  office.authority.faults.add({ match: { op: "submit" }, fault: "slow:300", times: 12 });
  let isOver = false;
  const pass = reconcileRegistrations(office.context, createRegistrar(office.context));
  const done = pass.finally(() => {
    isOver = true;
  });
  const seen: number[] = [];
  while (!isOver) seen.push(await leased(company.id));
  expect([await done, Math.max(...seen), await leased(company.id)]).toEqual([12, 8, 0]);
  expect(office.authority.documents()).toHaveLength(12);
});

test("a pass leaves to another worker what that has in hand", async () => {
  const company = await office.registrant();
  const { id } = await office.invoice(company);
  office.authority.faults.add({ match: { op: "submit" }, fault: "auth_401", times: 1 });
  expect((await register(company, id)).status).toBe(502);
  office.clock.advance(16 * 60_000);
  const { context } = office;
  const pass = () => reconcileRegistrations(context, createRegistrar(context));
  expect(await waitsForLocked(context.db, "fiscal_documents", company.id, pass)).toBe(false);
  expect((await invoiceOf(company, id)).fiscal_status).toBe("pending");
  await pass();
  expect((await invoiceOf(company, id)).fiscal_status).toBe("registered");
});

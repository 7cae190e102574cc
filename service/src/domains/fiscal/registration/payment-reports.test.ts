import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import { waitsForLocked } from "../../../../test/locked-rows.ts";
import { type FiscalSetup, register, startFiscalSetup } from "./registration.fixture.ts";
import { reportPayments } from "./service.ts";

let setup: FiscalSetup;

beforeAll(async () => {
  setup = await startFiscalSetup();
});
beforeEach(() => setup.authority.faults.clear());
afterAll(() => setup.close());

const pay = (company: TestCompany, { id, total }: { id: number; total: number }) =>
  company.call("POST /payments", { body: { invoice_id: id, amount: total } });

async function paid(company: TestCompany): Promise<string> {
  const invoice = await setup.invoice(company);
  const { irn } = (await register(company, invoice.id)).body;
  await pay(company, invoice);
  return irn;
}

/** Registers and pays so many invoices. */
async function payRegistered(own: FiscalSetup, company: TestCompany, count: number): Promise<void> {
  for (let made = 0; made < count; made++) {
    const invoice = await own.invoice(company);
    await register(company, invoice.id);
    await pay(company, invoice);
  }
}

/** As the loop does it, until nothing is due. */
async function reportAll(): Promise<void> {
  while ((await reportPayments(setup.context)) > 0);
}

const paymentAt = (irn: string) => setup.authority.documents({ irn })[0]!.payment_status;
const updates = () => setup.authority.calls().filter(({ op }) => op === "update").length;

test("a payment is reported to the authority, once, and the call can be seen", async () => {
  const company = await setup.integratedCompany();
  const invoice = await setup.invoice(company);
  const { irn } = (await register(company, invoice.id)).body;
  expect(paymentAt(irn)).toBe("PENDING");
  await pay(company, invoice);
  await reportAll();
  expect(paymentAt(irn)).toBe("PAID");
  const before = updates();
  await reportAll();
  expect(updates()).toBe(before);
  const { registration } = (await company.call(`GET /invoices/${invoice.id}/registration`)).body;
  expect(registration.calls[0]).toMatchObject({ operation: "payment", http_status: 200 });
});

test("one that came before the registration is reported, too", async () => {
  const company = await setup.integratedCompany();
  const invoice = await setup.invoice(company);
  await pay(company, invoice);
  const { irn } = (await register(company, invoice.id)).body;
  await reportAll();
  expect(paymentAt(irn)).toBe("PAID");
});

test("one of an invoice that was never registered does not wait to be reported", async () => {
  const company = await setup.company();
  const invoice = await setup.invoice(company);
  expect((await pay(company, invoice)).body.invoice.status).toBe("paid");
  const waiting = "select id from invoices where company_id = $1 and payment_unreported";
  expect(await setup.context.db.query(waiting, [company.id])).toEqual([]);
});

test("an unresponsive authority gets the report later, and does not delay others", async () => {
  const [mute, other] = [await setup.integratedCompany(), await setup.integratedCompany()];
  const untold = await paid(mute);
  const { business_id } = setup.authority.documents({ irn: untold })[0]!;
  setup.authority.faults.add({
    match: { op: "update", business: business_id },
    fault: "http_503:5",
    times: null,
  });
  const reported = await paid(other);
  await reportAll();
  expect([paymentAt(untold), paymentAt(reported)]).toEqual(["PENDING", "PAID"]);
  const before = updates();
  await reportAll();
  expect(updates()).toBe(before);
  setup.authority.faults.clear();
  setup.clock.advance(10_000);
  await reportAll();
  expect(paymentAt(untold)).toBe("PAID");
});

test("reports of one company that fail are put off each by itself", async () => {
  const company = await setup.integratedCompany();
  const fail = () => setup.authority.faults.add({ match: { op: "update" }, fault: "http_503:5", times: 1 });
  const failures = async () => {
    const sql = "select report_failures as count from fiscal_documents where company_id = $1 order by id";
    const rows = await setup.context.db.query<{ count: number }>(sql, [company.id]);
    return rows.map(({ count }) => count);
  };
  await paid(company);
  for (let reports = 0; reports < 2; reports += 1) {
    fail();
    await reportAll();
    setup.clock.advance(3600_000);
  }
  expect(await failures()).toEqual([2]);
  const { irn } = (await register(company, (await setup.invoice(company)).id)).body;
  expect(irn).toEqual(expect.any(String));
  fail();
  await reportAll();
  expect(await failures()).toEqual([3, 0]);
  setup.clock.advance(3600_000);
  await reportAll();
});

const isUnreported = async ({ id }: { id: number }) => {
  const sql = "select payment_unreported as is from invoices where id = $1";
  return (await setup.context.db.query<{ is: boolean }>(sql, [id]))[0]!.is;
};

test("of an invoice whose registration was cancelled is recorded, and not reported to the authority", async () => {
  const company = await setup.integratedCompany();
  const invoice = await setup.invoice(company);
  const { irn } = (await register(company, invoice.id)).body;
  await company.call(`POST /invoices/${invoice.id}/cancel_registration`);
  const { status, body } = await pay(company, invoice);
  expect([status, body.invoice.status, body.invoice.fiscal_status]).toEqual([201, "paid", "cancelled"]);
  expect(await isUnreported(invoice)).toBe(false);
  const before = updates();
  await reportAll();
  expect([updates(), paymentAt(irn)]).toEqual([before, "REJECTED"]);
});

test("made while the registration is being cancelled is not reported for the cancelled document", async () => {
  const company = await setup.integratedCompany();
  const invoice = await setup.invoice(company);
  const { irn } = (await register(company, invoice.id)).body;
  setup.authority.faults.add({ match: { op: "cancel" }, fault: "reset_before" });
  expect((await company.call(`POST /invoices/${invoice.id}/cancel_registration`)).status).toBe(503);
  expect((await pay(company, invoice)).status).toBe(201);
  expect(await isUnreported(invoice)).toBe(true);
  const before = updates();
  await reportAll();
  await setup.reconcile(60 * 60_000);
  const { fiscal_status } = (await company.call(`GET /invoices/${invoice.id}`)).body.invoice;
  expect([fiscal_status, await isUnreported(invoice)]).toEqual(["cancelled", false]);
  await reportAll();
  expect([updates(), paymentAt(irn)]).toEqual([before, "REJECTED"]);
});

test("that is reversed before it was reported is not reported", async () => {
  const company = await setup.integratedCompany();
  const invoice = await setup.invoice(company);
  const { irn } = (await register(company, invoice.id)).body;
  const { payment } = (await pay(company, invoice)).body;
  expect(await isUnreported(invoice)).toBe(true);
  const body = { reason: "Entered twice" };
  const reversed = await company.call(`POST /payments/${payment.id}/reverse`, { body });
  expect([reversed.status, await isUnreported(invoice)]).toEqual([200, false]);
  const before = updates();
  await reportAll();
  expect([updates(), paymentAt(irn)]).toEqual([before, "PENDING"]);
});

test("several workers at once report it once", async () => {
  const irn = await paid(await setup.integratedCompany());
  const before = updates();
  await Promise.all(Array.from({ length: 6 }, () => reportPayments(setup.context)));
  expect([paymentAt(irn), updates() - before]).toEqual(["PAID", 1]);
});

test("one that another worker has in hand is left to it", async () => {
  const company = await setup.integratedCompany();
  const irn = await paid(company);
  const { context } = setup;
  expect(
    await waitsForLocked(context.db, "fiscal_documents", company.id, () => reportPayments(context)),
  ).toBe(false);
  expect(paymentAt(irn)).toBe("PENDING");
  await reportAll();
  expect(paymentAt(irn)).toBe("PAID");
});

test("of nine that are due eight are reported at a time, and the ninth with the next pass", async () => {
  const own = await startFiscalSetup();
  onTestFinished(() => own.close());
  const company = await own.integratedCompany();
  await payRegistered(own, company, 9);
  const passes = [];
  for (let pass = 0; pass < 3; pass++) passes.push(await reportPayments(own.context));
  expect(passes).toEqual([8, 1, 0]);
});

test("an authority that fails at five reports is left alone, by registrations too", async () => {
  const own = await startFiscalSetup();
  onTestFinished(() => own.close());
  const company = await own.integratedCompany();
  await payRegistered(own, company, 5);
  own.authority.faults.add({ match: { op: "update" }, fault: "http_500", times: null });
  expect(await reportPayments(own.context)).toBe(5);
  expect((await register(company, (await own.invoice(company)).id)).status).toBe(503);
});

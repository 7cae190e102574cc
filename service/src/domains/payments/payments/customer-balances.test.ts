import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { registeredStatements } from "../../../platform/db/database.ts";
import { creditAmount, eventsOf, issued, pay, refund } from "./money.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const customerOf = async (company: TestCompany, id: number) =>
  (await company.call(`GET /customers/${id}`)).body.customer;
const balanceOf = async (company: TestCompany, id: number) => (await customerOf(company, id)).balance;
const lines = (price: number) => [{ description: "Work", quantity: 1, unit_price: price }];
const past = { invoice_date: "2020-01-01", due_date: "2020-01-31" };

describe("the balance of a customer", () => {
  test("is empty while nothing is owed either way", async () => {
    const company = await service.company();
    const customer_id = await company.customer();
    expect(await balanceOf(company, customer_id)).toEqual([]);
    await company.draft({ customer_id });
    const { id } = await issued(company, { customer_id });
    await pay(company, { invoice_id: id, amount: 1000 });
    const { id: voided } = await issued(company, { customer_id });
    await company.call(`POST /invoices/${voided}/void`);
    expect(await balanceOf(company, customer_id)).toEqual([]);
  });

  test("adds up what is due and overdue, by currency", async () => {
    const company = await service.company();
    const customer_id = await company.customer();
    const { id } = await issued(company, { customer_id, currency: "NGN" });
    await pay(company, { invoice_id: id, amount: 250 });
    await issued(company, { customer_id, currency: "NGN", lines: lines(100.5), ...past });
    await issued(company, { customer_id, currency: "EUR", lines: lines(12.34) });
    await issued(company, { currency: "GHS" });
    expect(await balanceOf(company, customer_id)).toEqual([
      { currency: "EUR", due: 12.34, overdue: 0, credit: 0 },
      { currency: "NGN", due: 850.5, overdue: 100.5, credit: 0 },
    ]);
  });

  test("has as credit what was credited after it was paid, until it is applied or refunded", async () => {
    const company = await service.company();
    const customer_id = await company.customer();
    const { id } = await issued(company, { customer_id, currency: "NGN" });
    const { payment } = (await pay(company, { invoice_id: id, amount: 1000 })).body;
    const { credit_note } = (await creditAmount(company, id, 400)).body;
    expect(await balanceOf(company, customer_id)).toEqual([
      { currency: "NGN", due: 0, overdue: 0, credit: 400 },
    ]);
    const owed = await issued(company, { customer_id, currency: "NGN", lines: lines(150) });
    expect(await balanceOf(company, customer_id)).toEqual([
      { currency: "NGN", due: 150, overdue: 0, credit: 400 },
    ]);
    await company.call(`POST /credit_notes/${credit_note.id}/apply`, { body: { invoice_id: owed.id } });
    expect(await balanceOf(company, customer_id)).toEqual([
      { currency: "NGN", due: 0, overdue: 0, credit: 250 },
    ]);
    await refund(company, payment.id, { amount: 250 });
    expect(await balanceOf(company, customer_id)).toEqual([]);
  });

  test("has as credit what a payment has left once its first invoice is paid, until it is refunded", async () => {
    const company = await service.company();
    const customer_id = await company.customer();
    const { id, currency } = await issued(company, { customer_id });
    const payment = await company.recordPayment(1300);
    await company.call(`POST /payments/${payment}/allocate`, { body: { invoice_id: id } });
    expect(await balanceOf(company, customer_id)).toEqual([{ currency, due: 0, overdue: 0, credit: 300 }]);
    expect((await refund(company, payment, { amount: 100 })).body.refund.status).toBe("pending");
    expect(await balanceOf(company, customer_id)).toEqual([{ currency, due: 0, overdue: 0, credit: 200 }]);
    await refund(company, payment);
    expect(await balanceOf(company, customer_id)).toEqual([]);
  });

  test("is the same in the list, in the answer to a PATCH, and in its event", async () => {
    const company = await service.company();
    const [owing, other] = [await company.customer(), await company.customer()];
    const { currency } = await issued(company, { customer_id: owing });
    const balance = [{ currency, due: 1000, overdue: 0, credit: 0 }];
    const { customers } = (await company.call("GET /customers")).body;
    expect(customers.map(({ id, balance: own }: { id: number; balance: unknown }) => [id, own])).toEqual([
      [other, []],
      [owing, balance],
    ]);
    const { body } = await company.call(`PATCH /customers/${owing}`, { body: { phone: "1" } });
    expect(body.customer.balance).toEqual(balance);
    expect(await customerOf(company, owing)).toEqual(body.customer);
    const event = (await eventsOf(company)).findLast(({ type }) => type === "customer.updated")!;
    expect(event.data.object).toEqual(body.customer);
    expect(event.data.previous).toEqual({ ...body.customer, phone: null });
  });
});

test("balances are read from the indexes by customer", async () => {
  const text = registeredStatements().get("customer_balance")!;
  const [row] = await service.context.db.query<{ "QUERY PLAN": string }>(
    `explain (generic_plan, format json) ${text}`,
  );
  const plan = row!["QUERY PLAN"];
  const indexes = [...plan.matchAll(/"Index Name": "(\w+)"/g)].map(([, index]) => index);
  expect(new Set(indexes)).toEqual(
    new Set([
      "payments_unallocated",
      "invoices_pkey",
      "refunds_by_payment",
      "invoices_owed",
      "invoices_credit_by_customer",
    ]),
  );
  expect(plan).not.toContain("Seq Scan");
});

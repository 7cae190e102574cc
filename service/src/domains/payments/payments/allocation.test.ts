import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { signIn } from "../../../../test/site-session.ts";
import { invoiceOf, issued, pay, statusCounts, times } from "./money.fixture.ts";
import { claimedParts } from "./refunds.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
});
afterAll(() => service.close());

const allocate = (id: number, body: object) => company.call(`POST /payments/${id}/allocate`, { body });
const paymentOf = async (id: number) => (await company.call(`GET /payments/${id}`)).body.payment;

describe("a payment and the invoices that it pays", () => {
  test("a recorded payment pays its invoice, and none once it is reversed", async () => {
    const invoice = await issued(company);
    const { payment } = (await pay(company, { invoice_id: invoice.id, amount: 400 })).body;
    expect(payment.allocations).toEqual([{ invoice_id: invoice.id, amount: 400 }]);
    const reversed = await company.call(`POST /payments/${payment.id}/reverse`, {
      body: { reason: "Twice" },
    });
    expect(reversed.body.payment.allocations).toEqual([]);
  });

  test("what one invoice does not need is allocated to others of the same customer", async () => {
    const customer_id = await company.customer();
    const [first, second] = [await issued(company, { customer_id }), await issued(company, { customer_id })];
    const id = await company.recordPayment(2500);
    expect((await paymentOf(id)).allocations).toEqual([]);
    expect((await allocate(id, { invoice_id: first.id })).body.payment).toMatchObject({
      invoice_id: first.id,
      unallocated_amount: 1500,
      allocations: [{ invoice_id: first.id, amount: 1000 }],
    });
    expect((await allocate(id, { invoice_id: second.id, amount: 300 })).body).toMatchObject({
      payment: { invoice_id: first.id, unallocated_amount: 1200 },
      invoice: { id: second.id, status: "partially_paid", amount_paid: 300, amount_due: 700 },
    });
    expect((await allocate(id, { invoice_id: second.id })).body).toMatchObject({
      payment: {
        unallocated_amount: 500,
        allocations: [
          { invoice_id: first.id, amount: 1000 },
          { invoice_id: second.id, amount: 1000 },
        ],
      },
      invoice: { status: "paid", amount_paid: 1000 },
    });
    const unrelated = await issued(company);
    expect((await allocate(id, { invoice_id: unrelated.id })).body.errors).toEqual([
      {
        field: "invoice_id",
        message: `belongs to another customer than invoice ${first.id}, which this payment pays`,
      },
    ]);
    expect(await invoiceOf(company, unrelated.id)).toEqual(unrelated);
  });

  test("is found by each of its invoices, once, in the list and in the dashboard's list", async () => {
    const customer_id = await company.customer();
    const invoices = await times(3, () => issued(company, { customer_id }));
    const [first, second, third] = invoices.map(({ id }) => id as number);
    const id = await company.recordPayment(2500);
    await allocate(id, { invoice_id: first });
    for (const amount of [200, 300]) await allocate(id, { invoice_id: second, amount });
    const { payment: own } = (await pay(company, { invoice_id: second, amount: 100 })).body;
    const found = async (query: string) =>
      (await company.call(`GET /payments?${query}`)).body.payments.map(
        (payment: { id: number }) => payment.id,
      );
    expect(await found(`invoice_id=${first}`)).toEqual([id]);
    expect(await found(`invoice_id=${second}`)).toEqual([own.id, id]);
    expect(await found(`invoice_id=${second}&limit=1`)).toEqual([own.id]);
    expect(await found(`invoice_id=${third}`)).toEqual([]);
    const { pagination } = (await company.call(`GET /payments?invoice_id=${second}&include=total_count`))
      .body;
    expect(pagination.total_count).toBe(2);
    const { call } = await signIn(service, { companyId: company.id, role: "owner" });
    const rows = (query: string) => call("GET", `/lists/payments?${query}`);
    for (const query of [`invoice_id=${second}`, `invoice_id=${second}&customer_id=${customer_id}`]) {
      const { body } = await rows(query);
      expect(body.rows.map((row: { id: number }) => row.id).toSorted()).toEqual([id, own.id].toSorted());
    }
  });

  test("20 allocations at once to several invoices never give more than there is", async () => {
    const customer_id = await company.customer();
    const invoices = await times(3, () => issued(company, { customer_id }));
    const id = await company.recordPayment(1000);
    const replies = await times(20, (index) =>
      allocate(id, { invoice_id: invoices[index % 3]!.id, amount: 150 }),
    );
    expect(statusCounts(replies)).toEqual({ 200: 6, 422: 14 });
    const payment = await paymentOf(id);
    expect(payment.unallocated_amount).toBe(100);
    for (const { invoice_id, amount } of payment.allocations)
      expect((await invoiceOf(company, invoice_id)).amount_paid).toBe(amount);
    const sum = payment.allocations.reduce((all: number, { amount }: { amount: number }) => all + amount, 0);
    expect(sum).toBe(900);
  });

  test("a refund takes unallocated money first, then each allocation in turn, and is noted by invoice id", () => {
    const allocations = [
      { invoice_id: 9, amount: 100 },
      { invoice_id: 4, amount: 50 },
    ];
    const parts = (refunded: number, amount: string) =>
      claimedParts(
        { unallocated_amount: 30, amount_refunded: refunded, allocations } as Parameters<
          typeof claimedParts
        >[0],
        amount,
      ).map(({ invoice_id, part }) => [invoice_id, part.toFixed()]);
    expect(parts(0, "30")).toEqual([]);
    expect(parts(0, "80")).toEqual([[9, "50"]]);
    expect(parts(80, "100")).toEqual([
      [4, "50"],
      [9, "50"],
    ]);
    expect(parts(130, "10.5")).toEqual([[4, "10.5"]]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { checkBooks } from "../../backoffice/books/check.ts";
import {
  creditAmount,
  type EmittedEvent,
  eventsOf,
  invoiceOf,
  issued,
  pay,
  refund,
  statusCounts,
  times,
} from "./money.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** A company with issued invoices of one customer, of 1,000 each. */
async function owed(count: number, fields: object = {}) {
  const company = await service.company();
  const customer_id = await company.customer();
  const invoices = await times(count, () => issued(company, { customer_id, ...fields }));
  const ids = invoices.map(({ id }) => id as number).sort((one, other) => one - other);
  return { company, customer_id, ids };
}

const part = (invoice_id: number | undefined, amount: number | string) => ({ invoice_id, amount });
const allocate = (company: TestCompany, id: number, body: object) =>
  company.call(`POST /payments/${id}/allocate`, { body });
const paymentsOf = async (company: TestCompany) => (await company.call("GET /payments")).body.payments;
const shown = (events: EmittedEvent[]) => events.map(({ type, data }) => [type, data.object.id]);

/** No difference between the records and what the events say of them. */
async function expectBooksInOrder(company: TestCompany) {
  const [check] = await checkBooks(service.context.db, [company.id]);
  expect(check).toMatchObject({ differences: 0, found: [], inferred_allocations: 0 });
}

describe("a payment that is recorded for several invoices", () => {
  test("pays each its part, in the order of the request, and shows the invoices as GET does", async () => {
    const { company, customer_id, ids } = await owed(3);
    const [first, second, third] = ids;
    const allocations = [part(third, "1000"), part(first, 400.5), part(second, 1000)];
    const { status, body } = await pay(company, { amount: 2400.5, allocations, method: "bank_transfer" });
    expect(status).toBe(201);
    expect(body.payment).toMatchObject({
      invoice_id: third,
      amount: 2400.5,
      currency: "NGN",
      unallocated_amount: 0,
      allocations: [part(third, 1000), part(first, 400.5), part(second, 1000)],
    });
    expect(body.invoices.map(({ id, status }: { id: number; status: string }) => [id, status])).toEqual([
      [third, "paid"],
      [first, "partially_paid"],
      [second, "paid"],
    ]);
    expect(body.invoice).toEqual(body.invoices[0]);
    for (const invoice of body.invoices) expect(await invoiceOf(company, invoice.id)).toEqual(invoice);
    expect((await company.call(`GET /payments/${body.payment.id}`)).body.payment).toEqual(body.payment);
    for (const id of ids) {
      const found = await company.call(`GET /payments?invoice_id=${id}`);
      expect(found.body.payments).toEqual([body.payment]);
    }
    const { customer } = (await company.call(`GET /customers/${customer_id}`)).body;
    expect(customer.balance).toEqual([{ currency: "NGN", due: 599.5, overdue: 0, credit: 0 }]);
    await expectBooksInOrder(company);
  });

  test("issues drafts, and emits their events, its own and those of the invoices in this order", async () => {
    const { company, customer_id, ids } = await owed(1);
    const line = { description: "Work", quantity: 1, unit_price: 50 };
    const drafts = [];
    for (let count = 0; count < 2; count++)
      drafts.push((await company.draft({ customer_id, lines: [line] })).id);
    const known = (await eventsOf(company)).length;
    const allocations = [part(drafts[1], 50), part(ids[0], 1000), part(drafts[0], 20)];
    const { payment, invoices } = (await pay(company, { amount: 1070, allocations })).body;
    const events = (await eventsOf(company)).slice(known);
    expect(shown(events)).toEqual([
      ["invoice.issued", drafts[1]],
      ["invoice.issued", drafts[0]],
      ["payment.recorded", payment.id],
      ["invoice.paid", drafts[1]],
      ["invoice.paid", ids[0]],
      ["invoice.partially_paid", drafts[0]],
    ]);
    expect(events[2]!.data).toEqual({ object: payment });
    expect(events[3]!.data).toEqual({ object: invoices[0], previous: events[0]!.data.object });
    expect(invoices.map(({ number }: { number: string }) => number)).toEqual([
      "INV-000002",
      "INV-000001",
      "INV-000003",
    ]);
    await expectBooksInOrder(company);
  });

  test("keeps what is left as unallocated money, which is allocated, refunded or shown as credit", async () => {
    const { company, customer_id, ids } = await owed(3);
    const [first, second, third] = ids;
    const { payment } = (await pay(company, { amount: 1500, allocations: [part(first, 1000)] })).body;
    expect(payment).toMatchObject({ unallocated_amount: 500, allocations: [part(first, 1000)] });
    const balance = async () =>
      (await company.call(`GET /customers/${customer_id}`)).body.customer.balance[0];
    expect(await balance()).toMatchObject({ due: 2000, credit: 500 });
    const allocations = [part(third, 100), part(second, 250)];
    const { body } = await allocate(company, payment.id, { allocations });
    expect(body.payment).toMatchObject({
      invoice_id: first,
      unallocated_amount: 150,
      allocations: [part(first, 1000), part(third, 100), part(second, 250)],
    });
    expect(body.invoices.map(({ id }: { id: number }) => id)).toEqual([third, second]);
    expect(await balance()).toMatchObject({ due: 1650, credit: 150 });
    expect((await refund(company, payment.id, { amount: 200 })).body.payment.amount_refunded).toBe(200);
    expect(await balance()).toMatchObject({ due: 1650, credit: 0 });
    expect((await invoiceOf(company, first!)).amount_refunded).toBe(50);
    await expectBooksInOrder(company);
  });

  test("is one payment for a reference, whichever invoice it is asked for", async () => {
    const { company, ids } = await owed(3);
    const [first, second, third] = ids;
    const allocations = [part(first, 100), part(second, 200)];
    const body = { amount: 400, allocations, reference: "SEPA-1" };
    const made = await pay(company, body);
    const known = await eventsOf(company);
    for (const again of [body, { ...body, allocations: allocations.toReversed() }]) {
      const reply = await pay(company, again);
      expect([reply.status, reply.body.payment]).toEqual([200, made.body.payment]);
      expect(reply.body.invoices).toHaveLength(2);
    }
    const others = [
      { amount: 500 },
      { allocations: [part(first, 100), part(second, 201)] },
      { allocations: [part(first, 100), part(second, 200), part(third, 1)] },
      { allocations: [part(second, 300)] },
      { allocations: null, invoice_id: second },
    ];
    for (const other of others) {
      const { status, body: refused } = await pay(company, { ...body, ...other });
      expect([other, status, refused.errors]).toEqual([
        other,
        422,
        [{ field: "reference", message: expect.stringContaining(`payment ${made.body.payment.id}`) }],
      ]);
    }
    expect(await eventsOf(company)).toEqual(known);
    // What is unallocated was put to use in the meantime; it is the same payment all the same.
    await allocate(company, made.body.payment.id, { allocations: [part(third, 60), part(second, 40)] });
    expect((await pay(company, body)).status).toBe(200);
    expect((await pay(company, { invoice_id: third, amount: 1, reference: "SEPA-1" })).status).toBe(422);
    await company.call(`POST /payments/${made.body.payment.id}/reverse`, { body: { reason: "Wrong" } });
    expect((await pay(company, { invoice_id: second, amount: 400, reference: "SEPA-1" })).status).toBe(201);
    await expectBooksInOrder(company);
  });

  test("is recorded once for an Idempotency-Key, and once for 20 requests at the same moment", async () => {
    const { company, ids } = await owed(2);
    const body = { amount: 20, allocations: ids.map((id) => part(id, 10)) };
    const headers = { "idempotency-key": "payment-of-two" };
    const replies = await times(5, () => company.call("POST /payments", { body, headers }));
    expect(new Set(replies.map(({ body: reply }) => reply.payment?.id)).size).toBe(1);
    const duplicates = await times(20, (index) =>
      pay(company, {
        ...body,
        allocations: index % 2 ? body.allocations : body.allocations.toReversed(),
        reference: "TWIN",
      }),
    );
    expect(statusCounts(duplicates)).toEqual({ 200: 19, 201: 1 });
    expect((await invoiceOf(company, ids[0]!)).amount_paid).toBe(20);
  });

  test("is reversed whole, and its reference is free again", async () => {
    const { company, ids } = await owed(3);
    const [first, second, third] = ids;
    await pay(company, { invoice_id: second, amount: 300 });
    const allocations = [part(third, 1000), part(second, 700), part(first, 1)];
    const paid = (await pay(company, { amount: 2000, allocations, reference: "R" })).body;
    const known = (await eventsOf(company)).length;
    const { body } = await company.call(`POST /payments/${paid.payment.id}/reverse`, {
      body: { reason: "Recorded twice" },
    });
    expect(body.payment).toMatchObject({ allocations: [], amount: 2000, reversal_reason: "Recorded twice" });
    expect(
      body.invoices.map(({ id, status, amount_due }: Record<string, unknown>) => [id, status, amount_due]),
    ).toEqual([
      [third, "open", 1000],
      [second, "partially_paid", 700],
      [first, "open", 1000],
    ]);
    expect(body.invoice).toEqual(body.invoices[0]);
    for (const invoice of body.invoices) expect(await invoiceOf(company, invoice.id)).toEqual(invoice);
    expect(shown((await eventsOf(company)).slice(known))).toEqual([
      ["payment.reversed", paid.payment.id],
      ["invoice.updated", third],
      ["invoice.updated", second],
      ["invoice.updated", first],
    ]);
    expect((await pay(company, { amount: 2000, allocations, reference: "R" })).status).toBe(201);
    await expectBooksInOrder(company);
  });

  test("a reversed payment has nothing that could be allocated", async () => {
    const { company, ids } = await owed(1);
    const { payment } = (await pay(company, { amount: 900, allocations: [part(ids[0], 300)] })).body;
    const reversed = await company.call(`POST /payments/${payment.id}/reverse`, {
      body: { reason: "Twice" },
    });
    const nothing = { amount: 900, unallocated_amount: 0, allocations: [] };
    expect([payment.unallocated_amount, reversed.body.payment]).toMatchObject([600, nothing]);
    expect((await company.call("GET /payments")).body.payments).toMatchObject([nothing]);
    const explained = (await company.call(`GET /payments/${payment.id}/explain`)).body.explanation;
    expect(explained.amounts).toContainEqual(
      expect.objectContaining({ name: "unallocated_amount", amount: 0 }),
    );
    await company.call(`PATCH /payments/${payment.id}`, { body: { metadata: { a: 1 } } });
    await expectBooksInOrder(company);
  });

  test("a refund takes what is unallocated first, then each invoice in turn", async () => {
    const { company, ids } = await owed(2);
    const [first, second] = ids;
    const allocations = [part(second, 300), part(first, 500)];
    const { payment } = (await pay(company, { amount: 900, allocations })).body;
    await refund(company, payment.id, { amount: 450 });
    const refunded = async () => [
      (await invoiceOf(company, first!)).amount_refunded,
      (await invoiceOf(company, second!)).amount_refunded,
    ];
    expect(await refunded()).toEqual([50, 300]);
    await refund(company, payment.id);
    expect(await refunded()).toEqual([500, 300]);
    await expectBooksInOrder(company);
  });

  test("tax that was withheld from several invoices is one payment, with one certificate", async () => {
    const { company, ids } = await owed(3, { withholding: { rate: 5 } });
    const [first, second, third] = ids;
    const body = { amount: 120, method: "withholding_tax", certificate_number: "WHT/7" };
    const allocations = [part(first, 50), part(second, 20)];
    const { payment, invoices } = (await pay(company, { ...body, allocations })).body;
    expect(
      invoices.map(({ amount_due, amount_payable }: Record<string, number>) => [amount_due, amount_payable]),
    ).toEqual([
      [950, 950],
      [980, 950],
    ]);
    const settled = await allocate(company, payment.id, { invoice_id: third });
    expect(settled.body.invoice).toMatchObject({ amount_due: 950, amount_payable: 950 });
    const { withheld_taxes } = (await company.call("GET /reports/withholding?certificate=any")).body;
    const numbers = await Promise.all(ids.map(async (id) => (await invoiceOf(company, id)).number));
    expect(withheld_taxes).toMatchObject([
      {
        payment_id: payment.id,
        invoice_id: first,
        invoice_number: numbers[0],
        amount: 120,
        allocations: [
          { invoice_id: first, invoice_number: numbers[0], amount: 50 },
          { invoice_id: second, invoice_number: numbers[1], amount: 20 },
          { invoice_id: third, invoice_number: numbers[2], amount: 50 },
        ],
      },
    ]);
    await company.call(`POST /payments/${payment.id}/reverse`, { body: { reason: "Refused" } });
    for (const id of ids) {
      expect(await invoiceOf(company, id)).toMatchObject({ amount_due: 1000, amount_payable: 950 });
    }
    await expectBooksInOrder(company);
  });

  test("counts for all of its invoices since it was paid, in reports of earlier days as well", async () => {
    const { company, ids } = await owed(2, {
      invoice_date: "2026-10-01",
      due_date: "2026-10-31",
      withholding: { rate: 5 },
    });
    const allocations = ids.map((id) => part(id, 950));
    await pay(company, { amount: 1900, allocations, paid_at: "2026-11-05T10:00:00Z" });
    const tax = { amount: 100, allocations: ids.map((id) => part(id, 50)), method: "withholding_tax" };
    await pay(company, { ...tax, paid_at: "2026-11-08T10:00:00Z" });
    const onDay = async (day: string) => {
      const { rows } = (await company.call(`GET /reports/receivables?as_of=${day}`)).body;
      return rows.map(({ not_due, days_1_30, due, credit }: Record<string, number>) => [
        not_due,
        days_1_30,
        due,
        credit,
      ]);
    };
    expect(await onDay("2026-11-04")).toEqual([[0, 2000, 2000, 0]]);
    // Only tax is left that the buyer withholds, which is never overdue.
    expect(await onDay("2026-11-06")).toEqual([[100, 0, 100, 0]]);
    expect(await onDay("2026-11-09")).toEqual([]);
  });

  test("credit of an invoice that it paid goes to another one", async () => {
    const { company, ids } = await owed(3);
    const [first, second, third] = ids;
    await pay(company, { amount: 2000, allocations: [part(first, 1000), part(second, 1000)] });
    const { credit_note } = (await creditAmount(company, second!, 300)).body;
    const applied = await company.call(`POST /credit_notes/${credit_note.id}/apply`, {
      body: { invoice_id: third },
    });
    expect(applied.body.invoice).toMatchObject({ id: third, credit_applied: 300, amount_due: 700 });
    await expectBooksInOrder(company);
  });

  test.each<[string, (ids: number[]) => object, object[]]>([
    ["no invoice at all", () => ({ amount: 1 }), [{ field: "invoice_id", message: "is required" }]],
    [
      "both ways at once",
      ([id]) => ({ amount: 1, invoice_id: id, allocations: [part(id, 1)] }),
      [{ field: "allocations", message: "can't be given together with invoice_id; give one of them" }],
    ],
    [
      "no invoice in the list",
      () => ({ amount: 1, allocations: [] }),
      [{ field: "allocations", message: expect.any(String) }],
    ],
    [
      "an invoice twice",
      ([first, second]) => ({ amount: 9, allocations: [part(first, 1), part(second, 1), part(first, 1)] }),
      [{ field: "allocations[2].invoice_id", message: "is in the list already" }],
    ],
    [
      "more than there is",
      ([first, second]) => ({ amount: "1.99", allocations: [part(first, 1), part(second, 1)] }),
      [
        {
          field: "allocations",
          message: "must not add up to more than the amount of the payment: they are 2 NGN",
        },
      ],
    ],
    [
      "more than is due of one, and too many decimals of another",
      ([first, second]) => ({ amount: 5000, allocations: [part(first, 0.001), part(second, 1000.01)] }),
      [
        { field: "allocations[0].amount", message: "must have at most 2 decimals in NGN" },
        { field: "allocations[1].amount", message: "must not exceed the amount due, 1000 NGN" },
      ],
    ],
    [
      "an amount that is no number, with the list reported as well",
      ([first]) => ({ amount: "x", allocations: [part(first, 0)] }),
      [
        { field: "amount", message: expect.any(String) },
        { field: "allocations[0].amount", message: "must be more than 0" },
      ],
    ],
    [
      "a currency of its own, with more decimals than that of the invoices",
      ([first]) => ({ amount: 1.001, currency: "USD", allocations: [part(first, 1)] }),
      [
        { field: "currency", message: "must be NGN, the currency of the invoice" },
        { field: "amount", message: "must have at most 2 decimals in NGN" },
      ],
    ],
  ])("refuses %s, and changes nothing", async (_what, body, errors) => {
    const { company, ids } = await owed(2);
    const known = await eventsOf(company);
    const reply = await pay(company, body(ids));
    expect([reply.status, reply.body.errors]).toEqual([422, errors]);
    expect(await eventsOf(company)).toEqual(known);
    expect(await paymentsOf(company)).toEqual([]);
  });

  test("refuses an invoice of another customer or currency, and one that can't be paid", async () => {
    const { company, customer_id, ids } = await owed(2);
    const [first, second] = ids;
    const dollars = await issued(company, { customer_id, currency: "USD" });
    const foreign = await issued(company);
    const body = { amount: 9, allocations: [part(first, 1), part(dollars.id, 1), part(foreign.id, 1)] };
    expect((await pay(company, body)).body.errors).toEqual([
      { field: "allocations[1].invoice_id", message: "is in USD, but the payment is in NGN" },
      {
        field: "allocations[2].invoice_id",
        message: `belongs to another customer than invoice ${first}, which this payment pays`,
      },
    ]);
    await company.call(`POST /invoices/${second}/void`);
    const refused = await pay(company, { amount: 2, allocations: [part(first, 1), part(second, 1)] });
    expect([refused.status, refused.body.code]).toEqual([422, "invalid_state"]);
    expect(await invoiceOf(company, first!)).toMatchObject({ status: "open", amount_paid: 0 });
  });

  test("404 if any invoice is unknown or of another company, whatever else is wrong", async () => {
    const [ours, theirs] = [await owed(1), await owed(1)];
    for (const other of [theirs.ids[0], 9_007_199_254_740_991, 0, -1]) {
      const allocations = [part(ours.ids[0], 1), part(other, 1)];
      for (const body of [{ amount: 2 }, { amount: "x" }, { amount: 2, invoice_id: ours.ids[0] }])
        expect((await pay(ours.company, { ...body, allocations })).status).toBe(404);
      const id = await ours.company.recordPayment(10);
      expect((await allocate(ours.company, id, { allocations })).status).toBe(404);
    }
    expect((await invoiceOf(ours.company, ours.ids[0]!)).amount_paid).toBe(0);
    expect((await invoiceOf(theirs.company, theirs.ids[0]!)).amount_paid).toBe(0);
  });

  test("takes 100 invoices, and not 101", async () => {
    const { company, ids } = await owed(2);
    const allocations = Array.from({ length: 101 }, () => part(ids[0], 1));
    expect((await pay(company, { amount: 101, allocations })).body.errors).toEqual([
      { field: "allocations", message: expect.stringContaining("100") },
    ]);
  });
});

describe("allocating to several invoices at once", () => {
  test("makes the first of the list the payment's own, unless its own one is in it", async () => {
    const { company, ids } = await owed(2);
    const [first, second] = ids;
    const id = await company.recordPayment(150);
    const { body } = await allocate(company, id, { allocations: [part(second, 100), part(first, 50)] });
    expect(body.payment).toMatchObject({
      invoice_id: second,
      unallocated_amount: 0,
      allocations: [part(second, 100), part(first, 50)],
    });
    expect(body.invoice).toEqual(body.invoices[0]);
    await expectOneEvent(company, id, "payment.allocated");
  });

  test.each<[string, (ids: number[]) => object, object[]]>([
    [
      "more than is unallocated",
      ([first, second]) => ({ allocations: [part(first, 100), part(second, 51)] }),
      [
        {
          field: "allocations",
          message: "must not add up to more than the unallocated amount, 150 NGN",
        },
      ],
    ],
    [
      "an invoice and an amount beside the list",
      ([first]) => ({ invoice_id: first, amount: 1, allocations: [part(first, 1)] }),
      [
        { field: "invoice_id", message: "can't be given together with allocations" },
        { field: "amount", message: "can't be given together with allocations" },
      ],
    ],
    [
      "an invoice twice",
      ([first]) => ({ allocations: [part(first, 1), part(first, 1)] }),
      [{ field: "allocations[1].invoice_id", message: "is in the list already" }],
    ],
  ])("refuses %s, and allocates nothing", async (_what, body, errors) => {
    const { company, ids } = await owed(2);
    const id = await company.recordPayment(150);
    const reply = await allocate(company, id, body(ids));
    expect([reply.status, reply.body.errors]).toEqual([422, errors]);
    expect((await company.call(`GET /payments/${id}`)).body.payment.unallocated_amount).toBe(150);
  });

  test("40 at once, in every order of the invoices, never give more than there is", async () => {
    const { company, ids } = await owed(3);
    const payments = await times(4, () => company.recordPayment(1000));
    const replies = await times(40, (index) => {
      const order = index % 2 ? ids : ids.toReversed();
      return allocate(company, payments[index % 4]!, { allocations: order.map((id) => part(id, 50)) });
    });
    expect(statusCounts(replies)).toEqual({ 200: 20, 422: 20 });
    for (const id of ids) expect((await invoiceOf(company, id)).amount_due).toBe(0);
  });
});

async function expectOneEvent(company: TestCompany, id: number, type: string) {
  const events = (await eventsOf(company)).filter((event) => event.type === type);
  expect(shown(events)).toEqual([[type, id]]);
}

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reply, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import {
  creditAmount,
  eventsOf,
  invoiceOf,
  issued,
  pay,
  refund,
  statusCounts,
  times,
} from "../../payments/payments/money.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Scene = { company: TestCompany; customer_id: number; source: number; note: number; payment: number };

/** A paid invoice of 1,000 that was credited afterwards, so that the customer has the credit. */
async function spareCredit(credited = 400, company?: TestCompany): Promise<Scene> {
  const owner = company ?? (await service.company());
  const customer_id = await owner.customer();
  const { id } = await issued(owner, { customer_id });
  const { payment } = (await pay(owner, { invoice_id: id, amount: 1000 })).body;
  const note = (await creditAmount(owner, id, credited)).body.credit_note.id;
  return { company: owner, customer_id, source: id, note, payment: payment.id };
}

const apply = (company: TestCompany, note: number, body: object): Promise<Reply> =>
  company.call(`POST /credit_notes/${note}/apply`, { body });
const noteOf = async (company: TestCompany, id: number) =>
  (await company.call(`GET /credit_notes/${id}`)).body.credit_note;

describe("amount_due and amount_to_refund", () => {
  test("are never below zero: what was paid too much is to be refunded, until it is", async () => {
    const { company, source, payment } = await spareCredit(400);
    expect(await invoiceOf(company, source)).toMatchObject({
      status: "paid",
      amount_due: 0,
      amount_to_refund: 400,
    });
    await refund(company, payment, { amount: 150 });
    expect(await invoiceOf(company, source)).toMatchObject({ amount_due: 0, amount_to_refund: 250 });
    await refund(company, payment, { amount: 350 });
    expect(await invoiceOf(company, source)).toMatchObject({ amount_due: 0, amount_to_refund: 0 });
  });

  test("stay as they are when a payment is refunded without a credit note", async () => {
    const company = await service.company();
    const { id } = await issued(company);
    const { payment } = (await pay(company, { invoice_id: id, amount: 600 })).body;
    await refund(company, payment.id);
    expect(await invoiceOf(company, id)).toMatchObject({
      status: "partially_paid",
      amount_due: 400,
      amount_to_refund: 0,
    });
  });
});

describe("POST /credit_notes/{id}/apply", () => {
  test("pays another invoice of the customer, in part and then whole", async () => {
    const { company, customer_id, source, note } = await spareCredit(400);
    const lines = [{ description: "Work", quantity: 1, unit_price: 300 }];
    const owed = await issued(company, { customer_id, lines });
    const first = await apply(company, note, { invoice_id: owed.id, amount: "100.50" });
    expect(first.status).toBe(200);
    expect(first.body.invoice).toMatchObject({
      status: "partially_paid",
      amount_paid: 0,
      credit_applied: 100.5,
      amount_due: 199.5,
      paid_at: null,
    });
    expect(first.body.credit_note).toMatchObject({
      amount_applied: 100.5,
      applications: [{ invoice_id: owed.id, amount: 100.5, created_at: service.clock.now().toISOString() }],
    });
    const rest = await apply(company, note, { invoice_id: owed.id });
    expect(rest.body.invoice).toMatchObject({
      status: "paid",
      credit_applied: 300,
      amount_due: 0,
      amount_to_refund: 0,
      paid_at: service.clock.now().toISOString(),
    });
    expect(rest.body.invoice).toEqual(await invoiceOf(company, owed.id));
    expect(rest.body.credit_note).toEqual(await noteOf(company, note));
    expect(await invoiceOf(company, source)).toMatchObject({
      status: "paid",
      credit_applied_elsewhere: 300,
      amount_due: 0,
      amount_to_refund: 100,
    });
  });

  test("emits credit_note.applied, then what became of the invoice, with their previous states", async () => {
    const { company, customer_id, note } = await spareCredit();
    const owed = await issued(company, { customer_id });
    const [before, known] = [await noteOf(company, note), await eventsOf(company)];
    const { body } = await apply(company, note, { invoice_id: owed.id, amount: 1 });
    expect((await eventsOf(company)).slice(known.length)).toMatchObject([
      { type: "credit_note.applied", data: { object: body.credit_note, previous: before } },
      { type: "invoice.partially_paid", data: { object: body.invoice, previous: owed } },
    ]);
  });

  test("takes no more than the credit note, than its invoice can spare, and than is due", async () => {
    const { company, customer_id, source, note, payment } = await spareCredit(400);
    const large = await issued(company, { customer_id });
    const small = await issued(company, {
      customer_id,
      lines: [{ description: "Work", quantity: 1, unit_price: 50 }],
    });
    const refused = async (body: object) => (await apply(company, note, body)).body.errors;
    expect(await refused({ invoice_id: large.id, amount: 400.01 })).toEqual([
      { field: "amount", message: "must not exceed the credit that is left, 400 NGN" },
    ]);
    expect(await refused({ invoice_id: small.id, amount: 50.01 })).toEqual([
      { field: "amount", message: "must not exceed the amount due, 50 NGN" },
    ]);
    expect(await refused({ invoice_id: large.id, amount: 0.001 })).toEqual([
      { field: "amount", message: "must have at most 2 decimals in NGN" },
    ]);
    // What has been refunded is no longer there, and another credit note adds only its own amount.
    await refund(company, payment, { amount: 300 });
    const second = (await creditAmount(company, source, 30)).body.credit_note.id;
    expect((await apply(company, second, { invoice_id: large.id })).body.credit_note.amount_applied).toBe(30);
    expect((await apply(company, note, { invoice_id: large.id })).body.credit_note.amount_applied).toBe(100);
    expect(await invoiceOf(company, source)).toMatchObject({ amount_to_refund: 0 });
    for (const id of [note, second])
      expect((await apply(company, id, { invoice_id: large.id })).body.code).toBe("invalid_state");
  });

  test("has nothing to apply while its own invoice needs the credit", async () => {
    const company = await service.company();
    const customer_id = await company.customer();
    const [source, owed] = [await issued(company, { customer_id }), await issued(company, { customer_id })];
    const note = (await creditAmount(company, source.id, 400)).body.credit_note.id;
    const reply = await apply(company, note, { invoice_id: owed.id, amount: 1 });
    expect([reply.status, reply.body.code]).toEqual([422, "invalid_state"]);
    expect(await invoiceOf(company, owed.id)).toEqual(owed);
  });

  test("is refused for its own invoice, another customer, another currency, a draft, and what is not owed", async () => {
    const { company, customer_id, source, note } = await spareCredit();
    const other = await issued(company);
    const dollars = await issued(company, { customer_id, currency: "USD" });
    const draft = await company.draft({ customer_id });
    const paid = await issued(company, { customer_id });
    await pay(company, { invoice_id: paid.id, amount: 1000 });
    for (const [invoice_id, code, message] of [
      [source, "invalid_request", "is the invoice that was credited; name another invoice"],
      [other.id, "invalid_request", "belongs to another customer than the credit note"],
      [dollars.id, "invalid_request", "is in USD, but the credit note is in NGN"],
      [draft.id, "invalid_state", undefined],
      [paid.id, "invalid_state", undefined],
    ] as const) {
      const { status, body } = await apply(company, note, { invoice_id });
      expect([status, body.code, body.errors?.[0]?.message]).toEqual([422, code, message]);
    }
    expect(await noteOf(company, note)).toMatchObject({ amount_applied: 0, applications: [] });
  });

  test("another company's credit note or invoice is 404", async () => {
    const [ours, theirs] = [await spareCredit(), await spareCredit()];
    const owed = await issued(theirs.company, { customer_id: theirs.customer_id });
    for (const [note, invoice_id] of [
      [theirs.note, owed.id],
      [ours.note, owed.id],
    ])
      expect((await apply(ours.company, note!, { invoice_id })).status).toBe(404);
    expect(await invoiceOf(theirs.company, owed.id)).toEqual(owed);
  });

  test("of 20 at once, over several invoices, exactly as much as there is is applied", async () => {
    const { company, customer_id, source, note } = await spareCredit(400);
    const owed = await times(4, () => issued(company, { customer_id }));
    const replies = await times(20, (index) =>
      apply(company, note, { invoice_id: owed[index % 4]!.id, amount: 30 }),
    );
    expect(statusCounts(replies)).toEqual({ 200: 13, 422: 7 });
    const applied = await Promise.all(
      owed.map(async ({ id }) => (await invoiceOf(company, id)).credit_applied),
    );
    expect(applied.reduce((sum, amount) => sum + amount, 0)).toBe(390);
    expect(await noteOf(company, note)).toMatchObject({ amount_applied: 390 });
    expect(await invoiceOf(company, source)).toMatchObject({
      credit_applied_elsewhere: 390,
      amount_to_refund: 10,
    });
  });

  test("two invoices that credit each other, while they are paid, refunded and credited, never wait for each other", async () => {
    const company = await service.company();
    const customer_id = await company.customer();
    const scenes = await times(2, async () => {
      const { id } = await issued(company, { customer_id });
      const { payment } = (await pay(company, { invoice_id: id, amount: 600 })).body;
      const note = (await creditAmount(company, id, 600)).body.credit_note.id;
      return { id, payment: payment.id as number, note };
    });
    const [one, other] = scenes as [(typeof scenes)[0], (typeof scenes)[0]];
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => [
        apply(company, one.note, { invoice_id: other.id, amount: 5 }),
        apply(company, other.note, { invoice_id: one.id, amount: 5 }),
        pay(company, { invoice_id: one.id, amount: 5 }),
        refund(company, other.payment, { amount: 5 }),
        creditAmount(company, one.id, 1),
      ]).flat(),
    );
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
  });

  test("once a payment is reversed that the credit came from, the customer owes what was applied", async () => {
    const { company, customer_id, source, note, payment } = await spareCredit(1000);
    const owed = await issued(company, { customer_id });
    await apply(company, note, { invoice_id: owed.id });
    const { body } = await company.call(`POST /payments/${payment}/reverse`, { body: { reason: "Bounced" } });
    expect(body.invoice).toMatchObject({ id: source, status: "open", amount_paid: 0, amount_due: 1000 });
  });

  test("an invoice whose credit has paid another can't be voided, even when its own payment was reversed", async () => {
    const { company, customer_id, source, note, payment } = await spareCredit(1000);
    const owed = await issued(company, { customer_id });
    await apply(company, note, { invoice_id: owed.id });
    await company.call(`POST /payments/${payment}/reverse`, { body: { reason: "Bounced" } });
    const before = await invoiceOf(company, source);
    expect(before).toMatchObject({ status: "open", amount_due: 1000, credit_applied_elsewhere: 1000 });
    const { status, body } = await company.call(`POST /invoices/${source}/void`);
    expect([status, body.error]).toEqual([
      422,
      `Credit of invoice ${before.number} was applied to another invoice, so it can't be voided. Record its payment or write it off instead.`,
    ]);
    expect(await invoiceOf(company, source)).toEqual(before);
  });

  test("an invoice that credit has paid can't be voided", async () => {
    const { company, customer_id, note } = await spareCredit();
    const owed = await issued(company, { customer_id });
    await apply(company, note, { invoice_id: owed.id, amount: 1 });
    await company.call(`POST /invoices/${owed.id}/write_off`);
    expect((await company.call(`POST /invoices/${owed.id}/void`)).status).toBe(422);
  });
});

import { Big } from "big.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { scopeNames } from "../../../contract/access.ts";
import {
  credit,
  creditAmount,
  invoiceOf,
  issued,
  pay,
  refund,
} from "../../payments/payments/money.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Step = {
  rule: string;
  reference: string | null;
  amount: number;
  text: string;
  inputs: Record<string, unknown>;
  explained_by: string | null;
  parts?: Step[];
};
type Explained = { name: string; amount: number; text: string; parts: Step[] };

async function explain(company: TestCompany, path: string): Promise<Map<string, Explained>> {
  const { status, body } = await company.call(`GET ${path}`);
  expect(status).toBe(200);
  const amounts = body.explanation.amounts as Explained[];
  return new Map(amounts.map((amount) => [amount.name, amount]));
}

/** Every amount of the record that has an explanation has the right one, whose leaves add up to it. */
function expectExact(record: Record<string, unknown>, amounts: Map<string, Explained>) {
  for (const { name, amount, parts } of amounts.values()) {
    const steps = name.split(/[.[\]]+/).filter((each) => each !== "");
    const shown = steps.reduce<unknown>((value, each) => (value as Record<string, unknown>)[each], record);
    expect(amount, name).toBe(shown);
    const leaves = parts.flatMap((part) => (part.parts?.length ? part.parts : [part]));
    const sum = leaves.reduce((left, leaf) => left.plus(String(leaf.amount)), new Big(0));
    expect(Number(sum), name).toBe(amount);
    expect(leaves.map(({ rule }) => rule)).not.toContain("stored.difference");
  }
}

const rulesOf = (amounts: Map<string, Explained>, name: string) =>
  amounts.get(name)!.parts.map(({ rule, amount }) => [rule, amount]);

test("an invoice with discounts, charges and withholding is explained to the cent, through all that happens to it", async () => {
  const company = await service.company();
  const customer_id = await company.customer();
  const { id } = await issued(company, {
    customer_id,
    lines: [
      {
        description: "Consulting",
        quantity: 3,
        unit_price: "33.335",
        tax_rate: 7.5,
        discounts: [{ percent: 10, reason: "Loyal" }],
      },
      { description: "Travel", quantity: 1, unit_price: 50, charges: [{ amount: 5 }] },
    ],
    discounts: [{ amount: 10 }],
    charges: [{ percent: 2 }],
    withholding: { rate: 5 },
  });
  const path = `/invoices/${id}/explain`;
  const before = await explain(company, path);
  expectExact(await invoiceOf(company, id), before);
  expect(before.get("lines[0].net_amount")!.parts).toMatchObject([
    { rule: "line.gross", reference: "BT-129 × BT-146", text: "Quantity 3 × unit price 33.335" },
    { rule: "line.discount", reference: "BT-136", inputs: { percent: "10", reason: "Loyal" } },
  ]);
  expect(rulesOf(before, "total").map(([rule]) => rule)).toEqual([
    "document.subtotal",
    "document.discount_total",
    "document.charge_total",
    "document.tax_total",
  ]);
  expect(rulesOf(before, "amount_payable").map(([rule]) => rule)).toEqual(["amount.due", "withholding.open"]);

  await pay(company, { invoice_id: id, amount: 40, method: "cash" });
  const { payment } = (await pay(company, { invoice_id: id, amount: 20, reference: "T-1" })).body;
  await refund(company, payment.id, { amount: 3 });
  await creditAmount(company, id, 15);
  const after = await explain(company, path);
  expectExact(await invoiceOf(company, id), after);
  expect(rulesOf(after, "amount_paid")).toEqual([
    ["payment.applied", 20],
    ["payment.applied", 40],
  ]);
  expect(rulesOf(after, "amount_credited")).toEqual([["credit.issued", 15]]);
  expect(rulesOf(after, "amount_refunded")).toEqual([["refund.recorded", 3]]);
  expect(rulesOf(after, "amount_due").slice(1)).toEqual([
    ["credit.total", -15],
    ["payments.total", -60],
  ]);
});

test("credit from elsewhere, and what is to be refunded, name the credit notes they come from", async () => {
  const company = await service.company();
  const customer_id = await company.customer();
  const paid = await issued(company, { customer_id });
  await pay(company, { invoice_id: paid.id, amount: 1000 });
  const note = (await creditAmount(company, paid.id, 400)).body.credit_note;
  const owed = await issued(company, { customer_id });
  await company.call(`POST /credit_notes/${note.id}/apply`, { body: { invoice_id: owed.id, amount: 150 } });

  const source = await explain(company, `/invoices/${paid.id}/explain`);
  expectExact(await invoiceOf(company, paid.id), source);
  expect(rulesOf(source, "amount_due").at(-1)).toEqual(["floor.zero", 250]);
  expect(source.get("credit_applied_elsewhere")!.parts[0]!.text).toBe(
    `Credit of credit note ${note.number} that was applied to invoice ${owed.id}`,
  );
  const target = await explain(company, `/invoices/${owed.id}/explain`);
  expectExact(await invoiceOf(company, owed.id), target);
  expect(rulesOf(target, "credit_applied")).toEqual([["credit.applied", 150]]);
  const explained = await explain(company, `/credit_notes/${note.id}/explain`);
  expectExact((await company.call(`GET /credit_notes/${note.id}`)).body.credit_note, explained);
  expect(rulesOf(explained, "amount_applied")).toEqual([["credit.applied_elsewhere", 150]]);
});

test("prices that include tax, another currency and a whole credit note are explained too", async () => {
  const company = await service.company();
  const { id } = await issued(company, {
    currency: "JPY",
    exchange_rate: 9.87,
    prices_include_tax: true,
    lines: [
      { description: "Tea", quantity: 3, unit_price: 333, tax_rate: 10 },
      { description: "Cup", quantity: 1, unit_price: 1001, tax_rate: 10, discounts: [{ percent: 7.5 }] },
    ],
    discounts: [{ percent: 3 }],
  });
  const amounts = await explain(company, `/invoices/${id}/explain`);
  expectExact(await invoiceOf(company, id), amounts);
  expect(amounts.get("lines[1].net_amount")!.parts.map(({ rule }) => rule)).toEqual([
    "line.gross",
    "line.discount",
    "line.tax_included",
  ]);
  const { credit_note } = (await credit(company, id)).body;
  expectExact(credit_note, await explain(company, `/credit_notes/${credit_note.id}/explain`));
});

test("a payment tells what it was used for, and that it was reversed", async () => {
  const company = await service.company();
  const { id } = await issued(company);
  const { payment } = (await pay(company, { invoice_id: id, amount: 70 })).body;
  const path = `/payments/${payment.id}`;
  const amounts = await explain(company, `${path}/explain?language=fr`);
  expectExact((await company.call(`GET ${path}`)).body.payment, amounts);
  expect(amounts.get("amount")!.parts[0]!.text).toBe(`Paie la facture ${id}`);
  await company.call(`POST ${path}/reverse`, { body: { reason: "Recorded twice" } });
  const reversed = await explain(company, `${path}/explain`);
  expect(rulesOf(reversed, "amount")).toEqual([["payment.reversed", 70]]);
  expectExact(await invoiceOf(company, id), await explain(company, `/invoices/${id}/explain`));
});

test("a key that may not read payments sees their sum alone", async () => {
  const scopes = scopeNames.filter((scope) => scope !== "payments:read");
  const company = await service.company({ scopes });
  const { id } = await issued(company);
  await pay(company, { invoice_id: id, amount: 70 });
  const { body } = await company.call(`GET /invoices/${id}/explain`);
  const paid = body.explanation.amounts.find(({ name }: Explained) => name === "amount_paid");
  expect(paid.parts).toMatchObject([
    { rule: "records.more", amount: 70, text: "Payments that the caller may not read" },
  ]);
});

test("a draft is explained; an invoice of another company is 404", async () => {
  const company = await service.company();
  const draft = await company.draft();
  expectExact(draft, await explain(company, `/invoices/${draft.id}/explain`));
  const other = await service.company();
  expect((await other.call(`GET /invoices/${draft.id}/explain`)).status).toBe(404);
});

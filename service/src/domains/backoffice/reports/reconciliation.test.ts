import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import { type PaymentService, startPaymentService } from "../../../../test/payment-service.ts";
import {
  notificationOf,
  notify,
  recordsOf,
  startedPayment,
} from "../../payments/payment-attempts/payment-attempts.fixture.ts";
import { pollDueDisputes } from "../../payments/payment-attempts/service.ts";
import { credit, issued, pay, refund } from "../../payments/payments/money.fixture.ts";
import { sendRefunds } from "../../payments/payments/service.ts";

let service: PaymentService;
beforeAll(async () => {
  service = await startPaymentService({
    now: new Date("2026-09-01T11:00:00.000Z"),
    sendsNotifications: false,
  });
});
afterAll(() => service.close());

/** A small generator of its own, so that a failure can be repeated: the seed is in its message. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

// Everything is added up in whole cents, apart from the service's own arithmetic.
const cents = (amount: number) => BigInt(Math.round(amount * 100));
type Sums = Map<string, bigint>;
const add = (sums: Sums, key: string, amount: bigint) => sums.set(key, (sums.get(key) ?? 0n) + amount);
const nonZero = (sums: Sums) =>
  [...sums].filter(([, amount]) => amount !== 0n).sort(([one], [other]) => (one < other ? -1 : 1));

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Answer = any;

async function all(company: TestCompany, name: string): Promise<Answer[]> {
  const found: Answer[] = [];
  for (let cursor = ""; ; ) {
    const { body } = await company.call(`GET /${name}?limit=100${cursor && `&cursor=${cursor}`}`);
    found.push(...body[name]);
    if (!body.pagination.has_more) return found;
    cursor = body.pagination.next_cursor;
  }
}

/** The amounts of a report by their names; counts, rates and ids are none. */
const amountsIn = (list: Answer[], at: string): [string, number][] =>
  list.flatMap((row, index) =>
    Object.entries<Answer>(row)
      .filter(([field, value]) => typeof value === "number" && !counts.has(field))
      .map(([field, amount]): [string, number] => [`${at}[${index}].${field}`, amount]),
  );
const counts = new Set([
  ...["group_id", "customer_id", "invoice_id", "record_id", "rate"],
  ...["invoices", "credit_notes", "payments", "reversals", "refunds", "without_rate"],
]);
const journalAmounts = (entries: Answer[]): [string, number][] =>
  entries.flatMap(({ lines }, entry) =>
    lines.map(({ debit, credit }: Answer, line: number) => [
      `journal_entries[${entry}].lines[${line}].${debit === 0 ? "credit" : "debit"}`,
      debit === 0 ? credit : debit,
    ]),
  );

/** What an explanation of the report has to name: all totals and rows. */
function explainedAmounts(name: string, report: Answer): [string, number][] {
  if (name === "journal") return journalAmounts(report.journal_entries);
  const together = amountsIn(report.totals_accounting ?? [], "totals_accounting");
  return [...amountsIn(report.totals, "totals"), ...together, ...amountsIn(report.rows, "rows")];
}

/** Compares the explanation of a report with it; a part that is explained elsewhere counts by that explanation. */
async function expectExplained(company: TestCompany, name: string, query: string, where: string) {
  const report = (await company.call(`GET /reports/${name}?${query}`)).body;
  const { status, body } = await company.call(`GET /reports/${name}/explain?${query}`);
  expect(status).toBe(200);
  const amounts: Map<string, Answer> = new Map(
    body.explanation.amounts.map((amount: Answer) => [amount.name, amount]),
  );
  const leavesOf = (part: Answer): Answer[] => {
    if (part.parts?.length > 0) return part.parts.flatMap(leavesOf);
    if (!part.explained_by) return [part];
    const sign = part.amount === amounts.get(part.explained_by).amount ? 1 : -1;
    return amounts
      .get(part.explained_by)
      .parts.flatMap(leavesOf)
      .map((leaf: Answer) => ({ ...leaf, amount: sign * leaf.amount }));
  };
  const found = [...amounts.values()].map(({ name: field, parts }) => {
    const leaves: Answer[] = parts.flatMap(leavesOf);
    expect(leaves.map(({ rule }) => rule)).not.toContain("stored.difference");
    const sum = leaves.reduce((left, { amount }) => left + cents(amount), 0n);
    return [field, Number(sum) / 100];
  });
  expect(new Map(found as []), `${where}, ${name} of ${query}`).toEqual(
    new Map(explainedAmounts(name, report)),
  );
}

/** One transfer of some days ago for several invoices of a customer, sometimes for more than they come to. */
async function severalOf(
  company: TestCompany,
  { customer_id, currency }: Answer,
  random: (below: number) => number,
) {
  const found = await all(company, "invoices");
  const allocations = found
    .filter((each) => each.customer_id === customer_id && each.currency === currency)
    .filter(({ status }) => ["open", "partially_paid", "uncollectible"].includes(status))
    .slice(0, 3)
    .map(({ id, amount_due }) => ({
      invoice_id: id,
      amount: Math.ceil((amount_due * 100) / (1 + random(2))) / 100,
    }));
  if (allocations.length < 2) return undefined;
  const sum = allocations.reduce((left, { amount }) => left + cents(amount), BigInt(random(2) * 700));
  const paid_at = new Date(service.clock.now().getTime() - random(10) * 86_400_000).toISOString();
  return { amount: Number(sum) / 100, allocations, method: "bank_transfer", paid_at };
}

type GatewayPayment = { id: number; attempt: string; amount: number };

/** A buyer pays all that is asked for on an invoice through the gateway; undefined if nothing is. */
async function payOnline(company: TestCompany, id: number): Promise<GatewayPayment | undefined> {
  const { status, amount_payable, currency } = (await company.call(`GET /invoices/${id}`)).body.invoice;
  if (!["open", "partially_paid"].includes(status) || amount_payable <= 0) return undefined;
  const link = { invoice_id: id, amount: amount_payable, currency };
  const { reference, attempt } = await startedPayment(service, company, link);
  service.gateway.pay(attempt);
  await notify(service, await notificationOf(service, company, attempt));
  const { payments } = await recordsOf(company, reference);
  const found = payments.find(({ payment_link_id }) => payment_link_id !== null);
  return { id: found!.id, attempt, amount: amount_payable };
}

/** What the background passes do with refunds and disputes. */
async function settle(): Promise<void> {
  while ((await sendRefunds(service.context)) > 0);
  while ((await pollDueDisputes(service.context)) > 0);
}

const currencies = ["NGN", "USD", "EUR"];

/** Documents and money at random over three months; what is refused, such as paying a paid invoice, changes nothing. */
async function makeHistory(company: TestCompany, random: (below: number) => number, customers: number[]) {
  const one = <T>(list: readonly T[]): T => list[random(list.length)]!;
  const { product } = (
    await company.call("POST /products", { body: { name: "Rice", unit_price: 99.99, tax_rate: 7.5 } })
  ).body;
  const invoices: Answer[] = [];
  const payments: number[] = [];
  const online: GatewayPayment[] = [];
  const disputed = new Set<string>();
  const line = () => ({
    ...(random(3) === 0 ? { product_id: product.id } : { description: "Work" }),
    quantity: 1 + random(5),
    unit_price: (1 + random(100_000)) / 100,
    tax_rate: one([0, 5, 7.5, 19]),
  });
  for (let step = 0; step < 60; step++) {
    service.clock.set(new Date(Date.UTC(2026, 8, 1, 12 + step * 33, random(60))));
    const invoice = invoices.length > 0 ? one(invoices) : undefined;
    const action = invoice ? random(14) : 0;
    if (action <= 3) {
      const currency = one(currencies);
      invoices.push(
        await issued(company, {
          customer_id: one(customers),
          currency,
          ...(currency === "USD" && { exchange_rate: "1533.217" }),
          lines: Array.from({ length: 1 + random(3) }, line),
          ...(random(2) === 0 && { discounts: [{ percent: 1 + random(30) }], charges: [{ amount: 5 }] }),
          ...(random(3) === 0 && { prices_include_tax: true }),
          ...(random(4) === 0 && { withholding: { rate: 5 } }),
        }),
      );
    } else if (action <= 6) {
      const { amount_due } = (await company.call(`GET /invoices/${invoice.id}`)).body.invoice;
      const amount = random(2) === 0 ? amount_due : Math.ceil(amount_due * 50) / 100;
      const method = one(["cash", "bank_transfer", "withholding_tax"]);
      const paid = action === 4 ? await severalOf(company, invoice, random) : undefined;
      const { body } = await pay(company, paid ?? { invoice_id: invoice.id, amount, method });
      if (body.success) payments.push(body.payment.id);
    } else if (action === 7) {
      await credit(
        company,
        invoice.id,
        random(2) === 0 ? undefined : { lines: [{ ...line(), quantity: 1 }] },
      );
    } else if (action === 8 && payments.length > 0) {
      if (random(2) === 0) await refund(company, one(payments), { amount: 1 });
      else await company.call(`POST /payments/${one(payments)}/reverse`, { body: { reason: "Wrong" } });
    } else if (action === 9) await company.call(`POST /invoices/${invoice.id}/void`);
    else if (action === 10) await company.call(`POST /invoices/${invoice.id}/write_off`);
    else if (action === 11 || online.length === 0) {
      const paid = await payOnline(company, invoice.id);
      if (paid) online.push(paid);
    } else if (action === 12) await refund(company, one(online).id, { amount: 1 });
    else {
      const { attempt, amount } = one(online);
      const part = random(2) === 0 ? {} : { amount: Math.max(1, Math.floor(amount * 40)) };
      if (!disputed.has(attempt)) service.gateway.dispute(attempt, one(["lost", "won", "lost"]), part);
      disputed.add(attempt);
    }
    await settle();
  }
  // Each run has at least one payment that the gateway refunds in part, and one that the buyer's bank takes back.
  for (const act of ["refund", "dispute"]) {
    const lines = [{ description: "Online", quantity: 1, unit_price: 123.45, tax_rate: 7.5 }];
    const { id } = await issued(company, { customer_id: customers[0], lines });
    const paid = (await payOnline(company, id))!;
    service.clock.advance(3_600_000);
    if (act === "refund") await refund(company, paid.id, { amount: 23.4 });
    else service.gateway.dispute(paid.attempt, "lost");
    await settle();
    const { payment } = (await company.call(`GET /payments/${paid.id}`)).body;
    const expected = act === "refund" ? { amount_refunded: 23.4 } : { dispute_status: "lost" };
    expect(payment).toMatchObject(expected);
  }
  // Money of which only later it is known what it pays, over several invoices.
  const windfall = await company.recordPayment(150);
  for (const { id } of invoices.filter(({ currency }) => currency === "NGN")) {
    await company.call(`POST /payments/${windfall}/allocate`, { body: { invoice_id: id } });
  }
  for (const note of await all(company, "credit_notes")) {
    for (const { id } of invoices.slice(0, 8)) {
      await company.call(`POST /credit_notes/${note.id}/apply`, { body: { invoice_id: id } });
    }
  }
}

test("the reports of random documents add up with each other and with the lists of the API", async () => {
  const seed = Number(process.env.BILLFOLD_TEST_SEED ?? Date.now() % 1_000_000);
  const where = `seed ${seed}`;
  const company = await service.company({ readRate: 0 });
  const customers = [await company.customer(), await company.customer(), await company.customer()];
  await makeHistory(company, randomOf(seed), customers);
  const to = "2026-12-01";
  const period = `from=2026-08-01&to=${to}`;
  const report = async (name: string, query = period) =>
    (await company.call(`GET /reports/${name}?${query}`)).body;

  // What the API's own lists come to.
  const invoices = (await all(company, "invoices")).filter(({ number }) => number !== null);
  const credits = await all(company, "credit_notes");
  const payments = await all(company, "payments");
  const isVoid = new Set(invoices.filter(({ status }) => status === "void").map(({ id }) => id));
  const [sales, tax, received]: Sums[] = [new Map(), new Map(), new Map()];
  const documents = [
    ...invoices.filter(({ id }) => !isVoid.has(id)).map((each) => ({ ...each, sign: 1n })),
    ...credits.filter(({ invoice_id }) => !isVoid.has(invoice_id)).map((each) => ({ ...each, sign: -1n })),
  ];
  for (const { currency, total, taxes, sign } of documents) {
    add(sales!, currency, sign * cents(total));
    for (const group of taxes) {
      add(tax!, `${currency} ${group.category} ${group.rate}`, sign * cents(group.tax_amount));
    }
  }
  for (const { currency, method, amount, amount_refunded, reversed_at } of payments) {
    add(
      received!,
      `${currency} ${method}`,
      (reversed_at === null ? cents(amount) : 0n) - cents(amount_refunded),
    );
  }

  for (const group_by of ["customer", "product", "day", "week", "month", "quarter"]) {
    const { rows, totals } = await report("sales", `${period}&group_by=${group_by}`);
    const [ofRows, ofTotals]: Sums[] = [new Map(), new Map()];
    for (const { currency, total } of rows) add(ofRows!, currency, cents(total));
    for (const { currency, total } of totals) add(ofTotals!, currency, cents(total));
    expect(nonZero(ofRows!), `${where}, sales by ${group_by}`).toEqual(nonZero(sales!));
    expect(nonZero(ofTotals!), `${where}, totals by ${group_by}`).toEqual(nonZero(sales!));
  }

  const reportedTax: Sums = new Map();
  const taxedSales: Sums = new Map();
  for (const row of (await report("taxes")).rows) {
    add(reportedTax, `${row.currency} ${row.category} ${row.rate}`, cents(row.tax));
    add(taxedSales, row.currency, cents(row.taxable) + cents(row.tax));
  }
  expect(nonZero(reportedTax), `${where}, taxes`).toEqual(nonZero(tax!));
  expect(nonZero(taxedSales), `${where}, taxable and tax`).toEqual(nonZero(sales!));

  const reportedMoney: Sums = new Map();
  // Tax that was withheld is a method of payment, and has an account of its own.
  const [withheld, listed, booked]: Sums[] = [new Map(), new Map(), new Map()];
  const netWithheld: Sums = new Map();
  for (const row of (await report("payments")).rows) {
    add(reportedMoney, `${row.currency} ${row.method}`, cents(row.net));
    if (row.method !== "withholding_tax") continue;
    add(withheld!, row.currency, cents(row.received) - cents(row.reversed));
    add(netWithheld, row.currency, cents(row.net));
  }
  const { withheld_taxes } = await report("withholding", "certificate=any&limit=100");
  for (const { currency, amount } of withheld_taxes) add(listed!, currency, cents(amount));
  expect(nonZero(listed!), `${where}, withheld tax`).toEqual(nonZero(withheld!));
  expect(nonZero(reportedMoney), `${where}, payments`).toEqual(nonZero(received!));

  const receivables = await report("receivables", `as_of=${to}`);
  const [due, balances, statements, moved]: Sums[] = [new Map(), new Map(), new Map(), new Map()];
  for (const row of receivables.rows) {
    add(due!, `${row.customer_id} ${row.currency}`, cents(row.due));
    add(balances!, `${row.customer_id} ${row.currency}`, cents(row.balance));
  }
  const owed: Sums = new Map();
  for (const { customer_id, currency, amount_due, status } of invoices) {
    if (["open", "partially_paid"].includes(status))
      add(owed, `${customer_id} ${currency}`, cents(amount_due));
  }
  expect(nonZero(due!), `${where}, due`).toEqual(nonZero(owed));

  for (const customer of customers) {
    const { rows, totals } = await report("statement", `customer_id=${customer}&${period}`);
    for (const { currency, closing_balance } of totals) {
      add(statements!, `${customer} ${currency}`, cents(closing_balance));
    }
    for (const { currency, type, amount } of rows) {
      if (["invoice", "credit_note", "void"].includes(type)) add(moved!, currency, cents(amount));
    }
    const half = await report("statement", `customer_id=${customer}&from=2026-10-15&to=${to}`);
    const closing = (list: Answer[]) =>
      list
        .filter(({ closing_balance }) => closing_balance !== 0)
        .map(({ currency, closing_balance }) => [currency, closing_balance]);
    expect(closing(half.totals), `${where}, from another day`).toEqual(closing(totals));
  }
  const ofCustomers: Sums = new Map([...balances!].filter(([key]) => !key.startsWith("null ")));
  expect(nonZero(statements!), `${where}, statements`).toEqual(nonZero(ofCustomers));
  expect(nonZero(moved!), `${where}, documents of statements`).toEqual(nonZero(sales!));

  // The journal: every entry is even, and its receivables are what all customers owe, known or not.
  const [ledger, everyone]: Sums[] = [new Map(), new Map()];
  const ids = new Set<string>();
  for (let cursor = ""; ; ) {
    const { journal_entries, pagination } = await report("journal", `${period}&limit=100${cursor}`);
    for (const { id, currency, lines } of journal_entries) {
      const even = lines.reduce(
        (left: bigint, line: Answer) => left + cents(line.debit) - cents(line.credit),
        0n,
      );
      expect([id, even], where).toEqual([id, 0n]);
      expect(ids.has(id), `${where}, ${id} twice`).toBe(false);
      ids.add(id);
      for (const { account, debit, credit: given } of lines) {
        if (account === "receivables") add(ledger!, currency, cents(debit) - cents(given));
        if (account === "withholding") add(booked!, currency, cents(debit) - cents(given));
      }
    }
    if (!pagination.has_more) break;
    cursor = `&cursor=${pagination.next_cursor}`;
  }
  for (const { currency, balance } of receivables.totals) add(everyone!, currency, cents(balance));
  expect(nonZero(ledger!), `${where}, journal`).toEqual(nonZero(everyone!));
  expect(nonZero(booked!), `${where}, withheld tax in the journal`).toEqual(nonZero(netWithheld));

  // Past days as well: at the end of a day the statement closes with what the receivables said.
  for (const day of ["2026-09-10", "2026-10-01", "2026-10-20"]) {
    const then = await report("receivables", `as_of=${day}`);
    for (const customer of customers) {
      const { totals } = await report("statement", `customer_id=${customer}&from=2026-09-01&to=${day}`);
      for (const { currency, closing_balance } of totals) {
        const row = then.rows.find(
          (each: Answer) => each.customer_id === customer && each.currency === currency,
        );
        expect(cents(row?.balance ?? 0), `${where}, ${customer} ${currency} on ${day}`).toBe(
          cents(closing_balance),
        );
      }
    }
  }

  // Every amount has an explanation whose leaves add up to it, at the end of the period and on a past day.
  for (const day of [to, "2026-10-01"]) {
    await expectExplained(company, "receivables", `as_of=${day}`, where);
    await expectExplained(company, "taxes", `from=2026-09-05&to=${day}`, where);
    await expectExplained(company, "payments", `from=2026-09-05&to=${day}`, where);
    await expectExplained(company, "journal", `from=2026-09-05&to=${day}&limit=100`, where);
    for (const grouping of ["customer", "product", "week", "month"])
      await expectExplained(company, "sales", `from=2026-09-05&to=${day}&group_by=${grouping}`, where);
    for (const customer of customers)
      await expectExplained(company, "statement", `customer_id=${customer}&from=2026-09-20&to=${day}`, where);
  }
});

import {
  sampleCustomers,
  sampleLines,
  sampleProducts,
  unknownTaxNumber,
} from "../src/domains/backoffice/sandbox/sample-records.ts";

/** What the seeding needs to know of a service: where it answers, and a key with all scopes. */
export type SeedTarget = { url: string; app_id: string; secret: string };

/** Records by their state; each list is in order of creation. */
export type SeededCompany = Awaited<ReturnType<typeof seedCompany>>;

/**
 * Half a year of a trading company's records, made through the API: about 150 invoices in every state, four currencies,
 * and names that are long, accented, or in other scripts. Nothing is random, so that two runs make the same company.
 */
export async function seedCompany(target: SeedTarget, today: Date) {
  const post = postTo(target);
  const day = (daysAgo: number) =>
    new Date(today.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  await post("/einvoicing/integration", { adapter: "sandbox" });

  const customers = await inOrder(
    sampleCustomers,
    async (fields) => (await post("/customers", fields)).customer,
  );
  const products = await inOrder(sampleProducts, async (fields) => (await post("/products", fields)).product);
  const rejected = customers.find(({ tax_id }) => tax_id === unknownTaxNumber)!;
  const others = customers.filter((customer) => customer !== rejected);
  const customerOf = (index: number) => others[(index * 7) % others.length]!;
  const linesOf = (index: number) =>
    sampleLines(
      products.map(({ id }) => id as number),
      index,
    );

  const sales = await inOrder(numbers(26), async (index) => {
    const { sale } = await post("/sales", {
      // A walk-in sale has no customer.
      ...(index % 9 !== 4 && { customer_id: customerOf(index).id }),
      lines: linesOf(index),
      booking_date: day(-(index % 20)),
      external_id: `SHOP-${4000 + index}`,
    });
    if (index % 8 === 3) await post(`/sales/${sale.id}/cancel`);
    return sale;
  });

  const quotes = await inOrder(numbers(12), async (index) => {
    const { quote } = await post("/quotes", {
      customer_id: customerOf(index).id,
      lines: linesOf(index),
      notes: "Delivery within two weeks after you accept.",
    });
    if (index % 3 > 0) await post(`/quotes/${quote.id}/send`);
    if (index % 6 === 2) await post(`/quotes/${quote.id}/accept`, { accepted_by: "Ada Obi" });
    return quote;
  });

  // They start in years to come, so that none makes an invoice while tests count invoices.
  const schedules = await inOrder(scheduleFields, async ({ isPaused, ...fields }, index) => {
    const { recurring_invoice } = await post("/recurring_invoices", {
      customer_id: customerOf(index).id,
      lines: linesOf(index),
      ...fields,
    });
    if (isPaused) await post(`/recurring_invoices/${recurring_invoice.id}/pause`);
    return recurring_invoice;
  });

  const invoices = await inOrder(numbers(invoiceCount), async (index) => {
    const age = Math.floor(((invoiceCount - 1 - index) * 178) / invoiceCount);
    const currency = currencies[index % currencies.length]!;
    const state = states[index % states.length]!;
    const { invoice } = await post("/invoices", {
      customer_id: (state === "rejected" ? rejected : customerOf(index)).id,
      currency,
      lines: linesOf(index).map((line) => ({
        ...line,
        unit_price: priceIn(currency, index + line.quantity),
      })),
      invoice_date: day(age),
      due_date: day(age - 30),
      ...(index % 5 === 0 && { po_number: `PO-2026-${1000 + index}` }),
      ...(index % 6 === 0 && { notes: "Goods remain our property until they are paid in full." }),
    });
    await bringTo(state, invoice, { post, paidOn: `${day(Math.max(age - 12, 0))}T09:30:00Z`, index });
    return { id: invoice.id as number, total: invoice.total as number, currency, state };
  });

  const open = invoices.filter(({ state }) => state === "open");
  const links = await inOrder(open.slice(0, 10), async ({ id, total, currency }, index) => {
    const whole = { invoice_id: id, amount: total, label: `Order ${4711 + index}` };
    const half = Math.floor(total / 2);
    const link = await post(
      "/payments/link",
      index === 0 && currency !== "JPY" ? { ...whole, amount: half } : whole,
    );
    if (index % 5 === 4) await post(`/payments/links/${link.reference}/cancel`);
    return link.reference as string;
  });
  const free = await post("/payments/link", {
    amount: 25_000,
    label: "Deposit for the annual dinner of the Lagos Chamber of Commerce and Industry, table for ten",
    email: "events@chamber.example",
  });
  return {
    customers: customers.map(({ id }) => id as number),
    products: products.map(({ id }) => id as number),
    sales: sales.map(({ id }) => id as number),
    quotes: quotes.map(({ id }) => id as number),
    schedules: schedules.map(({ id }) => id as number),
    invoices,
    links: [...links, free.reference as string],
    /** The first invoice in a state. */
    invoiceIn: (state: State) => invoices.find((invoice) => invoice.state === state)!.id,
  };
}

const invoiceCount = 154;
const currencies = ["NGN", "NGN", "NGN", "USD", "NGN", "EUR", "NGN", "JPY"] as const;
const states = [
  "open",
  "paid",
  "registered",
  "partly paid",
  "draft",
  "paid",
  "open",
  "registered and paid",
  "paid in parts",
  "void",
  "open",
  "credited",
  "written off",
  "paid",
  "rejected",
  "partly credited",
  "refunded",
] as const;
type State = (typeof states)[number];

// biome-ignore lint/suspicious/noExplicitAny: the records of every route
type Answer = Record<string, any>;
type Post = (route: string, body?: object, expected?: readonly number[]) => Promise<Answer>;
type Deed = { post: Post; paidOn: string; index: number };

/** Does to a draft what a company would, until it is in the state. */
async function bringTo(state: State, { id, total, currency }: Answer, { post, paidOn, index }: Deed) {
  if (state === "draft") return;
  const method = ["bank_transfer", "card", "cash", "cheque"][index % 4];
  const pay = (amount: number, part = 1) =>
    post("/payments", {
      invoice_id: id,
      amount,
      method,
      paid_at: paidOn,
      reference: `TRF-${7000 + index}-${part}`,
    });
  // Whole units are valid amounts in every currency.
  const third = Math.floor(total / 3);
  await post(`/invoices/${id}/${state.startsWith("registered") ? "register" : "issue"}`);
  switch (state) {
    case "paid":
    case "registered and paid":
      return pay(total);
    case "partly paid":
      return pay(third);
    case "paid in parts":
      await pay(third);
      return pay(Number((total - third).toFixed(currency === "JPY" ? 0 : 2)), 2);
    case "void":
      return post(`/invoices/${id}/void`, { reason: "Issued to the wrong customer" });
    case "written off":
      return post(`/invoices/${id}/write_off`, { reason: "The customer was wound up" });
    case "rejected":
      return post(`/invoices/${id}/register`, {}, [200, 202, 422]);
    case "credited":
      return post(`/invoices/${id}/credit_notes`, { reason: "The whole delivery was returned" });
    case "partly credited":
      return post(`/invoices/${id}/credit_notes`, {
        lines: [{ description: "Two crates arrived damaged", quantity: 1, unit_price: third, tax_rate: 0 }],
        reason: "Two crates arrived damaged",
      });
    case "refunded": {
      const { payment } = await pay(total);
      return post(`/payments/${payment.id}/refund`, { reason: "The event was cancelled" });
    }
  }
}

const prices = { NGN: 22_500, USD: 145.5, EUR: 132.25, JPY: 21_000 };
const priceIn = (currency: keyof typeof prices, step: number) => prices[currency] * (1 + (step % 9));

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** One after the other, so that numbers and ids are the same in every run. */
async function inOrder<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Promise<Made>,
) {
  const made: Made[] = [];
  for (const [index, item] of items.entries()) made.push(await make(item, index));
  return made;
}

/** Waits where the service asks to; any other refusal is an error that quotes the response. */
function postTo({ url, app_id, secret }: SeedTarget): Post {
  const headers = { "X-API-Key": app_id, "X-API-Secret": secret, "Content-Type": "application/json" };
  return async function post(route, body = {}, expected = [200, 201, 202]) {
    const response = await fetch(`${url}/api/v1${route}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Answer;
    if (expected.includes(response.status)) return answer;
    if (response.status !== 429)
      throw new Error(`POST ${route}: ${response.status} ${JSON.stringify(answer)}`);
    const seconds = Number(response.headers.get("retry-after") ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return post(route, body, expected);
  };
}

const scheduleFields: { isPaused?: true; [field: string]: unknown }[] = [
  { interval: "month", start_date: "2031-01-31", action: "issue", payment_terms_days: 14 },
  { interval: "month", interval_count: 3, start_date: "2031-02-15", end_date: "2033-12-31" },
  { interval: "week", interval_count: 2, start_date: "2031-03-03", count: 26, action: "issue_and_register" },
  {
    interval: "year",
    start_date: "2031-04-01",
    missed: "skip",
    notes: "Support contract, renewed each year.",
  },
  { interval: "month", day_of_month: 31, start_date: "2031-05-01", po_number: "PO-2031-7", isPaused: true },
];

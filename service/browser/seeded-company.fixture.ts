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
    customerFields,
    async (fields) => (await post("/customers", fields)).customer,
  );
  const products = await inOrder(productFields, async (fields) => (await post("/products", fields)).product);
  const rejected = customers.find(({ tax_id }) => tax_id === unknownTaxNumber)!;
  const others = customers.filter((customer) => customer !== rejected);
  const customerOf = (index: number) => others[(index * 7) % others.length]!;
  const linesOf = (index: number) => {
    const count = 1 + ((index * 5) % 4);
    return Array.from({ length: count }, (_, line) => {
      const product = products[(index * 3 + line * 11) % products.length]!;
      return { product_id: product.id, quantity: 1 + ((index + line * 2) % 6) };
    });
  };

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

const lagos = { line1: "12 Marina", city: "Lagos", region: "Lagos", postal_code: "101241", country: "NG" };
const business = (name: string, index: number, address: object = lagos) => ({
  name,
  email: `accounts${index}@customer.example`,
  phone: `+234 803 000 ${String(1000 + index)}`,
  tax_id: `${10_000_000 + index * 137}-0001`,
  kind: "business",
  address,
  external_id: `CRM-${900 + index}`,
});
const consumer = (name: string, index: number) => ({
  name,
  email: `person${index}@mail.example`,
  kind: "consumer",
  address: { ...lagos, line1: `${index} Allen Avenue`, city: "Ikeja" },
});

// The authority rejects what is no tax number.
const unknownTaxNumber = "TIN pending";

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

const customerFields: readonly object[] = [
  business("Ada Stores Ltd", 1),
  business("Greenfield Agricultural Supplies, Ibadan", 2),
  business("Ọlọ́runtóbi & Ọmọ Builders", 3),
  business("Société Générale de Négoce d’Abidjan", 4, {
    line1: "Rue du Commerce 14",
    city: "Abidjan",
    country: "CI",
  }),
  business("شركة النور للتجارة والمقاولات", 5, { line1: "شارع التحرير ١٢", city: "القاهرة", country: "EG" }),
  business("上海明华国际贸易有限公司", 6, { line1: "南京西路 1266 号", city: "上海", country: "CN" }),
  business(
    "The Incorporated Trustees of the West African Association of Independent Solar Energy Installers and Maintenance Engineers",
    7,
  ),
  consumer("Adunni Obi", 8),
  consumer("Chukwuemeka Okonkwo-Adeyemi", 9),
  consumer("Amaka Eze", 10),
  consumer("Ṣọlá Àyànfẹ́", 11),
  consumer("José Ñúñez", 12),
  { ...business("Harbour Logistics", 13), tax_id: unknownTaxNumber },
  business("Kano Textile Mills Plc", 14),
  business("Port Harcourt Marine Services", 15),
  business("Mainland Pharmacy & Stores", 16),
  business("Zenith Hotels & Suites", 17),
  business("Adunni Fashion House", 18),
  business("Eko Cold Chain Ltd", 19),
  business("Nairobi Tea Exporters", 20, { line1: "Kenyatta Avenue 3", city: "Nairobi", country: "KE" }),
  business("Accra Print & Pack", 21, { line1: "Ring Road 7", city: "Accra", country: "GH" }),
  business("Müller Maschinenbau GmbH", 22, {
    line1: "Hauptstraße 5",
    city: "Köln",
    postal_code: "50667",
    country: "DE",
  }),
  business("Yamada Trading KK 山田商事", 23, { line1: "千代田区 1-1", city: "東京", country: "JP" }),
  business("Delta Bakeries", 24),
  business("Sahel Grains Cooperative", 25),
  business("Third Mainland Motors", 26),
  consumer("Ngozi Balogun", 27),
  consumer("Ibrahim Musa", 28),
  consumer("Fatoumata Diallo", 29),
  consumer("Olúwáfẹ́mi Adébáyọ̀", 30),
];

const product = (name: string, index: number, price: number, rate = 7.5) => ({
  name,
  sku: `SKU-${String(index).padStart(3, "0")}`,
  unit_price: price,
  tax_rate: rate,
  portal: index % 3 === 0,
});

const productFields: readonly object[] = [
  product("Solar panel 450 W", 1, 148_500),
  product(
    "Inverter 5 kVA, pure sine wave, with remote monitoring and a five-year replacement warranty",
    2,
    612_000,
  ),
  product("Battery 200 Ah", 3, 287_500),
  product("Mounting rail, 4.2 m", 4, 18_900),
  product("Cable 6 mm², per metre", 5, 1_450),
  product("Installation, per day", 6, 45_000),
  product("Consulting hour", 7, 45_000),
  product("Delivery within Lagos", 8, 15_000),
  product("Delivery to other states", 9, 38_000),
  product("Rice, 50 kg", 10, 78_500, 0),
  product("Palm oil, 25 l", 11, 41_200, 0),
  product("Àdìrẹ cloth, hand dyed", 12, 12_800),
  product("Café moulu, 1 kg", 13, 9_600),
  product("茶叶礼盒", 14, 23_400),
  product("تمر مجدول فاخر", 15, 17_250),
  product("Training, half a day", 16, 95_000),
  product("Annual maintenance contract", 17, 240_000),
  product("Site survey", 18, 30_000),
  product("Circuit breaker 63 A", 19, 8_700),
  product("LED floodlight 100 W", 20, 21_300),
  product("Water pump 1 hp", 21, 96_400),
  product("Printing, A4 colour", 22, 250),
  product("Spare key", 23, 1_500),
  product("Security deposit", 24, 100_000, 0),
];

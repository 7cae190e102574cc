import { setTimeout as delay } from "node:timers/promises";
import { openPage } from "../test/payment-service.ts";
import { differences } from "./acknowledged.fixture.ts";
import { waysToPay } from "./payments-buyers.fixture.ts";
import { orDisconnected } from "./retrying-call.fixture.ts";
import { askOnce, askUntilAnswered, type Client, create, keep } from "./simulation-requests.fixture.ts";
import { pick } from "./size.fixture.ts";

/** What clients do; one with a higher number is chosen more often. */
export const operations: readonly [number, (client: Client) => Promise<void>][] = [
  [3, createCustomer],
  [2, createProduct],
  [10, createInvoice],
  [7, issueInvoice],
  [7, recordPayment],
  [3, refundPayment],
  [3, creditInvoice],
  [2, voidInvoice],
  [5, payByLink],
  [4, registerInvoice],
  [3, placePortalOrder],
  [2, changeCustomer],
  [6, readOwn],
];

type Fields = Record<string, unknown>;

async function createCustomer(client: Client): Promise<void> {
  const made = await create(client, "POST /customers", (name) => ({ name }));
  if (!made) throw new Error("a customer was refused");
  const { id, name } = made.customer as { id: number; name: string };
  client.own.customers.push(id);
  keep(client, `/customers/${id}`, "customer", { id, name });
}

async function createProduct(client: Client): Promise<void> {
  const unit_price = amountOf(client);
  const made = await create(client, "POST /products", (name) => ({ name, unit_price, currency: "NGN" }));
  if (!made) throw new Error("a product was refused");
  const { id, name } = made.product as { id: number; name: string };
  client.own.products.push(id);
  keep(client, `/products/${id}`, "product", { id, name, unit_price });
}

async function createInvoice(client: Client): Promise<void> {
  const { company, random, own } = client;
  const customer_id = pick([company.buyerId, ...own.customers.slice(-5)], random);
  const lines = linesOf(client);
  const made = await create(client, "POST /invoices", (notes) => ({ customer_id, lines, notes }));
  if (!made) throw new Error("an invoice was refused");
  own.drafts.push((made.invoice as { id: number }).id);
  keepInvoice(client, made.invoice);
}

async function issueInvoice(client: Client): Promise<void> {
  const id = client.own.drafts.shift();
  if (id === undefined) return createInvoice(client);
  client.own.invoices.push(id);
  const { status, body } = await askUntilAnswered(client, `POST /invoices/${id}/issue`);
  if (status < 300) keepInvoice(client, body.invoice);
}

async function recordPayment(client: Client): Promise<void> {
  const { random, own } = client;
  const invoice_id = latest(client, own.invoices);
  if (invoice_id === undefined) return issueInvoice(client);
  const amount = pick([10, 25.5, 100, amountOf(client)], random);
  const made = await create(client, "POST /payments", (note) => ({ invoice_id, amount, note }));
  if (!made) return;
  const { id, note } = made.payment as { id: number; note: string };
  own.payments.push(id);
  keep(client, `/payments/${id}`, "payment", { id, invoice_id, amount, note });
  keepInvoice(client, made.invoice);
}

async function refundPayment(client: Client): Promise<void> {
  const id = latest(client, client.own.payments);
  if (id === undefined) return recordPayment(client);
  const amount = pick([1, 5.5, 10], client.random);
  await create(client, `POST /payments/${id}/refund`, (reason) => ({ amount, reason }));
}

async function creditInvoice(client: Client): Promise<void> {
  const id = latest(client, client.own.invoices);
  if (id === undefined) return issueInvoice(client);
  const lines = [{ description: "Returned", quantity: 1, unit_price: pick([1, 20, 75.25], client.random) }];
  const made = await create(client, `POST /invoices/${id}/credit_notes`, (reason) => ({ lines, reason }));
  if (!made) return;
  const { id: creditNote, number, total, reason } = made.credit_note as Fields;
  keep(client, `/credit_notes/${creditNote}`, "credit_note", { number, total, reason });
}

async function voidInvoice(client: Client): Promise<void> {
  const { own, random } = client;
  const id = random() < 0.5 ? own.drafts.shift() : own.invoices.shift();
  if (id === undefined) return createInvoice(client);
  const { status, body } = await askUntilAnswered(client, `POST /invoices/${id}/void`);
  if (status < 300) keep(client, `/invoices/${id}`, "invoice", { status: (body.invoice as Fields).status });
}

/** A link, for an invoice or for none; the buyer presses the button, pays at the gateway, and may return. */
async function payByLink(client: Client): Promise<void> {
  const { random, simulation } = client;
  const invoice_id = random() < 0.6 ? latest(client, client.own.invoices) : undefined;
  const amount = pick([1000, 0.05, 15.5], random);
  const wanted = invoice_id === undefined ? { amount } : { invoice_id, amount };
  const made = await create(client, "POST /payments/link", (label) => ({ ...wanted, label }));
  if (!made) return;
  const { reference, checkout_url, label } = made as Record<string, string>;
  keep(client, `/payments/links/${reference}`, "payment_link", { reference, amount, label });
  const attempt = await pressButton(client, checkout_url!);
  if (attempt === undefined) return;
  pick(waysToPay, random)((paying) => simulation.gateway.pay(attempt.reference, paying));
  if (random() < 0.6) await see(client, String(attempt.metadata!.cancel_action));
}

async function pressButton(client: Client, checkoutUrl: string) {
  const { gateway } = client.simulation;
  for (let tries = 0; tries < 4; tries++) {
    const seen = await see(client, `${checkoutUrl}/pay`, {});
    const page = seen?.location;
    const found = page && gateway.transactions().find((transaction) => transaction.page === page);
    if (found) return found;
    await delay(100);
  }
  return undefined;
}

async function see({ acknowledged, name }: Client, url: string, form?: Record<string, string>) {
  acknowledged.counts.requests += 1;
  const seen = await orDisconnected(openPage(url, form));
  if (seen && seen.status >= 400 && ![409, 422, 429, 502, 503, 504].includes(seen.status)) {
    acknowledged.surprises.push(
      `${name} ${new URL(url).pathname}: ${seen.status} ${seen.html.slice(0, 300)}`,
    );
  }
  return seen;
}

async function registerInvoice(client: Client): Promise<void> {
  const { random, company } = client;
  const line = { description: "Consulting", quantity: 3, unit_price: 45_000, tax_rate: 7.5 };
  const made = await create(client, "POST /invoices", (notes) => ({
    customer_id: company.buyerId,
    lines: [line],
    notes,
  }));
  if (!made) throw new Error("an invoice was refused");
  keepInvoice(client, made.invoice);
  const { id } = made.invoice as { id: number };
  for (let tries = 0; tries < 4; tries++) {
    const headers = { "idempotency-key": `${client.name} register` };
    const keyed = random() < 0.5 ? { headers } : {};
    const reply = await askOnce(client, `POST /invoices/${id}/register`, keyed);
    if (reply?.status === 200) keep(client, `/invoices/${id}`, "invoice", { irn: reply.body.irn });
    if (reply && reply.status < 300) return;
    await delay(100);
  }
}

async function placePortalOrder(client: Client): Promise<void> {
  const lines = linesOf(client);
  const made = await create(client, "POST /portal/orders", (notes) => ({
    customer: { name: notes, email: `${client.name}@example.com` },
    lines,
    notes,
  }));
  if (!made) throw new Error("an order was refused");
  const { id, number, total, notes } = made.order as Fields;
  keep(client, `/sales/${id}`, "sale", { id, number, total, notes });
  keepInvoice(client, made.invoice);
  client.own.drafts.push((made.invoice as { id: number }).id);
}

async function changeCustomer(client: Client): Promise<void> {
  const id = latest(client, client.own.customers);
  if (id === undefined) return createCustomer(client);
  const phone = `+234${Math.floor(1e9 * (1 + client.random()))}`;
  const { status } = await askUntilAnswered(client, `PATCH /customers/${id}`, { body: { phone } });
  if (status < 300) keep(client, `/customers/${id}`, "customer", { phone });
}

/** What was acknowledged can be read at once, from whichever node. */
async function readOwn(client: Client): Promise<void> {
  const path = latest(client, client.paths);
  if (path === undefined) return createInvoice(client);
  const record = client.acknowledged.records.get(`${client.company.id} ${path}`)!;
  const reply = await askOnce(client, `GET ${path}`);
  if (reply?.status !== 200) return;
  client.acknowledged.surprises.push(...differences(record, reply.body[record.name] as Fields));
}

/** The fields of an invoice that only its client's own requests change. */
function keepInvoice(client: Client, { id, total, notes, customer_id, number }: Fields): void {
  // A draft may be issued by a payment, so that only a number that was given is known for certain.
  const issued = number === null ? {} : { number };
  keep(client, `/invoices/${id}`, "invoice", { id, total, notes, customer_id, ...issued });
}

const latest = <T>(client: Client, of: readonly T[]): T | undefined => {
  const recent = of.slice(-8);
  return recent[Math.floor(client.random() * recent.length)];
};

const amountOf = ({ random }: Client) => Math.round(10_000 + random() * 1_000_000) / 100;

function linesOf(client: Client): object[] {
  const { random, own } = client;
  return Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
    description: "Work",
    quantity: pick([1, 2, 0.75], random),
    unit_price: amountOf(client),
    tax_rate: pick([0, 7.5, 19], random),
    ...(own.products.length > 0 && random() < 0.3 && { product_id: own.products.at(-1) }),
  }));
}

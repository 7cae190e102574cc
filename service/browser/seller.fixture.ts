import { readFileSync } from "node:fs";
import path from "node:path";
import { type Gateway, type GatewayOptions, startGateway } from "billfold-sandbox/gateway";
import { type Received, type Receiver, startReceiver } from "billfold-sandbox/receiver";
import { expect } from "vitest";
import { type Key, newOperator, type Operator, type Result } from "../src/commands/commands.fixture.ts";
import { verifyPaySignature } from "../src/foundation/signature.ts";

/** A company that sells, with the service that it uses: real processes, and a real receiver for its webhooks. */
export type Seller = {
  operator: Operator;
  /** The address of the site. */
  url: string;
  /** The key of the company, and what else is known of it. */
  company: Key & Result;
  receiver: Receiver;
};

export type Sale = { reference: string; url: string; invoiceId: number | null; amount: number };

const settings = { BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1", BILLFOLD_LOG_LEVEL: "warn" };

/** The gateway is the one that the service brings, unless another is named. */
export async function startSeller(open: AsyncDisposableStack, gateway?: SlowGateway): Promise<Seller> {
  const operator = await newOperator();
  open.defer(operator.cleanUp);
  const receiver = await startReceiver();
  open.defer(receiver.close);
  const beside = gateway && { BILLFOLD_SANDBOX_GATEWAY_URL: (await gateway(operator.url)).url };
  await operator.serve({ ...settings, ...beside });
  const company = JSON.parse(readFileSync(path.join(operator.dataDir, "demo.json"), "utf8")) as Key & Result;
  await operator.json(`webhook set --company ${company.company_id} --url ${receiver.url}/hook`, settings);
  return { operator, url: operator.url, company, receiver };
}

type SlowGateway = (site: string) => Promise<Gateway>;

/** A gateway in this process, whose times and faults are the test's to choose. */
export async function gatewayFor(open: AsyncDisposableStack, site: string, times: Partial<GatewayOptions>) {
  const gateway = await startGateway({
    ...times,
    pagesAt: `${site}/sandbox/pay`,
    notifyAt: `${site}/sandbox/webhook`,
  });
  open.defer(gateway.close);
  return gateway;
}

const lines = [
  { description: "Consulting, three days on site", quantity: 3, unit_price: 25_000, tax_rate: 7.5 },
  { description: "Solar panel 450 W, with frame", quantity: 2, unit_price: 22_500, tax_rate: 7.5 },
  { description: "Delivery to Ikeja", quantity: 1, unit_price: 15_000, tax_rate: 7.5 },
];

/** An issued invoice of several lines, for a customer of its own, and a link that pays it. */
export async function sell(seller: Seller, { label = "Order 4711" }: { label?: string } = {}): Promise<Sale> {
  const { customer } = await post(seller, "/customers", { name: "Adunni Obi", email: "adunni@example.com" });
  const { invoice: draft } = await post(seller, "/invoices", { customer_id: customer.id, lines });
  const { invoice } = await post(seller, `/invoices/${draft.id}/issue`);
  return makeLink(seller, { amount: invoice.total, invoice_id: invoice.id, label });
}

export async function makeLink(seller: Seller, fields: Result): Promise<Sale> {
  const link = await post(seller, "/payments/link", fields);
  return {
    reference: link.reference,
    url: link.checkout_url,
    invoiceId: link.invoice_id,
    amount: link.amount,
  };
}

export async function post({ operator, company }: Seller, route: string, body: object = {}): Promise<Result> {
  const answer = await operator.post(route, company, body);
  expect(answer, route).toMatchObject({ body: { success: true } });
  return answer.body;
}

/** All that the company sees of a sale and its money. */
export async function booksOf({ operator, company }: Seller, { reference, invoiceId }: Sale) {
  const get = async (route: string) => (await operator.get(route, company)).body;
  const { payment_link: link } = await get(`/payments/links/${reference}`);
  const { invoice } = invoiceId === null ? { invoice: null } : await get(`/invoices/${invoiceId}`);
  const { payments } = await get(`/payments?limit=100&invoice_id=${invoiceId}`);
  return { link, invoice, payments: payments as Result[] };
}

/** What the receiver heard of a sale's money, in order, when the last of it has come; all of it signed. */
export async function heardOf({ receiver, company }: Seller, sale: Sale, last: string): Promise<string[]> {
  const isSigned = ({ headers, body }: Received) =>
    verifyPaySignature(headers["x-pay-signature"], Buffer.from(body), [company.webhook_secret], new Date())
      .verified;
  const heard = () => {
    const events = receiver.received.map((request) => ({ ...JSON.parse(request.body), request }) as Result);
    const own = events.filter(({ type, data: { object } }) => type !== "payment_link.created");
    return own.filter(({ request }) => isSigned(request)).map(({ type }) => type as string);
  };
  await expect.poll(heard, { timeout: 20_000 }).toContain(last);
  return heard();
}

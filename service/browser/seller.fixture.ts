import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Gateway, type GatewayOptions, startGateway } from "billfold-sandbox/gateway";
import { type Received, type Receiver, startReceiver } from "billfold-sandbox/receiver";
import pg from "pg";
import { expect } from "vitest";
import { openEmbeddedCluster } from "../dev/embedded-postgres/embedded-postgres.ts";
import { type Key, newOperator, type Operator, type Result } from "../src/commands/commands.fixture.ts";
import { verifyPaySignature } from "../src/platform/security/signature.ts";

/** A company that sells, and the service that it uses, in separate processes. */
export type Seller = {
  operator: Operator;
  /** The address of the site. */
  url: string;
  /** The company's key, webhook secret and id. */
  company: Key & Result;
};

const settings = { BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1", BILLFOLD_LOG_LEVEL: "warn" };

/** With the sandbox gateway of the service. */
export async function startSeller(open: AsyncDisposableStack): Promise<Seller> {
  return serveSeller(open, await newOperator(), {});
}

/** With a gateway in this process, whose delays and faults the test chooses. */
export async function startSellerBeside(
  open: AsyncDisposableStack,
  times: Pick<GatewayOptions, "lateMs" | "transferMs" | "holdMs">,
): Promise<Seller & { gateway: Gateway }> {
  const operator = await newOperator();
  const gateway = await startGateway({
    ...times,
    pagesAt: `${operator.url}/sandbox/pay`,
    notifyAt: `${operator.url}/sandbox/webhook`,
  });
  open.defer(gateway.close);
  return { ...(await serveSeller(open, operator, { BILLFOLD_SANDBOX_GATEWAY_URL: gateway.url })), gateway };
}

async function serveSeller(
  open: AsyncDisposableStack,
  operator: Operator,
  env: Record<string, string>,
): Promise<Seller> {
  open.defer(operator.cleanUp);
  const serving = await operator.serve({ ...settings, ...env });
  open.defer(async () => {
    serving.signal("SIGTERM");
    await serving.ended();
  });
  const company = JSON.parse(readFileSync(path.join(operator.dataDir, "demo.json"), "utf8")) as Key & Result;
  return { operator, url: operator.url, company };
}

/** Sets where the company's webhooks are delivered from now on. */
export async function listen(open: AsyncDisposableStack, { operator, company }: Seller): Promise<Receiver> {
  const receiver = await startReceiver();
  open.defer(receiver.close);
  await operator.json(`webhook set --company ${company.company_id} --url ${receiver.url}/hook`, settings);
  return receiver;
}

/** Another company on the same service. */
export async function otherCompanyOf(seller: Seller): Promise<Seller> {
  return { ...seller, company: (await seller.operator.json("demo")) as Key & Result };
}

export async function useGateway({ operator, company }: Seller, words: string, env = {}): Promise<void> {
  await operator.json(`gateway set --company ${company.company_id} --gateway ${words}`, {
    ...settings,
    ...env,
  });
}

export type Sale = { reference: string; url: string; invoiceId: number | null; amount: number };

const lines = [
  { description: "Consulting, three days on site", quantity: 3, unit_price: 25_000, tax_rate: 7.5 },
  { description: "Solar panel 450 W, with frame", quantity: 2, unit_price: 22_500, tax_rate: 7.5 },
  { description: "Delivery to Ikeja", quantity: 1, unit_price: 15_000, tax_rate: 7.5 },
];

/** An issued invoice for a new customer, and the link that pays it. */
export async function sell(seller: Seller, fields: { lines?: object[]; label?: string } = {}): Promise<Sale> {
  const { customer } = await post(seller, "/customers", { name: "Adunni Obi", email: "adunni@example.com" });
  const draft = await post(seller, "/invoices", { customer_id: customer.id, lines: fields.lines ?? lines });
  const { invoice } = await post(seller, `/invoices/${draft.invoice.id}/issue`);
  const label = fields.label ?? "Order 4711";
  return makeLink(seller, { amount: invoice.total, invoice_id: invoice.id, label });
}

export async function makeLink(seller: Seller, fields: object): Promise<Sale> {
  const link = await post(seller, "/payments/link", fields);
  return {
    reference: link.reference,
    url: link.checkout_url,
    invoiceId: link.invoice_id,
    amount: link.amount,
  };
}

export async function post({ operator, company }: Seller, route: string, body: object = {}): Promise<Result> {
  let answer = await operator.post(route, company, body);
  // Half a year of records has used up what the company may send in a second.
  for (let tries = 1; answer.status === 429 && tries < 10; tries += 1) {
    await setTimeout(1000);
    answer = await operator.post(route, company, body);
  }
  expect(answer, route).toMatchObject({ body: { success: true } });
  return answer.body;
}

/** A link is valid for at least fifteen minutes, so this one is backdated. */
export async function expire(seller: Seller, { reference }: Sale): Promise<void> {
  const back = "created_at = created_at - interval '2 days', expires_at = expires_at - interval '2 days'";
  await onDatabase(seller, `update payment_links set ${back} where id = $1`, [reference.split("_")[1]]);
}

/** Runs SQL for changes that no request can make, such as moving time forward. */
export async function onDatabase(
  { operator: { dataDir } }: Seller,
  sql: string,
  values: unknown[] = [],
): Promise<void> {
  const { connectionString } = await openEmbeddedCluster({ dataDir, use: "command" });
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(sql, values).finally(() => client.end());
}

/** Everything that the company sees of a sale and its payments. */
export async function paymentsOf({ operator, company }: Seller, { reference, invoiceId }: Sale) {
  const get = async (route: string) => (await operator.get(route, company)).body;
  const { payment_link: link } = await get(`/payments/links/${reference}`);
  const { invoice } = await get(`/invoices/${invoiceId}`);
  const { payments } = await get("/payments?limit=100");
  const own = (payments as Result[]).filter((payment) => payment.payment_link_reference === reference);
  return { link: link as Result, invoice: invoice as Result, payments: own };
}

/** The events of a sale that the receiver has verified, in order, once the last one has arrived. */
export async function notificationsOf(
  { received }: Receiver,
  { company }: Seller,
  sale: Sale,
  lastWord: string,
): Promise<string[]> {
  const isSigned = ({ headers, body }: Received) =>
    verifyPaySignature(headers["x-pay-signature"], Buffer.from(body), [company.webhook_secret], new Date())
      .verified;
  const isOfSale = ({ type, data: { object } }: Result) =>
    [object.reference, object.payment_link_reference].includes(sale.reference) ||
    (type.startsWith("invoice.") && object.id === sale.invoiceId);
  const heard = () =>
    received
      .filter(isSigned)
      .map(({ body }) => JSON.parse(body) as Result)
      .filter(isOfSale)
      .map(({ type }) => type as string);
  await expect.poll(heard, { timeout: 20_000 }).toContain(lastWord);
  return heard();
}

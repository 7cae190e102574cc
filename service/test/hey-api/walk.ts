// Generated from openapi.json by the test in this folder, as partners do it.
import { client } from "./client/client.gen.ts";
import * as api from "./client/sdk.gen.ts";

const { BASE_URL: baseUrl = "", APP_ID, SECRET } = process.env;
client.setConfig({
  baseUrl,
  auth: ({ scheme }) => (scheme === "bearer" ? `${APP_ID}:${SECRET}` : undefined),
});

console.log(JSON.stringify({ walked: await walk(), refused: await refused() }));

/** From a customer to a registered invoice with a link to pay it. */
async function walk() {
  const throwOnError = true;
  const address = { line1: "12 Marina", city: "Lagos", country: "NG" };
  const body = { name: "Ada Stores Ltd", kind: "business", tax_id: "87654321-0001", address } as const;
  const { data: made } = await api.createCustomer({ throwOnError, body });
  const { data: drafted } = await api.createInvoice({
    throwOnError,
    headers: { "Idempotency-Key": "order-4711" },
    body: {
      customer_id: made.customer.id,
      lines: [{ description: "Rice, 50 kg", quantity: 3, unit_price: "45000", tax_rate: 7.5 }],
    },
  });
  const path = { id: drafted.invoice.id };
  const { data: issued } = await api.issueInvoice({ throwOnError, path });
  const { total, id, number } = issued.invoice;
  const { data: link } = await api.createPaymentLink({
    throwOnError,
    body: { amount: total, invoice_id: id },
  });
  await api.setIntegration({ throwOnError, body: { adapter: "sandbox" } });
  const { data: registered } = await api.registerInvoice({ throwOnError, path });
  const { data: list } = await api.listInvoices({
    throwOnError,
    query: { status: "open", limit: 10, include: "lines" },
  });
  const { data: pdf } = await api.getInvoicePdf({ throwOnError, path, parseAs: "arrayBuffer" });
  return {
    number,
    checkout_url: link.checkout_url,
    irn: registered.irn,
    listed: list.invoices[0]?.id,
    pagination: list.pagination,
    pdf: (pdf as unknown as ArrayBuffer).byteLength,
  };
}

/** A refusal, and its typed members. */
async function refused() {
  const { data, error } = await api.createInvoice({ body: { customer_id: 999_999_999, lines: [] } });
  if (data) return { number: data.invoice.number };
  return { code: error.code, fields: error.errors?.map(({ field }) => field), request: error.request_id };
}

/** Never called: these mistakes are found at compile time. */
export async function mistakes(): Promise<unknown> {
  // @ts-expect-error: it is called name
  await api.createCustomer({ body: { nane: "Ada Stores Ltd" } });
  // @ts-expect-error: lines are required
  await api.createInvoice({ body: { customer_id: 1 } });
  // @ts-expect-error: there is no such state
  await api.listInvoices({ query: { status: "opne" } });
  // @ts-expect-error: an id is a number
  await api.getInvoice({ path: { id: "1042" } });
  const { data, error } = await api.ping();
  // @ts-expect-error: an answer may be an error, so its data may be missing
  const { tenant } = data;
  // @ts-expect-error: an error has no such member
  return [tenant, error?.reason];
}

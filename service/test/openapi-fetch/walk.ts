import createClient from "openapi-fetch";
// Generated from openapi.json by the test in this folder, as partners do it.
import type { paths, webhooks } from "./api-types.ts";

const { BASE_URL: baseUrl = "", APP_ID, SECRET } = process.env;
const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${APP_ID}:${SECRET}` } });

console.log(JSON.stringify({ walked: await walk(), refused: await refused() }));

/** From a customer to a registered invoice with a link to pay it, by types alone. */
async function walk() {
  const address = { line1: "12 Marina", city: "Lagos", country: "NG" };
  const { customer } = dataOf(
    await api.POST("/customers", {
      body: { name: "Ada Stores Ltd", kind: "business", tax_id: "87654321-0001", address },
    }),
  );
  const { invoice: draft } = dataOf(
    await api.POST("/invoices", {
      params: { header: { "Idempotency-Key": "order-4711" } },
      body: {
        customer_id: customer.id,
        lines: [{ description: "Rice, 50 kg", quantity: 3, unit_price: "45000", tax_rate: 7.5 }],
      },
    }),
  );
  const path = { id: draft.id };
  const { invoice } = dataOf(await api.POST("/invoices/{id}/issue", { params: { path } }));
  const { checkout_url } = dataOf(
    await api.POST("/payments/link", { body: { amount: invoice.total, invoice_id: invoice.id } }),
  );
  dataOf(await api.POST("/einvoicing/integration", { body: { adapter: "sandbox" } }));
  const { irn } = dataOf(await api.POST("/invoices/{id}/register", { params: { path } }));
  const { invoices, pagination } = dataOf(
    await api.GET("/invoices", { params: { query: { status: "open", limit: 10, include: "lines" } } }),
  );
  const { data: pdf } = await api.GET("/invoices/{id}.pdf", { params: { path }, parseAs: "arrayBuffer" });
  return {
    number: invoice.number,
    checkout_url,
    irn,
    listed: invoices[0]?.id,
    pagination,
    pdf: pdf?.byteLength,
  };
}

/** A refusal, and its typed members. */
async function refused() {
  const { data, error } = await api.POST("/invoices", { body: { customer_id: 999_999_999, lines: [] } });
  if (data) return { number: data.invoice.number };
  return { code: error.code, fields: error.errors?.map(({ field }) => field), request: error.request_id };
}

function dataOf<Data>({ data, error }: { data?: Data; error?: { code: string; error: string } }): Data {
  if (data === undefined) throw new Error(`${error?.code}: ${error?.error}`);
  return data;
}

type Posted<Type extends keyof webhooks> =
  webhooks[Type]["post"]["requestBody"]["content"]["application/json"];

/** Webhook events are typed too: the event type determines the type of the record. */
export function reported(event: Posted<"invoice.paid"> | Posted<"payment.failed">): string | null {
  if (event.type === "payment.failed") return event.data.object.reason;
  // @ts-expect-error: an invoice has no reason
  void event.data.object.reason;
  return event.data.object.number;
}

/** Never called: these mistakes are found at compile time. */
export async function mistakes(): Promise<unknown> {
  // @ts-expect-error: it is called name
  await api.POST("/customers", { body: { nane: "Ada Stores Ltd" } });
  // @ts-expect-error: lines are required
  await api.POST("/invoices", { body: { customer_id: 1 } });
  // @ts-expect-error: there is no such state
  await api.GET("/invoices", { params: { query: { status: "opne" } } });
  // @ts-expect-error: an id is a number
  await api.GET("/invoices/{id}", { params: { path: { id: "1042" } } });
  // @ts-expect-error: there is no such operation
  await api.DELETE("/customers/{id}", { params: { path: { id: 1 } } });
  const { data, error } = await api.GET("/ping");
  // @ts-expect-error: an answer may be an error, so its data may be missing
  const { tenant } = data;
  // @ts-expect-error: an error has no such member
  return [tenant, error?.reason];
}

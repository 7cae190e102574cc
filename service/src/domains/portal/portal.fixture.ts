import type { TestCompany } from "../../../test/harness.ts";

export const lines = [
  { description: "Consulting", quantity: 3, unit_price: 45000, tax_rate: 7.5 },
  { description: "Travel", quantity: "0.75", unit_price: 98.5, tax_rate: 19 },
];

/** What the partner's server sends. */
export const placeOrder = (company: TestCompany, fields: object = {}, headers: Record<string, string> = {}) =>
  company.call("POST /portal/orders", { body: { lines, ...fields }, headers });

/** An order that succeeded. */
export async function placedOrder(company: TestCompany, fields: object = {}) {
  const known = "customer" in fields || "customer_id" in fields;
  const buyer = known ? {} : { customer_id: await company.customer() };
  const { status, body, text } = await placeOrder(company, { ...buyer, ...fields });
  if (status !== 201) throw new Error(`no order: ${text}`);
  return body;
}

type EmittedEvent = { type: string; sequence: number; data: { object: Record<string, unknown> } };

/** What the company was told, from the first event on. */
export async function eventsOf(company: TestCompany): Promise<EmittedEvent[]> {
  return (await company.call("GET /events?limit=100")).body.events;
}

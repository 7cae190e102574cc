import type { Reply, TestCompany } from "../../../../test/harness.ts";

/** An issued invoice with one line of 1,000 by default. */
export async function issued(company: TestCompany, fields: object = {}): Promise<Reply["body"]> {
  const line = { description: "Work", quantity: 1, unit_price: 1000 };
  const draft = await company.draft({ lines: [line], ...fields });
  return (await company.call(`POST /invoices/${draft.id}/issue`)).body.invoice;
}

export const pay = (company: TestCompany, body: object) => company.call("POST /payments", { body });

export const refund = (company: TestCompany, paymentId: number, body?: object) =>
  company.call(`POST /payments/${paymentId}/refund`, body ? { body } : {});

export const credit = (company: TestCompany, invoiceId: number, body?: object) =>
  company.call(`POST /invoices/${invoiceId}/credit_notes`, body ? { body } : {});

/** A credit note of one untaxed line. */
export const creditAmount = (company: TestCompany, invoiceId: number, amount: number | string) =>
  credit(company, invoiceId, { lines: [{ description: "Back", quantity: 1, unit_price: amount }] });

export const link = (company: TestCompany, body: object, headers: Record<string, string> = {}) =>
  company.call("POST /payments/link", { body, headers });

export const invoiceOf = async (company: TestCompany, id: number) =>
  (await company.call(`GET /invoices/${id}`)).body.invoice;

export type EmittedEvent = { type: string; data: { object: Reply["body"]; previous?: Reply["body"] } };

/** The company's events after this sequence number, oldest first. */
export const eventsOf = async (company: TestCompany, after = 0): Promise<EmittedEvent[]> =>
  (await company.call(`GET /events?limit=100&after=${after}`)).body.events;

export const eventTypesOf = async (company: TestCompany) => (await eventsOf(company)).map(({ type }) => type);

/** Counts the responses by status. */
export function statusCounts(replies: Reply[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

export const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

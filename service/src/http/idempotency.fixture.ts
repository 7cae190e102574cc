import { expect } from "vitest";
import type { Reply, TestCompany, TestService } from "../../test/harness.ts";

export const line = { description: "Work", quantity: 1, unit_price: 100 };
export const customerBody = { name: "Acme Trading Ltd" };

export type Request = { operation: string; body?: object };
const draftId = async (of: TestCompany) => (await of.draft()).id as number;
const saleId = async (of: TestCompany) =>
  (await of.call("POST /sales", { body: { customer_id: await of.customer(), lines: [line] } })).body.sale
    .id as number;
async function issuedId(of: TestCompany): Promise<number> {
  const id = await draftId(of);
  await of.call(`POST /invoices/${id}/issue`);
  return id;
}

/** How each POST route of the contract is called once with success. */
export const recipes: Record<string, (of: TestCompany) => Promise<Request>> = {
  "/customers": async () => ({ operation: "POST /customers", body: customerBody }),
  "/products": async () => ({ operation: "POST /products", body: { name: "Rice", unit_price: 78500 } }),
  "/sales": async (of) => ({
    operation: "POST /sales",
    body: { customer_id: await of.customer(), lines: [line] },
  }),
  "/sales/{id}/cancel": async (of) => ({ operation: `POST /sales/${await saleId(of)}/cancel` }),
  "/sales/{id}/invoice": async (of) => ({ operation: `POST /sales/${await saleId(of)}/invoice` }),
  "/invoices": async (of) => ({
    operation: "POST /invoices",
    body: { customer_id: await of.customer(), lines: [line] },
  }),
  "/invoices/{id}/issue": async (of) => ({ operation: `POST /invoices/${await draftId(of)}/issue` }),
  "/invoices/{id}/void": async (of) => ({ operation: `POST /invoices/${await issuedId(of)}/void` }),
  "/invoices/{id}/write_off": async (of) => ({ operation: `POST /invoices/${await issuedId(of)}/write_off` }),
};

export function send(of: TestCompany, { operation, body }: Request, key: string): Promise<Reply> {
  return of.call(operation, { ...(body && { body }), headers: { "Idempotency-Key": key } });
}
export const replayed = (reply: Reply) => reply.headers.get("idempotency-replayed");
/** Every effect tells an event, so their count is the count of effects. */
export async function effects(on: TestService, of: TestCompany): Promise<number> {
  const [row] = await on.context.db.query<{ count: number }>(
    "select count(*) from events where company_id = $1",
    [of.id],
  );
  return row!.count;
}
export function expectMismatch(reply: Reply): void {
  expect(reply.status).toBe(422);
  expect(reply.body.code).toBe("idempotency_mismatch");
}
export function expectReplay(again: Reply, first: Reply): void {
  expect({ status: again.status, text: again.text, replayed: replayed(again) }).toEqual({
    status: first.status,
    text: first.text,
    replayed: "true",
  });
}

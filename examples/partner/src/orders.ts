import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { ApiError, type Client, Invalid, NotFound, type OrderCreate } from "billfold-sdk";

/** What the panel reads: where to pay and the invoice's token, or what was wrong. */
export type Answer = {
  status: number;
  body: { checkout_url: string | null; portal_token: string } | { error: string; errors?: readonly object[] };
};

type Given = Record<string, unknown>;

/** Takes an order from the panel, and places it with the secret that only this server has. */
export async function takeOrder(client: Client, request: IncomingMessage, origin: string): Promise<Answer> {
  const given = await readJson(request);
  if (!given || !Array.isArray(given.lines)) return refuse(422, "This is not an order.");
  // After the payment the buyer is led back to the page that shows how the order stands.
  const return_url = `${origin}/thanks?invoice={portal_token}`;
  const order = rebuild(given, given.lines as Given[], return_url);
  try {
    await checkOffer(client, order.lines);
    // The browser's key: whoever presses twice, or tries again, has ordered once.
    const idempotencyKey = `shop-${request.headers["idempotency-key"] ?? randomUUID()}`.slice(0, 255);
    const { checkout_url, invoice } = await client.portal.createOrder(order, { idempotencyKey });
    return { status: 201, body: { checkout_url, portal_token: invoice.portal_token } };
  } catch (error) {
    // Billfold's words are for those who call it; what it says of the fields is for everybody.
    if (error instanceof Invalid && error.errors.length > 0) return refuse(422, notRight, error.errors);
    // A buyer can do nothing about the rest, and need not know of it; whoever runs the shop must.
    console.error(error instanceof ApiError ? `${error.code}: ${error.message} (${error.requestId})` : error);
    return refuse(502, "We can’t take orders at the moment. Please try again in a minute.");
  }
}

const notRight = "Something in your order is not right.";

const refuse = (status: number, error: string, errors?: readonly object[]): Answer => ({
  status,
  body: { error, ...(errors && { errors }) },
});

/**
 * Only what a buyer may decide is passed on. A price from a browser is anybody's: Billfold takes prices, taxes and names
 * from its own products.
 */
function rebuild(
  { currency, customer, booking_date, notes }: Given,
  lines: Given[],
  return_url: string,
): OrderCreate {
  const { name, email, phone } = (customer ?? {}) as Given;
  const order = {
    currency,
    customer: { name, email, phone },
    lines: lines.map((line) => ({ product_id: line?.product_id, quantity: line?.quantity })),
    booking_date,
    notes,
    return_url,
  };
  // What a browser sent can be anything; Billfold looks at every field, and says which are not right.
  return order as OrderCreate;
}

const linesMax = 50;

/** The key of this server may sell everything, but the panel offers what is marked for the portal. */
async function checkOffer(client: Client, lines: OrderCreate["lines"]): Promise<void> {
  if (lines.length > linesMax) throw wrong("lines", `must be at most ${linesMax}`);
  for (const [index, { product_id }] of lines.entries()) {
    const field = `lines[${index}].product_id`;
    if (!Number.isSafeInteger(product_id)) throw wrong(field, "must be a product");
    const { product } = await client.products.get(product_id as number).catch((error: unknown) => {
      throw error instanceof NotFound ? wrong(field, "is not on offer") : error;
    });
    if (!product.portal || !product.active) throw wrong(field, "is not on offer any more");
  }
}

const wrong = (field: string, message: string) =>
  new Invalid({
    status: 422,
    code: "invalid",
    message: notRight,
    errors: [{ field, message }],
  });

const bytesMax = 64 * 1024;

/** JSON only: a page of another site can send forms here, but no JSON without being asked first. */
async function readJson(request: IncomingMessage): Promise<Given | undefined> {
  if (!request.headers["content-type"]?.startsWith("application/json")) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      size += chunk.length;
      if (size > bytesMax) return undefined;
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString()) as Given;
  } catch {
    // No JSON, or only the beginning of it: whoever sent it has gone.
    return undefined;
  }
}

import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { ApiError, type Client, InvalidError, NotFoundError, type OrderCreate } from "billfold-sdk";

/** The response to the panel: where to pay and the invoice's token, or the errors. */
export type Answer = {
  status: number;
  body: { checkout_url: string | null; portal_token: string } | { error: string; errors?: readonly object[] };
};

type Given = Record<string, unknown>;

/** Receives an order from the panel and places it with the secret that only this server has. */
export async function takeOrder(client: Client, request: IncomingMessage, origin: string): Promise<Answer> {
  const given = await readJson(request);
  if (!given || !Array.isArray(given.lines)) return refuse(422, "This is not an order.");
  // After the payment the buyer returns to the page that shows the order's status.
  const return_url = `${origin}/thanks?invoice={portal_token}`;
  const order = rebuild(given, given.lines as Given[], return_url);
  try {
    await checkOffer(client, order.lines);
    // The browser's key makes sure that a double click or a retry places one order.
    const idempotencyKey = `shop-${request.headers["idempotency-key"] ?? randomUUID()}`.slice(0, 255);
    const { checkout_url, invoice } = await client.portal.createOrder(order, { idempotencyKey });
    return { status: 201, body: { checkout_url, portal_token: invoice.portal_token } };
  } catch (error) {
    // Billfold's message is for API clients, but its field errors are for the buyer.
    if (error instanceof InvalidError && error.errors.length > 0) return refuse(422, notRight, error.errors);
    // Other errors concern the shop's operator and not the buyer.
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
 * Passes on only what a buyer may decide. A price from a browser can't be trusted: Billfold takes prices, taxes and
 * names from its own products.
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
  // A browser can send anything; Billfold validates every field and names the invalid ones.
  return order as OrderCreate;
}

const linesMax = 50;

/** This server's key may sell every product, but the panel offers only those marked for the portal. */
async function checkOffer(client: Client, lines: OrderCreate["lines"]): Promise<void> {
  if (lines.length > linesMax) throw wrong("lines", `must be at most ${linesMax}`);
  for (const [index, { product_id }] of lines.entries()) {
    const field = `lines[${index}].product_id`;
    if (!Number.isSafeInteger(product_id)) throw wrong(field, "must be a product");
    const { product } = await client.products.get(product_id as number).catch((error: unknown) => {
      throw error instanceof NotFoundError ? wrong(field, "is not on offer") : error;
    });
    if (!product.portal || !product.active) throw wrong(field, "is not on offer any more");
  }
}

const wrong = (field: string, message: string) =>
  new InvalidError({
    status: 422,
    code: "invalid",
    message: notRight,
    errors: [{ field, message }],
  });

const bytesMax = 64 * 1024;

/** Accepts JSON only: another site's page can send forms here, but not JSON without a preflight. */
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
    // The body is not JSON, or it is incomplete because the client has disconnected.
    return undefined;
  }
}

import type { Order } from "./order.ts";
import { timeoutMs } from "./service.ts";
import { isToken } from "./tag.ts";
import { texts } from "./texts.ts";

/** The result of the order, as the partner's server reports it. */
export type Placed = { checkoutUrl: string | null; token: string | undefined };

export type FieldFault = { field: string; message: string };

/** The order was not placed. The fields are named as the service names them: `customer.email`, `lines[0].quantity`. */
export class Refusal extends Error {
  readonly faults: FieldFault[];

  constructor(message: string, faults: FieldFault[] = []) {
    super(message);
    this.faults = faults;
  }
}

/**
 * The page gets the order first, by the event `billfold:order`. It may answer itself (`respondWith`), or take
 * over (by preventing the default: then nothing more happens here, and the result is undefined). Otherwise the order
 * goes to the partner's server.
 */
export async function placeOrder(
  element: EventTarget,
  orderUrl: string | undefined,
  order: Order,
  key: string,
): Promise<Placed | undefined> {
  let answer: Promise<unknown> | undefined;
  const respondWith = (given: unknown) => {
    answer = Promise.resolve(given);
  };
  // Serialised as JSON, the detail is the order and its key: functions are omitted there.
  const detail = { ...order, idempotency_key: key, respondWith };
  const heard = { bubbles: true, composed: true, cancelable: true, detail };
  const isTaken = !element.dispatchEvent(new CustomEvent("billfold:order", heard));
  if (answer) return placedOf(await answer.catch((fault) => Promise.reject(refusalOf(fault))));
  if (isTaken) return undefined;
  if (!orderUrl) throw new Refusal(texts.unsent.nowhere);
  return placedOf(await send(orderUrl, order, key));
}

async function send(orderUrl: string, order: Order, key: string): Promise<unknown> {
  const response = await fetch(orderUrl, {
    ...timeoutMs(),
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": key },
    body: JSON.stringify(order),
  }).catch(() => {
    throw new Refusal(texts.unsent.unreachable);
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusalOf(body);
  return body;
}

function placedOf(answer: unknown): Placed {
  const { checkout_url: address, portal_token: token } = (answer ?? {}) as Record<string, unknown>;
  if (address !== null && typeof address !== "string") throw refusalOf(answer);
  return { checkoutUrl: address, token: isToken(token) ? token : undefined };
}

/** From `{ error, errors: [{ field, message }] }`, which is how the service and so most partners' servers say it. */
function refusalOf(answer: unknown): Refusal {
  const { error, errors } = (answer ?? {}) as Record<string, unknown>;
  const isText = (text: unknown): text is string => typeof text === "string" && text !== "";
  const faults = (Array.isArray(errors) ? errors : []).filter(
    (fault): fault is FieldFault => isText(fault?.field) && isText(fault?.message),
  );
  return new Refusal(isText(error) ? error : texts.unsent.failed, faults);
}

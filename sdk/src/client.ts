import { createApi } from "./api.ts";
import type { ClientOptions } from "./options.ts";
import { createRequest, type Request } from "./request.ts";
import { creditNotes } from "./resources/credit-notes.ts";
import { customers } from "./resources/customers.ts";
import { events } from "./resources/events.ts";
import { integration } from "./resources/integration.ts";
import { invoices } from "./resources/invoices.ts";
import { paymentLinks } from "./resources/payment-links.ts";
import { payments } from "./resources/payments.ts";
import { ping } from "./resources/ping.ts";
import { portal } from "./resources/portal.ts";
import { products } from "./resources/products.ts";
import { sales } from "./resources/sales.ts";
import { webhooks } from "./resources/webhooks.ts";

/**
 * Calls the API: with the key on every request, a deadline on every attempt, and another try where that is safe. A
 * method gives the body that the contract documents; what goes wrong is thrown as a class of errors.ts.
 *
 * Each method names what it may throw. Besides, all of them may throw Unauthenticated, Forbidden, TooManyRequests
 * (`rate_limited`), Unavailable, ServerError, ConnectionError and TimeoutError, and the reason of a `signal`.
 */
export type Client = {
  /** Whom this key speaks for, and what it may do. Any key may ask. */
  ping: ReturnType<typeof ping>;
  customers: ReturnType<typeof customers>;
  products: ReturnType<typeof products>;
  sales: ReturnType<typeof sales>;
  invoices: ReturnType<typeof invoices>;
  creditNotes: ReturnType<typeof creditNotes>;
  payments: ReturnType<typeof payments>;
  paymentLinks: ReturnType<typeof paymentLinks>;
  /** The order and pay panels on partners' own pages. */
  portal: ReturnType<typeof portal>;
  /** The revenue authority that documents are registered with. */
  integration: ReturnType<typeof integration>;
  /** What happened in the company, oldest first. */
  events: ReturnType<typeof events>;
  /** Where events are delivered, and what became of each delivery. */
  webhooks: ReturnType<typeof webhooks>;
  /** The way out: any path, with the status and the headers of the answer. */
  request: Request;
};

/**
 * A client of one company, by its key. It holds no connection and no state, so one for the whole program is enough.
 * @throws {TypeError} An option is missing or makes no sense.
 */
export function createClient(options: ClientOptions): Client {
  const request = createRequest(options);
  const api = createApi(request);
  return {
    ping: ping(api),
    customers: customers(api),
    products: products(api),
    sales: sales(api),
    invoices: invoices(api),
    creditNotes: creditNotes(api),
    payments: payments(api),
    paymentLinks: paymentLinks(api),
    portal: portal(api),
    integration: integration(api),
    events: events(api),
    webhooks: webhooks(api),
    request,
  };
}

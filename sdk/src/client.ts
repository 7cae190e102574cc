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
 */
export type Client = {
  ping: ReturnType<typeof ping>;
  customers: ReturnType<typeof customers>;
  products: ReturnType<typeof products>;
  sales: ReturnType<typeof sales>;
  invoices: ReturnType<typeof invoices>;
  creditNotes: ReturnType<typeof creditNotes>;
  payments: ReturnType<typeof payments>;
  paymentLinks: ReturnType<typeof paymentLinks>;
  portal: ReturnType<typeof portal>;
  integration: ReturnType<typeof integration>;
  events: ReturnType<typeof events>;
  webhooks: ReturnType<typeof webhooks>;
  /** The way out: any path, with the status and the headers of the answer. */
  request: Request;
};

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

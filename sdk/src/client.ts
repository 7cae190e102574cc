import { createApi } from "./api.ts";
import { type ClientOptions, createRequest } from "./request.ts";
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
export type Client = ReturnType<typeof createClient>;

export function createClient(options: ClientOptions) {
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
    /** The way out: any path, with the status and the headers of the answer. */
    request,
  };
}

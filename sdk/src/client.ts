import { createApi } from "./api.ts";
import type { ClientOptions } from "./options.ts";
import { createRequest, type Request } from "./request.ts";
import { audit } from "./resources/audit.ts";
import { books } from "./resources/books.ts";
import { company } from "./resources/company.ts";
import { creditNotes } from "./resources/credit-notes.ts";
import { customers } from "./resources/customers.ts";
import { events } from "./resources/events.ts";
import { exchangeRates } from "./resources/exchange-rates.ts";
import { integration } from "./resources/integration.ts";
import { invoices } from "./resources/invoices.ts";
import { mails } from "./resources/mails.ts";
import { paymentLinks } from "./resources/payment-links.ts";
import { payments } from "./resources/payments.ts";
import { ping } from "./resources/ping.ts";
import { portal } from "./resources/portal.ts";
import { products } from "./resources/products.ts";
import { quotes } from "./resources/quotes.ts";
import { recurringInvoices } from "./resources/recurring-invoices.ts";
import { reminderSettings } from "./resources/reminder-settings.ts";
import { reports } from "./resources/reports.ts";
import { requests } from "./resources/requests.ts";
import { sales } from "./resources/sales.ts";
import { sandbox } from "./resources/sandbox.ts";
import { webhooks } from "./resources/webhooks.ts";

/**
 * Calls the API with the key on every request, a timeout on every attempt, and retries where they are safe. A method
 * returns the body that the contract documents; failures are thrown as the classes in errors.ts. Each method
 * documents the errors specific to it. All methods may also throw UnauthenticatedError, ForbiddenError,
 * TooManyRequestsError (`rate_limited`), UnavailableError, ServerError, ConnectionError and TimeoutError, and the reason
 * of a `signal`.
 */
export type Client = {
  /** The company that this key belongs to, and the key's scopes. Any key may call this. */
  ping: ReturnType<typeof ping>;
  customers: ReturnType<typeof customers>;
  products: ReturnType<typeof products>;
  sales: ReturnType<typeof sales>;
  quotes: ReturnType<typeof quotes>;
  invoices: ReturnType<typeof invoices>;
  /** Schedules by which invoices are made. */
  recurringInvoices: ReturnType<typeof recurringInvoices>;
  creditNotes: ReturnType<typeof creditNotes>;
  /** What other currencies are worth in the company's own, day by day. */
  exchangeRates: ReturnType<typeof exchangeRates>;
  company: ReturnType<typeof company>;
  audit: ReturnType<typeof audit>;
  /** Rehearses the future of a company, outside production. */
  sandbox: ReturnType<typeof sandbox>;
  mails: ReturnType<typeof mails>;
  payments: ReturnType<typeof payments>;
  paymentLinks: ReturnType<typeof paymentLinks>;
  /** When buyers are reminded of what they have yet to pay. */
  reminderSettings: ReturnType<typeof reminderSettings>;
  reports: ReturnType<typeof reports>;
  /** The chained events and their signed checkpoints, to be verified by anybody. */
  books: ReturnType<typeof books>;
  /** The order and payment panels on partners' own pages. */
  portal: ReturnType<typeof portal>;
  /** The revenue authority that documents are registered with. */
  integration: ReturnType<typeof integration>;
  /** The company's events, oldest first. */
  events: ReturnType<typeof events>;
  /** Whether a request took effect, for callers that did not get its response. */
  requests: ReturnType<typeof requests>;
  /** Webhook endpoints, and the outcome of each delivery. */
  webhooks: ReturnType<typeof webhooks>;
  /** Calls any path of the API and returns the status, headers and body of the response. */
  request: Request;
};

/**
 * A client for one company, authenticated by its key. It keeps no connection, and knows what is left of the rate limits:
 * use one for the whole program.
 * @throws {TypeError} An option is missing or invalid.
 */
export function createClient(options: ClientOptions): Client {
  const request = createRequest(options);
  const api = createApi(request);
  return {
    ping: ping(api),
    customers: customers(api),
    products: products(api),
    sales: sales(api),
    quotes: quotes(api),
    invoices: invoices(api),
    recurringInvoices: recurringInvoices(api),
    creditNotes: creditNotes(api),
    exchangeRates: exchangeRates(api),
    company: company(api),
    audit: audit(api),
    sandbox: sandbox(api),
    mails: mails(api),
    payments: payments(api),
    paymentLinks: paymentLinks(api),
    reminderSettings: reminderSettings(api),
    reports: reports(api),
    books: books(api),
    portal: portal(api),
    integration: integration(api),
    events: events(api),
    requests: requests(api),
    webhooks: webhooks(api),
    request,
  };
}

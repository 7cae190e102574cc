import type { Api, Bytes } from "../api.ts";
import type { BodyOf, QueryOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";

export const payments = (api: Api) => ({
  /**
   * One page of payments, newest first. Scope `payments:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  list: (query?: QueryOf<"GET /payments">, options?: CallOptions) =>
    api.call("GET /payments", { query }, options),
  /**
   * Every payment; pages are fetched as needed. `limit` is the page size, not the total. Scope `payments:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  all: (query?: QueryOf<"GET /payments">, options?: CallOptions) =>
    api.all("GET /payments", "payments", query, options),
  /**
   * Records money that arrived other than through a payment link, for one invoice (`invoice_id`) or several of a customer
   * (`allocations`). Repeating a `reference` returns the same payment.
   * Scope `payments:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  record: (body: BodyOf<"POST /payments">, options?: PostOptions) =>
    api.call("POST /payments", { body }, options),
  /**
   * One payment with its refunds. Scope `payments:read`.
   * @throws {NotFoundError} `not_found`
   */
  get: (id: number, options?: CallOptions) => api.call("GET /payments/{id}", { path: { id } }, options),
  /**
   * How the amounts of a payment come about, as trees of rules whose parts add up to them. Scope `payments:read`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`
   */
  explain: (id: number, query?: QueryOf<"GET /payments/{id}/explain">, options?: CallOptions) =>
    api.call("GET /payments/{id}/explain", { path: { id }, query }, options),
  /**
   * Adds or changes the certificate number of tax that the buyer withheld. Scope `payments:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  update: (id: number, body: BodyOf<"PATCH /payments/{id}">, options?: CallOptions) =>
    api.call("PATCH /payments/{id}", { path: { id }, body }, options),
  /**
   * Refunds a payment: without an amount, all of it. A refund through a gateway is `pending` until the gateway has
   * paid it back. Scope `payments:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  refund: (id: number, body?: BodyOf<"POST /payments/{id}/refund">, options?: PostOptions) =>
    api.call("POST /payments/{id}/refund", { path: { id }, body }, options),
  /**
   * Reverses a payment that was recorded by mistake: its invoices are owed again, and the reference can be used again.
   * Not for money from a gateway. Scope `payments:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  reverse: (id: number, body: BodyOf<"POST /payments/{id}/reverse">, options?: PostOptions) =>
    api.call("POST /payments/{id}/reverse", { path: { id }, body }, options),
  /**
   * Applies money that came too late, was too much, or was for no invoice to an invoice, or to several. Scope `payments:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  allocate: (id: number, body?: BodyOf<"POST /payments/{id}/allocate">, options?: PostOptions) =>
    api.call("POST /payments/{id}/allocate", { path: { id }, body }, options),
  /**
   * The receipt of a payment as a PDF: `new Response(bytes)` and `new Blob([bytes])` accept it directly. Scope
   * `payments:read`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_state`
   */
  receipt: (id: number, options?: CallOptions): Promise<Bytes> =>
    api.bytes("GET /payments/{id}.pdf", { path: { id } }, options),
  /**
   * Sends the receipt of a payment to the buyer by mail. Scope `payments:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   * @throws {UnavailableError} `mail_not_configured`
   */
  sendReceipt: (id: number, body: BodyOf<"POST /payments/{id}/send"> = {}, options?: PostOptions) =>
    api.call("POST /payments/{id}/send", { path: { id }, body }, options),
  /**
   * The mail that would bring the receipt to its buyer; nothing is sent. Scope `payments:read`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`
   */
  previewMail: (id: number, query?: QueryOf<"GET /payments/{id}/mail_preview">, options?: CallOptions) =>
    api.call("GET /payments/{id}/mail_preview", { path: { id }, query }, options),
});

import type { Api, Bytes } from "../api.ts";
import type { BodyOf, QueryOf } from "../contract.ts";
import type { CallOptions, PostOptions } from "../options.ts";

export const quotes = (api: Api) => ({
  /**
   * One page of quotes, newest first. Scope `sales:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  list: (query?: QueryOf<"GET /quotes">, options?: CallOptions) =>
    api.call("GET /quotes", { query }, options),
  /**
   * Every quote; pages are fetched as needed. `limit` is the page size, not the total. Scope `sales:read`.
   * @throws {InvalidError} `invalid_request`, `query_too_broad`
   */
  all: (query?: QueryOf<"GET /quotes">, options?: CallOptions) =>
    api.all("GET /quotes", "quotes", query, options),
  /**
   * Creates a draft quote. Scope `sales:write`.
   * @throws {InvalidError} `invalid_request`
   */
  create: (body: BodyOf<"POST /quotes">, options?: PostOptions) =>
    api.call("POST /quotes", { body }, options),
  /**
   * One quote with its lines. Scope `sales:read`.
   * @throws {NotFoundError} `not_found`
   */
  get: (id: number, options?: CallOptions) => api.call("GET /quotes/{id}", { path: { id } }, options),
  /**
   * The quote as a PDF: `new Response(bytes)` and `new Blob([bytes])` accept it directly. Scope `sales:read`.
   * @throws {NotFoundError} `not_found`
   */
  pdf: (id: number, options?: CallOptions): Promise<Bytes> =>
    api.bytes("GET /quotes/{id}.pdf", { path: { id } }, options),
  /**
   * Changes the given fields of a draft; null restores a default. Scope `sales:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  update: (id: number, body: BodyOf<"PATCH /quotes/{id}">, options?: CallOptions) =>
    api.call("PATCH /quotes/{id}", { path: { id }, body }, options),
  /**
   * Opens a quote to the buyer and mails it, to `to` or else to the customer's address: `url` is the address of its
   * page, and `mail` is null where no address is known. Scope `sales:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   * @throws {UnavailableError} `mail_not_configured`
   */
  send: (id: number, body?: BodyOf<"POST /quotes/{id}/send">, options?: PostOptions) =>
    api.call("POST /quotes/{id}/send", { path: { id }, body }, options),
  /**
   * The mail that would bring the quote to its buyer; nothing is sent. Scope `sales:read`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`
   */
  previewMail: (id: number, query?: QueryOf<"GET /quotes/{id}/mail_preview">, options?: CallOptions) =>
    api.call("GET /quotes/{id}/mail_preview", { path: { id }, query }, options),
  /**
   * Records that the buyer accepted a quote in another way than by its page. Scope `sales:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  accept: (id: number, body?: BodyOf<"POST /quotes/{id}/accept">, options?: PostOptions) =>
    api.call("POST /quotes/{id}/accept", { path: { id }, body }, options),
  /**
   * Records that the buyer declined a quote, or withdraws it. Scope `sales:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  decline: (id: number, body?: BodyOf<"POST /quotes/{id}/decline">, options?: PostOptions) =>
    api.call("POST /quotes/{id}/decline", { path: { id }, body }, options),
  /**
   * Creates a draft invoice from a sent or accepted quote, once. Deleting that draft reopens the quote. Scope
   * `sales:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `already_invoiced`, `invalid_state`
   * @throws {TooManyRequestsError} `quota_exceeded`
   */
  invoice: (id: number, options?: PostOptions) =>
    api.call("POST /quotes/{id}/invoice", { path: { id } }, options),
  /**
   * Creates a sale from a sent or accepted quote, once. Scope `sales:write`.
   * @throws {NotFoundError} `not_found`
   * @throws {InvalidError} `invalid_request`, `already_invoiced`, `invalid_state`
   */
  sale: (id: number, options?: PostOptions) => api.call("POST /quotes/{id}/sale", { path: { id } }, options),
});

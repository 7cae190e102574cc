type Details = {
  code?: string;
  param?: string;
};

/** An error response in Stripe's format. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: { error: Record<string, unknown> };
  /**
   * True if the request is valid but the state does not allow it; such a response is stored for its idempotency key.
   */
  readonly begun: boolean;

  constructor(status: number, type: string, message: string, details: Details = {}, begun = false) {
    super(message);
    this.status = status;
    this.body = { error: { ...details, message, type } };
    this.begun = begun;
  }
}

export const invalidRequest = (message: string, param?: string, code?: string) =>
  new Refusal(400, "invalid_request_error", message, { ...(code && { code }), ...(param && { param }) });

export const missing = (what: string, id: string, param: string) =>
  new Refusal(404, "invalid_request_error", `No such ${what}: '${id}'`, { code: "resource_missing", param });

export const unrecognized = (method: string, path: string) =>
  new Refusal(404, "invalid_request_error", `Unrecognized request URL (${method}: ${path}).`);

export const unauthorized = (message: string) => new Refusal(401, "invalid_request_error", message);

export const wrongState = (message: string, code?: string) =>
  new Refusal(400, "invalid_request_error", message, code ? { code } : {}, true);

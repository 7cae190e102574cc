import type { Api } from "../api.ts";
import type { BodyOf } from "../contract.ts";
import type { CallOptions } from "../options.ts";

export const sandbox = (api: Api) => ({
  /**
   * What time it is for the company, and what is due and has not happened yet. Outside production only. Scope
   * `sandbox`.
   */
  getClock: (options?: CallOptions) => api.call("GET /sandbox/clock", {}, options),
  /**
   * Moves the company's clock forward, to a moment (`now`) or by a duration (`advance`, such as `P45D`), and waits until
   * what falls due has happened. Outside production only. Scope `sandbox`.
   * @throws {InvalidError} `invalid_request`
   */
  moveClock: (body: BodyOf<"POST /sandbox/clock">, options?: CallOptions) =>
    api.call("POST /sandbox/clock", { body }, options),
  /** The faults that the company asked for, oldest first. Outside production only. Scope `sandbox`. */
  listFaults: (options?: CallOptions) => api.call("GET /sandbox/faults", {}, options),
  /**
   * Makes the sandbox authority, the sandbox gateway or the receiver of webhooks fail for this company, so many `times`
   * or until the fault is removed. Outside production only. Scope `sandbox`.
   * @throws {InvalidError} `invalid_request`, `invalid_state`
   */
  addFault: (body: BodyOf<"POST /sandbox/faults">, options?: CallOptions) =>
    api.call("POST /sandbox/faults", { body }, options),
  /** Removes all faults of the company. Outside production only. Scope `sandbox`. */
  clearFaults: (options?: CallOptions) => api.call("DELETE /sandbox/faults", {}, options),
  /**
   * Removes one fault. Outside production only. Scope `sandbox`.
   * @throws {NotFoundError} `not_found`
   */
  removeFault: (id: number, options?: CallOptions) =>
    api.call("DELETE /sandbox/faults/{id}", { path: { id } }, options),
  /**
   * Fills the company with sample data: `six_months` of customers, products, invoices in every state, payments, credit
   * notes, quotes and a recurring invoice. Another call adds another set. Outside production only. Scope `sandbox`.
   * @throws {InvalidError} `invalid_request`
   * @throws {TooManyRequestsError} `quota_exceeded`
   */
  scenario: (body: BodyOf<"POST /sandbox/scenarios">, options?: CallOptions) =>
    api.call("POST /sandbox/scenarios", { body }, options),
});

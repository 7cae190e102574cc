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
});

import type { Api } from "../api.ts";
import type { BodyOf } from "../contract.ts";
import type { CallOptions } from "../options.ts";

export const reminderSettings = (api: Api) => ({
  /** When buyers are reminded of what they have yet to pay. Scope `invoices:read`. */
  get: (options?: CallOptions) => api.call("GET /reminder_settings", {}, options),
  /**
   * Switches reminders on or off, and sets their days, texts and hours. Scope `invoices:write`.
   * @throws {InvalidError} `invalid_request`
   */
  update: (body: BodyOf<"PATCH /reminder_settings">, options?: CallOptions) =>
    api.call("PATCH /reminder_settings", { body }, options),
});

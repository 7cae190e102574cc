import { eraseIdentifiedRows } from "../../../platform/db/erasure.ts";

/** What gateways received and answered about a person. */
export const eraseAttempts = eraseIdentifiedRows("attempt", "payment_attempts", {
  texts: ["page_url", "reason"],
});

import { eraseIdentifiedRows } from "../../../platform/db/erasure.ts";

/** What gateways were told and said about a person. */
export const eraseAttempts = eraseIdentifiedRows("attempt", "payment_attempts", {
  texts: ["page_url", "reason"],
});

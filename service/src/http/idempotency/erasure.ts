import { eraseIdentifiedRows } from "../../platform/db/erasure.ts";

/** Responses that are kept for repeated requests: a repeated request gets them without the values. */
export const eraseStoredResponses = eraseIdentifiedRows("idempotency", "idempotency_keys", {
  documents: ["body_start", "body"],
});

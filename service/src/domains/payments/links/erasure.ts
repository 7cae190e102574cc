import { eraseIdentifiedRows } from "../../../platform/db/erasure.ts";

/** Payment links that name a person, or were sent to one. */
export const eraseLinks = eraseIdentifiedRows("link", "payment_links", {
  texts: ["email", "phone", "purpose", "label", "return_url", "cancel_url"],
  jsons: ["metadata"],
});

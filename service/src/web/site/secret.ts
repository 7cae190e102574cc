import { createHmac } from "node:crypto";
import type { Context } from "../../context.ts";

/** Signs the cookies of the site. It follows from the encryption keys, which all nodes share. */
export function siteSecretOf({ encryptionKeys }: Pick<Context, "encryptionKeys">): string {
  return createHmac("sha256", encryptionKeys[0]!.key).update("billfold site").digest("base64url");
}

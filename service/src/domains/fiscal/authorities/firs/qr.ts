import { constants, publicEncrypt } from "node:crypto";
import type { FiscalAccount } from "../port.ts";
import { publicKeyOf } from "../signed-token.ts";

/**
 * The content of a document's QR code: its IRN, the time and the company's certificate, encrypted so that only the
 * authority can read it. Undefined when key and certificate are unusable: then the document must not be registered,
 * because it could not be printed.
 */
export function firsQr(
  irn: string,
  { public_key, certificate }: FiscalAccount,
  now: Date,
): string | undefined {
  const key = publicKeyOf(public_key);
  if (!key || !certificate) return undefined;
  const plain = JSON.stringify({ irn: `${irn}.${Math.floor(now.getTime() / 1000)}`, certificate });
  try {
    const padding = constants.RSA_PKCS1_PADDING;
    return publicEncrypt({ key, padding }, Buffer.from(plain)).toString("base64");
  } catch {
    // It is no RSA key, or too short a one for this certificate.
    return undefined;
  }
}

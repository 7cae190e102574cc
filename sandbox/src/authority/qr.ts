import type { Context } from "./context.ts";
import { readFields } from "./exchange.ts";
import { decryptPkcs1 } from "./rsa.ts";

/** The content of a QR code, and what the authority knows about it. */
export type QrReading = {
  irn: string;
  /** When the code was made, in seconds since 1970. */
  made_at: number;
  certificate: string;
  /** The owner of the certificate, if known. */
  business_id: string | null;
  /** The document with this IRN, if it belongs to that business. */
  document: "accepted" | "cancelled" | null;
};

/** Decrypts the text of a QR code, which only the authority can do; returns the reason as text if it is invalid. */
export async function readQr({ keys, ledger }: Context, payload: string): Promise<QrReading | string> {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(payload)) return "The payload is not base64.";
  const { large } = await keys();
  const plain = decryptPkcs1(large.privateKey, Buffer.from(payload, "base64"));
  if (!plain)
    return "The payload was not encrypted with the public key of this authority and PKCS #1 v1.5 padding.";
  const { irn: stamped, certificate } = readFields(plain) ?? {};
  const [, irn, seconds] = /^(.+)\.(\d{10})$/.exec(typeof stamped === "string" ? stamped : "") ?? [];
  if (irn === undefined || typeof certificate !== "string") {
    return 'The payload must hold {"irn":"<IRN>.<seconds since 1970>","certificate":"<base64>"}.';
  }
  const owner = ledger.businesses.values().find((business) => business.certificate === certificate);
  const document = ledger.documents.get(irn);
  const isOwn = document !== undefined && document.business_id === owner?.business_id;
  return {
    ...{ irn, made_at: Number(seconds), certificate },
    business_id: owner?.business_id ?? null,
    document: isOwn ? document.status : null,
  };
}

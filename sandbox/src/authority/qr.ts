import type { Context } from "./context.ts";
import { readFields } from "./exchange.ts";
import { decryptPkcs1 } from "./rsa.ts";

/** What a QR code says, and what the authority knows of it. */
export type QrReading = {
  irn: string;
  /** When the code was made: seconds since 1970. */
  made_at: number;
  certificate: string;
  /** Whose certificate it is, if anybody's. */
  business_id: string | null;
  /** The document under this IRN, if it is that business's. */
  document: "accepted" | "cancelled" | null;
};

/** Reads the text of a QR code as only the authority can; a text in place of the reading says what is wrong with it. */
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

import { createPublicKey, verify } from "node:crypto";
import type { Tables } from "../../../platform/db/tables.ts";

/** What a checkpoint signs: the hash, in hexadecimal, of a company's last event. */
export type SignedHead = Pick<Tables["checkpoints"], "company_id" | "sequence" | "key_id"> & {
  hash: string;
  signed_at: string;
};

/** Six lines of text without a line break at the end. */
export function signedBytes({ company_id, sequence, hash, signed_at, key_id }: SignedHead): Buffer {
  return Buffer.from(["billfold-checkpoint-v1", company_id, sequence, hash, signed_at, key_id].join("\n"));
}

/** Whether the key, a SubjectPublicKeyInfo in base64, signed it. */
export function isSigned(head: SignedHead, publicKey: string, signature: Buffer): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" });
  return verify(null, signedBytes(head), key, signature);
}

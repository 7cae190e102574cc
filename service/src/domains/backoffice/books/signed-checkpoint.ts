import { createPublicKey, verify } from "node:crypto";
import type { Tables } from "../../../platform/db/tables.ts";

/** What a checkpoint signs: the hashes, in hexadecimal, of a company's last event and its last document. */
export type SignedHead = Pick<
  Tables["checkpoints"],
  "company_id" | "sequence" | "key_id" | "documents" | "documents_hash"
> & {
  hash: string;
  signed_at: string;
};

/** Eight lines of text without a line break at the end; six where the company had no document. */
export function signedBytes(head: SignedHead): Buffer {
  const { company_id, sequence, hash, documents, documents_hash, signed_at, key_id } = head;
  const ends = [company_id, sequence, hash, ...(documents === null ? [] : [documents, documents_hash])];
  return Buffer.from(["billfold-checkpoint-v1", ...ends, signed_at, key_id].join("\n"));
}

/** Whether the key, a SubjectPublicKeyInfo in base64, signed it. */
export function isSigned(head: SignedHead, publicKey: string, signature: Buffer): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" });
  return verify(null, signedBytes(head), key, signature);
}

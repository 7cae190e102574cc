import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import type { Context } from "../../../context.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { encryptedColumn } from "../../../platform/security/encrypted-columns.ts";
import { decrypt, encrypt, purposeNamed } from "../../../platform/security/secrets.ts";
import { findSigningKey, insertKey, lockKeys } from "./queries.ts";

/**
 * The keys that sign checkpoints: Ed25519, one at a time for the whole installation. A new key is published some time
 * before it signs, and older public keys stay published, because what they signed must stay verifiable.
 */
const purpose = purposeNamed("checkpoint_key");

export type SigningKey = { id: number; publicKey: string; privateKey: KeyObject };

type KeyDeps = Pick<Context, "db" | "encryptionKeys">;

/** The key that signs now; the first one is made when it is first needed. */
export async function signingKey({ db, encryptionKeys }: KeyDeps, now: Date): Promise<SigningKey> {
  const found =
    (await findSigningKey(db, now)) ??
    (await inTransaction(db, async (tx) => {
      await lockKeys(tx);
      return (await findSigningKey(tx, now)) ?? insertKey(tx, newKey(encryptionKeys), now, now);
    }));
  const text = decrypt(encryptionKeys, purpose(found.public_key), found.private_key);
  const key = Buffer.from(text, "base64");
  const privateKey = createPrivateKey({ key, format: "der", type: "pkcs8" });
  return { id: found.id, publicKey: found.public_key, privateKey };
}

/** Makes a new key, which signs from a later moment on. */
export function rotateKey({ db, encryptionKeys }: KeyDeps, now: Date, signsFrom: Date) {
  return inTransaction(db, async (tx) => {
    await lockKeys(tx);
    const { id, public_key } = await insertKey(tx, newKey(encryptionKeys), now, signsFrom);
    return { key_id: id, public_key, signs_from: signsFrom };
  });
}

function newKey(keys: Context["encryptionKeys"]) {
  const pair = generateKeyPairSync("ed25519");
  const publicKey = pair.publicKey.export({ format: "der", type: "spki" }).toString("base64");
  const privateKey = pair.privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
  return { publicKey, privateKey: encrypt(keys, purpose(publicKey), privateKey) };
}

/** Where they are stored, for key rotation and the doctor. */
export const encryptedCheckpointKeys = [
  encryptedColumn({
    name: "checkpoint_keys",
    table: "checkpoint_keys",
    column: "private_key",
    // They belong to the installation.
    owner: "id",
    record: { column: "id", type: "bigint" },
    detail: "public_key",
    kind: () => "key of checkpoints",
    purpose: (_owner, _record, publicKey) => purpose(publicKey),
  }),
];

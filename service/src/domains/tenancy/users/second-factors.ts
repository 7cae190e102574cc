import { type Cipher, encryptedColumn } from "../../../platform/security/encrypted-columns.ts";
import { type EncryptionKeys, purposeNamed } from "../../../platform/security/secrets.ts";
import { derivedSecret, versionOf } from "./cookies.ts";

// The library encrypts second factors in its own format, under keys derived from ours; its code is loaded on demand.
const library = () => import("better-auth/crypto");
const keysFor = (keys: EncryptionKeys) => ({
  keys: new Map(keys.map(({ id, key }) => [versionOf(id), derivedSecret(key)])),
  currentVersion: versionOf(keys[0]!.id),
});

const cipher: Cipher = {
  prefixOf: (keyId) => `$ba$${versionOf(keyId)}$`,
  decrypt: async (keys, _purpose, data) => (await library()).symmetricDecrypt({ key: keysFor(keys), data }),
  encrypt: async (keys, _purpose, data) => (await library()).symmetricEncrypt({ key: keysFor(keys), data }),
};

const purpose = purposeNamed("second_factor");

const place = {
  table: "user_second_factors",
  owner: "user_id",
  record: { column: "id", type: "bigint" },
  kind: () => "second factor",
  purpose: (userId: number) => purpose(userId),
  cipher,
} as const;

/** The encrypted column, for key rotation and for checking that every secret can be decrypted. */
export const sealedFactors = [
  encryptedColumn({ ...place, name: "second_factors", column: "secret" }),
  encryptedColumn({ ...place, name: "backup_codes", column: "backup_codes" }),
];

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/**
 * A secret of 32 random bytes cannot be guessed, so one round of SHA-256 protects it as well as a slow
 * password hash would, and every request can afford it.
 */
export function hashSecret(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}

export function secretMatches(presented: Buffer, stored: Buffer | null): boolean {
  return stored !== null && stored.length === presented.length && timingSafeEqual(stored, presented);
}

/** Encryption keys by id, the one to encrypt with first: older ones stay to read what they wrote. */
export type EncryptionKeys = readonly { id: string; key: Buffer }[];

export function parseEncryptionKeys(text: string): EncryptionKeys {
  const keys = text.split(",").map((entry) => {
    const [id = "", encoded = ""] = entry.trim().split(":");
    return { id, key: Buffer.from(encoded, "base64") };
  });
  const broken = keys.some(({ id, key }) => !/^[A-Za-z0-9_-]{1,32}$/.test(id) || key.length !== 32);
  const ids = new Set(keys.map(({ id }) => id));
  if (ids.size < keys.length) throw new Error("two keys have the same id");
  if (broken) throw new Error("expected id:base64 of 32 bytes, several separated by commas");
  return keys;
}

// 32 random bytes hold 30 different values on average, and fewer than 16 in no case that anybody will see.
const differentBytesMin = 16;

/** Why a key can be guessed, as a phrase that follows it; undefined for one that looks random. */
export function keyWeakness(key: Buffer): string | undefined {
  const steps = new Set(key.map((byte, index) => (index === 0 ? key[1]! - key[0]! : byte - key[index - 1]!)));
  if (new Set(key).size === 1) return "repeats one byte and protects nothing";
  if (steps.size === 1) return "counts up or down and protects nothing";
  if (new Set(key).size < differentBytesMin || repeats(key)) return "repeats a pattern and can be guessed";
  return undefined;
}

function repeats(key: Buffer): boolean {
  const periods = Array.from({ length: key.length / 2 }, (_, index) => index + 1);
  return periods.some((period) => key.every((byte, index) => byte === key[index % period]));
}

/** Whether the key was typed, not drawn: 32 random bytes are never all printable. */
export const isTypedText = (key: Buffer) => key.every((byte) => byte >= 0x20 && byte <= 0x7e);

export function makeEncryptionKey(id: string): string {
  return `${id}:${randomBytes(32).toString("base64")}`;
}

/** By which processes tell one another which keys they have, where anybody may read it. */
export const fingerprintOf = ({ key }: EncryptionKeys[number]) =>
  createHmac("sha256", key).update("billfold fingerprint").digest("hex").slice(0, 6);

declare const isPurpose: unique symbol;
/** What a secret is kept for, and whose it is. */
export type Purpose = string & { readonly [isPurpose]: true };

const named = new Set<string>();

/** Every kind of secret has its name here, so that none is forgotten when keys change (encrypted-columns.ts). */
export function purposeNamed(name: string): (...whose: (string | number)[]) => Purpose {
  named.add(name);
  return (...whose) => [name, ...whose].join(":") as Purpose;
}

export const purposeNames: ReadonlySet<string> = named;

/** AES-256-GCM; `purpose` is authenticated, so a value moved to another column or company won't decrypt. */
export function encrypt(keys: EncryptionKeys, purpose: Purpose, plain: string): string {
  const [current] = keys;
  if (!current) throw new Error("no encryption key is configured");
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", current.key, nonce).setAAD(Buffer.from(purpose));
  const ciphertext = Buffer.concat([
    nonce,
    cipher.update(plain, "utf8"),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return `${current.id}.${ciphertext.toString("base64")}`;
}

/** What is stored can't be decrypted with the keys that are set: the operator has to restore the missing key. */
export class UnreadableSecretError extends Error {}

export function decrypt(keys: EncryptionKeys, purpose: Purpose, stored: string): string {
  const [id, encoded = ""] = stored.split(".");
  const found = keys.find((candidate) => candidate.id === id);
  if (!found) {
    throw new UnreadableSecretError(
      `encryption key '${id}' is missing in BILLFOLD_ENCRYPTION_KEYS; 'billfold doctor' shows what needs it`,
    );
  }
  const ciphertext = Buffer.from(encoded, "base64");
  try {
    const decipher = createDecipheriv("aes-256-gcm", found.key, ciphertext.subarray(0, 12));
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(ciphertext.subarray(-16));
    return decipher.update(ciphertext.subarray(12, -16), undefined, "utf8") + decipher.final("utf8");
  } catch (cause) {
    throw new UnreadableSecretError(
      `a stored secret can't be decrypted with the encryption key '${id}', because it was encrypted with a different one; 'billfold doctor' counts such secrets`,
      { cause },
    );
  }
}

/** Whether it can be read with these keys; what it says is nobody's business. */
export function canDecrypt(keys: EncryptionKeys, purpose: Purpose, stored: string): boolean {
  try {
    decrypt(keys, purpose, stored);
    return true;
  } catch (error) {
    if (error instanceof UnreadableSecretError) return false;
    throw error;
  }
}

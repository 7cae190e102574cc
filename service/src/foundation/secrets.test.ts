import { describe, expect, test } from "vitest";
import {
  decrypt,
  encrypt,
  hashSecret,
  makeEncryptionKey,
  parseEncryptionKeys,
  purposeNamed,
  secretMatches,
  UnreadableSecretError,
} from "./secrets.ts";

const keys = parseEncryptionKeys(makeEncryptionKey("k1"));
const webhookSecret = purposeNamed("webhook_secret");
const other = purposeNamed("other");

describe("what is encrypted", () => {
  test("comes back, and is never twice the same", () => {
    const stored = encrypt(keys, webhookSecret(7), "whsec_text");
    expect(stored).not.toContain("whsec");
    expect(encrypt(keys, webhookSecret(7), "whsec_text")).not.toBe(stored);
    expect(decrypt(keys, webhookSecret(7), stored)).toBe("whsec_text");
  });

  test("does not open for another company, nor after a change of a single bit", () => {
    const stored = encrypt(keys, webhookSecret(7), "whsec_text");
    expect(() => decrypt(keys, webhookSecret(8), stored)).toThrow();
    const [id, sealed] = stored.split(".") as [string, string];
    const bytes = Buffer.from(sealed, "base64");
    bytes[20]! ^= 1;
    expect(() => decrypt(keys, webhookSecret(7), `${id}.${bytes.toString("base64")}`)).toThrow();
  });

  test("stays readable when a new key comes before the old one, and names the key that is missing", () => {
    const stored = encrypt(keys, other(), "text");
    const rotated = [...parseEncryptionKeys(makeEncryptionKey("k2")), ...keys];
    expect(decrypt(rotated, other(), stored)).toBe("text");
    expect(encrypt(rotated, other(), "text")).toMatch(/^k2\./);
    expect(() => decrypt(parseEncryptionKeys(makeEncryptionKey("k2")), other(), stored)).toThrow(/'k1'/);
  });
});

test("what can't be opened says so as such, with the key's name and without a word of the secret", () => {
  const stored = encrypt(keys, other(), "whsec_text");
  const [strange, same] = ["k2", "k1"].map((id) => parseEncryptionKeys(makeEncryptionKey(id)));
  for (const [wrong, says] of [
    [strange!, /'k1' is not among/] as const,
    [same!, /does not open with .* 'k1'/] as const,
  ]) {
    expect(() => decrypt(wrong, other(), stored)).toThrow(UnreadableSecretError);
    expect(() => decrypt(wrong, other(), stored)).toThrow(says);
  }
});

test("a secret matches its own hash and nothing else", () => {
  const stored = hashSecret("bfs_one");
  expect(secretMatches(hashSecret("bfs_one"), stored)).toBe(true);
  expect(secretMatches(hashSecret("bfs_two"), stored)).toBe(false);
  expect(secretMatches(hashSecret("bfs_one"), null)).toBe(false);
});

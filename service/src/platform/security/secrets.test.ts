import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  canDecrypt,
  decrypt,
  encrypt,
  fingerprintOf,
  hashSecret,
  isTypedText,
  keyWeakness,
  makeEncryptionKey,
  parseEncryptionKeys,
  purposeNamed,
  purposeNames,
  secretMatches,
  UnreadableSecretError,
} from "./secrets.ts";

const keys = parseEncryptionKeys(makeEncryptionKey("k1"));
const webhookSecret = purposeNamed("webhook_secret");
const other = purposeNamed("other");

describe("an encrypted value", () => {
  test("can be decrypted, and is different every time", () => {
    const stored = encrypt(keys, webhookSecret(7), "whsec_text");
    expect(stored).not.toContain("whsec");
    expect(encrypt(keys, webhookSecret(7), "whsec_text")).not.toBe(stored);
    expect(decrypt(keys, webhookSecret(7), stored)).toBe("whsec_text");
  });

  test("can't be decrypted for another company, nor after a change of a single bit", () => {
    const stored = encrypt(keys, webhookSecret(7), "whsec_text");
    expect(() => decrypt(keys, webhookSecret(8), stored)).toThrow();
    const [id, sealed] = stored.split(".") as [string, string];
    const bytes = Buffer.from(sealed, "base64");
    bytes[20]! ^= 1;
    expect(() => decrypt(keys, webhookSecret(7), `${id}.${bytes.toString("base64")}`)).toThrow();
  });

  test("stays readable when a new key comes before the old one, and the error names a missing key", () => {
    const stored = encrypt(keys, other(), "text");
    const rotated = [...parseEncryptionKeys(makeEncryptionKey("k2")), ...keys];
    expect(decrypt(rotated, other(), stored)).toBe("text");
    expect(encrypt(rotated, other(), "text")).toMatch(/^k2\./);
    expect(() => decrypt(parseEncryptionKeys(makeEncryptionKey("k2")), other(), stored)).toThrow(/'k1'/);
  });
});

test("a failed decryption is an error with the key's name and without any part of the secret", () => {
  const stored = encrypt(keys, other(), "whsec_text");
  const [strange, same] = ["k2", "k1"].map((id) => parseEncryptionKeys(makeEncryptionKey(id)));
  for (const [wrong, says] of [
    [strange!, /'k1' is missing/] as const,
    [same!, /can't be decrypted with .* 'k1'/] as const,
  ]) {
    expect(() => decrypt(wrong, other(), stored)).toThrow(UnreadableSecretError);
    expect(() => decrypt(wrong, other(), stored)).toThrow(says);
  }
});

test("a failed decryption has a cause for the log", () => {
  const stored = encrypt(keys, other(), "text");
  expect(() => decrypt(parseEncryptionKeys(makeEncryptionKey("k1")), other(), stored)).toThrow(
    expect.objectContaining({ cause: expect.any(Error) }),
  );
});

test("a secret matches its own hash and nothing else", () => {
  const stored = hashSecret("bfs_one");
  expect(secretMatches(hashSecret("bfs_one"), stored)).toBe(true);
  expect(secretMatches(hashSecret("bfs_two"), stored)).toBe(false);
  expect(secretMatches(hashSecret("bfs_one"), null)).toBe(false);
});

test("text of any length and language can be encrypted and decrypted", () => {
  for (const text of ["", "ü 漢 😀", "x".repeat(100_000)]) {
    expect(decrypt(keys, other(), encrypt(keys, other(), text))).toBe(text);
  }
});

test("nothing is encrypted without a key", () => {
  expect(() => encrypt([], other(), "text")).toThrow("no encryption key is configured");
});

test("a truncated or foreign text can't be decrypted", () => {
  for (const stored of ["", "k1", "k1.", "k1.AAAA", `${encrypt(keys, other(), "text").slice(0, -8)}`]) {
    expect(() => decrypt(keys, other(), stored)).toThrow(UnreadableSecretError);
  }
});

test("a caller can check whether a value can be decrypted", () => {
  const stored = encrypt(keys, other(), "text");
  expect(canDecrypt(keys, other(), stored)).toBe(true);
  expect(canDecrypt(keys, webhookSecret(7), stored)).toBe(false);
  expect(() => canDecrypt(keys, other(), undefined as unknown as string)).toThrow(TypeError);
});

test("every purpose is listed by its name", () => {
  purposeNamed("a purpose of this test");
  expect([...purposeNames]).toEqual(
    expect.arrayContaining(["webhook_secret", "other", "a purpose of this test"]),
  );
});

describe("encryption keys", () => {
  const key = (fill: number) => Buffer.alloc(32, fill).toString("base64");

  test("are a list with optional spaces, of which the first encrypts", () => {
    const read = parseEncryptionKeys(` new:${key(1)} , old_2-B:${key(2)} `);
    expect(read.map(({ id, key: bytes }) => [id, bytes[0], bytes.length])).toEqual([
      ["new", 1, 32],
      ["old_2-B", 2, 32],
    ]);
    expect(parseEncryptionKeys(`${"i".repeat(32)}:${key(1)}`)).toHaveLength(1);
  });

  test.each([
    "",
    "k1",
    `:${key(1)}`,
    "k1:",
    `k 1:${key(1)}`,
    ` é:${key(1)}`,
    `k1é:${key(1)}`,
    `${"i".repeat(33)}:${key(1)}`,
    `k1:${Buffer.alloc(31, 1).toString("base64")}`,
    `k1:${Buffer.alloc(33, 1).toString("base64")}`,
    `k1:${key(1)},`,
    `k1:${key(1)},k2:short`,
    `k2:short,k1:${key(1)}`,
  ])("can't be %j", (text) => {
    expect(() => parseEncryptionKeys(text)).toThrow("expected id:base64 of 32 bytes");
  });

  test("have unique names", () => {
    expect(() => parseEncryptionKeys(`k1:${key(1)},k1:${key(2)}`)).toThrow("two keys have the same id");
  });

  test("are identified by a fingerprint of six digits that reveals nothing of the key", () => {
    const fingerprint = fingerprintOf({ id: "k1", key: Buffer.alloc(32, 7) });
    const expected = createHmac("sha256", Buffer.alloc(32, 7)).update("billfold fingerprint").digest("hex");
    expect(fingerprint).toBe(expected.slice(0, 6));
    expect(fingerprintOf({ id: "k2", key: Buffer.alloc(32, 7) })).toBe(fingerprint);
    expect(fingerprintOf({ id: "k1", key: Buffer.alloc(32, 8) })).not.toBe(fingerprint);
  });

  const bytes = (at: (index: number) => number) =>
    Buffer.from(Array.from({ length: 32 }, (_, index) => at(index)));
  const random = Buffer.from("9f3c1be6720ad85544e1c7903b6f28fd0192ab7ec65d14388a53f0e40c77b969", "hex");

  test.each([
    ["repeats one byte", bytes(() => 7)],
    ["counts up or down", bytes((index) => index)],
    ["counts up or down", bytes((index) => 255 - index)],
    ["counts up or down", bytes((index) => 250 + 3 * index)],
    ["repeats a pattern", bytes((index) => index % 2)],
    ["repeats a pattern", bytes((index) => random[index % 16]!)],
    ["repeats a pattern", bytes((index) => random[index % 15]!)],
    ["repeats a pattern", bytes((index) => (index < 15 ? random[index]! : random[(index * index) % 15]!))],
  ])("that are guessable are rejected with the cause: one that %s", (words, key) => {
    expect(keyWeakness(key)).toContain(words);
  });

  test("that look random are accepted, also when a byte occurs twice", () => {
    expect(new Set(random).size).toBeGreaterThan(16);
    expect(keyWeakness(random)).toBeUndefined();
    // Sixteen different bytes are enough, and half of a pattern is not a pattern.
    const sixteen = bytes((index) => random[index < 16 ? index : (index * 7 + 3) % 16]!);
    expect(new Set(sixteen).size).toBe(16);
    expect(keyWeakness(sixteen)).toBeUndefined();
    for (let count = 0; count < 100; count++) {
      const [drawn] = parseEncryptionKeys(makeEncryptionKey("k1"));
      expect([keyWeakness(drawn!.key), isTypedText(drawn!.key)]).toEqual([undefined, false]);
    }
  });

  test("that were typed are detected by their letters", () => {
    expect(isTypedText(Buffer.from(" correct-horse~battery staple !!"))).toBe(true);
    for (const wrong of [0x1f, 0x7f, 0, 0xff]) {
      const key = Buffer.from("correct-horse battery staple !!!");
      key[31] = wrong;
      expect(isTypedText(key)).toBe(false);
    }
  });
});

test("a hash of another length matches nothing, and causes no error", () => {
  expect(secretMatches(hashSecret("bfs_one"), Buffer.alloc(31))).toBe(false);
});

import { createHmac, createPublicKey, createSecretKey, generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { signedData, verificationKey } from "./irp/receipt.ts";
import { claimsOf, isToken, publicKeyOf } from "./signed-token.ts";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const small = generateKeyPairSync("ed25519");
const pemOf = (key: typeof rsa.publicKey) => key.export({ type: "spki", format: "pem" }).toString();
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function token(alg: string, claims: object, make: (text: Buffer) => Buffer): string {
  const text = `${encode({ alg, typ: "JWT" })}.${encode(claims)}`;
  return `${text}.${make(Buffer.from(text)).toString("base64url")}`;
}

const claims = { data: JSON.stringify({ Irn: "abc", AckNo: 112_010_036_563_310 }), iss: "NIC" };
const genuine = token("RS256", claims, (text) => sign("sha256", text, rsa.privateKey));

test("what the owner of the key signed is read", () => {
  expect(claimsOf(genuine, rsa.publicKey)).toEqual(claims);
  expect(signedData(genuine, rsa.publicKey)).toEqual({ Irn: "abc", AckNo: 112_010_036_563_310 });
  const other = token("EdDSA", claims, (text) => sign(null, text, small.privateKey));
  expect(claimsOf(other, small.publicKey)).toEqual(claims);
});

test("a token with another signature, or none, is rejected", () => {
  const [head, body, signature] = genuine.split(".");
  const changed = encode({ ...claims, iss: "CIN" });
  const pem = pemOf(rsa.publicKey);
  const forgeries = [
    `${head}.${changed}.${signature}`,
    `${head}.${body}.`,
    `${encode({ alg: "none" })}.${body}.AAAA`,
    // Signed with the public key as if it were a shared secret, which a reader that believes the head would accept.
    token("HS256", claims, (text) => createHmac("sha256", pem).update(text).digest()),
    token("RS256", claims, (text) => createHmac("sha256", pem).update(text).digest()),
    // Signed by the owner, but in a way that is not the one it says.
    token("PS256", claims, (text) => sign("sha256", text, rsa.privateKey)),
    token("EdDSA", claims, (text) => sign(null, text, small.privateKey)),
    token("RS256", claims, (text) =>
      sign("sha256", text, generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey),
    ),
    // What a reader of base64 skips, or what follows the signature, is not part of what was signed.
    `${genuine}!`,
    `${genuine}.${signature}`,
    `AAAA.${body}.${signature}`,
    "not a token",
    "",
    undefined,
    7,
    [genuine],
  ];
  for (const forgery of forgeries) expect(claimsOf(forgery, rsa.publicKey)).toBeUndefined();
  expect(claimsOf(genuine, small.publicKey)).toBeUndefined();
});

test("a key of another kind accepts nothing, not even what its owner signed", () => {
  const curve = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const signed = token("ES256", claims, (text) => sign("sha256", text, curve.privateKey));
  expect(claimsOf(signed, curve.publicKey)).toBeUndefined();
  const secret = createSecretKey(Buffer.alloc(32));
  const shared = token("HS256", claims, (text) => createHmac("sha256", secret).update(text).digest());
  expect(claimsOf(shared, secret)).toBeUndefined();
});

test("a token is three parts in base64url, and nothing around them", () => {
  expect([genuine, "a.b.c", "-_.-_.-_"].filter((text) => !isToken(text))).toEqual([]);
  const others = [
    "..",
    "a.b.",
    "a..c",
    ".b.c",
    "a.b",
    "a.b.c.d",
    " a.b.c",
    "a.b.c\n",
    "a b.c.d",
    "a.b+.c",
    "aXbXc",
  ];
  expect(others.filter(isToken)).toEqual([]);
});

test("a token that holds no document is none", () => {
  const empty = token("RS256", { iss: "NIC" }, (text) => sign("sha256", text, rsa.privateKey));
  const odd = token("RS256", { data: "[1]" }, (text) => sign("sha256", text, rsa.privateKey));
  expect([signedData(empty, rsa.publicKey), signedData(odd, rsa.publicKey)]).toEqual([undefined, undefined]);
});

test("keys are read from PEM, and the one for signatures comes first", () => {
  expect(publicKeyOf("no key")).toBeUndefined();
  expect(publicKeyOf(undefined)).toBeUndefined();
  const account = { baseUrl: "", public_key: pemOf(rsa.publicKey) };
  expect(verificationKey(account)?.equals(createPublicKey(account.public_key))).toBe(true);
  const both = { ...account, signing_key: pemOf(small.publicKey) };
  expect(verificationKey(both)?.asymmetricKeyType).toBe("ed25519");
});

test("a key is read once for as long as it is remembered, and no more than a thousand are", () => {
  const [first, second] = [rsa.publicKey, small.publicKey].map(pemOf) as [string, string];
  const [one, other] = [publicKeyOf(first), publicKeyOf(second)];
  expect(publicKeyOf(first) === one && publicKeyOf(second) === other).toBe(true);
  // The same key in a thousand more texts.
  for (let count = 1; count <= 1000; count += 1) publicKeyOf(`${second}${"\n".repeat(count)}`);
  expect(publicKeyOf(first) === one).toBe(false);
  expect(publicKeyOf(first)?.equals(one!)).toBe(true);
});

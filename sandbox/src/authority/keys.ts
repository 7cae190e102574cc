import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  sign as signWith,
} from "node:crypto";
import { promisify } from "node:util";
import type { Ledger } from "./ledger.ts";

/**
 * The authority's keys. Businesses encrypt QR codes and logins with the RSA public key, and the Indian protocol signs
 * with the private one. Receipts are signed with Ed25519, because an RSA signature takes milliseconds and would
 * distort benchmarks of a service.
 */
export type Keys = { large: Key; small: Key };

export type Key = { algorithm: "RS256" | "EdDSA"; privateKey: KeyObject; publicPem: string; id: Buffer };

/** Returns the keys, which are generated on first use. */
export type KeyRing = () => Promise<Keys>;

const makeKeyPair = promisify(generateKeyPair);
const signInBackground = promisify(signWith);

// Generating the RSA key takes a third of a second of processor time, so all authorities in a process share it.
let made: Promise<string> | undefined;

export function createKeyRing(ledger: Ledger): KeyRing {
  let keys: Promise<Keys> | undefined;
  return () => {
    keys ??= open(ledger);
    return keys;
  };
}

async function open(ledger: Ledger): Promise<Keys> {
  if (ledger.privateKey === undefined) {
    made ??= makePrivatePem();
    ledger.keep({ privateKey: await made });
  }
  const pem = ledger.privateKey as string;
  return {
    large: keyOf("RS256", createPrivateKey(pem)),
    small: keyOf("EdDSA", createPrivateKey({ key: smallFrom(pem), format: "der", type: "pkcs8" })),
  };
}

function keyOf(algorithm: Key["algorithm"], privateKey: KeyObject): Key {
  const publicKey = createPublicKey(privateKey);
  const id = createHash("sha1")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest();
  const publicPem = publicKey.export({ type: "spki", format: "pem" }).toString();
  return { algorithm, privateKey, publicPem, id };
}

// The PKCS #8 prefix of a 32-byte Ed25519 key.
const ed25519Head = Buffer.from("302e020100300506032b657004220420", "hex");

/** Derived from the RSA key, so that one line in the file stores both. */
function smallFrom(pem: string): Buffer {
  return Buffer.concat([ed25519Head, createHash("sha256").update(pem).digest()]);
}

async function makePrivatePem(): Promise<string> {
  const { privateKey } = await makeKeyPair("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

/** A JSON Web Token. The same claims always give the same token. */
export async function signToken({ algorithm, privateKey, id }: Key, claims: object): Promise<string> {
  const head = {
    alg: algorithm,
    kid: id.toString("hex").toUpperCase(),
    typ: "JWT",
    x5t: id.toString("base64url"),
  };
  const signed = `${encode(head)}.${encode(claims)}`;
  const digest = algorithm === "RS256" ? "sha256" : null;
  const signature = await signInBackground(digest, Buffer.from(signed), privateKey);
  return `${signed}.${signature.toString("base64url")}`;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The same token with an invalid signature. */
export function corrupt(token: string): string {
  const cut = token.lastIndexOf(".") + 1;
  const signature = Buffer.from(token.slice(cut), "base64url");
  signature.writeUInt8(signature.readUInt8(0) ^ 1, 0);
  return token.slice(0, cut) + signature.toString("base64url");
}

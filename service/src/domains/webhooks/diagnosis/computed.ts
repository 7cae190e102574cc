import { createHmac } from "node:crypto";
import { bareSecret, decodedSecret, isAmong } from "../../../platform/security/signature.ts";
import { minified } from "./body.ts";
import type { Finding, KnownSecret, Search } from "./diagnose.ts";

type Computation = {
  t: string;
  messageId?: string | undefined;
  body: Buffer;
  /** The signatures in the header. */
  signatures: readonly Buffer[];
  /** The secret that made the signature, if it is known. */
  signer: KnownSecret | undefined;
  /** Whether the signature fits this body. */
  fits: boolean;
};

const messages = {
  secret_without_prefix:
    "Your code uses the secret without whsec_. The HMAC key of X-Pay-Signature is the whole secret, including whsec_.",
  secret_decoded:
    "Your code decodes the secret from base64. That is right only for the Standard Webhooks headers. The HMAC key of X-Pay-Signature is the whole secret as shown, including whsec_.",
  secret_with_whitespace:
    "Your code uses the secret with a newline, a space or quotes around it. Remove them where you load it: files often end in a newline, and Docker's env files keep quotes.",
  secret_missing:
    "Your code uses an empty or undefined secret. Check that the environment variable with the secret is set where the receiver runs.",
  timestamp_not_signed:
    "Your code signs the body without the timestamp. Sign <t>.<body>, with t from X-Pay-Signature.",
  standard_webhooks_signature:
    "Your code computes the Standard Webhooks signature. Compare it in base64 with webhook-signature, or sign <t>.<body> with the whole secret as key and compare that with X-Pay-Signature.",
  re_serialised_json:
    'Your code signs JSON that was parsed and serialised again, so its bytes differ. Sign the raw body: express.raw({ type: "application/json" }) in Express, request.get_data() in Flask, file_get_contents("php://input") in PHP.',
  empty_body:
    "Your code signs an empty body: most likely a body parser has already read it. Keep the raw body and sign that.",
  wrong_algorithm: "Your code uses HMAC with a different hash. Use HMAC-SHA256.",
  computed_upper_case:
    "Your code writes the signature in upper-case hex. Use lower-case hex, or compare the bytes.",
  computed_base64:
    "Your code writes the signature in base64, but X-Pay-Signature is lower-case hex. Use hex.",
  computed_right:
    "Your code computes exactly the signature in the header. If the body is unchanged, check how your code compares: split the header at the commas, accept any value after v1=, and check that your clock is within the tolerance.",
  computed_fits_body:
    "Your code computes the right signature for the body that you received. The code is fine: find out what changed the request on the way.",
  computed_unreadable:
    "The value that your code computed is not a signature. HMAC-SHA256 has 32 bytes: 64 hex digits or 44 base64 characters.",
  computed_unknown:
    "We could not find out how your code computed its signature. We tried all secrets of the company (whole, without whsec_, decoded, and with whitespace or quotes), with and without the timestamp, and the body as received, re-serialised and empty. X-Pay-Signature is the hex of HMAC-SHA256 over <t>.<raw body>, keyed with the whole secret.",
};
type Mistake = keyof typeof messages;

const findings = (...codes: (Mistake | undefined)[]): Finding[] =>
  codes.filter((code) => code !== undefined).map((code) => ({ code, message: messages[code] }));

/** Explains why the receiver's own code computes another signature. Only whole signatures are ever compared. */
export function explainComputed(search: Search, computation: Computation, computed: string): Finding[] {
  const read = readComputed(computed);
  const algorithm = read && algorithms.get(read.bytes.length);
  if (!read || !algorithm) return findings("computed_unreadable");
  if (isAmong(read.bytes, computation.signatures)) return findings(read.encoding ?? "computed_right");
  const found = findMistakes(search, computation, read.bytes, algorithm);
  if (!found) return findings("computed_unknown");
  if (found.mistakes.includes("standard_webhooks_signature")) return findings("standard_webhooks_signature");
  const hash = algorithm === "sha256" ? undefined : "wrong_algorithm";
  const all = [
    ...wrongSecret(found.secret, computation.signer),
    ...findings(...found.mistakes, read.encoding, hash),
  ];
  return all.length === 0 ? findings("computed_fits_body") : all;
}

/** A value that a receiver's code may use, and the mistake that it is, unless it is the right one. */
type Choice<T> = [value: T, mistake?: Mistake];

/** Every combination is tried for the secret that signed; for the others, if there are many, only the likely ones. */
function findMistakes(search: Search, computation: Computation, wanted: Buffer, algorithm: string) {
  const { signer, body: received } = computation;
  const others = search.secrets.filter((secret) => secret !== signer);
  const prefixes = prefixChoices(computation);
  const bodies: Choice<Buffer>[] = [[received], ...bodyChoices(received)];
  for (const secret of signer ? [signer, ...others] : others) {
    const thorough = secret === signer || others.length < 3;
    for (const [key, keyMistake] of keyChoices(secret.secret)) {
      for (const [prefix, prefixMistake] of prefixes) {
        for (const [body, bodyMistake] of thorough ? bodies : bodies.slice(0, 1)) {
          if (!search.mayHash(body.length)) return undefined;
          const made = createHmac(algorithm, key).update(prefix).update(body).digest();
          if (isAmong(made, [wanted])) return { secret, mistakes: [keyMistake, prefixMistake, bodyMistake] };
        }
      }
    }
  }
  return undefined;
}

function keyChoices(secret: string): Choice<string | Buffer>[] {
  return [
    [secret],
    [bareSecret(secret), "secret_without_prefix"],
    [decodedSecret(secret), "secret_decoded"],
    [`${secret}\n`, "secret_with_whitespace"],
    [`${secret}\r\n`, "secret_with_whitespace"],
    [`${secret} `, "secret_with_whitespace"],
    [`"${secret}"`, "secret_with_whitespace"],
    ["", "secret_missing"],
    ["undefined", "secret_missing"],
  ];
}

function prefixChoices({ t, messageId }: Computation): Choice<string>[] {
  const own: Choice<string>[] = [[`${t}.`], ["", "timestamp_not_signed"]];
  return messageId ? [...own, [`${messageId}.${t}.`, "standard_webhooks_signature"]] : own;
}

function bodyChoices(received: Buffer): Choice<Buffer>[] {
  const texts = [...serialisations(received.toString("utf8")), "[object Object]"];
  const changed = texts.map((text): Choice<Buffer> => [Buffer.from(text), "re_serialised_json"]);
  return [...changed.filter(([bytes]) => !bytes.equals(received)), [Buffer.alloc(0), "empty_body"]];
}

// Larger bodies are rare, and three more copies of one would take long.
const maxSerialised = 256 * 1024;

/** As JavaScript, Python and PHP write JSON by default. */
function serialisations(text: string): string[] {
  if (text.length > maxSerialised) return [];
  try {
    const compact = JSON.stringify(JSON.parse(text));
    const spaced = minified(text).replace(/"[^"\\]*(?:\\.[^"\\]*)*"?|[,:]/g, (part) =>
      part === "," || part === ":" ? `${part} ` : part,
    );
    return [compact, escaped(spaced), escaped(compact.replaceAll("/", "\\/"))];
  } catch {
    return [];
  }
}

function escaped(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function wrongSecret(used: KnownSecret, signer: KnownSecret | undefined): Finding[] {
  if (used.kind !== "current" && used !== signer) {
    const message = `Your code uses an old secret of endpoint ${used.endpointId}, from before its last rotation. Use the current one.`;
    return [{ code: "old_secret", message }];
  }
  if (!signer || used === signer) return [];
  const isSameEndpoint = used.endpointId === signer.endpointId;
  const signedWith = isSameEndpoint
    ? "an older one. Replay the delivery: each attempt gets a new signature."
    : `the secret of endpoint ${signer.endpointId}. Each endpoint has its own secret.`;
  const message = `Your code uses the current secret of endpoint ${used.endpointId}, but this delivery was signed with ${signedWith}`;
  return [{ code: isSameEndpoint ? "newer_secret" : "other_endpoint_secret", message }];
}

const algorithms = new Map([
  [20, "sha1"],
  [32, "sha256"],
  [64, "sha512"],
]);

/** With what is wrong about its encoding, if anything is. */
function readComputed(computed: string): { bytes: Buffer; encoding?: Mistake } | undefined {
  const text = computed.trim().replace(/^(?:t=\d+,)?(?:v1[=,]|sha256=)?/, "");
  if (text.length > 256) return undefined;
  if (/^(?:[0-9a-f]{2})+$/i.test(text)) {
    const bytes = Buffer.from(text, "hex");
    return text === text.toLowerCase() ? { bytes } : { bytes, encoding: "computed_upper_case" };
  }
  if (!/^[\w+/-]+={0,2}$/.test(text)) return undefined;
  return { bytes: Buffer.from(text, "base64"), encoding: "computed_base64" };
}

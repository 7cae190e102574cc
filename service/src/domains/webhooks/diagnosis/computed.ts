import { createHmac } from "node:crypto";
import { isAmong } from "../../../platform/security/signature.ts";
import type { Finding, KnownSecret, Search } from "./diagnose.ts";
import { changedBodies, keyForms, textForms, type Variant } from "./recipes.ts";

type Computation = {
  computed?: string;
  t: string;
  messageId: string | undefined;
  body: Buffer;
  /** The signatures in the header. */
  signatures: readonly Buffer[];
  /** The secret that made the signature, if it is known. */
  signer: KnownSecret | undefined;
  /** Whether the signature fits this body. */
  fits: boolean;
};

/** Explains why the receiver's own code computes another signature. Only whole signatures are ever compared. */
export function explainComputed(search: Search, computation: Computation): Finding[] {
  if (computation.computed === undefined) return [];
  const read = readComputed(computation.computed);
  const algorithm = read && algorithms.get(read.bytes.length);
  if (!read || !algorithm) return [unreadable];
  const spelling = spellings.get(read.form);
  if (isAmong(read.bytes, computation.signatures)) {
    return [spelling ?? (computation.fits ? rightSignature : rightForOtherBody)];
  }
  const recipe = findRecipe(search, computation, read.bytes, algorithm);
  if (!recipe) return [unexplained];
  const { key, text, body } = recipe;
  const standard = key.code === "secret_decoded" && text.code === "standard_text";
  const how = standard ? [standardComputed, body] : [key, text, body, spelling];
  const causes = [wrongSecret(recipe.secret, computation), ...how, wrongAlgorithm(algorithm)];
  // Copied field by field, because a recipe holds the secret beside what is said about it.
  const findings = causes.flatMap((cause) =>
    cause?.code && cause.message ? [{ code: cause.code, message: cause.message }] : [],
  );
  return findings.length === 0 ? [rightForReceived] : findings;
}

type Recipe = { secret: KnownSecret; key: Variant; text: Variant; body: Variant };

/** Every combination is tried for the secret that signed; for the others, if there are many, only the likely ones. */
function findRecipe(
  search: Search,
  computation: Computation,
  wanted: Buffer,
  algorithm: string,
): Recipe | undefined {
  const { signer, body: asReceived } = computation;
  const others = search.secrets.filter((secret) => secret !== signer);
  const texts = textForms(computation.t, computation.messageId);
  const bodies = [{ bytes: asReceived }, ...changedBodies(asReceived)];
  for (const secret of signer ? [signer, ...others] : others) {
    const thorough = secret === signer || others.length < 3;
    for (const key of keyForms(secret.secret)) {
      for (const text of thorough ? texts : texts.slice(0, 2)) {
        for (const body of thorough ? bodies : bodies.slice(0, 1)) {
          if (!search.mayHash(body.bytes.length)) return undefined;
          const made = createHmac(algorithm, key.key).update(text.prefix).update(body.bytes).digest();
          if (isAmong(made, [wanted])) return { secret, key, text, body };
        }
      }
    }
  }
  return undefined;
}

function wrongSecret(used: KnownSecret, { signer }: Computation): Finding | undefined {
  if (used === signer) return undefined;
  if (used.kind !== "current") {
    return {
      code: "old_secret",
      message: `Your code uses an old secret of endpoint ${used.endpointId}, from before its last rotation. Give it the present one.`,
    };
  }
  if (!signer) return undefined;
  if (used.endpointId === signer.endpointId) {
    return {
      code: "newer_secret",
      message: `Your code uses the present secret of endpoint ${used.endpointId}, but this delivery was signed with an older one. Replay the delivery: each attempt is signed afresh.`,
    };
  }
  return {
    code: "other_endpoint_secret",
    message: `Your code uses the secret of endpoint ${used.endpointId}, but this delivery went to endpoint ${signer.endpointId}. Each endpoint has its own secret.`,
  };
}

const algorithms = new Map([
  [16, "md5"],
  [20, "sha1"],
  [28, "sha224"],
  [32, "sha256"],
  [48, "sha384"],
  [64, "sha512"],
]);

function wrongAlgorithm(algorithm: string): Finding | undefined {
  if (algorithm === "sha256") return undefined;
  return {
    code: "wrong_algorithm",
    message: `Your code uses HMAC with ${algorithm.toUpperCase()}. Use HMAC-SHA256.`,
  };
}

type Form = "hex" | "upper" | "base64";

function readComputed(computed: string): { bytes: Buffer; form: Form } | undefined {
  const text = computed.trim().replace(/^(?:t=\d+,)?(?:v1[=,]|sha256=)?/, "");
  if (text.length > 256) return undefined;
  if (/^(?:[0-9a-f]{2})+$/i.test(text)) {
    return { bytes: Buffer.from(text, "hex"), form: text === text.toLowerCase() ? "hex" : "upper" };
  }
  return /^[\w+/-]+={0,2}$/.test(text) ? { bytes: Buffer.from(text, "base64"), form: "base64" } : undefined;
}

const unreadable: Finding = {
  code: "computed_unreadable",
  message:
    "What your code computed has not the form of a signature. HMAC-SHA256 gives 32 bytes: 64 hex digits, or 44 characters of base64.",
};

const rightSignature: Finding = {
  code: "computed_right",
  message:
    "Your code computes the right signature. Look at how it compares: with any v1 of the header, after splitting at the commas and taking what follows v1=, and with its clock within the tolerance.",
};

const rightForOtherBody: Finding = {
  code: "computed_right",
  message:
    "Your code computes the very signature that the header holds, so it saw the body as we sent it. The body that you gave here is another one.",
};

const rightForReceived: Finding = {
  code: "computed_fits_body",
  message:
    "Your code computes rightly what the body that you received gives. Leave the code as it is and look for what changed the request on the way.",
};

const standardComputed: Finding = {
  code: "standard_webhooks_signature",
  message:
    "Your code computes the Standard Webhooks signature. Compare it in base64 with webhook-signature, or sign <t>.<body> with the whole secret as key and compare that with X-Pay-Signature.",
};

const unexplained: Finding = {
  code: "computed_unknown",
  message:
    "It could not be found how your code computed its signature. Tried were all secrets of the company, whole, without whsec_, decoded and with whitespace or quotes; with and without the time; in milliseconds; and the body as received, re-serialised, trimmed and empty. X-Pay-Signature is the hex of HMAC-SHA256 over <t>.<raw body>, keyed by the whole secret.",
};

const spellings = new Map<Form, Finding>([
  [
    "upper",
    {
      code: "computed_upper_case",
      message:
        "Your code writes the signature in upper-case hex. Write lower-case hex, or compare the bytes.",
    },
  ],
  [
    "base64",
    {
      code: "computed_base64",
      message:
        "Your code writes the signature in base64, and X-Pay-Signature holds lower-case hex. Write hex.",
    },
  ],
]);

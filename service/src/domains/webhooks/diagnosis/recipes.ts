import { bareSecret, decodedSecret } from "../../../platform/security/signature.ts";
import { minified, parseJson } from "./body.ts";

/**
 * The ways in which receivers compute the signature: first the right one, which needs no comment, then common
 * mistakes.
 */
export type Variant = { code?: string; message?: string };

export function keyForms(secret: string): (Variant & { key: string | Buffer })[] {
  const spaced = [`${secret}\n`, `${secret}\r\n`, `${secret} `, ` ${secret}`, `${secret}\r`, `${secret}\0`];
  return [
    { key: secret },
    {
      key: bareSecret(secret),
      code: "secret_without_prefix",
      message:
        "Your code uses the secret without whsec_. The key of X-Pay-Signature is the whole text, whsec_ included.",
    },
    {
      key: decodedSecret(secret),
      code: "secret_decoded",
      message:
        "Your code decodes the secret from base64. That is right for the Standard Webhooks headers only: the key of X-Pay-Signature is the whole text as shown, whsec_ included.",
    },
    ...spaced.map((key) => ({
      key,
      code: "secret_with_whitespace",
      message:
        "Your code uses the secret with a space or newline around it. Trim it where you load it: files often end in a newline.",
    })),
    ...[`"${secret}"`, `'${secret}'`].map((key) => ({
      key,
      code: "secret_in_quotes",
      message:
        "Your code uses the secret with quotes around it. Remove them where it is set: Docker's env files keep quotes as part of the value.",
    })),
    ...["", "undefined", "null", "None"].map((key) => ({
      key,
      code: "secret_missing",
      message:
        "Your code signs with an empty or undefined secret. Check that the variable that holds the secret is set where the receiver runs.",
    })),
  ];
}

export function textForms(t: string, messageId: string | undefined): (Variant & { prefix: string })[] {
  const standard = {
    prefix: `${messageId}.${t}.`,
    code: "standard_text",
    message:
      "Your code signs <webhook-id>.<t>.<body>, the text of Standard Webhooks. X-Pay-Signature signs <t>.<body>.",
  };
  return [
    { prefix: `${t}.` },
    {
      prefix: "",
      code: "timestamp_not_signed",
      message:
        "Your code signs the body without the time. Sign the text <t>.<body>, with t from X-Pay-Signature.",
    },
    {
      prefix: `${t}000.`,
      code: "timestamp_in_milliseconds",
      message: "Your code signs the time in milliseconds. Use t as it stands in X-Pay-Signature, in seconds.",
    },
    {
      prefix: t,
      code: "dot_missing",
      message:
        "Your code signs the time and the body without the dot between them. Sign the text <t>.<body>.",
    },
    {
      prefix: `t=${t}.`,
      code: "timestamp_with_name",
      message: "Your code signs t=<t>.<body>. Take the time without its name: sign the text <t>.<body>.",
    },
    ...(messageId ? [standard] : []),
  ];
}

export function changedBodies(body: Buffer): (Variant & { bytes: Buffer })[] {
  const text = body.toString("utf8");
  const reSerialised = {
    code: "re_serialised_json",
    message:
      'Your code signs the parsed and again serialised JSON, which has other bytes. Sign the raw body: express.raw({ type: "application/json" }) in Express, request.get_data() in Flask, file_get_contents("php://input") in PHP.',
  };
  const whitespace = {
    code: "body_whitespace",
    message:
      "Your code signs the body with whitespace added or removed at its end. Sign the body exactly as it came.",
  };
  const empty = {
    code: "empty_body",
    message:
      "Your code signs an empty body: most likely a body parser has read it before. Keep the raw body and sign that.",
  };
  return [
    ...serialisations(text).map((bytes) => ({ ...reSerialised, bytes })),
    ...[`${text}\n`, `${text}\r\n`, text.trim()].map((bytes) => ({ ...whitespace, bytes })),
    { ...empty, bytes: "" },
    { ...reSerialised, bytes: "[object Object]" },
  ]
    .map((form) => ({ ...form, bytes: Buffer.from(form.bytes) }))
    .filter((form) => !form.bytes.equals(body));
}

// Larger bodies are rare, and six more copies of one would keep other requests waiting.
const maxSerialised = 256 * 1024;

/** As JavaScript, a pretty printer, Python and PHP write JSON by default. */
function serialisations(text: string): string[] {
  if (text.length > maxSerialised) return [];
  try {
    const value = parseJson(text);
    const compact = JSON.stringify(value);
    const spaced = minified(text).replace(/"[^"\\]*(?:\\.[^"\\]*)*"?|[,:]/g, (part) =>
      part === "," || part === ":" ? `${part} ` : part,
    );
    const php = compact.replaceAll("/", "\\/");
    return [compact, JSON.stringify(value, null, 2), escaped(spaced), spaced, escaped(php), escaped(compact)];
  } catch {
    return [];
  }
}

function escaped(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

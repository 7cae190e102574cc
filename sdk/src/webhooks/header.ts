import { refuse } from "./refusals.ts";

/** The time is kept as text, because that exact text was signed. */
export type Signature = { t: string; signatures: string[] };

// Two signatures take 150 characters; the rest is reserved for future schemes.
const longest = 1024;

/** Parses `X-Pay-Signature` and ignores unknown schemes. */
export function readHeader(header: string | readonly string[] | null | undefined): Signature {
  const values = [header ?? []].flat();
  if (values.length > 1) throw refuse("header_malformed", moreThanOne);
  const [text = ""] = values;
  if (text === "") throw refuse("header_missing");
  if (typeof text !== "string")
    throw refuse(
      "header_malformed",
      'it is not a string. Pass its value, such as headers.get("x-pay-signature").',
    );
  if (text.length > longest) throw refuse("header_malformed", `it has more than ${longest} characters.`);
  const parts = text.split(",").map((part) => part.trim());
  const valuesOf = (scheme: string) =>
    parts.filter((part) => part.startsWith(`${scheme}=`)).map((part) => part.slice(scheme.length + 1));
  const times = valuesOf("t");
  const signatures = valuesOf("v1").filter((value) => /^[0-9a-f]{64}$/.test(value));
  const [t = ""] = times;
  if (/^v1,/.test(text)) throw refuse("header_malformed", standardWebhooks);
  // Servers join headers of the same name with commas.
  if (times.length > 1) throw refuse("header_malformed", moreThanOne);
  if (!/^\d{1,12}$/.test(t))
    throw refuse(
      "header_malformed",
      "its timestamp t is missing or not a number of seconds. Pass the header unchanged.",
    );
  if (signatures.length === 0)
    throw refuse("header_malformed", "it has no v1 with 64 hex digits. Pass the whole header unchanged.");
  return { t, signatures };
}

const moreThanOne =
  "it appears more than once. Check whether a proxy adds it, or whether the delivery was forwarded.";

const standardWebhooks =
  "this is the value of webhook-signature, for Standard Webhooks libraries. Pass the value of X-Pay-Signature.";

import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { contract, type Operation, type Schema } from "./operations.ts";

/**
 * Checks responses against the contract, more strictly than a client would: a client tolerates unknown members, but
 * here a member that the contract does not declare is a fault of the contract.
 */
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true, inlineRefs: false });
ajv.addSchema(contract, "contract");
ajv.addSchema(closed(contract) as Schema, "closed");

/** Every object with declared members allows no others. Examples and parameters do not change. */
export function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== "object" || node === null) return node;
  const copy: Schema = {};
  for (const [name, value] of Object.entries(node))
    copy[name] = name === "example" || name === "examples" ? value : closed(value);
  const isSchema = typeof copy.properties === "object" && "type" in copy;
  return isSchema && copy.additionalProperties === undefined
    ? { ...copy, additionalProperties: false }
    : copy;
}

const compiled = new Map<string, ValidateFunction>();

function faultsOf(reference: string, value: unknown): string[] {
  let validate = compiled.get(reference);
  if (!validate) {
    validate = ajv.compile({ $ref: reference });
    compiled.set(reference, validate);
  }
  if (validate(value)) return [];
  return validate.errors!.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

const pointer = (...parts: string[]) =>
  `#/${parts.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;

export function responseFaults({ answers }: Operation, status: string | number, answer: unknown): string[] {
  return faultsOf(`closed${pointer(...answers[status]!.place)}`, answer);
}

/** Checks a response as received: with its media type, and a document must be complete. */
export function replyFaults(
  operation: Operation,
  status: number,
  contentType: string | null | undefined,
  text: string,
): string[] {
  const { type } = operation.answers[status]!;
  if (contentType?.split(";")[0] !== type) return [`${contentType}, not ${type}`];
  if (type === "application/json") return responseFaults(operation, status, JSON.parse(text));
  const isWhole = wholeDocuments[type]?.test(text) === true;
  return [...responseFaults(operation, status, text), ...(isWhole ? [] : [`no whole ${type}`])];
}

const wholeDocuments: Record<string, RegExp> = {
  "application/pdf": /^%PDF-.*%%EOF\n$/s,
  "application/x-ndjson": /^\{"type":"books".*\n\{"type":"end","events":\d+,"documents":\d+,.*"\}\n$/s,
  "text/csv": /^\uFEFF?[a-z_]+,.*\r\n$/s,
  "application/xml": /^<\?xml .*<\/(Invoice|CreditNote|rsm:CrossIndustryInvoice)>\n?$/s,
};

export function requestFaults({ body }: Operation, given: unknown): string[] {
  return faultsOf(`contract${pointer(...body!.place)}`, given);
}

export const parameterFaults = ({ place }: Operation["parameters"][number], value: unknown): string[] =>
  faultsOf(`contract${pointer(...place, "schema")}`, value);

export const errorFaults = (answer: unknown): string[] =>
  faultsOf("closed#/components/schemas/Error", answer);

/** Whether an event matches the contract's schema for its type. */
export const eventFaults = (event: { type: string }): string[] =>
  faultsOf(
    `closed${pointer("webhooks", event.type, "post", "requestBody", "content", "application/json", "schema")}`,
    event,
  );

import { readFileSync } from "node:fs";
import type { Feature, Scope } from "../src/contract/access.ts";
import type { Reply } from "./harness.ts";

/** The committed contract, which may differ from what the routes generate now. */
export type Schema = { [keyword: string]: unknown };

export type Parameter = { name: string; in: "path" | "query" | "header"; required?: boolean; schema: Schema };

export type Media = {
  /** `application/json`, unless it is a document. */
  type: string;
  schema: Schema;
  example?: unknown;
  /** By code, where there are several: the errors of an operation. */
  examples?: Record<string, { summary: string; value: Schema }>;
  /** The place of the schema in the contract. */
  place: string[];
};

export type Header = { required?: boolean; description: string; schema: Schema };

export type Operation = {
  /** `POST /invoices/{id}/issue` */
  name: string;
  method: string;
  path: string;
  /** `/invoices/{id}`: the path up to the id of one record; undefined where it names none. */
  recordPath: string | undefined;
  scope: Scope | "any";
  /** An alternative scope. */
  orScope: Scope | undefined;
  features: Feature[];
  /** `place`: where the parameter is in the contract. */
  parameters: (Parameter & { place: string[] })[];
  body: Media | undefined;
  /** By status; undefined where the response has no body. */
  answers: Record<string, Media | undefined>;
  /** By status, then by name. */
  headers: Record<string, Record<string, Header>>;
  /** The documented status of success; where it depends on whether the record is new, that of a new one. */
  success: number;
};

// biome-ignore lint/suspicious/noExplicitAny: a document of many shapes, read by tests only
export const contract: any = JSON.parse(readFileSync(new URL("../../openapi.json", import.meta.url), "utf8"));

export const operations: Operation[] = operationsOf(contract);

// biome-ignore lint/suspicious/noExplicitAny: as above
export function operationsOf(document: any): Operation[] {
  return Object.entries<Record<string, never>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      readOperation(document, method.toUpperCase(), path, operation),
    ),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function readOperation(document: any, method: string, path: string, operation: any): Operation {
  const here = ["paths", path, method.toLowerCase()];
  const responses = Object.entries<Reference | Response>(operation.responses).map(
    ([status, given]) =>
      [status, ...found<Response>(document, given, [...here, "responses", status])] as const,
  );
  const feature = operation["x-feature"] as Feature | Feature[] | "any";
  return {
    name: `${method} ${path}`,
    method,
    path,
    // An upsert by external_id needs no record.
    recordPath: method === "PUT" ? undefined : /^[^{]*\{\w+\}/.exec(path)?.[0],
    scope: operation["x-scope"],
    orScope: operation["x-or-scope"],
    features: feature === "any" ? [] : [feature].flat(),
    parameters: operation.parameters.map((given: Reference | Parameter, index: number) => {
      const [parameter, place] = found<Parameter>(document, given, [...here, "parameters", String(index)]);
      return { ...parameter, place };
    }),
    body: mediaOf(document, operation.requestBody?.content, [...here, "requestBody"]),
    answers: Object.fromEntries(
      responses.map(([status, { content }, place]) => [status, mediaOf(document, content, place)]),
    ),
    headers: Object.fromEntries(
      responses.map(([status, { headers }]) => [status, allFound<Header>(document, headers)]),
    ),
    success: successIn(responses.map(([status]) => Number(status))),
  };
}

type Reference = { $ref: string };
type Response = { content?: Content; headers?: Record<string, Reference | Header> };
type Example = { summary: string; value: Schema };
type Content = Record<
  string,
  { schema: Schema; example?: unknown; examples?: Record<string, Reference | Example> }
>;

/** The referenced object and its place: here, or among the components. */
function found<T extends object>(document: Schema, given: Reference | T, place: string[]): [T, string[]] {
  if (!("$ref" in given)) return [given, place];
  const parts = given.$ref.slice("#/".length).split("/");
  return [parts.reduce((node, name) => node[name] as Schema, document) as T, parts];
}

function allFound<T extends object>(
  document: Schema,
  given: Record<string, Reference | T> = {},
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(given).map(([name, each]) => [name, found(document, each, [])[0]]),
  );
}

/** Every body has only one media type. */
function mediaOf(document: Schema, content: Content = {}, place: string[]): Media | undefined {
  const [only, ...others] = Object.entries(content);
  if (others.length > 0) throw new Error(`${Object.keys(content)}: the sweeps look at one form only`);
  if (!only) return undefined;
  const [type, { examples, ...media }] = only;
  return {
    type,
    ...media,
    ...(examples && { examples: allFound<Example>(document, examples) }),
    place: [...place, "content", type, "schema"],
  };
}

function successIn(statuses: number[]): number {
  return statuses.includes(201) ? 201 : statuses.find((status) => status >= 200 && status < 300)!;
}

/** `POST /invoices/{id}/issue` with 7 → `POST /invoices/7/issue` */
export const withId = (operation: Operation, id: number | string): string =>
  operation.name.replace(/\{\w+\}/, String(id) || "crm-881");

/** The parameters without which an operation is refused, with a customer of the company or with its example; behind its address. */
export const requiredQuery = ({ parameters }: Operation, customer: number | string): string =>
  parameters
    .filter(({ in: place, required }) => place === "query" && required)
    .map(
      ({ name, schema }) =>
        `?${name}=${name === "customer_id" ? customer : (schema.examples as string[])[0]}`,
    )
    .join("");

/** A valid body for an operation that takes one, so that only the tested property can be refused. */
export const exampleBody = (operation: Operation) => (operation.body ? { body: operation.body.example } : {});

/** The faults of an error response, in words; empty when there are none. */
export function envelopeFaults(reply: Reply, status: number, code?: string): string[] {
  const { body, headers } = reply;
  const faults: string[] = [];
  if (reply.status !== status) faults.push(`status ${reply.status}, not ${status}`);
  if (body?.success !== false) faults.push("no success: false");
  if (typeof body?.error !== "string" || body.error === "") faults.push("no error text");
  if (typeof body?.code !== "string" || (code !== undefined && body.code !== code)) {
    faults.push(`code ${body?.code}, not ${code}`);
  }
  const requestId = headers.get("x-request-id");
  if (!requestId || body?.request_id !== requestId)
    faults.push(`request_id ${body?.request_id}, header ${requestId}`);
  if (!headers.get("content-type")?.startsWith("application/json")) faults.push("not application/json");
  return faults.length > 0 ? [...faults, reply.text.slice(0, 200)] : [];
}

import { readFileSync } from "node:fs";
import type { Feature, Scope } from "../src/access.ts";
import type { Reply } from "./harness.ts";

/** The contract as the tests walk it: what is committed, not what the routes would make of it today. */
export type Schema = { [keyword: string]: unknown };

export type Parameter = { name: string; in: "path" | "query" | "header"; required?: boolean; schema: Schema };

export type Media = {
  /** `application/json`, unless it is a document. */
  type: string;
  schema: Schema;
  example?: unknown;
};

export type Operation = {
  /** `POST /invoices/{id}/issue` */
  name: string;
  method: string;
  path: string;
  /** `/invoices/{id}`: the path as far as it names one record; undefined where it names none. */
  recordPath: string | undefined;
  scope: Scope | "any";
  /** One that does as well. */
  orScope: Scope | undefined;
  features: Feature[];
  parameters: Parameter[];
  body: Media | undefined;
  /** By status; undefined where the answer has no body. */
  answers: Record<string, Media | undefined>;
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
      readOperation(method.toUpperCase(), path, operation),
    ),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function readOperation(method: string, path: string, operation: any): Operation {
  const responses = Object.entries<{ content?: Content }>(operation.responses);
  const feature = operation["x-feature"] as Feature | Feature[] | "any";
  return {
    name: `${method} ${path}`,
    method,
    path,
    recordPath: /^[^{]*\{\w+\}/.exec(path)?.[0],
    scope: operation["x-scope"],
    orScope: operation["x-or-scope"],
    features: feature === "any" ? [] : [feature].flat(),
    parameters: operation.parameters,
    body: mediaOf(operation.requestBody?.content),
    answers: Object.fromEntries(responses.map(([status, { content }]) => [status, mediaOf(content)])),
    success: successIn(responses.map(([status]) => Number(status))),
  };
}

type Content = Record<string, { schema: Schema; example?: unknown }>;

/** Everything has one form only. */
function mediaOf(content: Content = {}): Media | undefined {
  const [only, ...others] = Object.entries(content);
  if (others.length > 0) throw new Error(`${Object.keys(content)}: the sweeps look at one form only`);
  return only && { type: only[0], ...only[1] };
}

function successIn(statuses: number[]): number {
  return statuses.includes(201) ? 201 : statuses.find((status) => status >= 200 && status < 300)!;
}

/** `POST /invoices/{id}/issue` with 7 → `POST /invoices/7/issue` */
export const withId = (operation: Operation, id: number | string): string =>
  operation.name.replace(/\{\w+\}/, String(id));

/** A valid body for an operation that takes one, so that only what a test is about can be refused. */
export const exampleBody = (operation: Operation) => (operation.body ? { body: operation.body.example } : {});

/** What is wrong with an error answer, in words; empty when nothing is. */
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

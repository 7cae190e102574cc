import { readFileSync } from "node:fs";

export type Schema = {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
};

export type Parameter = {
  $ref?: string;
  name: string;
  in: "path" | "query" | "header";
  description?: string;
  required?: boolean;
  schema: Schema;
  example?: unknown;
};

export type Example = { $ref?: string; summary?: string; value?: unknown };

export type Response = {
  $ref?: string;
  description: string;
  content?: Record<string, { schema?: Schema; example?: unknown; examples?: Record<string, Example> }>;
};

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  "x-scope"?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, Response>;
};

export type Contract = {
  info: { title: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: Record<"schemas" | "responses" | "parameters" | "examples", Record<string, object>>;
};

export const readContract = (): Contract =>
  JSON.parse(readFileSync(new URL("../../../../openapi.json", import.meta.url), "utf8")) as Contract;

/** The component that a reference names, or the value itself. */
export function resolve<Value extends { $ref?: string }>(contract: Contract, value: Value): Value {
  if (value.$ref === undefined) return value;
  const [, , kind, name] = value.$ref.split("/");
  return contract.components[kind as keyof Contract["components"]][name!] as Value;
}

export const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split("/").at(-1);

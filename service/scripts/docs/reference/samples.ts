import { globSync, readFileSync } from "node:fs";
import { placeholders } from "../../../src/web/docs/bundle.ts";
import type { Operation, Parameter } from "./contract.ts";

/** A method of the SDK: `invoices.create`, and the names of what it takes. */
export type Method = { name: string; takes: string[] };

const resources = new URL("../../../../sdk/src/resources/", import.meta.url);

/** The SDK's method for each operation, by `POST /invoices`; lists have `list` and not `all`. */
export function readMethods(): Map<string, Method> {
  const methods = new Map<string, Method>();
  for (const file of globSync("*.ts", { cwd: resources.pathname })) {
    const source = readFileSync(new URL(file, resources), "utf8");
    const [, resource] = /export const (\w+) = \(api: Api\)/.exec(source) ?? [];
    // A resource may consist of others: `webhooks.endpoints`.
    const parts = source.split(/\n(?=(?:export )?const \w+ = \(api: Api\))/);
    for (const part of parts) {
      const [, own] = /^(?:export )?const (\w+) = \(api: Api\)/.exec(part) ?? [];
      const [, member] = new RegExp(`(\\w+): ${own}\\(api\\)`).exec(source) ?? [];
      const place = member ? `${resource}.${member}` : resource;
      const pieces = part.matchAll(/\n {2}(\w+): \(([^)]*)\)[^"]*?api\.\w+\(\s*"([A-Z]+ [^"]+)"/g);
      for (const [, name, takes, operation] of pieces) {
        const names = [...takes!.matchAll(/(\w+)\??:/g)].map(([, parameter]) => parameter!);
        if (methods.has(operation!)) continue;
        methods.set(operation!, {
          name: `${place}.${name}`,
          takes: names.filter((each) => each !== "options"),
        });
      }
    }
    const [, own] =
      /export const \w+ = \(api: Api\) => \(options[^)]*\) =>\s*api\.call\("([^"]+)"/.exec(source) ?? [];
    if (own) methods.set(own, { name: resource!, takes: [] });
  }
  return methods;
}

/** The request with curl. The key comes from two variables, so that nobody copies theirs into a file. */
export function curlSample(method: string, path: string, operation: Operation): string {
  const body = bodyOf(operation);
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${placeholders.baseUrl}${filled(path, operation)}"`,
    '-H "X-API-Key: $BILLFOLD_APP_ID" -H "X-API-Secret: $BILLFOLD_SECRET"',
    ...(takesKey(operation) ? ['-H "Idempotency-Key: order-4711"'] : []),
    ...(body === undefined
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d '${JSON.stringify(body, undefined, 2).replaceAll("'", "'\\''")}'`,
        ]),
  ];
  return lines.join(" \\\n  ");
}

/** The same with the SDK. */
export function typescriptSample(operation: Operation, { name, takes }: Method): string {
  const values = takes.map((each) => {
    if (each === "query") return undefined;
    if (each === "body") return literal(bodyOf(operation) ?? {});
    return literal(exampleOf(operation.parameters?.find((parameter) => parameter.in === "path")));
  });
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"))?.[1];
  const members = Object.keys(success?.content?.["application/json"]?.schema?.properties ?? {});
  const returned = members.filter((member) => member !== "success" && member !== "warnings");
  const target = returned.length > 0 ? `const { ${returned.join(", ")} } = ` : "";
  return `${target}await billfold.${name}(${values.filter((value) => value !== undefined).join(", ")});`;
}

const takesKey = ({ parameters = [] }: Operation) =>
  parameters.some(({ name }) => name === "Idempotency-Key");

const bodyOf = ({ requestBody }: Operation) => requestBody?.content["application/json"]?.example;

const filled = (path: string, { parameters = [] }: Operation) =>
  path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    String(exampleOf(parameters.find((parameter) => parameter.name === name))),
  );

const exampleOf = (parameter: Parameter | undefined): unknown =>
  parameter?.example ??
  parameter?.schema.examples?.[0] ??
  (parameter?.schema.type === "integer" ? 1042 : "…");

/** A value as it is written in a program: names without quotes where they need none. */
function literal(value: unknown, indent = ""): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[${value.map((each) => literal(each, indent)).join(", ")}]`;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const members = Object.entries(value).map(([key, each]) => {
    const name = /^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key);
    return `${inner}${name}: ${literal(each, inner)},\n`;
  });
  return members.length === 0 ? "{}" : `{\n${members.join("")}${indent}}`;
}

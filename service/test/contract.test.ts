import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractText } from "../scripts/generated.ts";
import { startService, type TestService } from "./harness.ts";
import { contract, operations, type Schema } from "./operations.ts";
import { parameterFaults, requestFaults, responseFaults } from "./response-schemas.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Every object in a part of the contract, and in the components that it refers to. */
function eachSchema(part: unknown, visit: (schema: Schema) => void, seen = new Set<string>()): void {
  if (Array.isArray(part)) for (const entry of part) eachSchema(entry, visit, seen);
  if (typeof part !== "object" || part === null || Array.isArray(part)) return;
  const { $ref: reference, example: _example, examples: _examples, ...members } = part as Schema;
  if (typeof reference === "string" && !seen.has(reference)) {
    seen.add(reference);
    const steps = reference.slice("#/".length).split("/");
    const found = steps.reduce<unknown>((place, step) => (place as Schema)[step], contract);
    eachSchema(found, visit, seen);
  }
  visit(members);
  for (const member of Object.values(members)) eachSchema(member, visit, seen);
}

describe("the committed contract", () => {
  test("is what the routes generate", () => {
    expect(readFileSync(new URL("../../openapi.json", import.meta.url), "utf8")).toBe(contractText());
  });

  test("names every operation once", () => {
    const ids = Object.values<object>(contract.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(operations.length);
  });

  test("refers only to components that it has, and to all of them", () => {
    const references = JSON.stringify(contract).matchAll(/"\$ref":"#\/components\/([^"]+)"/g);
    const { securitySchemes: _, ...referable } = contract.components as Record<string, object>;
    const components = Object.entries(referable).flatMap(([kind, members]) =>
      Object.keys(members).map((name) => `${kind}/${name}`),
    );
    expect([...new Set([...references].map(([, name]) => name))].sort()).toEqual(components.sort());
  });

  test("marks each enumeration in answers as open, and none in requests; no PATCH has a default", () => {
    const closed: string[] = [];
    const wrong: string[] = [];
    for (const [path, methods] of Object.entries<Record<string, Schema>>(contract.paths)) {
      for (const [method, { responses, requestBody, parameters }] of Object.entries(methods)) {
        const name = `${method} ${path}`;
        eachSchema(responses, (schema) => {
          const isEnum = Array.isArray(schema.enum) && schema.enum.some((value) => typeof value === "string");
          if (isEnum && !("x-extensible-enum" in schema)) closed.push(`${name} ${schema.enum}`);
        });
        eachSchema([requestBody, parameters], (schema) => {
          if ("x-extensible-enum" in schema) wrong.push(`${name} ${schema.enum}`);
          if (method === "patch" && "default" in schema) wrong.push(`${name} ${schema.default}`);
        });
      }
    }
    expect([closed, wrong]).toEqual([[], []]);
  });

  test("has ids that are at least 1, and have room for more than 32 bits", () => {
    type Named = { type?: string | string[]; minimum?: number; format?: string };
    const ids: [string, Named][] = [];
    eachSchema([contract.components, contract.paths], ({ properties, in: place, name, schema }) => {
      const parameter = place && schema ? { [String(name)]: schema } : {};
      const named = Object.entries({ ...(properties ?? {}), ...parameter }) as [string, Named][];
      ids.push(
        ...named.filter(([each, { type }]) => /(^|_)id$/.test(each) && [type].flat().includes("integer")),
      );
    });
    expect(ids.length).toBeGreaterThan(100);
    expect(ids.filter(([, { minimum }]) => minimum === undefined || minimum < 1)).toEqual([]);
    expect(ids.filter(([, { format }]) => format !== "int64")).toEqual([]);
  });

  test("documents every path parameter, and none that is not in the path", () => {
    for (const { name, path, parameters } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const documented = parameters.filter((parameter) => parameter.in === "path");
      expect({ [name]: documented.map((parameter) => parameter.name) }).toEqual({ [name]: inPath });
      expect(documented.every(({ required, schema }) => required && schema.type)).toBe(true);
    }
  });

  test("documents the credential, the throttle and the retry of every operation", () => {
    expect(contract.security).toEqual([{ bearer: [] }, { app_id: [], secret: [] }]);
    for (const { name, method, answers, scope, recordPath, parameters } of operations) {
      const statuses = Object.keys(answers);
      expect({ [name]: statuses }).toEqual({ [name]: expect.arrayContaining(["401", "500", "503"]) });
      if (scope !== "any") expect({ [name]: statuses }).toEqual({ [name]: expect.arrayContaining(["403"]) });
      if (recordPath) expect({ [name]: statuses }).toEqual({ [name]: expect.arrayContaining(["404"]) });
      if (method === "POST") {
        expect({ [name]: statuses }).toEqual({ [name]: expect.arrayContaining(["422", "429"]) });
        expect(parameters.map((parameter) => parameter.name)).toContain("Idempotency-Key");
      }
    }
  });
});

describe("examples", () => {
  test("of a list have one name for the entries; other names are deprecated aliases for old clients", () => {
    const lists = operations
      .map(({ name, answers }) => [name, answers[200]?.schema.properties as Record<string, Schema>] as const)
      .filter(([, properties]) => properties?.pagination);
    expect(lists.length).toBeGreaterThan(8);
    for (const [name, properties] of lists) {
      const arrays = Object.entries(properties).filter(
        // All keys that sign checkpoints stand beside each page of these.
        ([list, schema]) =>
          schema.type === "array" &&
          list !== "warnings" &&
          `${name} ${list}` !== "GET /books/checkpoints keys",
      );
      const current = arrays.filter(([, schema]) => !schema.deprecated).map(([list]) => list);
      expect({ [name]: current }).toEqual({
        [name]: [expect.stringMatching(/^(?!entries$|items$|data$|results$)[a-z_]+s$/)],
      });
    }
  });

  test("exist for every request body and every response", () => {
    for (const { name, body, answers } of operations) {
      if (body) expect({ [name]: body.example }).toEqual({ [name]: expect.anything() });
      for (const [status, media] of Object.entries(answers)) {
        // A conditional GET that finds nothing new has no body to show.
        if (status === "304") continue;
        const shown = Number(status) < 400 ? media?.example : Object.keys(media?.examples ?? {})[0];
        expect({ [`${name} ${status}`]: shown }).toEqual({ [`${name} ${status}`]: expect.anything() });
      }
    }
  });

  test("are valid by their schemas, and have no member that the schemas do not declare", () => {
    const faults: string[] = [];
    for (const operation of operations) {
      const tell = (what: string, found: string[]) =>
        faults.push(...found.map((fault) => `${operation.name} ${what}: ${fault}`));
      if (operation.body) tell("request", requestFaults(operation, operation.body.example));
      for (const [status, media] of Object.entries(operation.answers)) {
        const errors = Object.values(media?.examples ?? {}).map(({ value }) => value);
        for (const shown of [media?.example, ...errors])
          if (shown !== undefined) tell(status, responseFaults(operation, status, shown));
      }
      for (const parameter of operation.parameters) {
        const { example, schema } = parameter as { example?: unknown; schema: Schema };
        const given = [example, ...((schema.examples as unknown[] | undefined) ?? []), schema.default];
        for (const value of given)
          if (value !== undefined) tell(parameter.name, parameterFaults(parameter, value));
      }
    }
    expect(faults).toEqual([]);
  });
});

describe("the service publishes its contract", () => {
  test("at {base_url}/openapi.json, equal to the committed one except for its own address", async () => {
    const response = await fetch(`${service.url}/api/v1/openapi.json`);
    expect(response.status).toBe(200);
    const { servers, ...served } = (await response.json()) as typeof contract;
    const { servers: _committed, ...committed } = contract;
    expect(served).toEqual(committed);
    expect(servers).toEqual([{ url: service.context.config.baseUrl, description: "sandbox" }]);
  });

  test("as a page to read at /docs/reference", async () => {
    const response = await fetch(`${service.url}/docs/reference`);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      expect.stringContaining("text/html"),
    ]);
    expect(await response.text()).toContain("openapi.json");
    const policy = response.headers.get("content-security-policy");
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
  });
});

import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { createClient } from "./client.ts";

type Described = {
  parameters?: { in: string; name: string }[];
  requestBody?: object;
  responses: Record<string, { content?: Record<string, { example?: Record<string, unknown> }> }>;
};
type Contract = {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, object> };
};
type Method = (...args: unknown[]) => unknown;
type Asked = { operation: string; search: string[]; body: unknown };

const contract = JSON.parse(readFileSync(new URL("../../openapi.json", import.meta.url), "utf8")) as Contract;
const operations = new Map(
  Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => [`${method.toUpperCase()} ${path}`, described]),
  ),
);
const sampleId = 7777;
const base = "https://billfold.example/api/v1";

/** Responds with the contract's example and records the request. */
function observed() {
  const asked: Asked[] = [];
  const fetch = async (address: string, { method, body }: RequestInit) => {
    const { pathname, searchParams } = new URL(address);
    const path = pathname.slice(new URL(base).pathname.length);
    const operation = [...operations.keys()].find(
      (one) => one.replace(/\{\w+\}/, String(sampleId)) === `${method} ${path}`,
    );
    const search = [...searchParams.keys()].sort();
    asked.push({
      operation: operation ?? `${method} ${path}`,
      search,
      body: body ? JSON.parse(`${body}`) : undefined,
    });
    return new Response(`${JSON.stringify(exampleOf(operation))}\n`);
  };
  return { asked, client: createClient({ baseUrl: base, appId: "a", secret: "s", fetch }) };
}

function exampleOf(operation: string | undefined): Record<string, unknown> {
  const answers = Object.entries(operations.get(operation ?? "")?.responses ?? {});
  const [, success] = answers.find(([status]) => status.startsWith("2")) ?? [];
  return success?.content?.["application/json"]?.example ?? { success: true };
}

/** Every function of the client by its name, such as `invoices.create`. */
function methodsOf(part: object, prefix = ""): [name: string, method: Method][] {
  return Object.entries(part).flatMap(([name, value]) =>
    typeof value === "function"
      ? [[`${prefix}${name}`, value as Method] as [string, Method]]
      : methodsOf(value as object, `${prefix}${name}.`),
  );
}

async function ask(name: string, ...args: unknown[]): Promise<Asked & { result: unknown }> {
  const { asked, client } = observed();
  const method = new Map(methodsOf(client)).get(name)!;
  const given = await method(...args);
  // A stream asks when its first line is.
  const result = isGenerator(given) ? await given.next() : given;
  expect(asked).toHaveLength(1);
  return { ...asked[0]!, result };
}

const isGenerator = (given: unknown): given is AsyncGenerator =>
  typeof (given as { next?: unknown } | undefined)?.next === "function";

const queryOf = (operation: string) =>
  (operations.get(operation)?.parameters ?? []).filter((one) => one.in === "query").map(({ name }) => name);
/** An explanation of a page takes the cursor of the page, and is no list itself. */
const isList = (operation: string) =>
  queryOf(operation).includes("cursor") && !operation.endsWith("/explain");

describe("the client against openapi.json", () => {
  const names = methodsOf(observed().client).map(([name]) => name);
  // These iterate over a list, send many records, or call arbitrary paths.
  const plain = names.filter((name) => !/(^|\.)(all|follow|request|syncAll)$/.test(name));
  const operationBy = new Map<string, string>();

  beforeAll(async () => {
    // A method without an id ignores the first argument or sends it as the body.
    for (const name of plain) operationBy.set(name, (await ask(name, sampleId)).operation);
  });

  test("every operation is called by exactly one method, and every method calls an operation", () => {
    expect([...operationBy.values()].sort()).toEqual([...operations.keys()].sort());
  });

  test("every list, and nothing else, has a list and an iterator over all of it, which take its filters", async () => {
    const lists = plain.filter((name) => isList(operationBy.get(name)!));
    expect(lists.every((name) => name.endsWith(".list"))).toBe(true);
    const iterators = names.filter((name) => name.endsWith(".all"));
    expect(iterators.sort()).toEqual(lists.map((name) => name.replace(/list$/, "all")).sort());
    for (const name of lists) {
      const operation = operationBy.get(name)!;
      const documented = queryOf(operation).sort();
      const query = Object.fromEntries(documented.map((parameter) => [parameter, "1"]));
      expect(await ask(name, query)).toMatchObject({ operation, search: documented });
    }
  });

  test.each(names.filter((name) => name.endsWith(".all")))(
    "%s gives the entries of the list",
    async (name) => {
      const operation = operationBy.get(name.replace(/all$/, "list"))!;
      const { asked, client } = observed();
      const entries = new Map(methodsOf(client)).get(name)!({ limit: 3 }) as AsyncIterable<unknown>;
      const { value } = await entries[Symbol.asyncIterator]().next();
      const [expected] = Object.values(exampleOf(operation)).filter(Array.isArray);
      expect(value).toEqual(expected![0]);
      expect(asked).toEqual([{ operation, search: ["limit"], body: undefined }]);
    },
  );

  test("a body goes out where the contract takes one, and nowhere else", async () => {
    const body = { sample: true };
    for (const name of plain) {
      const operation = operationBy.get(name)!;
      const takesId = operation.includes("{");
      const { body: sent } = await ask(name, ...(takesId ? [sampleId, body] : [body]));
      expect([name, sent]).toEqual([name, operations.get(operation)!.requestBody ? body : undefined]);
    }
  });

  test("every schema of the contract is a type that the package exports", () => {
    const index = readFileSync(new URL("index.ts", import.meta.url), "utf8");
    const missing = Object.keys(contract.components.schemas).filter(
      (name) => !new RegExp(`^  ${name}( as \\w+)?,$`, "m").test(index),
    );
    expect(missing).toEqual([]);
  });
});

describe("an id stays one piece of its path", () => {
  test.each(["a/b", "a?b=c", "a#b", "%2e%2e", "a b"])("%j is encoded", async (id) => {
    const addresses: string[] = [];
    const fetch = async (address: string) => {
      addresses.push(new URL(address).pathname);
      return Response.json({ success: true });
    };
    const client = createClient({ baseUrl: base, appId: "a", secret: "s", fetch });
    await client.paymentLinks.get(id);
    expect(addresses).toEqual([`/api/v1/payments/links/${encodeURIComponent(id)}`]);
  });

  test.each(["", ".", "..", undefined, Number.NaN])("%j is refused before anything is sent", async (id) => {
    const { asked, client } = observed();
    await expect(client.events.get(id as string)).rejects.toThrow("must be the id or reference of a record");
    expect(asked).toEqual([]);
  });
});

import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createClient } from "./client.ts";

type Named<T> = T | { $ref: string };
type Response = { content?: Record<string, { examples?: Record<string, object> }> };
type Operation = {
  "x-scope": string;
  "x-or-scope"?: string;
  responses: Record<string, Named<Response>>;
};
type Contract = {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Response> };
};

const here = new URL(".", import.meta.url);
const contract = JSON.parse(readFileSync(new URL("../../openapi.json", here), "utf8")) as Contract;

const kinds: Record<string, string> = {
  404: "NotFoundError",
  422: "InvalidError",
  429: "TooManyRequestsError",
  502: "UnavailableError",
  503: "UnavailableError",
};
// Errors that any call can throw are documented once, at `Client`. The client never sends an unreadable body.
const ofAny =
  /^(unauthenticated|scope_missing|subscription_inactive|feature_disabled|internal_error|database_unavailable|query_timeout|rate_limited|idempotency_(busy|mismatch)|body_too_large|malformed_json|unsupported_media_type|unknown_field|unknown_parameter)$/;

/** The codes specific to this operation, with the class that they are thrown as. */
function throwsOf({ responses }: Operation): string[] {
  const codes = Object.entries(responses).flatMap(([status, given]) =>
    Object.keys(found(given).content?.["application/json"]?.examples ?? {})
      .filter((code) => !ofAny.test(code))
      .map((code) => `${kinds[status]} ${code}`),
  );
  return codes.sort();
}

const found = (given: Named<Response>): Response =>
  "$ref" in given ? contract.components.responses[given.$ref.split("/").at(-1)!]! : given;

/** The documentation comment of each method, and the operation that it calls. */
const methods = globSync("resources/*.ts", { cwd: import.meta.dirname }).flatMap((file) =>
  readFileSync(new URL(file, here), "utf8")
    .split(/\n(?= {2}\/\*\*)|(?<!\*\/)\n(?= {2}\w+: \()/)
    .flatMap((part) => {
      const [, doc, name] = /^ {2}(\/\*\*.*?\*\/)?\s*(\w+): \(/s.exec(part) ?? [];
      const [, operation] = /api\.\w+\(\s*"([A-Z]+ [^"]+)"/.exec(part) ?? [];
      return name && operation ? [{ name: `${file} ${name}`, doc: doc ?? "", operation }] : [];
    }),
);

describe("what an editor shows of a method", () => {
  test("all of them are looked at", () => {
    const operations = Object.values(contract.paths).flatMap((path) => Object.keys(path));
    // Each operation has one method, except `ping`, which belongs to no resource. Lists also have `all`, batches `syncAll`.
    expect(methods.filter(({ name }) => !/ (all|syncAll)$/.test(name))).toHaveLength(operations.length - 1);
  });

  test.each(methods)("$name: what it does, the scope that it needs, and what it may throw", (method) => {
    const [verb, path] = method.operation.split(" ") as [string, string];
    const operation = contract.paths[path]![verb.toLowerCase()]!;
    expect(method.doc).toMatch(/^\/\*\*\s+(\* )?[A-Z].+\./s);
    const scopes = [operation["x-scope"], operation["x-or-scope"]].filter((scope) => scope !== undefined);
    for (const scope of scopes)
      expect(method.doc).toContain(scope === "any" ? "Any key may call this." : `\`${scope}\``);
    const thrown = [...method.doc.matchAll(/@throws \{(\w+)\}([^@]*)/g)].flatMap(([, kind, words]) =>
      [...words!.matchAll(/`(\w+)`/g)].map(([, code]) => `${kind} ${code}`),
    );
    // It never asks for all or nothing.
    const isSync = method.name.endsWith(" syncAll");
    expect(thrown.sort()).toEqual(
      throwsOf(operation).filter((code) => !isSync || code !== "InvalidError batch_failed"),
    );
  });
});

/** Names of methods, and of groups of methods such as `webhooks.endpoints` with what is in them. */
const namesIn = (resource: object): string[] =>
  Object.entries(resource).flatMap(([name, member]) =>
    typeof member === "object" ? [name, ...namesIn(member)] : [name],
  );
const unique = (names: readonly string[]) => [...new Set(names)].sort();

test("the guide's table names every resource and method of the client, and no other", () => {
  const guide = readFileSync(new URL("../../docs/guides/sdk.md", here), "utf8");
  const [, table] = /\| resource \| methods \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(guide)!;
  const documented = [...table!.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, resource, cell]) => [
    resource!,
    unique([...cell!.matchAll(/`(\w+)`/g)].map(([, name]) => name!)),
  ]);
  const client = createClient({ baseUrl: "https://billfold.example/api/v1", appId: "a", secret: "s" });
  const offered = Object.entries(client).flatMap(([name, member]) =>
    typeof member === "object" ? [[name, unique(namesIn(member))]] : [],
  );
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(offered));
});

import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractText } from "../scripts/generated.ts";
import { siteRoutes } from "../src/app.ts";
import { compileValidator } from "../src/http/validation.ts";
import { closed } from "./response-schemas.ts";
import { startSite, type TestSite } from "./site-session.ts";

// Routes for the site alone are in no published contract, but follow the same rules.
const routes = siteRoutes();
const named = routes.map((route) => ({ name: `${route.method} ${route.path}`, route }));
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

/** More strictly than a browser: a member that the schema does not declare is a fault. */
function faultsOf(schema: object, value: unknown): string[] {
  const validate = ajv.compile(closed(schema) as object);
  if (validate(value)) return [];
  return validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe.each(named)("$name", ({ route, name }) => {
  test("has examples that match its schemas", () => {
    for (const { schema, example } of Object.values(route.responses))
      expect(faultsOf(schema, example)).toEqual([]);
    if (route.body && route.bodyExample !== undefined) {
      expect(compileValidator(route.body)(route.bodyExample).errors).toEqual([]);
    }
  });

  test("is not in the published contract", () => {
    const [method, path] = name.split(" ");
    const { paths } = JSON.parse(contractText()) as { paths: Record<string, object> };
    expect(paths[path!] ?? {}).not.toHaveProperty(method!.toLowerCase());
  });
});

test("each has a unique name, also among those of the API", () => {
  const ids = routes.map(({ operationId }) => operationId);
  const published = [...contractText().matchAll(/"operationId": "(\w+)"/g)].map(([, id]) => id);
  expect(new Set([...ids, ...published]).size).toBe(ids.length + published.length);
});

describe("for a company with records of every kind", () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ role: "owner", quotaInvoices: 10 });
    const { id } = await site.company.draft({ external_id: "found" });
    await site.company.call(`POST /invoices/${id}/issue`);
    await site.company.call("POST /payments", { body: { invoice_id: id, amount: "1.5" } });
    await site.company.customer({ name: "found", email: "found@example.com" });
    await site.company.call("POST /products", { body: { name: "found", unit_price: 1 } });
    await site.call("POST", `/keys/${site.company.appId}/rotate`);
  });
  afterAll(() => site.close());

  const reads = named.filter(
    ({ route }) => route.method === "GET" && route.responses[200] && !route.path.includes("{"),
  );

  // What these two can't be read without.
  const queries: Record<string, string> = {
    "/search": "?q=found",
    "/document_hashes": `?sha256=${"0".repeat(64)}`,
  };

  test.each(reads)("$name returns what it declares", async ({ route }) => {
    const { status, body, text } = await site.call("GET", route.path + (queries[route.path] ?? ""));
    expect(status).toBe(200);
    expect(faultsOf(route.responses[200]!.schema, body ?? text)).toEqual([]);
  });

  test.each(named)("$name requires a session, and a token for changes", async ({ route }) => {
    const path = route.path.replace(/\{\w+\}/, "1");
    const body = route.method === "GET" ? undefined : {};
    const nobody = await site.call(route.method, path, body, { headers: { cookie: null } });
    expect(nobody.status).toBe(401);
    if (route.method === "GET") return;
    const forged = await site.call(route.method, path, body, { headers: { "x-csrf-token": null } });
    expect([forged.status, forged.body.code]).toEqual([403, "csrf"]);
  });
});

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "./harness.ts";

// What a route's contract does not name is not checked, so it must not have an effect either.

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService({ env: { BILLFOLD_COMPANY_POST_RATE: "0" } });
  company = await service.company();
});
afterAll(() => service.close());

type Schema = { $ref?: string; properties?: Record<string, object> };
const contract = JSON.parse(readFileSync(new URL("../../openapi.json", import.meta.url), "utf8")) as {
  paths: Record<
    string,
    Record<string, { requestBody?: { content: { "application/json": { schema: Schema } } } }>
  >;
  components: { schemas: Record<string, Schema> };
};
const resolved = (schema: Schema): Schema =>
  schema.$ref ? contract.components.schemas[schema.$ref.split("/").at(-1)!]! : schema;
const everyName = [
  ...new Set(
    Object.values(contract.components.schemas).flatMap(({ properties }) => Object.keys(properties ?? {})),
  ),
];

const line = { description: "Work", quantity: 1, unit_price: 100 };
const lines = [line];
type Made = Record<string, Record<string, unknown>>;

const cases: [path: string, body: (customerId: number, count: number) => Record<string, unknown>][] = [
  ["/customers", () => ({ name: "Ada" })],
  ["/products", () => ({ name: "Rice", unit_price: 5 })],
  ["/sales", (customer_id) => ({ customer_id, lines })],
  ["/quotes", (customer_id) => ({ customer_id, lines })],
  ["/invoices", (customer_id) => ({ customer_id, lines })],
  [
    "/recurring_invoices",
    (customer_id) => ({ customer_id, lines, interval: "month", start_date: "2027-01-01" }),
  ],
  ["/portal/orders", (customer_id) => ({ customer_id, lines })],
];

test.each(cases)(
  "fields that POST %s does not take change nothing, whatever they have",
  async (path, bodyOf) => {
    const operation = contract.paths[path]!.post!;
    const own = Object.keys(resolved(operation.requestBody!.content["application/json"].schema).properties!);
    const foreign = everyName.filter((name) => !own.includes(name));
    expect(foreign.length).toBeGreaterThan(100);
    const customerId = await company.customer();
    const plain = await company.call(`POST ${path}`, { body: bodyOf(customerId, 0) });
    expect([path, plain.status, plain.text.slice(0, 200)]).toEqual([path, 201, expect.any(String)]);
    for (const value of [{ rate: 50, reason: "x" }, "50", true, [{ amount: 5 }]]) {
      const body = { ...Object.fromEntries(foreign.map((name) => [name, value])), ...bodyOf(customerId, 1) };
      const made = await company.call(`POST ${path}`, { body });
      expect([path, value, made.status, made.text.slice(0, 300)]).toEqual([
        path,
        value,
        201,
        expect.any(String),
      ]);
      expect(contentOf(made.body)).toEqual(contentOf(plain.body));
    }
  },
);

test("a field of another record in a record of a batch changes nothing either", async () => {
  const records = [
    {
      external_id: "a",
      customer_id: await company.customer(),
      lines: [{ ...line, amount: {} }],
      withholding: true,
    },
  ];
  const made = await company.call("POST /sales/batch", { body: { mode: "create", records } });
  expect(made.body.results).toMatchObject([{ status: "created" }]);
});

/** Without what differs between any two records. */
function contentOf(made: Made): object {
  const record = Object.values(made).find((member) => typeof member === "object" && "id" in member)!;
  const moving = new Set(["id", "number", "created_at", "updated_at", "portal_token", "url", "reference"]);
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !moving.has(name) && !name.endsWith("_id") && !name.includes("url"))
        .map(([name, member]) => [name, strip(member)]),
    );
  };
  return strip(record) as object;
}

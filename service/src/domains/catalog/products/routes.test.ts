import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { madeAtNoon, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { bare, full } from "./products.fixture.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
});
afterAll(() => service.close());

const post = (body: unknown) => company.call("POST /products", { body });
const create = async (fields: object = {}) => (await post({ name: "Thing", ...fields })).body.product;
const faultsOf = async (body: unknown) => {
  const reply = await post(body);
  expect([reply.status, reply.body.code]).toEqual([422, "invalid_request"]);
  return reply.body.errors as { field: string; message: string }[];
};

describe("POST /products", () => {
  describe("201", () => {
    test("keeps every field as it was given", async () => {
      const { status, body } = await post(full);
      expect(status).toBe(201);
      expect(body).toEqual({ success: true, product: { ...madeAtNoon, ...full } });
    });

    test("needs only a name, and fills in the defaults", async () => {
      const { status, body } = await post({ name: "Bare" });
      expect(status).toBe(201);
      expect(body).toEqual({ success: true, product: { ...madeAtNoon, name: "Bare", ...bare } });
    });

    test("takes null for whatever is optional", async () => {
      const nulls = Object.fromEntries(Object.keys(bare).map((field) => [field, null]));
      expect((await post({ name: "Nulls", ...nulls })).body.product).toEqual({
        ...madeAtNoon,
        name: "Nulls",
        ...bare,
      });
    });

    test("takes the company's currency when none is given", async () => {
      const yen = await service.company({ profile: { currency: "JPY" } });
      const { body } = await yen.call("POST /products", { body: { name: "Thing" } });
      expect(body.product.currency).toBe("JPY");
    });

    test.each([
      [{ tax_rate: 7.5 }, "S"],
      [{ tax_rate: "0.0001" }, "S"],
      [{ tax_rate: 0 }, "Z"],
      [{ tax_rate: "0.00" }, "Z"],
      [{}, "Z"],
      [{ tax_rate: 0, tax_category: "E", exemption_reason: "books" }, "E"],
    ])("%j has the tax category %s", async (fields, category) => {
      expect((await create(fields)).tax_category).toBe(category);
    });

    test("takes a price as a number or as text, and answers with a number", async () => {
      for (const unit_price of [1500.5, "1500.5", "1500.500000", "01500.50"]) {
        expect((await create({ unit_price })).unit_price).toBe(1500.5);
      }
    });

    test.each([0, 0.000001, 999_999_999.999999, 123_456_789_012_345])(
      "keeps the price %s exactly",
      async (unit_price) => {
        expect((await create({ unit_price })).unit_price).toBe(unit_price);
        expect((await create({ unit_price: unit_price.toFixed(6).replace(/\.?0+$/, "") })).unit_price).toBe(
          unit_price,
        );
      },
    );

    test("reports an unknown field", async () => {
      const { status, body } = await post({ name: "Thing", pirce: 5 });
      expect([status, body.warnings]).toEqual([201, ["unknown field: pirce"]]);
    });

    test("allows two companies the same sku and external_id", async () => {
      const other = await service.company();
      const body = { name: "Thing", sku: "SHARED", external_id: "shared" };
      expect((await post(body)).status).toBe(201);
      expect((await other.call("POST /products", { body })).status).toBe(201);
    });
  });

  describe("422", () => {
    test.each(["sku", "external_id"])("a %s that another product of the company has", async (field) => {
      await create({ [field]: "taken" });
      expect(await faultsOf({ name: "Second", [field]: "taken" })).toEqual([
        { field, message: "is already used by another product of this company" },
      ]);
    });

    test("everything that is wrong, at once", async () => {
      const wrong = {
        name: 5,
        description: "",
        sku: "x".repeat(101),
        kind: "food",
        unit_price: -1,
        currency: "ngn",
        tax_rate: 100.1,
        tax_category: "X",
        unit_code: "hour",
        active: "yes",
        portal: 1,
        external_id: 5,
        metadata: [],
      };
      const errors = await faultsOf(wrong);
      expect(errors.map(({ field }) => field).sort()).toEqual(Object.keys(wrong).sort());
    });

    test.each([
      ["unit_price", "1.0000001", "must have at most 6 decimals"],
      ["unit_price", 1e-7, "must have at most 6 decimals"],
      ["unit_price", "1234567890123456", "must have at most 15 digits"],
      ["unit_price", 1e15, "must have at most 15 digits"],
      ["unit_price", "free", "must be a decimal number, such as 1500.50"],
      ["unit_price", true, "must be a number or a string"],
      ["unit_price", "-0.01", "must be at least 0"],
      ["tax_rate", 7.12345, "must have at most 4 decimals"],
      ["tax_rate", -1, "must be at least 0"],
      ["tax_rate", "100.0001", "must be at most 100"],
      ["currency", "XYZ", "must be an ISO 4217 currency code in upper case, such as NGN"],
    ])("%s of %j, which %s", async (field, value, message) => {
      expect(await faultsOf({ name: "Thing", [field]: value })).toEqual([{ field, message }]);
    });

    test.each(["0.10000000000000000555", "1e400", "1e-400"])(
      "a price of %s, not rounded to what a double holds",
      async (number) => {
        const { status, body } = await company.call("POST /products", {
          raw: `{"name":"Thing","unit_price":${number}}`,
        });
        expect([status, body.errors?.[0]?.field]).toEqual([422, "unit_price"]);
      },
    );

    test("no name", async () => {
      expect(await faultsOf({ unit_price: 5 })).toEqual([{ field: "name", message: "is required" }]);
    });
  });
});

describe("GET /products/{id}", () => {
  test("200 gives what POST gave, with an ETag that answers 304", async () => {
    const product = await create({ unit_price: 5 });
    const { status, body, headers } = await company.call(`GET /products/${product.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, product });
    const again = await company.call(`GET /products/${product.id}`, {
      headers: { "if-none-match": headers.get("etag")! },
    });
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  test("404 for another company's product", async () => {
    const other = await service.company();
    const { status, body } = await other.call(`GET /products/${(await create()).id}`);
    expect([status, body.code]).toEqual([404, "not_found"]);
  });
});

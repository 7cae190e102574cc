import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";

// Lines have no routes of their own: these are what POST /invoices and POST /sales both promise of them.

let service: TestService;
let company: TestCompany;
let customer_id: number;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
  customer_id = await company.customer();
});
afterAll(() => service.close());

type Line = Record<string, unknown>;
const work = { description: "Work", quantity: 1, unit_price: 100 };
const product = async (fields: object, owner = company) => {
  const { status, body, text } = await owner.call("POST /products", { body: { name: "Pen", ...fields } });
  if (status !== 201) throw new Error(text);
  return body.product;
};

describe.each([
  ["POST /invoices", "invoice"],
  ["POST /sales", "sale"],
])("lines of %s", (operation, resource) => {
  const post = (lines: unknown, fields: object = {}) =>
    company.call(operation, { body: { customer_id, lines, ...fields } });
  const linesOf = async (lines: Line[], fields: object = {}) => {
    const { status, body, text } = await post(lines, fields);
    if (status !== 201) throw new Error(text);
    return body[resource].lines;
  };
  const faultsOf = async (lines: unknown, fields: object = {}) => {
    const { status, body } = await post(lines, fields);
    expect([status, body.code]).toEqual([422, "invalid_request"]);
    return body.errors as { field: string; message: string }[];
  };

  describe("201", () => {
    test("answers every field, with the defaults filled in and the amounts computed", async () => {
      expect(await linesOf([work])).toEqual([
        {
          id: expect.any(Number),
          ...work,
          tax_rate: 0,
          tax_category: "Z",
          exemption_reason: null,
          product_id: null,
          unit_code: "C62",
          hs_code: null,
          service_code: null,
          discounts: [],
          charges: [],
          gross_amount: 100,
          discount_amount: 0,
          charge_amount: 0,
          net_amount: 100,
          tax_amount: 0,
          total_amount: 100,
        },
      ]);
    });

    test("keeps every field as it was given", async () => {
      const given = {
        description: "Book",
        quantity: 2,
        unit_price: 10,
        tax_rate: 0,
        tax_category: "E",
        exemption_reason: "books are exempt",
        unit_code: "HUR",
        hs_code: "4901.10",
        service_code: "998311",
      };
      expect((await linesOf([given]))[0]).toMatchObject(given);
    });

    test.each([
      [{ tax_rate: 7.5 }, "S"],
      [{ tax_rate: 0 }, "Z"],
      [{}, "Z"],
      [{ tax_rate: 5, tax_category: "L" }, "L"],
      [{ tax_category: "AE" }, "AE"],
    ])("%j has the tax category %s", async (fields, category) => {
      expect((await linesOf([{ ...work, ...fields }]))[0].tax_category).toBe(category);
    });

    test("keeps the order of the lines", async () => {
      const names = Array.from({ length: 40 }, (_, index) => `Line ${(index * 17) % 40}`);
      const lines = await linesOf(names.map((description) => ({ ...work, description })));
      expect(lines.map((line: Line) => line.description)).toEqual(names);
    });

    test("takes 500 lines", async () => {
      expect(await linesOf(Array(500).fill(work))).toHaveLength(500);
    });

    test("reports unknown fields of a line", async () => {
      const { status, body } = await post([work, { ...work, pirce: 5 }]);
      expect([status, body.warnings]).toEqual([201, ["unknown field: lines[1].pirce"]]);
    });
  });

  describe("product_id", () => {
    const full = {
      description: "A blue pen",
      unit_price: 12.5,
      tax_rate: 0,
      tax_category: "E",
      exemption_reason: "school goods",
      unit_code: "HUR",
      hs_code: "9608.10",
      service_code: "77",
    };

    test("brings description, price, rate and codes", async () => {
      const { id } = await product(full);
      const [line] = await linesOf([{ product_id: id, quantity: 4 }]);
      expect(line).toMatchObject({ ...full, product_id: id, quantity: 4, net_amount: 50, total_amount: 50 });
    });

    test("brings the name where the product has no description", async () => {
      const { id } = await product({ name: "Nameless", unit_price: 1 });
      expect((await linesOf([{ product_id: id, quantity: 1 }]))[0].description).toBe("Nameless");
    });

    test("brings a description that a line may have, so that what was read can be sent back", async () => {
      const { id } = await product({ description: "x".repeat(2000), unit_price: 1 });
      const lines = await linesOf([{ product_id: id, quantity: 1 }]);
      expect((await linesOf(lines))[0].description).toHaveLength(2000);
    });

    test("brings nothing that the line gives itself", async () => {
      const { id } = await product(full);
      const own = {
        description: "Mine",
        unit_price: 1,
        tax_rate: 7.5,
        exemption_reason: "mine",
        unit_code: "KGM",
        hs_code: "1",
        service_code: "2",
      };
      const [line] = await linesOf([{ product_id: id, quantity: 1, ...own }]);
      expect(line).toMatchObject({ ...own, tax_category: "S" });
    });

    test("a price of 0 on the line is a price, not a missing one", async () => {
      const { id } = await product({ unit_price: 99 });
      expect((await linesOf([{ product_id: id, quantity: 1, unit_price: 0 }]))[0].unit_price).toBe(0);
    });

    test("what a line took stays as it was when the product changes", async () => {
      const { id } = await product({ unit_price: 5 });
      const { body } = await post([{ product_id: id, quantity: 1 }]);
      const made = body[resource];
      await company.call(`PATCH /products/${id}`, {
        body: { unit_price: 6, hs_code: "9608", name: "Renamed" },
      });
      const read = (await company.call(`GET /${resource}s/${made.id}`)).body[resource];
      expect(read.lines).toEqual(made.lines);
      const patched = await company.call(`PATCH /${resource}s/${made.id}`, { body: { currency: "USD" } });
      const withoutIds = (lines: Line[]) => lines.map(({ id: _id, ...line }) => line);
      expect(withoutIds(patched.body[resource].lines)).toEqual(withoutIds(made.lines));
    });

    test("422 for a product without a price, when the line has none", async () => {
      const { id } = await product({});
      expect(await faultsOf([work, { product_id: id, quantity: 1 }])).toEqual([
        { field: "lines[1].unit_price", message: "is required, because the product has no price" },
      ]);
      expect((await linesOf([{ product_id: id, quantity: 1, unit_price: 3 }]))[0].unit_price).toBe(3);
    });

    test("422 for a product priced in another currency, unless the line has its own price", async () => {
      const { id } = await product({ unit_price: 5, currency: "USD" });
      const [fault] = await faultsOf([{ product_id: id, quantity: 1 }]);
      expect(fault).toEqual({
        field: "lines[0].product_id",
        message: "is priced in USD, not NGN; give the line its own unit_price",
      });
      await linesOf([{ product_id: id, quantity: 1, unit_price: 7 }]);
      await linesOf([{ product_id: id, quantity: 1 }], { currency: "USD" });
    });

    test("422 for another company's product, and for one that never was", async () => {
      const theirs = await product({ unit_price: 5 }, await service.company());
      for (const id of [theirs.id, 9_007_199_254_740_991, 0, -5]) {
        const [fault] = await faultsOf([{ ...work, product_id: id }]);
        expect([id, fault]).toEqual([
          id,
          { field: "lines[0].product_id", message: "is not a product of this company" },
        ]);
      }
    });

    test("422 for an unknown product alone, without errors about what it would have given", async () => {
      expect(await faultsOf([{ product_id: 9_007_199_254_740_991, quantity: 1 }])).toEqual([
        { field: "lines[0].product_id", message: "is not a product of this company" },
      ]);
    });

    test.each(["1e19", "1e300", "9223372036854775808"])(
      "422 for the id %s, which no record can have",
      async (id) => {
        const raw = JSON.stringify({ customer_id, lines: [{ ...work, product_id: "HERE" }] }).replace(
          '"HERE"',
          id,
        );
        const { status, body } = await company.call(operation, { raw });
        expect([status, body.errors?.[0]?.field]).toEqual([422, "lines[0].product_id"]);
      },
    );
  });

  describe("422", () => {
    test.each([
      ["no lines", undefined, "is required"],
      ["null", null, "must be an array"],
      ["an empty list", [], "must have at least one entry"],
      ["501 lines", Array(501).fill(work), "must have at most 500 entries"],
      ["an object", work, "must be an array"],
    ])("%s", async (_what, lines, message) => {
      expect(await faultsOf(lines)).toEqual([{ field: "lines", message }]);
    });

    test.each([
      ["quantity", undefined, "is required"],
      ["description", undefined, "is required unless product_id is given"],
      ["unit_price", undefined, "is required unless product_id is given"],
      ["description", "", "must not be empty"],
      ["description", " \n\u00a0", "must not be blank"],
      ["description", "x".repeat(2001), "must have at most 2000 characters"],
      ["description", 5, "must be a string"],
      ["tax_category", "X", "must be one of S, Z, E, AE, K, G, O, L, M"],
      ["product_id", "5", "must be a whole number"],
      ["unit_code", "hours", "must have a format such as C62"],
    ])("%s of %j", async (field, value, message) => {
      expect(await faultsOf([work, { ...work, [field]: value }])).toEqual([
        { field: `lines[1].${field}`, message },
      ]);
    });

    test.each(["Z", "E", "AE", "K", "G", "O"])(
      "a rate beside %s, under which no tax is charged",
      async (tax_category) => {
        expect(await faultsOf([{ ...work, tax_rate: 5, tax_category }])).toEqual([
          { field: "lines[0].tax_rate", message: `must be 0 for tax_category ${tax_category}` },
        ]);
      },
    );

    const manyFaults = [
      { quantity: 0 },
      { quantity: 1, unit_price: -1 },
      { ...work, product_id: 9_007_199_254_740_991 },
      work,
    ];

    test("every fault of every line at once", async () => {
      const fields = (await faultsOf(manyFaults)).map(({ field }) => field);
      expect(fields).toEqual(expect.arrayContaining(["lines[0].quantity", "lines[1].unit_price"]));
    });

    test("and with them errors that depend on the whole line or the catalogue", async () => {
      const fields = (await faultsOf(manyFaults)).map(({ field }) => field);
      expect(fields).toEqual(expect.arrayContaining(["lines[0].description", "lines[2].product_id"]));
    });
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noon, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function companyWith(...products: object[]): Promise<TestCompany> {
  const company = await service.company();
  for (const product of products) {
    const { status, text } = await company.call("POST /products", { body: product });
    if (status !== 201) throw new Error(text);
  }
  return company;
}

const list = (company: TestCompany, query: Record<string, string> = {}) =>
  company.call(`GET /products?${new URLSearchParams(query)}`);
const namesOf = async (company: TestCompany, query: Record<string, string>) => {
  const { status, body } = await list(company, query);
  expect(status).toBe(200);
  return body.products.map(({ name }: { name: string }) => name);
};

describe("GET /products", () => {
  describe("200", () => {
    test("gives the products newest first in the envelope, each as GET one gives it, and no other company's", async () => {
      const company = await companyWith({ name: "A" }, { name: "B", unit_price: "1.5" });
      await companyWith({ name: "Stranger" });
      const { status, body } = await list(company);
      const one = async (id: number) => (await company.call(`GET /products/${id}`)).body.product;
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        products: [await one(body.products[0].id), await one(body.products[1].id)],
        pagination: { limit: 25, has_more: false, next_cursor: null },
      });
      expect(body.products.map(({ name }: { name: string }) => name)).toEqual(["B", "A"]);
    });

    test("a walk along the cursor meets everything once", async () => {
      const company = await service.company();
      await service.context.db.query(
        `insert into products (company_id, name, kind, currency, tax_rate, tax_category, unit_code, active, portal,
           metadata, created_at, updated_at)
         select $1, 'P' || n, 'goods', 'NGN', 0, 'Z', 'C62', true, false, '{}', $2, $2 from generate_series(1, 31) n`,
        [company.id, noon],
      );
      const walked: string[] = [];
      let cursor: string | null = null;
      do {
        const { body } = await list(company, cursor ? { cursor } : {});
        walked.push(...body.products.map(({ name }: { name: string }) => name));
        cursor = body.pagination.next_cursor;
      } while (cursor);
      expect(walked).toEqual(Array.from({ length: 31 }, (_, index) => `P${31 - index}`));
    });

    test("include=total_count counts what matches", async () => {
      const company = await companyWith({ name: "A" }, { name: "B", active: false }, { name: "C" });
      const { body } = await list(company, { include: "total_count", active: "true", limit: "1" });
      expect(body.pagination).toMatchObject({ total_count: 2, total_count_capped: false, has_more: true });
    });

    test("filters by each field alone and by several together", async () => {
      const company = await companyWith(
        { name: "A", currency: "USD", sku: "S-1", external_id: "e-1" },
        { name: "B", active: false, sku: "S-2", portal: true },
        { name: "C", currency: "USD", active: false },
      );
      expect(await namesOf(company, { currency: "USD" })).toEqual(["C", "A"]);
      expect(await namesOf(company, { sku: "S-1" })).toEqual(["A"]);
      expect(await namesOf(company, { external_id: "e-1" })).toEqual(["A"]);
      expect(await namesOf(company, { active: "false" })).toEqual(["C", "B"]);
      expect(await namesOf(company, { active: "true" })).toEqual(["A"]);
      expect(await namesOf(company, { portal: "true" })).toEqual(["B"]);
      expect(await namesOf(company, { portal: "false", active: "false" })).toEqual(["C"]);
      expect(await namesOf(company, { active: "false", currency: "USD" })).toEqual(["C"]);
      expect(await namesOf(company, { created_from: "2026-11-15", created_to: "2026-11-15" })).toEqual([
        "C",
        "B",
        "A",
      ]);
      expect(await namesOf(company, { created_from: "2026-11-16" })).toEqual([]);
    });

    test("q finds names and skus that contain it, literally and in any case", async () => {
      const company = await companyWith(
        { name: "Blue Pen", sku: "PEN_1" },
        { name: "Red ink", sku: "pen-ink" },
        { name: "Paper", sku: "PENX1" },
        { name: "No sku, a pencil" },
      );
      expect(await namesOf(company, { q: "pen" })).toEqual([
        "No sku, a pencil",
        "Paper",
        "Red ink",
        "Blue Pen",
      ]);
      expect(await namesOf(company, { q: "pen_" })).toEqual(["Blue Pen"]);
      expect(await namesOf(company, { q: "pen", currency: "USD" })).toEqual([]);
    });

    test("any combination of filters is answered, with a cursor and without", async () => {
      const fields = { currency: "NGN", external_id: "e-1", sku: "S-1" };
      const company = await companyWith({ name: "Wanted", ...fields });
      const all: Record<string, string> = {
        ...fields,
        active: "true",
        portal: "false",
        created_from: "2026-11-15",
        created_to: "2026-11-15",
      };
      const cursor = Buffer.from("2026-11-16T00:00:00.000Z 1").toString("base64url");
      for (const query of [all, { ...all, q: "want" }, { ...all, cursor }, { ...all, q: "want", cursor }]) {
        expect(await namesOf(company, { ...query, include: "total_count" })).toEqual(["Wanted"]);
      }
    });
  });

  test.each([
    ["limit", "0"],
    ["limit", "101"],
    ["limit", "1.5"],
    ["cursor", "x"],
    ["active", "yes"],
    ["portal", "1"],
    ["currency", "ngn"],
    ["sku", ""],
    ["include", "lines"],
  ])("422 for %s=%j", async (name, value) => {
    const { status, body } = await list(await service.company(), { [name]: value });
    expect([status, body.errors?.map(({ field }: { field: string }) => field)]).toEqual([422, [name]]);
  });
});

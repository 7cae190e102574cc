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
const patch = (id: number, body: unknown) => company.call(`PATCH /products/${id}`, { body });

describe("PATCH /products/{id}", () => {
  test("200 changes what is sent and nothing else", async () => {
    const before = await create({ ...full, sku: "P-1", external_id: "p-1" });
    const { status, body } = await patch(before.id, { unit_price: "47500.25" });
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, product: { ...before, unit_price: 47_500.25 } });
    expect((await company.call(`GET /products/${before.id}`)).body).toEqual(body);
  });

  test("200 with an empty body changes nothing", async () => {
    const before = await create({ ...full, sku: "P-2", external_id: "p-2" });
    expect((await patch(before.id, {})).body.product).toEqual(before);
  });

  test("200 clears with null, or brings the default back", async () => {
    const { id } = await create({ ...full, sku: "P-3", external_id: "p-3" });
    const nulls = Object.fromEntries(Object.keys(bare).map((field) => [field, null]));
    expect((await patch(id, nulls)).body.product).toEqual({ ...madeAtNoon, name: full.name, ...bare });
  });

  test("200 takes the letter that goes with a new rate, unless one is given", async () => {
    const { id } = await create({ tax_rate: 7.5 });
    expect((await patch(id, { tax_rate: 0 })).body.product).toMatchObject({ tax_rate: 0, tax_category: "Z" });
    const exempt = { tax_rate: 0, tax_category: "E" };
    expect((await patch(id, exempt)).body.product).toMatchObject(exempt);
    expect((await patch(id, { name: "Renamed" })).body.product).toMatchObject(exempt);
    expect((await patch(id, { tax_rate: 5 })).body.product).toMatchObject({ tax_rate: 5, tax_category: "S" });
  });

  test("200 loses no change when several are made at once", async () => {
    const { id } = await create();
    const fields = ["description", "sku", "hs_code", "service_code", "external_id"];
    await Promise.all(fields.map((field) => patch(id, { [field]: `new-${id}` })));
    const { product } = (await company.call(`GET /products/${id}`)).body;
    expect(fields.map((field) => product[field])).toEqual(fields.map(() => `new-${id}`));
  });

  test("422 for a sku that another product has, and nothing is changed", async () => {
    await create({ sku: "P-4" });
    const before = await create();
    const { status, body } = await patch(before.id, { sku: "P-4", name: "Renamed" });
    expect([status, body.errors]).toEqual([
      422,
      [{ field: "sku", message: "is already used by another product of this company" }],
    ]);
    expect((await company.call(`GET /products/${before.id}`)).body.product).toEqual(before);
  });

  test("404 for another company's product, even with an invalid body", async () => {
    const other = await service.company();
    const { id } = await create();
    const { status } = await other.call(`PATCH /products/${id}`, { body: { name: 5 } });
    expect(status).toBe(404);
  });
});

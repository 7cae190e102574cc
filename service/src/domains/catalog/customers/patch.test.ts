import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  madeAtNoon,
  noon,
  startService,
  type TestCompany,
  type TestService,
} from "../../../../test/harness.ts";
import { bare, full } from "./customers.fixture.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
});
afterAll(() => service.close());

const post = (body: unknown) => company.call("POST /customers", { body });
const create = async (fields: object = {}) => (await post({ name: "Ada", ...fields })).body.customer;

describe("PATCH /customers/{id}", () => {
  test("200 changes what is sent and nothing else", async () => {
    const before = await create({ ...full, external_id: "patch-1" });
    service.clock.advance(1000);
    const { status, body } = await company.call(`PATCH /customers/${before.id}`, { body: { phone: "0801" } });
    const updated_at = service.clock.now().toISOString();
    service.clock.set(noon);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, customer: { ...before, phone: "0801", updated_at } });
    expect((await company.call(`GET /customers/${before.id}`)).body).toEqual(body);
  });

  test("200 clears with null, or brings the default back", async () => {
    const { id } = await create({ ...full, external_id: "patch-2" });
    const nulls = Object.fromEntries(Object.keys(bare).map((field) => [field, null]));
    const { body } = await company.call(`PATCH /customers/${id}`, { body: nulls });
    expect(body.customer).toEqual({ ...madeAtNoon, name: full.name, ...bare, balance: [] });
  });

  test("200 keeps its own external_id, and takes one that was cleared elsewhere", async () => {
    const first = await create({ external_id: "patch-3" });
    const second = await create();
    const patch = (id: number, external_id: string | null) =>
      company.call(`PATCH /customers/${id}`, { body: { external_id } });
    expect((await patch(first.id, "patch-3")).status).toBe(200);
    const refused = await patch(second.id, "patch-3");
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, "external_id"]);
    await patch(first.id, null);
    expect((await patch(second.id, "patch-3")).status).toBe(200);
  });

  test("200 loses no change when several are made at once", async () => {
    const { id } = await create();
    const fields = ["phone", "tax_id", "registration_number", "external_id"];
    await Promise.all(
      fields.map((field) => company.call(`PATCH /customers/${id}`, { body: { [field]: `new-${id}` } })),
    );
    const { customer } = (await company.call(`GET /customers/${id}`)).body;
    expect(fields.map((field) => customer[field])).toEqual(fields.map(() => `new-${id}`));
  });

  test("422 for a name of null, and nothing is changed", async () => {
    const before = await create();
    const { status, body } = await company.call(`PATCH /customers/${before.id}`, {
      body: { name: null, phone: "1" },
    });
    expect([status, body.errors]).toEqual([422, [{ field: "name", message: "must be a string" }]]);
    expect((await company.call(`GET /customers/${before.id}`)).body.customer).toEqual(before);
  });

  test("404 for another company's customer, even with an invalid body", async () => {
    const other = await service.company();
    const { id } = await create();
    for (const body of [{ phone: "1" }, { phone: 5 }]) {
      expect((await other.call(`PATCH /customers/${id}`, { body })).status).toBe(404);
    }
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../test/harness.ts";
import { lines, placedOrder, placeOrder } from "./portal.fixture.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
});
afterAll(() => service.close());

const fieldsAtFault = (body: { errors?: { field: string }[] }) => body.errors?.map(({ field }) => field);

describe("an order is 422 for", () => {
  test.each([
    [{}, "customer_id"],
    [{ customer_id: null, customer: null }, "customer_id"],
    [{ customer: { email: "ada@example.com" } }, "customer.name"],
    [{ customer: { name: "Ada", email: "nonsense" } }, "customer.email"],
    [{ customer: { name: "Ada", phone: "x".repeat(51) } }, "customer.phone"],
    [{ customer: "Ada" }, "customer"],
    [{ customer_id: 0 }, "customer_id"],
    [{ customer: { name: "Ada" }, lines: [] }, "lines"],
    [{ customer: { name: "Ada" }, lines: undefined }, "lines"],
    [{ customer: { name: "Ada" }, currency: "XYZ" }, "currency"],
    [{ customer: { name: "Ada" }, booking_date: "2026-02-30" }, "booking_date"],
    [{ customer: { name: "Ada" }, notes: "x".repeat(5001) }, "notes"],
    [{ customer: { name: "Ada" }, lines: [{ ...lines[0], product_id: 1e15 }] }, "lines[0].product_id"],
  ])("%j", async (fields, field) => {
    const { status, body } = await placeOrder(company, fields);
    expect([status, fieldsAtFault(body)]).toEqual([422, [field]]);
  });

  test("a customer twice: by id and by name", async () => {
    const both = { customer_id: await company.customer(), customer: { name: "Ada" } };
    expect(fieldsAtFault((await placeOrder(company, both)).body)).toEqual(["customer"]);
    const { body } = await placeOrder(company, { ...both, notes: 5 });
    expect(fieldsAtFault(body)).toEqual(["notes", "customer"]);
  });

  test("everything that only the database can tell, at once", async () => {
    const wrong = {
      customer_id: 999_999_999,
      lines: [{ product_id: 999_999_999, quantity: 1, unit_price: 1 }],
    };
    const { body } = await placeOrder(company, wrong);
    expect(fieldsAtFault(body)).toEqual(["customer_id", "lines[0].product_id"]);
  });

  test("an external_id that another sale or invoice has", async () => {
    await placedOrder(company, { external_id: "taken" });
    const buyer = { customer: { name: "Nobody yet", email: "nobody-yet@example.com" } };
    const { status, body } = await placeOrder(company, { ...buyer, external_id: "taken" });
    expect([status, fieldsAtFault(body)]).toEqual([422, ["external_id"]]);
    const { customers } = (await company.call("GET /customers?q=Nobody yet")).body;
    expect(customers).toEqual([]);
  });

  test("another company's customer or product, as ones that do not exist", async () => {
    const other = await service.company();
    const product = (await other.call("POST /products", { body: { name: "Theirs", unit_price: 5 } })).body
      .product;
    const wrong = { customer_id: await other.customer(), lines: [{ product_id: product.id, quantity: 1 }] };
    expect(fieldsAtFault((await placeOrder(company, wrong)).body)).toEqual([
      "customer_id",
      "lines[0].product_id",
    ]);
  });
});

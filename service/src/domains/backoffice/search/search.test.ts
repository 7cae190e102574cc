import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type CompanyOptions,
  startService,
  type TestCompany,
  type TestService,
} from "../../../../test/harness.ts";
import { signIn } from "../../../../test/site-session.ts";

let service: TestService;
let company: TestCompany;
let invoice: { id: number; number: string };
let find: (q: string) => Promise<Record<"invoices" | "customers" | "products", Record<string, unknown>[]>>;

beforeAll(async () => {
  service = await startService();
  company = await service.company();
  find = await finder(company);
  const customer = await company.customer({
    name: "Blue Ocean Fishing & Sons",
    email: "Captain@blue.example",
    external_id: "crm_77%",
  });
  await company.call("POST /products", {
    body: { name: "Net, 5 m", sku: "NET-5", external_id: "p-1", unit_price: "12.50" },
  });
  const { id } = await company.draft({ customer_id: customer, external_id: "order-9" });
  invoice = (await company.call(`POST /invoices/${id}/issue`)).body.invoice;
});
afterAll(() => service.close());

async function finder(of: TestCompany) {
  const { call } = await signIn(service, { companyId: of.id, role: "viewer" });
  return async (q: string) => {
    const { status, body } = await call("GET", `/search?q=${encodeURIComponent(q)}`);
    expect(status).toBe(200);
    return body;
  };
}

describe("finds", () => {
  test.each(["blue", "fishing ocean", "OCEAN & sons", "captain@", "CAPTAIN@BLUE.EXAMPLE", "crm_7"])(
    "a customer by %j",
    async (q) => {
      expect((await find(q)).customers).toEqual([
        {
          id: expect.any(Number),
          name: "Blue Ocean Fishing & Sons",
          email: "Captain@blue.example",
          external_id: "crm_77%",
        },
      ]);
    },
  );

  test.each(["net", "5 net", "net-", "NET-5", "p-1"])("a product by %j", async (q) => {
    expect((await find(q)).products).toMatchObject([
      { name: "Net, 5 m", sku: "NET-5", unit_price: 12.5, active: true },
    ]);
  });

  test.each(["INV-0000", "inv 000001", "1", "000001", "order-9", "blue ocean"])(
    "an invoice by %j",
    async (q) => {
      expect((await find(q)).invoices).toEqual([
        {
          id: invoice.id,
          number: invoice.number,
          status: "open",
          customer_name: "Blue Ocean Fishing & Sons",
          total: 100,
          currency: "NGN",
          invoice_date: "2026-11-15",
          due_date: "2026-12-15",
          external_id: "order-9",
        },
      ]);
    },
  );

  test.each(["%", "_", "blue green", "crm%7", "aptain@", "***"])(
    "nothing by %j: it is text, no pattern",
    async (q) => {
      expect(await find(q)).toMatchObject({ invoices: [], customers: [], products: [] });
    },
  );
});

test("five of each at most, the newest first, each once", async () => {
  const own = await service.company();
  const search = await finder(own);
  for (let count = 0; count < 7; count++) {
    service.clock.advance(1000);
    await own.customer({
      name: `Same ${count}`,
      email: `same${count}@example.com`,
      external_id: `same-${count}`,
    });
  }
  expect((await search("same")).customers.map((customer: { name: string }) => customer.name)).toEqual([
    "Same 6",
    "Same 5",
    "Same 4",
    "Same 3",
    "Same 2",
  ]);
});

test("of those made at the same moment the last five", async () => {
  const own = await service.company();
  const search = await finder(own);
  const ids: number[] = [];
  for (let count = 0; count < 6; count++) ids.push(await own.customer({ name: "Twin" }));
  expect((await search("twin")).customers.map(({ id }: { id: number }) => id)).toEqual(
    ids.slice(1).reverse(),
  );
});

test("another company's records are never found", async () => {
  const search = await finder(await service.company());
  for (const q of ["blue", "net", invoice.number, "order-9"]) {
    expect(await search(q)).toMatchObject({ invoices: [], customers: [], products: [] });
  }
});

test("another company's records take no place among the five, however many and new they are", async () => {
  const [ours, theirs] = [await service.company(), await service.company()];
  const make = async (of: TestCompany, nth: number) => {
    const customer = await of.customer({
      name: "Grain Mill",
      email: `mill${nth}@grain.example`,
      external_id: `crm-mill-${nth}`,
    });
    const product = { name: "Flour sack", sku: `FLOUR-${nth}`, external_id: `flour-${nth}`, unit_price: "9" };
    await of.call("POST /products", { body: product });
    const { id } = await of.draft({ customer_id: customer, external_id: `harvest-${nth}` });
    return (await of.call(`POST /invoices/${id}/issue`)).body.invoice;
  };
  const { number } = await make(ours, 0);
  for (let nth = 1; nth <= 5; nth += 1) {
    service.clock.advance(1000);
    await make(theirs, nth);
  }
  const search = await finder(ours);
  for (const q of ["grain mill", "mill", "crm-mill-"]) {
    expect((await search(q)).customers).toMatchObject([{ external_id: "crm-mill-0" }]);
  }
  for (const q of ["flour sack", "FLOUR-", "flour-"]) {
    expect((await search(q)).products).toMatchObject([{ sku: "FLOUR-0" }]);
  }
  for (const q of [number, number.slice(0, -1), "harvest-", "grain mill"]) {
    expect((await search(q)).invoices).toMatchObject([{ external_id: "harvest-0" }]);
  }
});

test("what is not part of the subscription is not found", async () => {
  const options: CompanyOptions = { disable: ["catalog"] };
  const own = await service.company(options);
  await service.context.db.query(
    `insert into customers (company_id, name, kind, metadata, created_at, updated_at)
     values ($1, 'Hidden', 'business', '{}', now(), now())`,
    [own.id],
  );
  expect((await (await finder(own))("hidden")).customers).toEqual([]);
});

test("without a question there is no answer", async () => {
  const { call } = await signIn(service, { companyId: company.id });
  expect((await call("GET", "/search")).body.errors[0].field).toBe("q");
});

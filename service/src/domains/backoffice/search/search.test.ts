import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type CompanyOptions,
  startService,
  type TestCompany,
  type TestService,
} from "../../../../test/harness.ts";
import { signIn } from "../../../../test/site-session.ts";
import type { SearchResults } from "./schema.ts";

let service: TestService;
let company: TestCompany;
let invoice: { id: number; number: string };
type Kind = keyof typeof SearchResults;
type Find = (q: string) => Promise<Record<Kind, Record<string, unknown>[]>>;
let find: Find;

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

async function finder(of: TestCompany): Promise<Find> {
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

  test("a recurring invoice by its external_id and by its customer, and a credit note by its number", async () => {
    const [own, other] = [await service.company(), await service.company()];
    const search = await finder(own);
    const customer = await own.customer({ name: "Harbour Laundry" });
    const lines = [{ description: "Rent", quantity: 1, unit_price: 100 }];
    const schedule = { customer_id: customer, lines, interval: "month", start_date: "2027-01-01" };
    const { recurring_invoice } = (
      await own.call("POST /recurring_invoices", {
        body: { ...schedule, action: "issue", external_id: "rent-7" },
      })
    ).body;
    const hit = {
      id: recurring_invoice.id,
      status: "active",
      customer_name: "Harbour Laundry",
      interval: "month",
      interval_count: 1,
      external_id: "rent-7",
    };
    for (const q of ["rent-", "laundry", "harb"]) expect((await search(q)).recurring_invoices).toEqual([hit]);
    expect((await search("rent-8")).recurring_invoices).toEqual([]);

    const { id } = await own.draft({ customer_id: customer });
    await own.call(`POST /invoices/${id}/issue`);
    const { credit_note } = (await own.call(`POST /invoices/${id}/credit_notes`, { body: {} })).body;
    const found = { id: credit_note.id, number: "CN-000001", invoice_id: id, total: 100, currency: "NGN" };
    for (const q of ["CN-000001", "cn 000001", "1", "cn-0"])
      expect((await search(q)).credit_notes).toEqual([found]);
    expect((await search("CN-000002")).credit_notes).toEqual([]);
    const elsewhere = await finder(other);
    expect(await elsewhere("rent-7")).toMatchObject({ recurring_invoices: [] });
    expect(await elsewhere("CN-000001")).toMatchObject({ credit_notes: [] });
  });

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
  expect((await search("same")).customers.map(({ name }) => name)).toEqual([
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
  expect((await search("twin")).customers.map(({ id }) => id)).toEqual(ids.slice(1).reverse());
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

describe("without diacritics", () => {
  const names = [
    ["olorun", "Ọlọ́runtóbi Adéyẹmí & Sons"],
    ["ỌLỌ́RUN", "Oloruntobi Transport"],
    ["societe generale", "Société Générale du Bénin"],
    ["lodz", "Łódź Handel"],
    ["strasse", "Bäckerei Hauptstraße"],
    ["istanbul", "İSTANBUL Tekstil"],
    ["ɓala", "Bala Motors"],
    ["n'diaye", "N’Diaye Frères"],
    ["oeuvre", "Œuvre Sociale"],
    ["شركة", "شَرِكَة النور"],
    ["上海", "中国上海贸易有限公司"],
  ] as const;
  let own: TestCompany;
  beforeAll(async () => {
    own = await service.company();
    for (const [, name] of names) {
      const customer_id = await own.customer({ name });
      await own.draft({ customer_id });
      await own.call("POST /products", { body: { name, unit_price: "1" } });
      await own.call("POST /sales", {
        body: { customer_id, lines: [{ description: "One", quantity: "1", unit_price: "1" }] },
      });
    }
  });

  test.each(names)("%j finds %j as customer, product, invoice and sale", async (q, name) => {
    const found = await (await finder(own))(q);
    const namesOf = (kind: Kind, field: string) => found[kind].map((hit) => hit[field]);
    expect(namesOf("customers", "name")).toContain(name);
    expect(namesOf("products", "name")).toContain(name);
    expect(namesOf("invoices", "customer_name")).toContain(name);
    expect(namesOf("sales", "customer_name")).toContain(name);
  });

  test.each(names)("%j finds %j in lists of the API", async (q, name) => {
    const listed = async (kind: string) =>
      (await own.call(`GET /${kind}?q=${encodeURIComponent(q)}`)).body[kind] as Record<string, unknown>[];
    expect((await listed("customers")).map((customer) => customer.name)).toContain(name);
    expect((await listed("products")).map((product) => product.name)).toContain(name);
    const invoices = (await listed("invoices")) as { customer: { name: string } }[];
    expect(invoices.map(({ customer }) => customer.name)).toContain(name);
    expect(await listed("sales")).not.toEqual([]);
  });

  test("a mark alone finds nothing", async () => {
    expect(await (await finder(own))("\u0301")).toMatchObject({ customers: [], products: [], invoices: [] });
  });
});

describe("the best match comes first, whatever is newer", () => {
  let own: TestCompany;
  const ordered = ["Ada", "Ada Stores Ltd", "The Ada Company", "Nwosu-Ada & Co", "Greenfield Ibadan"];
  beforeAll(async () => {
    own = await service.company();
    // The best match is the oldest record.
    for (const name of ordered) {
      service.clock.advance(1000);
      const customer_id = await own.customer({ name });
      await own.draft({ customer_id });
      await own.call("POST /products", { body: { name, unit_price: "1" } });
    }
  });
  // Between two names that match equally well, the newer record comes first.
  const expected = ["Ada", "Ada Stores Ltd", "Nwosu-Ada & Co", "The Ada Company", "Greenfield Ibadan"];

  test("of customers, products and invoices", async () => {
    const found = await (await finder(own))("ada");
    expect(found.customers.map(({ name }) => name)).toEqual(expected);
    expect(found.products.map(({ name }) => name)).toEqual(expected);
    expect(found.invoices.map(({ customer_name }) => customer_name)).toEqual(expected);
  });

  test("of customers and products to choose from, which are whole records", async () => {
    const { call } = await signIn(service, { companyId: own.id, role: "viewer" });
    const customers = (await call("GET", "/search/customers?q=ADA")).body.customers;
    expect(customers.map(({ name }: { name: string }) => name)).toEqual(expected);
    expect(customers[0]).toEqual((await own.call(`GET /customers/${customers[0].id}`)).body.customer);
    const products = (await call("GET", "/search/products?q=ada")).body.products;
    expect(products.map(({ name }: { name: string }) => name)).toEqual(expected);
    expect(products[0]).toEqual((await own.call(`GET /products/${products[0].id}`)).body.product);
  });

  test("among hundreds that merely contain the text", async () => {
    const many = await service.company();
    await many.customer({ name: "Badan" });
    await service.context.db.query(
      `insert into customers (company_id, name, kind, metadata, created_at, updated_at)
       select $1, 'Ibadan ' || n, 'business', '{}', now(), now() from generate_series(1, 1000) n`,
      [many.id],
    );
    await many.customer({ name: "The Badan" });
    expect((await (await finder(many))("badan")).customers.slice(0, 2).map(({ name }) => name)).toEqual([
      "Badan",
      "The Badan",
    ]);
  });

  test("of two letters, too", async () => {
    expect((await (await finder(own))("ad")).customers[0]).toMatchObject({ name: "Ada Stores Ltd" });
    expect((await (await finder(own))("ib")).customers).toMatchObject([{ name: "Greenfield Ibadan" }]);
  });

  test("an invoice by its number before those of customers with that name", async () => {
    const numbered = await service.company();
    const make = async (name: string) => {
      const { id } = await numbered.draft({ customer_id: await numbered.customer({ name }) });
      return (await numbered.call(`POST /invoices/${id}/issue`)).body.invoice.number as string;
    };
    const number = await make("First");
    service.clock.advance(1000);
    await make(`${number} Ltd`);
    const { invoices } = await (await finder(numbered))(number);
    expect(invoices.map((hit) => hit.number)).toEqual([number, "INV-000002"]);
  });
});

describe("to choose from", () => {
  test("without a text, the newest come first; inactive products are left out", async () => {
    const own = await service.company();
    const { call } = await signIn(service, { companyId: own.id, role: "viewer" });
    for (const name of ["One", "Two"]) {
      service.clock.advance(1000);
      await own.customer({ name });
      await own.call("POST /products", { body: { name, unit_price: "1" } });
    }
    await own.call("POST /products", { body: { name: "Two old", unit_price: "1", active: false } });
    const names = async (path: string, kind: string) =>
      (await call("GET", path)).body[kind].map(({ name }: { name: string }) => name);
    expect(await names("/search/customers", "customers")).toEqual(["Two", "One"]);
    expect(await names("/search/products", "products")).toEqual(["Two", "One"]);
    expect(await names("/search/products?q=two", "products")).toEqual(["Two"]);
  });
});

describe("payments and links", () => {
  let own: TestCompany;
  let reference: string;
  let payment: { id: number };
  beforeAll(async () => {
    own = await service.company();
    const { id } = await own.draft();
    await own.call(`POST /invoices/${id}/issue`);
    const body = { invoice_id: id, amount: "10", reference: "TRF-Été-77" };
    payment = (await own.call("POST /payments", { body })).body.payment;
    const link = { amount: "25", currency: "NGN", label: "Dépôt Órun", email: "buyer@link.example" };
    reference = (await own.call("POST /payments/link", { body: link })).body.reference;
  });

  test.each(["TRF-ETE-77", "trf-ete"])("a payment by %j", async (q) => {
    expect((await (await finder(own))(q)).payments).toMatchObject([
      { id: payment.id, reference: "TRF-Été-77", amount: 10 },
    ]);
  });

  test.each(["depot", "orun depot", "buyer@link"])("a link by %j", async (q) => {
    expect((await (await finder(own))(q)).payment_links).toMatchObject([{ reference, label: "Dépôt Órun" }]);
  });

  test("a link by its reference, which another company cannot find", async () => {
    expect((await (await finder(own))(reference)).payment_links).toMatchObject([{ reference }]);
    const search = await finder(await service.company());
    for (const q of [reference, "depot", "TRF-Été-77"]) {
      expect(await search(q)).toMatchObject({ payments: [], payment_links: [] });
    }
  });
});

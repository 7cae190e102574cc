import type { TestCompany } from "./harness.ts";

/** Ids by the path that names one record: `/invoices/{id}`. A path that lacks here is a route nobody tests. */
export type Records = Record<string, (number | string)[]>;

/** Records of every kind in several states. `mark` stands in every text of theirs, so that a leak is seen. */
export async function makeRecords(company: TestCompany, mark: string): Promise<Records> {
  const make = async (operation: string, body?: unknown) => {
    const reply = await company.call(operation, body === undefined ? {} : { body });
    if (reply.status >= 300) throw new Error(`${operation}: ${reply.text}`);
    return reply.body;
  };
  const customer = async (fields: object) => (await make("POST /customers", fields)).customer.id as number;
  const product = async (fields: object) => (await make("POST /products", fields)).product.id as number;

  const customers = [
    await customer({
      name: `Customer ${mark}`,
      email: `${mark}@example.com`,
      phone: mark,
      kind: "consumer",
      tax_id: mark,
      registration_number: mark,
      address: { line1: mark, city: "Lagos", country: "NG" },
      external_id: `customer-${mark}`,
      metadata: { mark, deep: { list: [1, "two", null] } },
    }),
    await customer({ name: `Plain ${mark}` }),
  ];
  const products = [
    await product({
      name: `Product ${mark}`,
      description: mark,
      sku: `sku-${mark}`,
      kind: "service",
      unit_price: "1500.5",
      tax_rate: 7.5,
      external_id: `product-${mark}`,
      portal: true,
    }),
    await product({ name: `Unpriced ${mark}`, active: false, currency: "JPY" }),
  ];
  const lines = [
    { product_id: products[0], quantity: 2 },
    { description: mark, quantity: "0.75", unit_price: 98.5, tax_rate: 19 },
  ];
  const sale = async (fields: object = {}) =>
    (await make("POST /sales", { customer_id: customers[0], lines, notes: mark, ...fields })).sale
      .id as number;
  const draft = async (fields: object = {}) =>
    (await make("POST /invoices", { customer_id: customers[0], lines, notes: mark, ...fields })).invoice
      .id as number;
  const after = async (id: number, ...actions: string[]) => {
    for (const action of actions) await make(`POST /invoices/${id}/${action}`);
    return id;
  };

  const invoicedSale = await sale();
  const fromSale = (await make(`POST /sales/${invoicedSale}/invoice`)).invoice.id as number;
  const cancelledSale = await sale();
  await make(`POST /sales/${cancelledSale}/cancel`);
  const records: Records = {
    "/customers/{id}": customers,
    "/products/{id}": products,
    "/sales/{id}": [
      await sale({ external_id: `sale-${mark}` }),
      await sale({ customer_id: null }),
      invoicedSale,
      cancelledSale,
    ],
    "/invoices/{id}": [
      await draft({ external_id: `invoice-${mark}` }),
      fromSale,
      await after(await draft({ customer_id: customers[1] }), "issue"),
      await after(await draft({ invoice_date: "2026-01-01", due_date: "2026-01-02" }), "issue"),
      await after(await draft(), "issue", "void"),
      await after(await draft(), "issue", "write_off"),
    ],
  };
  // Last, because everything above is told in an event.
  const { events } = await make("GET /events?limit=100");
  return { ...records, "/events/{id}": events.map(({ id }: { id: string }) => id) };
}

/** The ids that an operation's path can name; refuses a path that `makeRecords` does not know. */
export function idsFor(records: Records, recordPath: string): (number | string)[] {
  const ids = records[recordPath];
  if (!ids?.length) throw new Error(`${recordPath}: let makeRecords in records.ts make such records`);
  return ids;
}

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "./harness.ts";
import { signIn } from "./site-session.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
});
afterAll(() => service.close());

const of = (bytes: number) => ({ k: "x".repeat(bytes - 8) });
const most = of(16 * 1024);
const fault = { field: "metadata", message: "has 16385 bytes as JSON; the maximum is 16384" };
const lines = [{ description: "Work", quantity: 1, unit_price: 5 }];

async function issued(): Promise<number> {
  const { id } = await company.draft();
  await company.call(`POST /invoices/${id}/issue`);
  return id;
}

describe("16 KiB of metadata is stored, one byte more is 422 and changes nothing", () => {
  const creates: [noun: string, path: string, body: () => Promise<object>][] = [
    ["customer", "/customers", async () => ({ name: "Acme" })],
    ["product", "/products", async () => ({ name: "Pipe" })],
    ["sale", "/sales", async () => ({ lines })],
    ["quote", "/quotes", async () => ({ customer_id: await company.customer(), lines })],
    ["invoice", "/invoices", async () => ({ customer_id: await company.customer(), lines })],
    ["payment", "/payments", async () => ({ invoice_id: await issued(), amount: 1 })],
    ["invoice", "/portal/orders", async () => ({ customer_id: await company.customer(), lines })],
  ];

  test.each(creates)("%s by POST %s", async (noun, path, body) => {
    const given = await body();
    const refused = await company.call(`POST ${path}`, { body: { ...given, metadata: of(16_385) } });
    expect([refused.status, refused.body.errors]).toEqual([422, [fault]]);
    const made = await company.call(`POST ${path}`, { body: { ...given, metadata: most } });
    expect([made.status, made.body[noun].metadata]).toEqual([201, most]);
  });

  test.each(creates.slice(0, 6))("%s by PATCH of what POST %s made", async (noun, path, body) => {
    const made = await company.call(`POST ${path}`, { body: { ...(await body()), metadata: { a: 1 } } });
    const one = `${path}/${made.body[noun].id}`;
    const refused = await company.call(`PATCH ${one}`, { body: { metadata: of(16_385) } });
    expect([refused.status, refused.body.errors]).toEqual([422, [fault]]);
    expect((await company.call(`GET ${one}`)).body[noun].metadata).toEqual({ a: 1 });
    expect((await company.call(`PATCH ${one}`, { body: { metadata: most } })).body[noun].metadata).toEqual(
      most,
    );
  });

  test.each(["payment link", "credit note"])("%s", async (noun) => {
    const isLink = noun === "payment link";
    const path = isLink ? "/payments/link" : `/invoices/${await issued()}/credit_notes`;
    const given = isLink ? { amount: 1 } : {};
    const refused = await company.call(`POST ${path}`, { body: { ...given, metadata: of(16_385) } });
    expect([refused.status, refused.body.errors]).toEqual([422, [fault]]);
    const made = await company.call(`POST ${path}`, { body: { ...given, metadata: most } });
    const shown = isLink ? made.body : made.body.credit_note;
    expect([made.status, shown.metadata]).toEqual([201, most]);
  });

  test("by a spreadsheet, row by row", async () => {
    const owner = await signIn(service, { companyId: company.id, role: "owner" });
    const cell = (metadata: object) => `"${JSON.stringify(metadata).replaceAll('"', '""')}"`;
    const csv = `name,metadata\r\nToo much,${cell(of(16_385))}\r\nJust right,${cell(most)}\r\n`;
    const { body } = await owner.call("POST", "/imports/customers", { csv });
    expect(body).toMatchObject({ created: 1, errors_total: 1, errors: [{ row: 2, ...fault }] });
  });

  test("on the site, which uses the same routes", async () => {
    const owner = await signIn(service, { companyId: company.id, role: "owner" });
    const refused = await owner.call("POST", "/customers", { name: "Acme", metadata: of(16_385) });
    expect([refused.status, refused.body.errors]).toEqual([422, [fault]]);
  });
});

describe("the database", () => {
  test.each(["customers", "products", "sales", "invoices"])(
    "refuses more in %s, new or changed",
    async (table) => {
      const { db } = service.context;
      await company.draft();
      await company.call("POST /products", { body: { name: "Pipe" } });
      await company.call("POST /sales", { body: { lines } });
      const large = `update ${table} set metadata = jsonb_build_object('k', repeat('x', 24600)) where company_id = $1`;
      await expect(db.query(large, [company.id])).rejects.toMatchObject({
        code: "23514",
        constraint: `${table}_metadata_size`,
      });
      const columns = await db.query<{ name: string }>(
        `select quote_ident(column_name) as name from information_schema.columns
       where table_name = $1 and column_name not in ('id', 'metadata', 'external_id', 'sku', 'portal_secret')
         and is_generated = 'NEVER' and is_identity = 'NO'`,
        [table],
      );
      const names = columns.map(({ name }) => name).join(", ");
      const secret = table === "invoices" ? ["portal_secret, ", "gen_random_uuid()::text, "] : ["", ""];
      const insert = (bytes: number) =>
        db.query(
          `insert into ${table} (${secret[0]}${names}, metadata)
         select ${secret[1]}${names}, jsonb_build_object('k', repeat('x', $2::int)) from ${table} where company_id = $1 limit 1`,
          [company.id, bytes],
        );
      await expect(insert(24_600)).rejects.toMatchObject({ constraint: `${table}_metadata_size` });
    },
  );

  test("accepts everything that the API accepts, however it is written", async () => {
    for (const metadata of [
      { k: Array(8180).fill(1) },
      { k: Array(50).fill(1e300) },
      { k: Array(8000).fill([]).flat().concat(Array(5400).fill({})) },
    ]) {
      const made = await company.call("POST /customers", { body: { name: "Acme", metadata } });
      expect([made.status, made.body.errors]).toEqual([201, undefined]);
    }
  });
});

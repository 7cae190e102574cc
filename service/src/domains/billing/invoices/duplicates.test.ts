import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const lines = [
  { description: "Work", quantity: "1.50", unit_price: "100.10", tax_rate: 7.5 },
  { description: "Travel", quantity: 2, unit_price: 50 },
];
const create = async (company: TestCompany, body: object, headers: Record<string, string> = {}) =>
  (await company.call("POST /invoices", { body, headers })).body;

test("an invoice with the same customer, lines and total names the earlier one", async () => {
  const company = await service.company();
  const body = { customer_id: await company.customer(), lines };
  const first = await create(company, body);
  expect(Object.keys(first)).toEqual(["success", "invoice"]);
  const second = await create(company, { ...body, notes: "once more" }, { "idempotency-key": "other" });
  expect(Object.keys(second)).toEqual(["success", "invoice", "possible_duplicate_of"]);
  expect(second.possible_duplicate_of).toBe(first.invoice.id);
});

test("the same Idempotency-Key gets the stored answer, with the warning that it had and no other", async () => {
  const company = await service.company();
  const body = { customer_id: await company.customer(), lines, colour: "red" };
  const { text: first } = await company.call("POST /invoices", { body, headers: { "idempotency-key": "a" } });
  const second = await company.call("POST /invoices", { body, headers: { "idempotency-key": "b" } });
  expect(second.body).toMatchObject({
    possible_duplicate_of: expect.any(Number),
    warnings: [expect.anything()],
  });
  for (const [key, text] of Object.entries({ a: first, b: second.text }))
    expect((await company.call("POST /invoices", { body, headers: { "idempotency-key": key } })).text).toBe(
      text,
    );
});

test.each([
  ["another customer", async (company: TestCompany) => ({ customer_id: await company.customer() })],
  ["another price", async () => ({ lines: [lines[0], { ...lines[1], unit_price: 51 }] })],
  [
    "another description with the same total",
    async () => ({ lines: [lines[0], { ...lines[1], description: "x" }] }),
  ],
  [
    "the same total from another quantity",
    async () => ({ lines: [lines[0], { ...lines[1], quantity: 4, unit_price: 25 }] }),
  ],
  ["a discount", async () => ({ discounts: [{ percent: 10 }] })],
  ["another currency", async () => ({ currency: "USD" })],
])("%s makes it another invoice", async (_what, difference) => {
  const company = await service.company();
  const body = { customer_id: await company.customer(), lines };
  await create(company, body);
  const made = await create(company, { ...body, ...(await difference(company)) });
  expect(Object.keys(made)).toEqual(["success", "invoice"]);
});

test("neither an invoice of yesterday nor a void one is named", async () => {
  const company = await service.company();
  const customer_id = await company.customer();
  const body = { customer_id, lines };
  const { invoice } = await create(company, body);
  const db = service.context.db;
  const move = (hours: number) =>
    db.query(
      "update invoices set created_at = created_at - $3 * interval '1 hour' where company_id = $1 and id = $2",
      [company.id, invoice.id, hours],
    );
  await move(24);
  const second = await create(company, body);
  expect(second.possible_duplicate_of).toBeUndefined();
  await company.call(`POST /invoices/${second.invoice.id}/issue`);
  await company.call(`POST /invoices/${second.invoice.id}/void`);
  const third = await create(company, body);
  expect(third.possible_duplicate_of).toBeUndefined();
});

test("an invoice is found behind any number of others of the customer, and behind nine with the same total", async () => {
  const company = await service.company();
  const customer_id = await company.customer();
  const body = { customer_id, lines };
  const { invoice } = await create(company, body);
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      create(company, { customer_id, lines: [{ ...lines[1], quantity: n + 3 }] }),
    ),
  );
  for (let n = 1; n <= 9; n += 1)
    await create(company, { customer_id, lines: [lines[0], { ...lines[1], description: `Trip ${n}` }] });
  expect((await create(company, body)).possible_duplicate_of).toBe(invoice.id);
});

test("members of a batch name earlier invoices and each other", async () => {
  const company = await service.company();
  const body = { customer_id: await company.customer(), lines };
  const { invoice } = await create(company, body);
  const records = [body, { ...body, lines: [lines[0]] }, { ...body, lines: [lines[0]] }];
  const reply = await company.call("POST /invoices/batch", { body: { mode: "create", records } });
  const [a, b, c] = reply.body.results;
  expect(a).toEqual({ index: 0, status: "created", id: a.id, possible_duplicate_of: invoice.id });
  expect(b).toEqual({ index: 1, status: "created", id: b.id });
  expect(c).toEqual({ index: 2, status: "created", id: c.id, possible_duplicate_of: b.id });
});

test("another company's invoice is never named", async () => {
  const [own, other] = [await service.company(), await service.company()];
  await create(other, { customer_id: await other.customer(), lines });
  const made = await create(own, { customer_id: await own.customer(), lines });
  expect(made.possible_duplicate_of).toBeUndefined();
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";

let service: TestService;
let company: TestCompany;
let ids: number[];
beforeAll(async () => {
  service = await startService();
  company = await service.company({ profile: { time_zone: "Africa/Lagos" } });
  const customer_id = await company.customer();
  ids = [];
  for (const [date, due, price] of [
    ["2026-01-10", "2026-02-10", 100],
    ["2026-03-10", "2026-03-20", 250.5],
    ["2026-05-10", "2026-12-31", 4000],
  ] as const) {
    const lines = [{ description: "Work", quantity: 1, unit_price: price }];
    const { id } = await company.draft({ customer_id, invoice_date: date, due_date: due, lines });
    ids.push(id as number);
  }
});
afterAll(() => service.close());

/** The places of the invoices that a query finds, oldest first. */
async function found(query: string): Promise<number[]> {
  const { status, body, text } = await company.call(`GET /invoices?${query}`);
  expect([query, status, status === 200 ? "" : text]).toEqual([query, 200, ""]);
  return (body.invoices as { id: number }[]).map(({ id }) => ids.indexOf(id)).reverse();
}

test.each([
  ["invoice_date_from=2026-03-10", [1, 2]],
  ["invoice_date_from=2026-03-11", [2]],
  ["invoice_date_to=2026-03-10", [0, 1]],
  ["invoice_date_from=2026-02-01&invoice_date_to=2026-04-01", [1]],
  ["due_date_from=2026-03-20", [1, 2]],
  ["due_date_to=2026-03-19", [0]],
  ["total_from=250.50", [1, 2]],
  ["total_to=250.5", [0, 1]],
  ["total_from=250.51&total_to=3999.99", []],
  ["total_from=1&due_date_to=2026-03-31&status=draft", [0, 1]],
])("GET /invoices?%s", async (query, places) => {
  expect(await found(query)).toEqual(places);
  const { body } = await company.call(`GET /invoices?${query}&include=total_count`);
  expect(body.pagination.total_count).toBe(places.length);
});

test("drafts were never issued, and both ends of a moment count, to the millisecond", async () => {
  expect(await found("issued_from=2020-01-01")).toEqual([]);
  const { issued_at, updated_at } = (await company.call(`POST /invoices/${ids[1]}/issue`)).body.invoice;
  const at = (text: string, later: number) => new Date(Date.parse(text) + later).toISOString();
  expect(await found(`issued_from=${issued_at}&issued_to=${issued_at}`)).toEqual([1]);
  expect(await found(`issued_from=${at(issued_at, 1)}`)).toEqual([]);
  expect(await found(`issued_to=${at(issued_at, -1)}`)).toEqual([]);
  expect(await found(`updated_from=${updated_at}`)).toContain(1);
  expect(await found(`updated_to=${at(updated_at, -1)}`)).not.toContain(1);
  expect(await found(`updated_from=${issued_at.slice(0, 10)}`)).toContain(1);
});

test("what is no date or no amount is refused with its name", async () => {
  for (const query of [
    "invoice_date_from=x",
    "due_date_to=2026-02-30",
    "issued_from=x",
    "total_from=x",
    "total_to=-1",
  ]) {
    const { status, body } = await company.call(`GET /invoices?${query}`);
    expect([query, status, body.errors?.[0]?.field]).toEqual([query, 422, query.split("=")[0]]);
  }
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { readCsv } from "../src/domains/backoffice/imports-exports/csv.ts";
import { importExportRoutes } from "../src/domains/backoffice/imports-exports/routes.ts";
import { startService, type TestCompany, type TestService } from "./harness.ts";
import { operations } from "./operations.ts";
import { signIn, type TestSession } from "./site-session.ts";

let service: TestService;
let company: TestCompany;
let viewer: TestSession;
/** Whose records have no customer_id themselves. */
let customer: number;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
  viewer = await signIn(service, { companyId: company.id });
  await fill(company);
  customer = (await company.call("GET /customers?external_id=e-0")).body.customers[0].id;
});
afterAll(() => service.close());

/** Two of everything, a day apart, that differ in whatever a list can be filtered by. */
async function fill(of: TestCompany): Promise<void> {
  const made = async (operation: string, body?: object) => {
    const { status, body: answer, text } = await of.call(operation, body ? { body } : {});
    if (status > 201) throw new Error(`${operation}: ${text}`);
    return Object.values(answer).find((value) => typeof value === "object") as { id: number };
  };
  for (const [index, currency] of ["NGN", "USD"].entries()) {
    const metadata = { shop: `s-${index}` };
    const external_id = `e-${index}`;
    const { id: customer_id } = await made("POST /customers", {
      ...{ name: `Customer ${index}`, external_id, metadata, phone: `080${index}` },
      ...{ email: `c${index}@example.com`, tax_id: `t-${index}` },
    });
    await made("POST /products", {
      ...{ name: `Product ${index}`, sku: `sku-${index}`, external_id, metadata, currency },
      ...{ unit_price: 10, active: index === 0, portal: index === 0 },
    });
    await made("POST /exchange_rates", {
      currency: index ? "EUR" : "USD",
      date: `2026-11-0${index + 1}`,
      rate: 2,
    });
    const lines = [{ description: "Work", quantity: index + 1, unit_price: 100 }];
    const document = { customer_id, currency, external_id, metadata, lines };
    await made("POST /sales", document);
    await made("POST /quotes", document);
    await made("POST /recurring_invoices", {
      ...document,
      interval: "month",
      action: "draft",
      start_date: "2030-01-01",
    });
    const dates = { invoice_date: `2026-11-0${index + 1}`, due_date: `2026-12-0${index + 1}` };
    const { id: invoice_id } = await made("POST /invoices", { ...document, ...dates });
    await made(`POST /invoices/${invoice_id}/issue`);
    const method = index ? "cash" : "card";
    const paid_at = `2026-11-1${index}T10:00:00Z`;
    await made("POST /payments", {
      invoice_id,
      amount: 1,
      method,
      reference: `R-${index}`,
      paid_at,
      metadata,
    });
    await made(`POST /invoices/${invoice_id}/credit_notes`, { reason: "Less", lines, metadata });
    service.clock.advance(24 * 60 * 60 * 1000);
  }
}

type Entry = Record<string, unknown> & { id: number };

/** A value for the filter that some of the entries have. */
function valueFor(name: string, entry: Entry): string {
  const range = /^(.*)_(?:from|to)$/.exec(name)?.[1];
  if (range) {
    const fields = [range, `${range}_at`].map((field) => entry[field]);
    return String(fields.find((value) => value !== undefined)).replace(/T.*/, "");
  }
  const actor = entry.actor as { type: string; id: string } | undefined;
  const known: Record<string, unknown> = {
    customer_id: entry.customer_id ?? customer,
    q: entry.name ?? entry.number,
    customer_external_id: `e-${entry.currency === "USD" ? 1 : 0}`,
    recurring_invoice_id: 1,
    actor_type: actor?.type,
    actor_id: actor?.id,
    record_type: String(entry.subject).replace(/\/.*/, ""),
  };
  return String(known[name] ?? entry[name]);
}

const exports = importExportRoutes.flatMap(({ path }) => /^\/exports\/(\w+)\.csv$/.exec(path)?.[1] ?? []);
const paging = ["limit", "cursor", "include", "sort"];
const filtersOf = (list: string) =>
  operations
    .find(({ name }) => name === `GET /${list}`)!
    .parameters.filter((each) => each.in === "query" && !paging.includes(each.name))
    .map(({ name }) => name);

test.each(exports.flatMap((list) => filtersOf(list).map((filter) => [list, filter] as const)))(
  "the export of %s has what the list of the API has with %s",
  async (list, filter) => {
    const listed = async (query: string) => {
      const { status, body, text } = await company.call(`GET /${list}?limit=100${query}`);
      if (status !== 200) throw new Error(`${list}${query}: ${text}`);
      return Object.values(body).find(Array.isArray) as Entry[];
    };
    const all = await listed("");
    const entry = all.at(-1)!;
    const value = valueFor(filter, entry);
    const query = filter === "metadata" ? "&metadata[shop]=s-0" : `&${filter}=${encodeURIComponent(value)}`;
    const { status, text } = await viewer.call("GET", `/exports/${list}.csv?${query.slice(1)}`);
    expect([query, status, status === 200 ? "" : text]).toEqual([query, 200, ""]);
    const { header, rows } = readCsv(text);
    // The file of the audit log has no ids.
    const key = header.includes("id") ? "id" : "created_at";
    const wanted = (await listed(query)).map((found) => String(found[key]));
    const found = rows.map(({ cells }) => cells[header.indexOf(key)]);
    expect([query, found.sort()]).toEqual([query, wanted.sort()]);
  },
);

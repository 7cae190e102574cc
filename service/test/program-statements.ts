import { globSync } from "node:fs";
import path from "node:path";
import "../src/app.ts";
import "../src/worker.ts";
import { checkpointListing } from "../src/domains/backoffice/books/queries.ts";
import { customerTable } from "../src/domains/backoffice/lists/customers.ts";
import { invoiceTable } from "../src/domains/backoffice/lists/invoices.ts";
import { linkTable } from "../src/domains/backoffice/lists/links.ts";
import { readExported, type TableListing } from "../src/domains/backoffice/lists/listing.ts";
import { paymentTable } from "../src/domains/backoffice/lists/payments.ts";
import { productTable } from "../src/domains/backoffice/lists/products.ts";
import { quoteTable } from "../src/domains/backoffice/lists/quotes.ts";
import { recurringTable } from "../src/domains/backoffice/lists/recurring-invoices.ts";
import { saleTable } from "../src/domains/backoffice/lists/sales.ts";
import { readList } from "../src/domains/backoffice/lists/service.ts";
import { creditNoteListing } from "../src/domains/billing/credit-notes/queries.ts";
import { exchangeRateListing } from "../src/domains/billing/exchange-rates/queries.ts";
import { invoiceListing } from "../src/domains/billing/invoices/list.ts";
import { quoteListing } from "../src/domains/billing/quotes/queries.ts";
import { recurringListing } from "../src/domains/billing/recurring-invoices/queries.ts";
import { saleListing } from "../src/domains/billing/sales/queries.ts";
import { customerListing } from "../src/domains/catalog/customers/queries.ts";
import { productListing } from "../src/domains/catalog/products/queries.ts";
import { linkListing } from "../src/domains/payments/links/queries.ts";
import { paymentListing } from "../src/domains/payments/payments/queries.ts";
import { auditListing } from "../src/domains/tenancy/audit/queries.ts";
import { deliveryListing } from "../src/domains/webhooks/deliveries/queries.ts";
import { endpointListing } from "../src/domains/webhooks/endpoints/queries.ts";
import { inboxListing } from "../src/domains/webhooks/inbox/queries.ts";
import { registeredStatements, type Statement, statementPlaces } from "../src/platform/db/database.ts";
import { encodeSortCursor } from "../src/platform/db/lists/list-order.ts";
import { type Listing, readPage, readRenderedPage } from "../src/platform/db/lists/page.ts";
import { createRenderedTexts } from "../src/platform/db/lists/rendered.ts";

const source = path.join(import.meta.dirname, "../src");

/** The lists of the API, by the folder of their module. */
export const listings: Readonly<Record<string, Listing>> = {
  "domains/tenancy/audit": auditListing,
  "domains/backoffice/books": checkpointListing,
  "domains/billing/credit-notes": creditNoteListing,
  "domains/catalog/customers": customerListing,
  "domains/webhooks/deliveries": deliveryListing,
  "domains/webhooks/endpoints": endpointListing,
  "domains/webhooks/inbox": inboxListing,
  "domains/billing/invoices": invoiceListing,
  "domains/payments/links": linkListing,
  "domains/payments/payments": paymentListing,
  "domains/catalog/products": productListing,
  "domains/billing/quotes": quoteListing,
  "domains/billing/exchange-rates": exchangeRateListing,
  "domains/billing/recurring-invoices": recurringListing,
  "domains/billing/sales": saleListing,
};

/** The lists of the dashboard. */
const tables: readonly TableListing[] = [
  customerTable,
  invoiceTable,
  linkTable,
  paymentTable,
  productTable,
  quoteTable,
  recurringTable,
  saleTable,
];

export type ProgramStatement = { name: string; text: string; file: string };

/**
 * The statements of the whole program, each with the file that contains it. Some modules are loaded only by a command,
 * and a list's statement is registered at its first use, so both are done here: otherwise the result would depend on
 * which tests ran earlier in this process. Statements of those tests are left out.
 */
export async function programStatements(): Promise<ProgramStatement[]> {
  const modules = globSync("domains/**/*.ts", { cwd: source }).filter(isProgram);
  for (const file of modules) await import(path.join(source, file));
  const registered = [...registeredStatements()]
    .map(([name, text]) => ({ name, text, file: fileOf(statementPlaces().get(name)!) }))
    .filter(({ name, file }) => file.startsWith("src/") && isProgram(file) && !name.startsWith("page_"));
  const lists = await Promise.all(
    Object.entries(listings).map(async ([folder, listing]) =>
      (await listStatements(listing)).map((each) => ({ ...each, file: `src/${folder}/queries.ts` })),
    ),
  );
  const file = "src/domains/backoffice/lists/listing.ts";
  const tableStatements = await Promise.all(tables.map(statementsOfTable));
  return [...registered, ...lists.flat(), ...tableStatements.flat().map((each) => ({ ...each, file }))];
}

const isProgram = (file: string) => !/\.(test|fixture)\.tsx?$/.test(file);

/** The first file of the stack outside of the platform, which contains the SQL. */
export function fileOf({ stack = "" }: Error): string {
  const files = [...stack.matchAll(/\/service\/((?:src|test)\/[\w./-]+\.tsx?)/g)].map(([, file]) => file!);
  return files.find((file) => !file.startsWith("src/platform/")) ?? files.at(-1) ?? "";
}

/** For the cursor of each order. */
const positions = { text: "a", date: "2026-11-15", numeric: "1", timestamptz: "2026-11-15T00:00:00.000Z" };

/** Each list and its count, without a filter and by each filter alone. With two filters, either index is enough. */
async function listStatements(listing: Listing): Promise<{ name: string; text: string }[]> {
  const found: { name: string; text: string }[] = [];
  const cursor = Buffer.from("2026-11-15T00:00:00.000Z 1").toString("base64url");
  const sorted = Object.entries({ created_at: { type: "timestamptz" } as const, ...listing.sorts })
    .flatMap(([name, { type }]) => [name, `-${name}`].map((sort) => ({ sort, at: positions[type] })))
    .filter(({ sort }) => sort !== "-created_at")
    .flatMap(({ sort, at }) => [{ sort }, { sort, cursor: encodeSortCursor(sort, { at, id: 1 }) }]);
  for (const filter of ["", ...Object.keys(listing.filters)]) {
    for (const request of [{ include: "total_count" }, { cursor }, ...(listing.sorts ? sorted : [])]) {
      const query = async (sql: Statement | string) => {
        const { text } = sql as Statement;
        found.push({ name: `${listing.name} by ${filter} ${Object.entries(request)} ${found.length}`, text });
        // One record, so that its text is asked for too, and always more of them, so that every path is tried.
        if (text.includes("as versions")) return [{ versions: "1:1" }] as never[];
        return (text.endsWith(" as more") ? [{ more: true }] : []) as never[];
      };
      const filters = filter ? { [filter]: "x" } : {};
      const rendered = createRenderedTexts();
      const read = listing.version ? readRenderedPage : readPage;
      const page = read({ query, rendered }, listing, 1, "2026-11-15", request, filters);
      await page.catch((error: { code?: string }) => {
        if (error.code !== "query_too_broad") throw error;
      });
    }
  }
  return found;
}

/** Each list of the dashboard by each filter alone and by each column, with its counts, totals and export. */
async function statementsOfTable(listing: TableListing): Promise<{ name: string; text: string }[]> {
  const found = new Map<string, string>();
  const query = async (sql: Statement | string) => {
    const { name, text } = sql as Statement;
    found.set(name, text);
    return [{ json: "{}" }] as never[];
  };
  for (const filter of ["", ...Object.keys(listing.filters)]) {
    const filters = filter ? { [filter]: "x" } : {};
    await readList({ query }, listing, [], {}, filters);
    if (listing.exported) await readExported({ query }, listing, [], {}, filters);
  }
  for (const column of Object.keys(listing.orders)) {
    for (const sort of [column, `-${column}`]) await readList({ query }, listing, [], { sort }, {});
  }
  return [...found].map(([name, text]) => ({ name: `${listing.name} ${name}`, text }));
}

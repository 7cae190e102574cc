import type { Feature, SiteScope, UserPrincipal } from "../../../contract/access.ts";
import { jsonResponse } from "../../../http/response.ts";
import { type Call, change, coalesced, type Route, read, staged } from "../../../http/route.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { envelope } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { CreditNoteQuery } from "../../billing/credit-notes/schema.ts";
import { listCreditNotes } from "../../billing/credit-notes/service.ts";
import { ExchangeRateQuery } from "../../billing/exchange-rates/schema.ts";
import { listExchangeRates } from "../../billing/exchange-rates/service.ts";
import { AuditQuery } from "../../tenancy/audit/schema.ts";
import { listAudit } from "../../tenancy/audit/service.ts";
import {
  type ExportedList,
  exportedCustomers,
  exportedInvoices,
  exportedPayments,
  exportedProducts,
  exportedQuotes,
  exportedRecurringInvoices,
  exportedSales,
} from "../lists/service.ts";
import { exportAnswer, type List } from "./exports.ts";
import { findImport } from "./import-queries.ts";
import {
  type Importable,
  importableCustomers,
  importableExchangeRates,
  importableProducts,
} from "./importable.ts";
import { importOf, previewOf } from "./imports.ts";
import { continueImport, endImport, listUnfinished, startImport } from "./resumable-imports.ts";
import {
  ImportBody,
  ImportOutcome,
  ImportPreview,
  ImportRecord,
  ImportStart,
  importExample,
  outcomeExample,
  previewExample,
} from "./schema.ts";
import {
  auditSheet,
  creditNoteSheet,
  customerSheet,
  exchangeRateSheet,
  invoiceSheet,
  paymentSheet,
  productSheet,
  quoteSheet,
  recurringSheet,
  type Sheet,
  saleSheet,
} from "./sheets.ts";

/** The filters of the list, without its paging and sorting. */
function exportRoute<Query extends object>(
  sheet: Sheet,
  feature: Feature | "any",
  { query, list }: { query: Type.TObject; list: List<Query> } | ExportedList<Query>,
  scope: SiteScope = "site:export",
): Route {
  const { limit: _limit, cursor: _cursor, include: _include, sort: _sort, ...filters } = query.properties;
  return read({
    path: `/exports/${sheet.name}.csv`,
    expensive: true,
    operationId: `export_${sheet.name}`,
    summary: `Export ${sheet.name.replaceAll("_", " ")} as CSV`,
    description:
      "Newest first, without a limit. Cells that a spreadsheet would run as formulas start with an apostrophe. The trailer `X-Row-Count` states the number of rows; if the export fails halfway, the connection is reset.",
    tag: "Exports",
    scope,
    feature,
    readsSlowly: true,
    cost: 100,
    query: Type.Object(filters),
    responses: {
      200: {
        description: "UTF-8 with a byte order mark, commas and CRLF.",
        mediaType: "text/csv",
        schema: Type.String(),
        example: `\uFEFF${sheet.columns.map(({ name }) => name).join(",")}\r\n`,
      },
    },
    handle: ({ context, principal, query: wanted }) =>
      exportAnswer(context, principal.company, sheet, list as List<object>, wanted as object),
  });
}

const customerRow = "name,email\r\nAcme Trading Ltd,accounts@acme.example\r\n";

function importRoutes(importable: Importable, feature: Feature = "catalog", row = customerRow): Route[] {
  const { sheet, noun } = importable;
  const access = {
    tag: "Imports",
    scope: "site:import",
    feature,
    expensive: true,
    cost: 5,
  } as const;
  const body = { body: ImportBody, bodyExample: { csv: row } };
  const names = importable.together?.columns ?? importable.names;
  return [
    staged({
      ...access,
      ...body,
      path: `/imports/${sheet.name}/preview`,
      operationId: `preview_${sheet.name}_import`,
      summary: `Preview an import of ${sheet.name}`,
      responses: {
        200: { description: "Nothing is stored.", schema: ImportPreview, example: previewExample },
      },
      handle: previewOf(importable),
    }),
    coalesced({
      ...access,
      ...body,
      path: `/imports/${sheet.name}`,
      operationId: `import_${sheet.name}`,
      summary: `Import ${sheet.name} from CSV`,
      description: `Rows with errors are skipped, the others are imported. A row is matched to an existing ${noun} by ${names.join(importable.together ? " and " : ", ")}${importable.together ? "" : ", in this order"}; a row without them is new.`,
      responses: {
        200: { description: "The result for each row.", schema: ImportOutcome, example: outcomeExample },
      },
      handle: importOf(importable),
    }),
  ];
}

const running = {
  tag: "Imports",
  scope: "site:import",
  feature: "catalog",
  responses: {
    200: {
      description: "The import and its progress.",
      schema: envelope({ import: ImportRecord }),
      example: { success: true, import: importExample },
    },
  },
} as const;
const importRecord = {
  noun: "The import",
  exists: async (db: Queryable, companyId: number, id: number) =>
    (await findImport(db, companyId, id)) !== undefined,
};
const importerOf = ({ context, principal, requestId, address }: Call) => ({
  context,
  principal: principal as UserPrincipal,
  requestId,
  address,
});

/** An import that survives a crash and a closed window. */
const resumableRoutes: Route[] = [
  staged({
    ...running,
    expensive: true,
    cost: 5,
    path: "/imports",
    operationId: "start_import",
    summary: "Store a file to be imported",
    description: "No row is imported yet: continue the import until it is finished.",
    body: ImportStart,
    bodyExample: { kind: "customers", file_name: "customers.csv", csv: "name\r\nAcme Trading Ltd\r\n" },
    responses: { 201: running.responses[200] },
    handle: async (call) => jsonResponse(201, { import: await startImport(importerOf(call), call.body) }),
  }),
  staged({
    ...running,
    expensive: true,
    cost: 5,
    path: "/imports/{id}/continue",
    operationId: "continue_import",
    summary: "Import the next rows of a file",
    description:
      "Imports up to 500 rows and returns how far it got. After a failure, call it again: rows that were imported are not imported twice.",
    record: importRecord,
    handle: async (call) => jsonResponse(200, { import: await continueImport(importerOf(call), call.id) }),
  }),
  change("POST", {
    ...running,
    path: "/imports/{id}/discard",
    operationId: "discard_import",
    summary: "Stop an import; rows that were imported stay",
    record: importRecord,
    handle: async (made, { id }) => jsonResponse(200, { import: await endImport(made, id) }),
  }),
  read({
    ...running,
    path: "/imports",
    operationId: "list_unfinished_imports",
    summary: "List imports that were started and not finished",
    responses: {
      200: {
        description: "Newest first.",
        schema: envelope({ imports: Type.Array(ImportRecord) }),
        example: { success: true, imports: [importExample] },
      },
    },
    handle: async ({ context, principal }) =>
      jsonResponse(200, { imports: await listUnfinished(context, principal.company.id) }),
  }),
];

export const importExportRoutes: Route[] = [
  exportRoute(customerSheet, "catalog", exportedCustomers),
  exportRoute(productSheet, "catalog", exportedProducts),
  exportRoute(saleSheet, "catalog", exportedSales),
  exportRoute(quoteSheet, "catalog", exportedQuotes),
  exportRoute(invoiceSheet, "invoicing", exportedInvoices),
  exportRoute(creditNoteSheet, "invoicing", { query: CreditNoteQuery, list: listCreditNotes }),
  exportRoute(recurringSheet, "invoicing", exportedRecurringInvoices),
  exportRoute(paymentSheet, "payments", exportedPayments),
  exportRoute(exchangeRateSheet, "invoicing", { query: ExchangeRateQuery, list: listExchangeRates }),
  exportRoute(auditSheet, "any", { query: AuditQuery, list: listAudit }, "site:audit"),
  ...importRoutes(importableCustomers),
  ...importRoutes(importableProducts),
  ...importRoutes(importableExchangeRates, "invoicing", "currency,date,rate\r\nUSD,2026-11-15,1534.25\r\n"),
  ...resumableRoutes,
];

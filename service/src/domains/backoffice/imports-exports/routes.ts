import type { Feature } from "../../../contract/access.ts";
import { coalesced, type Route, read, staged } from "../../../http/route.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { InvoiceQuery } from "../../billing/invoices/schema.ts";
import { listInvoices } from "../../billing/invoices/service.ts";
import { SaleQuery } from "../../billing/sales/schema.ts";
import { listSales } from "../../billing/sales/service.ts";
import { CustomerQuery } from "../../catalog/customers/schema.ts";
import { listCustomers } from "../../catalog/customers/service.ts";
import { ProductQuery } from "../../catalog/products/schema.ts";
import { listProducts } from "../../catalog/products/service.ts";
import { PaymentQuery } from "../../payments/payments/schema.ts";
import { listPayments } from "../../payments/payments/service.ts";
import { exportAnswer, type List } from "./exports.ts";
import { type Importable, importableCustomers, importableProducts } from "./importable.ts";
import { importOf, previewOf } from "./imports.ts";
import { ImportBody, ImportOutcome, ImportPreview, outcomeExample, previewExample } from "./schema.ts";
import { customerSheet, invoiceSheet, paymentSheet, productSheet, type Sheet, saleSheet } from "./sheets.ts";

/** The list's own filters, without its pagination parameters. */
function exportRoute<Q extends Type.TObject>(
  sheet: Sheet,
  feature: Feature,
  query: Q,
  list: List<Type.Static<Q>>,
): Route {
  const { limit: _limit, cursor: _cursor, include: _include, ...filters } = query.properties;
  return read({
    path: `/exports/${sheet.name}.csv`,
    expensive: true,
    operationId: `export_${sheet.name}`,
    summary: `Download ${sheet.name} as a spreadsheet`,
    description:
      "Newest first, of any number. Cells that a spreadsheet would run as formulas begin with an apostrophe.",
    tag: "Exports",
    scope: "site:export",
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

function importRoutes(importable: Importable): Route[] {
  const { sheet, noun } = importable;
  const access = {
    tag: "Imports",
    scope: "site:import",
    feature: "catalog",
    expensive: true,
    cost: 5,
  } as const;
  const body = {
    body: ImportBody,
    bodyExample: { csv: "name,email\r\nAcme Trading Ltd,accounts@acme.example\r\n" },
  };
  return [
    staged({
      ...access,
      ...body,
      path: `/imports/${sheet.name}/preview`,
      operationId: `preview_${sheet.name}_import`,
      summary: `See what importing ${sheet.name} would do`,
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
      summary: `Import ${sheet.name} from a spreadsheet`,
      description: `Rows with errors are left out, the others are stored. ${importable.names.join(", ")}, in this order, say which ${noun} a row is about; one that says nothing of the kind is new.`,
      responses: {
        200: { description: "What came of the rows.", schema: ImportOutcome, example: outcomeExample },
      },
      handle: importOf(importable),
    }),
  ];
}

export const importExportRoutes: Route[] = [
  exportRoute(customerSheet, "catalog", CustomerQuery, listCustomers),
  exportRoute(productSheet, "catalog", ProductQuery, listProducts),
  exportRoute(saleSheet, "catalog", SaleQuery, listSales),
  exportRoute(invoiceSheet, "invoicing", InvoiceQuery, listInvoices),
  exportRoute(paymentSheet, "payments", PaymentQuery, listPayments),
  ...importRoutes(importableCustomers),
  ...importRoutes(importableProducts),
];

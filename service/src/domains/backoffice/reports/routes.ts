import { queryTooBroad } from "../../../contract/errors.ts";
import { listRoute } from "../../../http/list-route.ts";
import { type Route, read } from "../../../http/route.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { WithheldTax, WithholdingQuery, withheldTaxExample } from "../../payments/payments/schema.ts";
import { listWithheldTax } from "../../payments/payments/service.ts";
import { exportAnswer, withheldTaxSheet } from "../imports-exports/service.ts";
import { reportExplanationRoutes } from "./explanation-routes.ts";
import { journalRoutes } from "./journal-routes.ts";
import { paymentsReport } from "./payments.ts";
import { receivablesReport } from "./receivables.ts";
import { type ReportType, reportCsv, reportJson, rowSchema } from "./report.ts";
import { drawReportPdf, drawTablePdf, pdfContent, pdfDescription, pdfResponse } from "./report-pdf.ts";
import { salesReport } from "./sales.ts";
import { statementReport } from "./statement.ts";
import { statementMailRoutes } from "./statement-mail-routes.ts";
import { taxesReport } from "./taxes.ts";
import { readWithholding } from "./withholding-pdf.ts";

const access = { tag: "Reports", scope: "reports:read", feature: "payments" } as const;
const { limit: _limit, cursor: _cursor, include: _include, ...filters } = WithholdingQuery.properties;

/** A report as JSON, as CSV and as a PDF. */
function reportRoutesOf<Query extends Type.TSchema>(report: ReportType<Query>): Route[] {
  const { name, summary, description, query, example, accounting } = report;
  const title = `${name[0]!.toUpperCase()}${name.slice(1)}Report`;
  const shared = { tag: "Reports", scope: "reports:read", feature: "invoicing", query } as const;
  type Handler = Parameters<typeof read<Query>>[0]["handle"];
  const answer =
    (write: typeof reportJson | typeof reportCsv): Handler =>
    async ({ context, principal, query: asked }) => {
      const today = dateIn(principal.company.timeZone, context.clock.now());
      const found = await report.read(context.reads, principal.company, today, asked as Type.Static<Query>);
      return write(report, found);
    };
  return [
    read<Query>({
      ...shared,
      path: `/reports/${name}`,
      operationId: `report${title.slice(0, -"Report".length)}`,
      summary,
      description: `${description} Dates are days where the company is. \`totals\` are of all rows, of which the first 1,000 are shown; the CSV has all of them.`,
      expensive: true,
      readsSlowly: true,
      cost: 50,
      responses: {
        200: {
          description: "The report.",
          schema: envelope({
            ...report.head,
            totals: Type.Array(rowSchema(`${title}Total`, report.totals)),
            ...(accounting && {
              totals_accounting: Type.Array(rowSchema(`${title}AccountingTotal`, accounting), {
                description: "All currencies together, in the accounting currency.",
              }),
            }),
            rows: Type.Array(rowSchema(`${title}Row`, report.columns)),
            has_more: Type.Boolean({ description: "Whether there are more rows than the first 1,000." }),
          }),
          example: {
            success: true,
            ...example.head,
            totals: example.totals,
            ...(accounting && { totals_accounting: example.accounting }),
            rows: example.rows,
            has_more: false,
          },
        },
      },
      handle: answer(reportJson),
    }),
    read<Query>({
      ...shared,
      path: `/reports/${name}.csv`,
      operationId: `report${title.slice(0, -"Report".length)}Csv`,
      summary: "The same as CSV",
      description: "All rows, up to 100,000. The trailer `X-Row-Count` states the number of rows.",
      expensive: true,
      readsSlowly: true,
      cost: 100,
      responses: { 200: csvResponse(report.columns) },
      handle: answer(reportCsv),
    }),
    read<Query>({
      ...shared,
      path: `/reports/${name}.pdf`,
      operationId: `report${title.slice(0, -"Report".length)}Pdf`,
      summary: "The same as a PDF",
      description: pdfDescription,
      expensive: true,
      readsSlowly: true,
      cost: 100,
      responses: { 200: pdfContent },
      handle: (async ({ context, principal: { company }, query: asked }) => {
        const today = dateIn(company.timeZone, context.clock.now());
        const found = await report.read(context.reads, company, today, asked as Type.Static<Query>);
        const pdf = await drawTablePdf(context, company, today, report, found);
        return pdfResponse(name, Object.values(found.head).map(String), pdf);
      }) as Handler,
    }),
  ];
}

const csvResponse = (columns: readonly { name: string }[]) => ({
  description: "UTF-8 with a byte order mark, commas and CRLF.",
  mediaType: "text/csv",
  schema: Type.String(),
  example: `\uFEFF${columns.map(({ name }) => name).join(",")}\r\n`,
});

export const reportRoutes: Route[] = [
  ...reportRoutesOf(statementReport),
  ...reportRoutesOf(receivablesReport),
  ...reportRoutesOf(salesReport),
  ...reportRoutesOf(taxesReport),
  ...reportRoutesOf(paymentsReport),
  ...reportExplanationRoutes,
  ...journalRoutes,
  ...statementMailRoutes,
  listRoute({
    ...access,
    path: "/reports/withholding",
    operationId: "reportWithholding",
    summary: "List tax that buyers withheld, and the certificates that are missing",
    query: WithholdingQuery,
    refusals: [queryTooBroad()],
    list: { name: "withheld_taxes", words: "withheld tax", entry: WithheldTax, example: withheldTaxExample },
    page: ({ context, principal, query }, today) =>
      listWithheldTax(context.reads, principal.company, today, query),
  }),
  read({
    ...access,
    path: "/reports/withholding.csv",
    operationId: "reportWithholdingCsv",
    summary: "The same as CSV",
    description:
      "Newest first, without a limit. The trailer `X-Row-Count` states the number of rows; if the report fails halfway, the connection is reset.",
    expensive: true,
    readsSlowly: true,
    cost: 100,
    query: Type.Object(filters),
    responses: { 200: csvResponse(withheldTaxSheet.columns) },
    handle: ({ context, principal, query }) =>
      exportAnswer(context, principal.company, withheldTaxSheet, listWithheldTax, query),
  }),
  read({
    ...access,
    path: "/reports/withholding.pdf",
    operationId: "reportWithholdingPdf",
    summary: "The same as a PDF",
    description: pdfDescription,
    expensive: true,
    readsSlowly: true,
    cost: 100,
    query: Type.Object(filters),
    responses: { 200: pdfContent },
    handle: async ({ context, principal: { company }, query }) => {
      const today = dateIn(company.timeZone, context.clock.now());
      const report = await readWithholding(context.reads, company, today, query);
      return pdfResponse("withholding", [today], await drawReportPdf(context, company, today, report));
    },
  }),
];

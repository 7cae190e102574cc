import type { Context } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import { invalidField } from "../../../contract/errors.ts";
import type { Language } from "../../../contract/languages.ts";
import type { RouteResponse } from "../../../http/response.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { getCustomer } from "../../catalog/customers/service.ts";
import {
  drawReport,
  noRecord,
  noteGivenOut,
  type ReportColumn,
  type ReportDocument,
  type ReportLayout,
  type ReportSection,
} from "../../sending/documents/service.ts";
import type { Report, ReportType, Row } from "./report.ts";

/**
 * What a PDF shows of a report: all rows, or it is refused. A table of many pages is for programs, which take the CSV;
 * so many rows occupy a thread for two seconds.
 */
export const pdfRowsMax = 1000;
// Written out: to format one number at the start, Node would load what it knows of languages, which takes 40 ms.
const pdfRowsText = "1,000";

export const tooManyRows = (name: string, field: string) =>
  invalidField(
    field,
    `gives a PDF of more than ${pdfRowsMax} rows; ask for less at a time, or for all rows as /reports/${name}.csv`,
  );

export type DrawingContext = Pick<
  Context,
  "reads" | "threads" | "config" | "db" | "clock" | "encryptionKeys" | "log"
>;

/** What is drawn, without what is the same for all reports. */
export type DrawnReport = Pick<ReportDocument, "name" | "period" | "sections"> &
  ReportLayout & { groupBy?: ReportDocument["groupBy"]; customerId?: number };

type Buyer = NonNullable<ReportDocument["customer"]> & { language: Language | null };

/**
 * In the language of the company, a statement in that of its customer; dated by the day on which it is made. Its hash is
 * kept, because every caller that draws it also gives it out.
 */
export async function drawReportPdf(
  context: DrawingContext,
  company: Company,
  today: string,
  { customerId, groupBy = null, ...report }: DrawnReport,
): Promise<Buffer> {
  const { reads, threads, config } = context;
  const customer =
    customerId === undefined ? null : (JSON.parse(await getCustomer(reads, company.id, customerId)) as Buyer);
  const pdf = await drawReport(reads, threads, company.id, {
    ...report,
    groupBy,
    language: customer?.language ?? company.language,
    company: JSON.parse(company.supplier),
    customer,
    isTest: config.environment === "sandbox",
    // Not the moment, so that the same report of the same day is the same file.
    now: new Date(`${today}T00:00:00Z`),
  });
  const [kind, id] =
    report.name === "statement"
      ? (["statement", customerId ?? noRecord] as const)
      : (["report", noRecord] as const);
  await noteGivenOut(context, company.id, kind, id, pdf);
  return pdf;
}

/** A report that is a table of rows, as it was read. */
export function drawTablePdf(
  context: DrawingContext,
  company: Company,
  today: string,
  { name, pdf }: Pick<ReportType<never>, "name" | "pdf">,
  report: Report,
): Promise<Buffer> {
  if (report.rows.length > pdfRowsMax) throw tooManyRows(name, pdf.field);
  const { from = null, to, as_of, customer_id, group_by = null } = report.head;
  return drawReportPdf(context, company, today, {
    ...pdf.layout(report),
    name: name as ReportDocument["name"],
    period: { from: from as string | null, to: (to ?? as_of) as string },
    groupBy: group_by as ReportDocument["groupBy"],
    ...(customer_id !== undefined && { customerId: Number(customer_id) }),
    sections: name === "statement" ? accountSectionsOf(report) : sectionsOf(report),
  });
}

export const pdfDescription = `To print or to send, on A4 pages with the company's logo, colour and footer: a table for each currency, closed by what it comes to. In the language of the company; a statement in that of its customer. All rows, up to ${pdfRowsText}: what is longer is refused, and is to be had as CSV.`;

const mediaType = "application/pdf";
export const pdfContent = {
  description: "The report as a PDF/A-3b.",
  mediaType,
  schema: Type.String({ format: "binary", contentMediaType: mediaType }),
  example: "%PDF-1.7 …",
};

export const pdfResponse = (name: string, days: readonly string[], pdf: Buffer): RouteResponse => ({
  status: 200,
  body: pdf,
  mediaType,
  headers: {
    "content-disposition": `inline; filename="${[name, ...days].join("-")}.pdf"`,
    "cache-control": "no-store",
  },
});

export const column = (
  title: ReportColumn["title"],
  name: string,
  kind: ReportColumn["cells"][number]["kind"],
): ReportColumn => ({ title, cells: [{ name, kind }] });

/** A section for each currency, and accounting currency where there are several, closed by its totals. */
function sectionsOf({ rows, totals }: Report): ReportSection[] {
  const keyOf = ({ currency, accounting_currency }: Row) => `${currency} ${accounting_currency}`;
  const byCurrency = Map.groupBy(
    rows,
    totals.some((total) => total.accounting_currency) ? keyOf : (row) => String(row.currency),
  );
  return totals.map((total) => ({
    currency: total.currency as string,
    rows: byCurrency.get(total.accounting_currency ? keyOf(total) : String(total.currency)) ?? [],
    closing: total,
  }));
}

/** The account is opened with a balance and closed with one, in the column of the balances. */
const accountSectionsOf = (report: Report): ReportSection[] =>
  sectionsOf(report).map(({ closing, ...section }) => {
    const { opening_balance, closing_balance } = closing as Row;
    return {
      ...section,
      opening: { balance: opening_balance ?? "0" },
      closing: { balance: closing_balance ?? "0" },
    };
  });

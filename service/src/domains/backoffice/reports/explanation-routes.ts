import type { Company } from "../../../contract/access.ts";
import { jsonResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { WithholdingQuery } from "../../payments/payments/schema.ts";
import { ExplanationQuery, ReportExplanation } from "../explanations/schema.ts";
import { type Amount, shownAmounts } from "../explanations/service.ts";
import { explainJournal } from "./explain-journal.ts";
import { explainPayments } from "./explain-payments.ts";
import { explainReceivables } from "./explain-receivables.ts";
import { explainSales } from "./explain-sales.ts";
import { explainStatement } from "./explain-statement.ts";
import { explainTaxes } from "./explain-taxes.ts";
import { explainWithholding } from "./explain-withholding.ts";
import { explainedRecordsMax } from "./explained-records.ts";
import { JournalQuery } from "./journal-schema.ts";
import { PaymentsReportQuery } from "./payments.ts";
import { ReceivablesQuery } from "./receivables.ts";
import { rowsMax } from "./report.ts";
import { SalesQuery } from "./sales.ts";
import { StatementQuery } from "./statement.ts";
import { TaxesQuery } from "./taxes.ts";

type ReportName = Type.Static<typeof ReportExplanation>["report"];
type Explain = (
  db: Queryable,
  company: Company,
  today: string,
  query: never,
  firstRow: number,
) => Promise<Amount[]>;

const RowsQuery = Type.Object({
  first_row: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: rowsMax - 1,
      default: 0,
      description: `Explains ${explainedRecordsMax} rows of the report from this one on, counted from 0. The totals are explained with row 0 only.`,
    }),
  ),
});

const example = (report: ReportName) => ({
  report,
  amounts: [
    {
      name: "totals[0].due",
      rule: "report.due",
      reference: null,
      amount: 45125,
      currency: "NGN",
      text: "All that is owed on invoices",
      parts: [
        {
          rule: "report.age",
          reference: null,
          amount: 45125,
          text: "Owed on invoices that are not due yet",
          inputs: {},
          rounding: null,
          explained_by: "totals[0].not_due",
          parts: [],
        },
      ],
    },
  ],
});

const titles: Record<ReportName, string> = {
  statement: "the report of a customer's account",
  receivables: "the report of receivables",
  sales: "the report of sales",
  taxes: "the report of taxes",
  payments: "the report of payments",
  journal: "the journal",
  withholding: "the report of withheld tax",
};

const {
  limit: _limit,
  cursor: _cursor,
  include: _include,
  ...withholdingFilters
} = WithholdingQuery.properties;

/** Takes the parameters of the report, and answers in the language that was asked for, or else in the company's. */
function route(report: ReportName, query: Type.TObject, explain: Explain, description: string): Route {
  const title = `${report[0]!.toUpperCase()}${report.slice(1)}`;
  // The journal has pages of its own.
  const rows = report === "journal" ? {} : RowsQuery.properties;
  const asked = Type.Object({ ...query.properties, ...ExplanationQuery.properties, ...rows });
  return read({
    tag: "Reports",
    scope: "reports:read",
    feature: report === "withholding" ? "payments" : "invoicing",
    path: `/reports/${report}/explain`,
    operationId: `explain${title}`,
    summary: `Explain the amounts of ${titles[report]}`,
    description: `${description} The parts of an amount add up to it exactly. Records are named by their ids in \`inputs\`; of more than ${explainedRecordsMax}, groups are shown with the number of their records.`,
    expensive: true,
    readsSlowly: true,
    cost: 100,
    query: asked,
    responses: {
      200: {
        description: "The amounts in the order in which they are computed.",
        schema: envelope({ explanation: ReportExplanation }),
        example: { success: true, explanation: example(report) },
      },
    },
    handle: async ({ context, principal: { company }, query: given }) => {
      const {
        language = company.language,
        first_row: firstRow = 0,
        ...parameters
      } = given as Type.Static<typeof ExplanationQuery> & Type.Static<typeof RowsQuery>;
      const today = dateIn(company.timeZone, context.clock.now());
      const amounts = await explain(context.reads, company, today, parameters as never, firstRow);
      const explanation = { report, amounts: shownAmounts(amounts, language) };
      return jsonResponse(200, { explanation: JSON.stringify(explanation) });
    },
  });
}

export const reportExplanationRoutes: Route[] = [
  route(
    "statement",
    StatementQuery,
    explainStatement,
    "The balance of a customer: what was owed before the period, and every record that changed it.",
  ),
  route(
    "receivables",
    ReceivablesQuery,
    explainReceivables,
    "What is owed by age, customer and invoice, and the credit of customers.",
  ),
  route(
    "taxes",
    TaxesQuery,
    explainTaxes,
    "Taxable amounts and tax by tax group and document: invoiced, credited and voided.",
  ),
  route(
    "sales",
    SalesQuery,
    explainSales,
    "The totals by row, and each row by its documents: invoiced, credited and voided.",
  ),
  route(
    "payments",
    PaymentsReportQuery,
    explainPayments,
    "The totals by row, and each row by its payments, reversals and refunds.",
  ),
  route(
    "journal",
    JournalQuery,
    explainJournal,
    "The lines of one page of entries: what each record comes to, its tax by group, and the other side of the entry.",
  ),
  route(
    "withholding",
    Type.Object(withholdingFilters),
    explainWithholding,
    "Each amount that a buyer withheld by its payment, and the sums with which the PDF closes.",
  ),
];

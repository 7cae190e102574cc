import { jsonResponse, listResponse } from "../../../http/response.ts";
import { change, type Route, read } from "../../../http/route.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope, listEnvelope } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { exportAnswer, journalSheet } from "../imports-exports/service.ts";
import { listJournal, listJournalLines } from "./journal.ts";
import { changeAccounts, readAccounts } from "./journal-accounts.ts";
import { readJournal } from "./journal-pdf.ts";
import {
  accountsExample,
  JournalAccounts,
  JournalAccountsPatch,
  JournalCsvQuery,
  JournalEntry,
  JournalQuery,
  journalEntryExample,
} from "./journal-schema.ts";
import { drawReportPdf, pdfContent, pdfDescription, pdfResponse } from "./report-pdf.ts";

const access = { tag: "Reports", scope: "reports:read", feature: "invoicing" } as const;
const accounts = {
  schema: envelope({ accounts: JournalAccounts }),
  example: { success: true, accounts: accountsExample },
};

export const journalRoutes: Route[] = [
  read({
    ...access,
    path: "/reports/journal",
    operationId: "reportJournal",
    summary: "Get the journal",
    description:
      "Double entries for every invoice, credit note, payment, reversal, refund, write-off and void of the period, oldest first. Debits and credits of each entry are equal. Ids are the same in every export, so that an import can be repeated.",
    expensive: true,
    readsSlowly: true,
    cost: 20,
    query: JournalQuery,
    responses: {
      200: {
        description: "A page of entries, oldest first.",
        schema: listEnvelope("journal_entries", JournalEntry),
        example: {
          success: true,
          journal_entries: [journalEntryExample],
          pagination: { limit: 25, has_more: false, next_cursor: null },
        },
      },
    },
    handle: async ({ context, principal, query }) => {
      const today = dateIn(principal.company.timeZone, context.clock.now());
      return listResponse(
        "journal_entries",
        await listJournal(context.reads, principal.company, today, query),
      );
    },
  }),
  read({
    ...access,
    path: "/reports/journal.csv",
    operationId: "reportJournalCsv",
    summary: "The same as CSV",
    description:
      "One row for each line, without a limit. The trailer `X-Row-Count` states the number of rows; if the report fails halfway, the connection is reset.",
    expensive: true,
    readsSlowly: true,
    cost: 100,
    query: JournalCsvQuery,
    responses: {
      200: {
        description: "UTF-8 with a byte order mark, commas and CRLF.",
        mediaType: "text/csv",
        schema: Type.String(),
        example: `\uFEFF${journalSheet.columns.map(({ name }) => name).join(",")}\r\n`,
      },
    },
    handle: ({ context, principal, query }) =>
      exportAnswer(context, principal.company, journalSheet, listJournalLines, query),
  }),
  read({
    ...access,
    path: "/reports/journal.pdf",
    operationId: "reportJournalPdf",
    summary: "The same as a PDF",
    description: pdfDescription,
    expensive: true,
    readsSlowly: true,
    cost: 100,
    query: JournalCsvQuery,
    responses: { 200: pdfContent },
    handle: async ({ context, principal: { company }, query }) => {
      const today = dateIn(company.timeZone, context.clock.now());
      const report = await readJournal(context.reads, company, today, query);
      const { from, to } = report.period;
      return pdfResponse("journal", [from!, to], await drawReportPdf(context, company, today, report));
    },
  }),
  read({
    ...access,
    path: "/reports/journal/accounts",
    operationId: "getJournalAccounts",
    summary: "Get the accounts of the journal",
    responses: {
      200: { ...accounts, description: "The accounts, with defaults for those that were not set." },
    },
    handle: async ({ context, principal }) =>
      jsonResponse(200, {
        accounts: JSON.stringify(await readAccounts(context.reads, principal.company.id)),
      }),
  }),
  change("PATCH", {
    ...access,
    path: "/reports/journal/accounts",
    operationId: "updateJournalAccounts",
    summary: "Change the accounts of the journal",
    description:
      "Later exports use them for every entry, also for those that were exported before. Null brings back the default.",
    scope: "invoices:write",
    body: JournalAccountsPatch,
    bodyExample: { receivables: "1200", methods: { cash: "1010" } },
    responses: { 200: { ...accounts, description: "The changed accounts." } },
    handle: async (made, { body }) => jsonResponse(200, { accounts: await changeAccounts(made, body) }),
  }),
];

import { creditNoteDocumentsSql, voidedCreditNotesSql } from "../../billing/credit-notes/service.ts";
import { issuedDocumentsSql, voidedDocumentsSql, voidedIdsSql } from "../../billing/invoices/service.ts";
import type { Period } from "./period.ts";

/** What changes sales and taxes in a period. `sign` says whether a row adds to them or takes from them. */
export const documentValues = (companyId: number, timeZone: string, period: Period) => [
  companyId,
  timeZone,
  period.from,
  period.to,
  period.since,
  period.until,
];

/** The parameters are those of `documentValues`. Invoices, credit notes and voids are read by the index of their date. */
export const documentsSql = `with voided as materialized (
    ${voidedIdsSql("$2", "i.voided_at >= $5 and i.voided_at < $6")}
  ), documents as (
    ${issuedDocumentsSql("i.invoice_date between $3 and $4")}
    union all ${creditNoteDocumentsSql("$2", "n.created_at >= $5 and n.created_at < $6")}
    union all ${voidedDocumentsSql("$2", "i.voided_at >= $5 and i.voided_at < $6")}
    union all ${voidedCreditNotesSql("voided")}
  )`;

/** The sum of an expression over the rows of one kind; credit and voids are shown as what they take away. */
export const sumOf = (kind: "invoice" | "credit_note" | "void", expression: string) =>
  kind === "invoice"
    ? `coalesce(sum(${expression}) filter (where d.kind = 'invoice'), 0)`
    : `coalesce(-sum(d.sign * ${expression}) filter (where d.kind = '${kind}'), 0)`;

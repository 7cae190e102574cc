import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import { isoText } from "../../../platform/values/clock.ts";
import { customerSnapshotFields } from "../../catalog/customers/service.ts";
import { supplierSnapshotFields } from "../../tenancy/companies/service.ts";
import { type LineColumns, lineJson } from "../lines/service.ts";
import type { InvoiceContent } from "./queries.ts";

/** A draft that is about to be stored, with the ids it will have. */
export type NewDraft = InvoiceContent & {
  id: number;
  customer: Json;
  supplier: Json;
  sale_id: number | null;
  source: "api" | "portal" | "site";
  portal_secret: string;
  now: Date;
  lines: (LineColumns & { id: number })[];
};

const text = JSON.stringify;

/**
 * An invoice as answers and events show it: each field once, with the SQL that reads it and what a new draft
 * says. Drafts are written here and not read back, which saves the database a third of the work of storing them.
 * In the SQL `r` is the invoice, `c` its customer, `co` its company and `$2` the company's today; a draft shows
 * customer and supplier as they are, an issued invoice as they were.
 */
const fields: readonly [name: string, sql: string, ofDraft: (draft: NewDraft) => Json | number][] = [
  ["id", "r.id", (draft) => draft.id],
  ["number", "r.number", () => "null"],
  ["status", "r.status", () => '"draft"'],
  ["customer_id", "r.customer_id", (draft) => draft.customer_id],
  [
    "customer",
    `coalesce(r.customer_snapshot::json, ${jsonOf(customerSnapshotFields)})`,
    (draft) => draft.customer,
  ],
  [
    "supplier",
    `coalesce(r.supplier_snapshot::json, ${jsonOf(supplierSnapshotFields)})`,
    (draft) => draft.supplier,
  ],
  ["invoice_date", "r.invoice_date", (draft) => `"${draft.invoice_date}"`],
  ["due_date", "r.due_date", (draft) => `"${draft.due_date}"`],
  ["currency", "r.currency", (draft) => `"${draft.currency}"`],
  ["subtotal", "r.subtotal", (draft) => draft.subtotal],
  ["tax_total", "r.tax_total", (draft) => draft.tax_total],
  ["taxes", "r.taxes", (draft) => draft.taxes],
  ["total", "r.total", (draft) => draft.total],
  ["amount_paid", "r.amount_paid", () => 0],
  ["amount_credited", "r.amount_credited", () => 0],
  ["amount_refunded", "r.amount_refunded", () => 0],
  ["amount_due", "r.total - r.amount_credited - r.amount_paid", (draft) => draft.total],
  ["overdue", "r.status in ('open', 'partially_paid') and r.due_date < $2::date", () => "false"],
  ["irn", "r.irn", () => "null"],
  ["fiscal_status", "r.fiscal_status", () => '"none"'],
  ["fiscal", "r.fiscal", () => "null"],
  ["sale_id", "r.sale_id", (draft) => text(draft.sale_id)],
  ["source", "r.source", (draft) => `"${draft.source}"`],
  [
    "portal_token",
    "'pt_' || r.id || '_' || r.portal_secret",
    (draft) => `"pt_${draft.id}_${draft.portal_secret}"`,
  ],
  ["external_id", "r.external_id", (draft) => text(draft.external_id)],
  ["notes", "r.notes", (draft) => text(draft.notes)],
  ["metadata", "r.metadata", (draft) => text(draft.metadata)],
  ["created_at", isoSql("r.created_at"), (draft) => `"${isoText(draft.now)}"`],
  ["updated_at", isoSql("r.updated_at"), (draft) => `"${isoText(draft.now)}"`],
  ["issued_at", isoSql("r.issued_at"), () => "null"],
  ["paid_at", isoSql("r.paid_at"), () => "null"],
  ["voided_at", isoSql("r.voided_at"), () => "null"],
];

export const invoiceFieldsSql = fields.map(([name, sql]) => `${sql} as ${name}`).join(", ");

export function draftJson(draft: NewDraft): Json {
  let json = "{";
  for (const [name, , ofDraft] of fields) json += `"${name}":${ofDraft(draft)},`;
  return `${json}"lines":[${draft.lines.map(lineJson).join(",")}]}`;
}

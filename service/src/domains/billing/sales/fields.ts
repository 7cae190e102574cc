import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import { isoText } from "../../../platform/values/clock.ts";
import { type LineColumns, lineJson, linesJsonSql, type TotalsColumns } from "../lines/service.ts";

export type SaleColumns = TotalsColumns & {
  customer_id: number | null;
  currency: string;
  booking_date: string | null;
  external_id: string | null;
  notes: string | null;
  metadata: object;
};

/** A sale that is about to be stored together with its draft invoice, with the ids that both will have. */
export type NewPortalSale = SaleColumns & {
  id: number;
  number: string;
  invoice_id: number;
  portal_token: string;
  source: "portal";
  now: Date;
  lines: (LineColumns & { id: number })[];
};

const text = JSON.stringify;

/**
 * A sale as answers and events show it: each field once, with the SQL that reads it and what a new order says. In
 * the SQL `r` is the sale and `i` its invoice.
 */
const fields: readonly [name: string, sql: string, ofNew: (order: NewPortalSale) => Json | number][] = [
  ["id", "r.id", (order) => order.id],
  ["number", "r.number", (order) => `"${order.number}"`],
  ["status", "r.status", () => '"invoiced"'],
  ["customer_id", "r.customer_id", (order) => text(order.customer_id)],
  ["currency", "r.currency", (order) => `"${order.currency}"`],
  ["subtotal", "r.subtotal", (order) => order.subtotal],
  ["tax_total", "r.tax_total", (order) => order.tax_total],
  ["taxes", "r.taxes", (order) => order.taxes],
  ["total", "r.total", (order) => order.total],
  ["booking_date", "r.booking_date", (order) => text(order.booking_date)],
  ["invoice_id", "i.id", (order) => order.invoice_id],
  ["portal_token", "'pt_' || i.id || '_' || i.portal_secret", (order) => `"${order.portal_token}"`],
  ["source", "r.source", (order) => `"${order.source}"`],
  ["external_id", "r.external_id", (order) => text(order.external_id)],
  ["notes", "r.notes", (order) => text(order.notes)],
  ["metadata", "r.metadata", (order) => text(order.metadata)],
  ["created_at", isoSql("r.created_at"), (order) => `"${isoText(order.now)}"`],
  ["updated_at", isoSql("r.updated_at"), (order) => `"${isoText(order.now)}"`],
];

const fieldsSql = fields.map(([name, sql]) => `${sql} as ${name}`).join(", ");
const invoiceSql = `from (select) one
  left join invoices i on i.company_id = r.company_id and i.sale_id = r.id`;

/** The rows `r` as JSON text. */
export const saleSql = (withLines: boolean) =>
  jsonOf(`${fieldsSql}${withLines ? `, ${linesJsonSql("sale", "r")} as lines` : ""} ${invoiceSql}`);

export function portalSaleJson(order: NewPortalSale): Json {
  let json = "{";
  for (const [name, , ofNew] of fields) json += `"${name}":${ofNew(order)},`;
  return `${json}"lines":[${order.lines.map(lineJson).join(",")}]}`;
}

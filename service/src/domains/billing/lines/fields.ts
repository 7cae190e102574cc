import { hash } from "node:crypto";
import { fragment } from "../../../platform/db/fragments.ts";
import { describeRecord, type Fields, rowTypesSql } from "../../../platform/db/record.ts";
import { type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Gap } from "../../../platform/db/text-batch.ts";
import type { StoredAdjustment } from "./adjustment-inputs.ts";

export type LineColumns = {
  description: string;
  quantity: string;
  unit_price: string;
  tax_rate: string;
  tax_category: string;
  exemption_reason: string | null;
  product_id: number | null;
  unit_code: string;
  hs_code: string | null;
  service_code: string | null;
  discounts: StoredAdjustment[] | null;
  charges: StoredAdjustment[] | null;
  gross_amount: string;
  discount_amount: string;
  charge_amount: string;
  net_amount: string;
  tax_amount: string;
  total_amount: string;
};

/** A line that is about to be stored: its id, and those of the company and of the document that it belongs to. */
export type NewLine = LineColumns & { company_id: number; owner_id: number | Gap; id: number | Gap };

/** What owns lines: the noun in the names of their table and of the column that refers to it. */
export type LineOwner = "sale" | "quote" | "invoice" | "credit_note";

const column = (name: keyof LineColumns, type: "text" | "numeric" | "int8") =>
  ({ type, read: `l.${name}`, insert: true, value: (line: LineColumns) => line[name] }) as const;

const adjustments = (name: "discounts" | "charges") =>
  ({
    type: "jsonb",
    read: `coalesce(l.${name}, '[]')`,
    none: "[]",
    insert: true,
    value: (line: LineColumns) => line[name],
  }) as const;

/** The fields of a line in the order of the API; in the SQL `l` is the line. */
const fieldsOf = (owner: LineOwner): Fields<LineColumns, NewLine> => ({
  company_id: { type: "int8", insert: true, shown: false, value: (line) => line.company_id },
  [`${owner}_id`]: { type: "int8", insert: true, shown: false, value: (line) => line.owner_id },
  id: { type: "int8", read: "l.id", insert: true, value: (line) => line.id },
  description: column("description", "text"),
  quantity: column("quantity", "numeric"),
  unit_price: column("unit_price", "numeric"),
  tax_rate: column("tax_rate", "numeric"),
  tax_category: column("tax_category", "text"),
  exemption_reason: column("exemption_reason", "text"),
  product_id: column("product_id", "int8"),
  unit_code: column("unit_code", "text"),
  hs_code: column("hs_code", "text"),
  service_code: column("service_code", "text"),
  discounts: adjustments("discounts"),
  charges: adjustments("charges"),
  // Lines from before discounts have none; theirs is the net amount.
  gross_amount: { ...column("gross_amount", "numeric"), read: "coalesce(l.gross_amount, l.net_amount)" },
  discount_amount: column("discount_amount", "numeric"),
  charge_amount: column("charge_amount", "numeric"),
  net_amount: column("net_amount", "numeric"),
  tax_amount: column("tax_amount", "numeric"),
  total_amount: column("total_amount", "numeric"),
});

export const lineRecords = {
  sale: describeRecord("sale_lines", fieldsOf("sale")),
  quote: describeRecord("quote_lines", fieldsOf("quote")),
  invoice: describeRecord("invoice_lines", fieldsOf("invoice")),
  credit_note: describeRecord("credit_note_lines", fieldsOf("credit_note")),
};

/** A line as the API shows it, whatever owns it. */
export const lineJson = (line: NewLine): Json => lineRecords.invoice.newJson(line);

/** Lines that are sent as one JSON text become rows `l`; the rows of two owners may differ in `extra` ids. */
export const lineRowsSql = (
  owners: readonly LineOwner[],
  json: string,
  extra: Readonly<Record<string, string>> = {},
) => {
  const types = owners.map((owner) => lineRecords[owner].rowTypes);
  return `json_to_recordset(${json}) as l(${rowTypesSql(...types, Object.entries(extra))})`;
};

/** Allocates the ids of new lines, which grow in the order of the lines. */
export const newLineIdsSql = (owner: LineOwner, count: string) =>
  `(select array_agg(nextval('${owner}_lines_id_seq')::int8) from generate_series(1, ${count}))`;

/** Gives lines the ids that were allocated for them; as text, because the driver does not parse lists of big integers. */
export const withLineIds = (
  lines: readonly LineColumns[],
  owner: { company_id: number; owner_id: number },
  ids: readonly string[],
): NewLine[] => lines.map((line, index) => ({ ...line, ...owner, id: Number(ids[index]) }));

/** Stores the lines of a table expression that has their columns. */
export const insertLinesSql = (owner: LineOwner, from: string, ids: Readonly<Record<string, string>> = {}) =>
  lineRecords[owner].insertSql(from, ids);

/** The lines of the row `r` as a JSON list, in their order. */
export const linesJsonSql = (owner: LineOwner) =>
  fragment(`(select json_agg(${jsonOf(lineRecords[owner].selectSql("record"))} order by l.id) from ${owner}_lines l
    where l.company_id = r.company_id and l.${owner}_id = r.id)`);

/** What two invoices have in common that charge for the same: a hash of their lines' texts, quantities and prices. */
export const likenessOf = (lines: readonly LineColumns[]): string =>
  hash(
    "sha256",
    lines.map((line) => [line.description, line.quantity, line.unit_price].join(partEnd) + lineEnd).join(""),
    "hex",
  );

// Control characters, which hardly any text has; where one has, nothing worse follows than a needless warning.
const [partEnd, lineEnd] = ["\u001f", "\u001e"];

/** The same of the stored lines of an invoice. */
export const invoiceLikenessSql = (company: string, invoice: string) =>
  fragment(`(select encode(sha256(convert_to(string_agg(
           concat_ws(chr(31), l.description, trim_scale(l.quantity), trim_scale(l.unit_price)) || chr(30), '' order by l.id
         ), 'UTF8')), 'hex') from invoice_lines l where l.company_id = ${company} and l.invoice_id = ${invoice})`);

/** How many bytes that list has at least: its texts, and the least that the other fields take. */
export const linesBytesSql = (owner: LineOwner) =>
  fragment(`(select coalesce(sum(200 + octet_length(l.description) + coalesce(octet_length(l.exemption_reason), 0)), 0)
    from ${owner}_lines l where l.company_id = r.company_id and l.${owner}_id = r.id)`);

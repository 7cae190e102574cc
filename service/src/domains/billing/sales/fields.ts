import { describeRecord } from "../../../platform/db/record.ts";
import { jsonOf } from "../../../platform/db/sql.ts";
import { joinInvoiceOfSaleSql } from "../invoices/fragments.ts";
import {
  type DocumentColumns,
  documentFields,
  lineJson,
  linesJsonSql,
  type NewLine,
  type TotalsColumns,
  totalsRecordFields,
} from "../lines/service.ts";

export type SaleColumns = TotalsColumns &
  DocumentColumns & {
    customer_id: number | null;
    currency: string;
    booking_date: string | null;
  };

/** A sale that is about to be stored. Only an order that becomes an invoice at once has the ids that both will have. */
export type NewSale = SaleColumns & {
  companyId: number;
  id: number;
  number: string;
  status: "open" | "invoiced";
  invoice_id: number | null;
  portal_token: string | null;
  source: "api" | "portal" | "site";
  now: Date;
  lines: NewLine[];
};

/** A sale, described once. In the SQL `r` is the sale and `i` its invoice. */
export const saleRecord = describeRecord<SaleColumns, NewSale>("sales", {
  company_id: { type: "int8", insert: true, shown: false, value: (sale) => sale.companyId },
  id: { type: "int8", insert: true, value: (sale) => sale.id },
  number: { type: "code", insert: true, value: (sale) => sale.number },
  status: { type: "code", insert: true, value: (sale) => sale.status },
  customer_id: { type: "int8", insert: true, patch: true, value: (content) => content.customer_id },
  currency: { type: "code", insert: true, patch: true, value: (content) => content.currency },
  ...totalsRecordFields,
  booking_date: { type: "date", insert: true, patch: true, value: (content) => content.booking_date },
  invoice_id: { type: "int8", read: "i.id", value: (sale) => sale.invoice_id },
  portal_token: {
    type: "code",
    read: "'pt_' || i.id || '_' || i.portal_secret",
    value: (sale) => sale.portal_token,
  },
  source: { type: "code", insert: true, value: (sale) => sale.source },
  ...documentFields,
  created_at: { type: "timestamptz", insert: "now", value: (sale) => sale.now },
  updated_at: { type: "timestamptz", insert: "now", value: (sale) => sale.now },
  lines: {
    type: "json",
    read: linesJsonSql("sale"),
    shown: "record",
    value: (sale) => `[${sale.lines.map(lineJson).join(",")}]`,
  },
});

const invoiceSql = `from (select) one left ${joinInvoiceOfSaleSql}`;

export const newSaleIdSql = "nextval('sales_id_seq')";

/** The rows `r` as JSON text. */
export const saleSql = (what: "record" | "entry") => jsonOf(`${saleRecord.selectSql(what)} ${invoiceSql}`);

import type { Company } from "../../../contract/access.ts";
import type { FieldError } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { type Listing, type Page, type PageRequest, readPage } from "../../../platform/db/lists/page.ts";
import { isoSql, jsonOf } from "../../../platform/db/sql.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import { invoiceNameSql } from "../../billing/invoices/service.ts";
import { allocationsSql } from "./queries.ts";
import { type PaymentCreate, type WithholdingQuery, withholdingMethod } from "./schema.ts";

const withheld = "r.method = 'withholding_tax' and r.reversed_at is null";

const fields = `r.id as payment_id, r.invoice_id, n.number as invoice_number, n.customer_name, r.amount, r.currency,
  ${allocationsSql(`'invoice_number', (select o.number from ${invoiceNameSql("r.company_id", "s.invoice_id")} o), `)} as allocations,
  r.certificate_number, ${isoSql("r.paid_at")} as paid_at, ${isoSql("r.created_at")} as created_at`;

/** Tax that buyers withheld, by the payments that record it; reversed ones do not count. */
export const withholdingListing: Listing = {
  name: "withheld_taxes",
  table: "payments",
  paths: [{ filters: ["missing"] }, { filters: ["withheld"] }],
  filters: {
    missing: (value) => `${withheld} and r.certificate_number is null and ${value}::bool`,
    withheld: (value) => `${withheld} and ${value}::bool`,
    received: (value) => `r.certificate_number is not null and ${value}::bool`,
    created_from: (value) => `r.created_at >= ${value}`,
    created_to: (value) => `r.created_at < ${value}`,
  },
  render: (page) => `select ${jsonOf(fields)} as json from ${page} r
    cross join lateral ${invoiceNameSql("r.company_id", "r.invoice_id")} n`,
};

export function listWithheldTax(
  db: Queryable,
  company: Company,
  today: string,
  query: WithholdingQuery & PageRequest,
  rowsMax?: number,
): Promise<Page> {
  const { certificate = "missing" } = query;
  const filters = {
    missing: certificate === "missing" ? true : undefined,
    withheld: certificate === "missing" ? undefined : true,
    received: certificate === "received" ? true : undefined,
    ...createdRange(company.timeZone, query),
  };
  return readPage(db, withholdingListing, company.id, today, query, filters, rowsMax);
}

/** Only tax that a buyer withheld has a certificate. */
export function certificateFaults(
  payment: Pick<PaymentCreate, "method" | "certificate_number">,
): FieldError[] {
  if (payment.certificate_number == null || payment.method === withholdingMethod) return [];
  return [
    { field: "certificate_number", message: `is only for payments of the method ${withholdingMethod}` },
  ];
}

import {
  type ListPath,
  partOfCustomers,
  partOfFew,
  partWhere,
} from "../../../platform/db/lists/list-paths.ts";
import { metadataPath, metadataSql } from "../../../platform/db/lists/metadata-filter.ts";
import type { Listing } from "../../../platform/db/lists/page.ts";
import { jsonOf } from "../../../platform/db/sql.ts";
import { customerIdSql, customersNamedSql } from "../../catalog/customers/service.ts";
import { linesBytesSql } from "../lines/service.ts";
import { invoiceRecord, isPayableSql, overdueSql } from "./fields.ts";
import { owing, partiesSql, versionSql } from "./queries.ts";
import { fiscalStatuses, invoiceStatuses } from "./status.ts";

const where = (condition: Parameters<typeof partWhere>[1]) => partWhere("invoices", condition);
const issued = invoiceStatuses.filter((status) => status !== "draft");

/** Every status with every fiscal status; a draft is registered nowhere. */
export const invoiceStates = [
  { status: "draft", fiscal: "none" },
  ...issued.flatMap((status) => fiscalStatuses.map((fiscal) => ({ status, fiscal }))),
];

// The indexes of states name a collation, so that no other index fits these conditions.
const statusIs = (status: string) => `r.status collate "C" = ${status}`;
const fiscalIs = (fiscal: string) => `r.fiscal_status collate "C" = ${fiscal}`;

/** By the index that begins with the currency. */
export const currencyStateSql = (currency: string, status: string, fiscal: string) =>
  `r.currency = ${currency} and ${statusIs(status)} and ${fiscalIs(fiscal)}`;

/** By the index that begins with the fiscal status, which has no drafts. */
export const issuedStateSql = (status: string, fiscal: string) =>
  `r.status <> 'draft' and r.fiscal_status = ${fiscal} and ${statusIs(status)}`;

type ValueOf = (name: string) => string;
const hasNumber = (of: ValueOf) => `r.number_key = any((${of("q")}::text[])[2:])`;
const customersNamed = (of: ValueOf) => customersNamedSql(of("q"));

export const namedPath: ListPath = {
  filters: ["q"],
  parts: [partOfFew("invoices", hasNumber), partOfCustomers("invoices", customersNamed, hasNumber)],
  hasGroups: true,
};

const payable = isPayableSql("r");

export const overduePath: ListPath = {
  filters: ["overdue"],
  parts: [
    where(
      (of) => `${owing} and ${payable} and r.overdue_at is not null and r.due_date < ${of("overdue")}::date`,
    ),
    // Few rows, because the pass marks them soon.
    partOfFew(
      "invoices",
      (of) => `${owing} and ${payable} and r.overdue_at is null and r.due_date < ${of("overdue")}::date`,
    ),
  ],
};

/** Only drafts, and drafts that were made void, have no number. */
const numbered = issued.filter((status) => status !== "void");

/** Whether the filters leave out whatever has no number. */
const areIssued = ({
  status,
  overdue,
  fiscal_status,
  number,
  issued_from,
  issued_to,
}: Readonly<Record<string, unknown>>) =>
  numbered.some((known) => known === status) ||
  (fiscal_status !== undefined && fiscal_status !== "none") ||
  [overdue, number, issued_from, issued_to].some((value) => value !== undefined);

/** An index of issued invoices; `condition` tells it from the others. */
const issuedWhere = (condition: string) => ({
  condition: `r.number is not null and ${condition}`,
  hasAll: areIssued,
  advice: {
    field: "status",
    message: `add this filter with one of ${numbered.join(", ")} or overdue: an index has issued invoices in this order`,
  },
});

const rangesOf = (...fields: string[]) => fields.flatMap((field) => [`${field}_from`, `${field}_to`]);

// Status, fiscal status and currency have few values each, and no two of them need to meet often. So one index begins with
// the currency and one with the fiscal status, the others follow, and a path reads as many scans side by side as there
// are values of what it leaves open.
export const invoiceListing: Listing = {
  name: "invoices",
  table: "invoices",
  usesToday: true,
  filters: {
    status: (value) => `r.status = ${value}`,
    overdue: (value) => overdueSql("r", `${value}::date`),
    fiscal_status: (value) => `r.status <> 'draft' and r.fiscal_status = ${value}`,
    never_registered: (value) => `r.fiscal_status = ${value}::text`,
    customer_id: (value) => `r.customer_id = ${value}`,
    currency: (value) => `r.currency = ${value}`,
    external_id: (value) => `r.external_id = ${value}`,
    number: (value) => `r.number_key = ${value}`,
    customer_external_id: (value) => `r.customer_id = ${customerIdSql(value)}`,
    recurring_invoice_id: (value) => `r.recurring_invoice_id = ${value}`,
    created_from: (value) => `r.created_at >= ${value}`,
    created_to: (value) => `r.created_at < ${value}`,
    invoice_date_from: (value) => `r.invoice_date >= ${value}::date`,
    invoice_date_to: (value) => `r.invoice_date <= ${value}::date`,
    due_date_from: (value) => `r.due_date >= ${value}::date`,
    due_date_to: (value) => `r.due_date <= ${value}::date`,
    issued_from: (value) => `r.issued_at >= ${value}::timestamptz`,
    issued_to: (value) => `r.issued_at < ${value}::timestamptz`,
    updated_from: (value) => `r.updated_at >= ${value}::timestamptz`,
    updated_to: (value) => `r.updated_at < ${value}::timestamptz`,
    total_from: (value) => `r.total >= ${value}::numeric`,
    total_to: (value) => `r.total <= ${value}::numeric`,
    metadata: (value) => metadataSql("r.metadata", value),
    q: (value) =>
      `r.number_key = any((${value}::text[])[2:]) or r.customer_id in ${customersNamedSql(value)}`,
  },
  paths: [
    { filters: ["external_id"] },
    { filters: ["number"] },
    { filters: ["recurring_invoice_id"] },
    metadataPath,
    namedPath,
    { filters: ["customer_id"] },
    { filters: ["customer_external_id"] },
    overduePath,
    {
      filters: ["currency", "status", "fiscal_status"],
      parts: [
        where(
          (of) =>
            `r.status <> 'draft' and ${currencyStateSql(of("currency"), of("status"), of("fiscal_status"))}`,
        ),
      ],
    },
    {
      filters: ["currency", "status"],
      parts: fiscalStatuses.map((fiscal) =>
        where((of) => currencyStateSql(of("currency"), of("status"), `'${fiscal}'`)),
      ),
    },
    {
      filters: ["currency", "fiscal_status"],
      parts: issued.map((status) =>
        where((of) => currencyStateSql(of("currency"), `'${status}'`, of("fiscal_status"))),
      ),
    },
    {
      filters: ["currency", "never_registered"],
      parts: invoiceStatuses.map((status) =>
        where((of) => currencyStateSql(of("currency"), `'${status}'`, `${of("never_registered")}::text`)),
      ),
    },
    {
      filters: ["currency"],
      parts: invoiceStates.map(({ status, fiscal }) =>
        where((of) => currencyStateSql(of("currency"), `'${status}'`, `'${fiscal}'`)),
      ),
    },
    {
      filters: ["status", "fiscal_status"],
      parts: [where((of) => issuedStateSql(of("status"), of("fiscal_status")))],
    },
    { filters: ["status"] },
    {
      filters: ["fiscal_status"],
      parts: issued.map((status) => where((of) => issuedStateSql(`'${status}'`, of("fiscal_status")))),
    },
    {
      filters: ["never_registered"],
      parts: [
        where((of) => `r.status = 'draft' and ${of("never_registered")}::text is not null`),
        ...issued.map((status) =>
          where((of) => issuedStateSql(`'${status}'`, `${of("never_registered")}::text`)),
        ),
      ],
    },
  ],
  sorts: {
    invoice_date: {
      sql: "r.invoice_date",
      type: "date",
      ranges: rangesOf("invoice_date"),
      index: issuedWhere("r.id > 0"),
    },
    due_date: {
      sql: "r.due_date",
      type: "date",
      ranges: rangesOf("due_date"),
      index: issuedWhere("r.due_date > '-infinity'"),
    },
    total: {
      sql: "r.total",
      type: "numeric",
      ranges: rangesOf("total"),
      index: issuedWhere("r.total >= 0"),
    },
  },
  bytes: (lines) => (lines ? linesBytesSql("invoice") : undefined),
  render: (page, lines, also = "") =>
    `select ${jsonOf(invoiceRecord.selectSql(lines ? "record" : "entry"))} as json${also} from ${page} r ${partiesSql}`,
  version: versionSql("$2::date"),
};

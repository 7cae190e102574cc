import {
  insertResponsesSql,
  keyRowTypes,
  storedResponseSql,
  tryKeyLockSql,
} from "../../../http/idempotency/idempotency-store.ts";
import { statement } from "../../../platform/db/database.ts";
import { parameterRowSql, rowTypesSql, sharedRowTypes } from "../../../platform/db/record.ts";
import { filledSql, textAtSql } from "../../../platform/db/text-batch.ts";
import { customerExistsSql, lockedCustomerSql } from "../../catalog/customers/service.ts";
import {
  lockCountersSql,
  updateCountersSql,
  withinInvoiceQuotaSql,
} from "../../tenancy/companies/service.ts";
import { eventRowTypes, insertEventsSql } from "../../webhooks/events/service.ts";
import { insertLinesSql, invoiceLikenessSql, lineRowsSql, newLineIdsSql } from "../lines/service.ts";
import { draftGapsSql, invoiceRecord, newInvoiceIdSql } from "./fields.ts";

// Most of what the statement costs is to begin it. A single draft therefore has a statement of its own, made of the same
// parts: its columns are parameters, wherever they are needed, and it takes no JSON of rows, windows, groups or sorting.

/** The columns that the statement fills in itself. */
export const filledIn: ReadonlySet<string> = new Set(["id"]);
export const filledInOfLine: ReadonlySet<string> = new Set(["company_id", "invoice_id", "id"]);

/** What the statement needs of a draft. */
const draftTypes = sharedRowTypes(
  [...invoiceRecord.rowTypes].filter(([name]) => !filledIn.has(name)),
  Object.entries({ draft: "int4", line_count: "int4", response_end: "text" }),
  Object.entries({ now: "timestamptz", month: "date", valid_since: "timestamptz" }),
  Object.entries({ takes_discount: "bool", default_discount: "numeric" }),
  Object.entries({ takes_withholding: "bool", default_withholding: "numeric" }),
  Object.entries({ likeness: "text" }),
  Object.entries(eventRowTypes),
  Object.entries(keyRowTypes),
);
export const singleTypes = sharedRowTypes(draftTypes, [["json_text", "text"]]);

/** How drafts reach the statement, and what it takes to handle as many as there are. */
type Shape = {
  /** A table expression `x` with their columns, and the parameter with their lines. */
  drafts: string;
  lines: string;
  /** Columns of `x` that the first step passes on to the later ones. */
  passedOn: string;
  /** A later step with the columns of its drafts as `x`, and what the step itself has. */
  step: (name: string) => string;
  ofStep: string;
  /** The place of a draft among those of its company. */
  place: string;
  /** The draft before it that has the same customer, lines and total. */
  duplicateAmongThem: string;
  /** Its text with gaps. */
  text: string;
  /** What it comes to for each company. */
  used: string;
  inOrder: string;
};

const many: Shape = {
  drafts: `json_to_recordset($1) as x(${rowTypesSql(draftTypes, [["json_at", "int4[]"]])})`,
  lines: "$2",
  passedOn: "x.*, ",
  step: (name) => `${name} x`,
  ofStep: "x.*",
  place: "row_number() over (partition by x.company_id order by id)",
  duplicateAmongThem: `lag(id) over (
         partition by x.company_id, x.customer_id, x.currency, x.total, x.likeness order by id
       )`,
  text: textAtSql("$3", "json_at"),
  used: "count(*) as events, count(*) as invoices, 0 as payment_links from admitted x group by company_id",
  inOrder: "order by x.draft",
};

const parameters = parameterRowSql(singleTypes, 2);
const single: Shape = {
  drafts: `${parameters} x`,
  lines: "$1",
  passedOn: "",
  step: (name) => `${name} e cross join ${parameters} x`,
  ofStep: "e.*",
  place: "1",
  duplicateAmongThem: "null",
  text: "x.json_text",
  used: `1 as events, 1 as invoices, 0 as payment_links from admitted cross join ${parameters} x`,
  inOrder: "",
};

/** Earlier invoices of a customer, with the same total, whose lines are compared with those of a new one. */
const comparedMax = 10;

/**
 * The newest of the customer's invoices of the last day that has the same lines and total as the draft `x`. An index finds
 * those with the total, however many the customer has.
 */
const duplicateSql = `select p.id as other_id from (
         select p.company_id, p.id, p.currency, p.status from invoices p
         where p.company_id = x.company_id and p.customer_id = x.customer_id and p.total = x.total and p.total >= 0
           and p.created_at > x.now - interval '24 hours'
         order by p.created_at desc, p.id desc limit ${comparedMax}
       ) p where p.currency = x.currency and p.status <> 'void'
         and ${invoiceLikenessSql("p.company_id", "p.id")} = x.likeness limit 1`;

// Ids and customer are found here and put into the gaps of the drafts' texts, because a look-up of its own would take
// as long again as storing one draft.
const storeSql = (shape: Shape) => {
  const { step } = shape;
  const isSingle = shape === single;
  const admittedWithCounters = `${step("admitted")} join counters using (company_id)`;
  return `with input as materialized (
     select ${shape.passedOn}${newInvoiceIdSql} as id, ${newLineIdsSql("invoice", "x.line_count")} as line_ids, c.customer,
       c.default_discount_percent, c.withholding_rate,
       (x.takes_discount and c.default_discount_percent is distinct from x.default_discount)
         or (x.takes_withholding and c.withholding_rate is distinct from x.default_withholding) as has_other_defaults,
       k.request_hash as known_hash, k.status as known_status, k.body as known_body, k.expired, ${tryKeyLockSql} as locked
     from ${shape.drafts} ${lockedCustomerSql} ${storedResponseSql}
   ), eligible as materialized (
     select *, ${shape.place} as place from input x
     where locked and customer is not null and known_hash is null and has_other_defaults is not true
   ), counters as materialized (
     ${lockCountersSql(step("eligible"), { isSingle })}
   ), admitted as materialized (
     -- A quota admits as many as fit, first come first served.
     select ${shape.ofStep}, coalesce(duplicate.other_id, ${shape.duplicateAmongThem}) as duplicate_of,
       ${filledSql(shape.text, draftGapsSql({ id: "id", customer: "customer", lineIds: "line_ids" }))} as json
     from ${step("eligible")} join counters n using (company_id) left join lateral (
       ${duplicateSql}
     ) duplicate on true where ${withinInvoiceQuotaSql("place")}
   ), used as (
     select company_id, ${shape.used}
   ), stored_responses as (
     ${insertResponsesSql(admittedWithCounters, {
       start: `'{"success":true,"invoice":'`,
       event: "event_sequence + place",
       end: `coalesce(',"possible_duplicate_of":' || duplicate_of, '') || response_end`,
     })}
   ), stored_invoices as (
     ${invoiceRecord.insertSql(step("admitted"))}
   ), stored_lines as (
     ${insertLinesSql(
       "invoice",
       `${lineRowsSql(["invoice"], shape.lines, { draft: "int4", place: "int4" })}
       join (select draft, company_id, id, line_ids from ${step("admitted")}) a on a.draft = l.draft`,
       {
         company_id: "a.company_id",
         invoice_id: "a.id",
         id: "a.line_ids[l.place]",
       },
     )}
   ), stored_events as (
     ${insertEventsSql(
       [
         {
           type: "invoice.created",
           from: admittedWithCounters,
           sequence: "(event_sequence + place)",
           object: "json",
         },
       ],
       "counters",
       { isSingle },
     )}
   ), counted as (
     ${updateCountersSql("used", "counters", "stored_events")}
   )
   select a.json, a.duplicate_of, customer is null as without_customer,
     customer is null and ${customerExistsSql("x.company_id", "x.customer_id")} as customer_in_use, locked, known_hash,
     known_status, known_body, expired, has_other_defaults, default_discount_percent, withholding_rate,
     n.quota_invoices as quota, n.invoices_used as used
   from ${step("input")} left join (select draft, duplicate_of, json from ${step("admitted")}) a on a.draft = x.draft
     left join counters n on n.company_id = x.company_id ${shape.inOrder}`;
};

export const storeMany = statement("invoice_drafts_store", storeSql(many));
export const storeSingle = statement("invoice_draft_store", storeSql(single));

import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type ListPath, partOfCustomers } from "../../../platform/db/lists/list-paths.ts";
import { metadataSql } from "../../../platform/db/lists/metadata-filter.ts";
import type { Listing } from "../../../platform/db/lists/page.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { customersNamedSql } from "../../catalog/customers/service.ts";
import {
  type NewRecurring,
  type RecurringContent,
  type RecurringStatus,
  recurringRecord,
  recurringSql,
} from "./fields.ts";

const parameters = { created_at: "$1", updated_at: "$1" };
const insert = statement(
  "recurring_insert",
  `${recurringRecord.insertOneSql(2, [], parameters)} returning id`,
);

export async function insertRecurring(tx: Queryable, schedule: NewRecurring): Promise<number> {
  const values = recurringRecord.insertOneValues(schedule, [], parameters);
  const [row] = await tx.query<Pick<Tables["recurring_invoices"], "id">>(insert, [schedule.now, ...values]);
  return row!.id;
}

/** The progress of a schedule: its status, and the moment at which its next date begins. */
export type Position = Pick<Tables["recurring_invoices"], "next_run_at"> & {
  status: RecurringStatus;
  next_date: string | null;
};

const update = statement(
  "recurring_update",
  `update recurring_invoices set ${recurringRecord.updateSql(7)}, status = $4, next_date = $5, next_run_at = $6,
     failed_attempts = 0, last_error = null, updated_at = $3 where company_id = $1 and id = $2`,
);

export async function updateRecurring(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  content: RecurringContent,
  { status, next_date, next_run_at }: Position,
): Promise<void> {
  const values = recurringRecord.updateValues(content);
  await tx.query(update, [companyId, id, now, status, next_date, next_run_at, ...values]);
}

const move = statement(
  "recurring_move",
  `update recurring_invoices set status = $4, next_date = $5, next_run_at = $6, updated_at = $3,
     failed_attempts = 0, last_error = case when $4 = 'active' then null else last_error end
   where company_id = $1 and id = $2`,
);

/** Pauses or resumes. */
export async function moveRecurring(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
  { status, next_date, next_run_at }: Position,
): Promise<void> {
  await tx.query(move, [companyId, id, now, status, next_date, next_run_at]);
}

const find = statement(
  "recurring_find",
  `select ${recurringSql("record")} as json from recurring_invoices r where r.company_id = $1 and r.id = $2`,
);

export async function findRecurring(
  db: Queryable,
  companyId: number,
  id: number,
): Promise<string | undefined> {
  const [row] = await db.query<{ json: string }>(find, [companyId, id]);
  return row?.json;
}

const lock = statement(
  "recurring_lock",
  "select id from recurring_invoices where company_id = $1 and id = $2 for no key update",
);

/** Locked before it is read, so that what is read is protected by the lock. */
export async function lockRecurring(
  tx: Queryable,
  companyId: number,
  id: number,
): Promise<string | undefined> {
  const locked = await tx.query(lock, [companyId, id]);
  return locked.length === 1 ? findRecurring(tx, companyId, id) : undefined;
}

const exists = statement(
  "recurring_exists",
  "select 1 from recurring_invoices where company_id = $1 and id = $2",
);

export async function recurringExists(db: Queryable, companyId: number, id: number): Promise<boolean> {
  return (await db.query(exists, [companyId, id])).length === 1;
}

export type RecurringKey = Pick<
  Tables["recurring_invoices"],
  "company_id" | "id" | "action" | "failed_attempts"
>;

const due = statement(
  "recurring_due",
  `select company_id, id, action, failed_attempts from recurring_invoices where next_run_at <= $1 order by next_run_at limit $2`,
);

const dueOf = statement(
  "recurring_due_of",
  `select company_id, id, action, failed_attempts from recurring_invoices where company_id = $3 and next_run_at <= $1
   order by next_run_at limit $2`,
);

/** Schedules of any companies, or of one, whose next date has begun there, those that wait longest first. */
export function findDueRecurring(
  db: Queryable,
  now: Date,
  limit: number,
  companyId?: number,
): Promise<RecurringKey[]> {
  return companyId === undefined ? db.query(due, [now, limit]) : db.query(dueOf, [now, limit, companyId]);
}

const lockDue = statement(
  "recurring_lock_due",
  "select next_run_at from recurring_invoices where company_id = $1 and id = $2 for no key update skip locked",
);

/** Locks a schedule. False if another process has locked it, or it is not due any more. */
export async function lockDueRecurring(
  tx: Queryable,
  { company_id, id }: RecurringKey,
  now: Date,
): Promise<boolean> {
  const [row] = await tx.query<Pick<Position, "next_run_at">>(lockDue, [company_id, id]);
  return row !== undefined && row.next_run_at !== null && row.next_run_at <= now;
}

export type FailedPeriod = {
  date: string;
  code: string;
  message: string;
  invoice_id: number | null;
  failed_at: string;
};

const advance = statement(
  "recurring_advance",
  `update recurring_invoices set status = $4, next_date = $5, next_run_at = $6, last_date = $7,
     periods_done = periods_done + 1, failed_attempts = 0, last_error = coalesce($8, last_error), updated_at = $3
   where company_id = $1 and id = $2`,
);

/** A period is over: it has its invoice, or it failed. */
export async function advanceRecurring(
  tx: Queryable,
  { company_id, id }: RecurringKey,
  now: Date,
  { status, next_date, next_run_at }: Position,
  date: string,
  failure: FailedPeriod | null,
): Promise<void> {
  await tx.query(advance, [company_id, id, now, status, next_date, next_run_at, date, failure]);
}

const postpone = statement(
  "recurring_postpone",
  `update recurring_invoices set next_run_at = case when next_run_at is null then null else $3::timestamptz end
   where company_id = $1 and id = $2`,
);

/** The run is tried again at this moment; what it is for stays. */
export async function postponeRecurring(
  db: Queryable,
  { company_id, id }: RecurringKey,
  until: Date,
): Promise<void> {
  await db.query(postpone, [company_id, id, until]);
}

const fail = statement(
  "recurring_fail",
  `update recurring_invoices set next_run_at = $4, failed_attempts = failed_attempts + $5
   where company_id = $1 and id = $2 and next_run_at <= $3`,
);

/**
 * The run failed and is tried again at this moment; an unforeseen failure is counted. What another worker has moved
 * meanwhile is left as it is.
 */
export async function failRecurring(
  db: Queryable,
  { company_id, id }: RecurringKey,
  now: Date,
  until: Date,
  isUnforeseen: boolean,
): Promise<void> {
  await db.query(fail, [company_id, id, now, until, isUnforeseen ? 1 : 0]);
}

const customersNamed = (of: (name: string) => string) => customersNamedSql(of("q"));

export const namedPath: ListPath = {
  filters: ["q"],
  parts: [partOfCustomers("recurring_invoices", customersNamed, () => "false")],
  hasGroups: true,
};

export const recurringListing: Listing = {
  name: "recurring_invoices",
  table: "recurring_invoices",
  filters: {
    status: (value) => `r.status = ${value}`,
    customer_id: (value) => `r.customer_id = ${value}`,
    external_id: (value) => `r.external_id = ${value}`,
    created_from: (value) => `r.created_at >= ${value}`,
    created_to: (value) => `r.created_at < ${value}`,
    // Without an index of its own: few companies have thousands of schedules.
    metadata: (value) => metadataSql("(r.document -> 'metadata')", value),
    q: (value) => `r.customer_id in ${customersNamedSql(value)}`,
  },
  paths: [{ filters: ["external_id"] }, namedPath, { filters: ["customer_id"] }, { filters: ["status"] }],
  sorts: { start_date: { sql: "r.start_date", type: "date" } },
  bytes: (lines) => (lines ? "octet_length(r.document::text)" : undefined),
  render: (page, lines, also = "") =>
    `select ${recurringSql(lines ? "record" : "entry")} as json${also} from ${page} r`,
};

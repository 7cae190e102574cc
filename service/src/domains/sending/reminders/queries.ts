import { type Queryable, statement } from "../../../platform/db/database.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { remindableInvoicesSql, reminderStateSql } from "../../billing/invoices/service.ts";
import type { ReminderSettings } from "./schema.ts";

const settingsSql = "r.enabled, r.steps, r.send_from_hour, r.send_until_hour, r.weekdays_only";

const find = statement(
  "reminder_settings_find",
  `select ${settingsSql} from reminder_settings r where r.company_id = $1`,
);

export async function findSettings(db: Queryable, companyId: number): Promise<ReminderSettings | undefined> {
  const [row] = await db.query<ReminderSettings>(find, [companyId]);
  return row;
}

const lock = statement(
  "reminder_settings_lock",
  `select ${settingsSql} from reminder_settings r where r.company_id = $1 for no key update`,
);

export async function lockSettings(tx: Queryable, companyId: number): Promise<ReminderSettings | undefined> {
  const [row] = await tx.query<ReminderSettings>(lock, [companyId]);
  return row;
}

// After any change the next pass checks the invoices, because a step may have become due.
const store = statement(
  "reminder_settings_store",
  `insert into reminder_settings as r (company_id, enabled, steps, send_from_hour, send_until_hour, weekdays_only,
     next_run_at, created_at, updated_at)
   values ($1, $3, $4::jsonb, $5, $6, $7, case when $3 then $2::timestamptz end, $2, $2)
   on conflict (company_id) do update set enabled = excluded.enabled, steps = excluded.steps,
     send_from_hour = excluded.send_from_hour, send_until_hour = excluded.send_until_hour,
     weekdays_only = excluded.weekdays_only, next_run_at = excluded.next_run_at, updated_at = excluded.updated_at`,
);

export async function storeSettings(
  tx: Queryable,
  companyId: number,
  now: Date,
  { enabled, steps, send_from_hour, send_until_hour, weekdays_only }: ReminderSettings,
): Promise<void> {
  const hours = [send_from_hour, send_until_hour, weekdays_only];
  await tx.query(store, [companyId, now, enabled, JSON.stringify(steps), ...hours]);
}

const due = statement(
  "reminder_due",
  "select company_id from reminder_settings where next_run_at <= $1 order by next_run_at limit $2",
);

/** Companies whose invoices have to be checked for due reminders. */
export async function findDueCompanies(db: Queryable, now: Date, limit: number): Promise<number[]> {
  const rows = await db.query<Pick<Tables["reminder_settings"], "company_id">>(due, [now, limit]);
  return rows.map(({ company_id }) => company_id);
}

const claim = statement(
  "reminder_claim",
  `update reminder_settings r set next_run_at = $3 where r.company_id = $1 and r.next_run_at <= $2
   returning ${settingsSql}`,
);

/** Leases a company's reminders to the caller until a moment; undefined if another process has them. */
export async function claimReminders(
  db: Queryable,
  companyId: number,
  now: Date,
  until: Date,
): Promise<ReminderSettings | undefined> {
  const [row] = await db.query<ReminderSettings>(claim, [companyId, now, until]);
  return row;
}

const release = statement(
  "reminder_release",
  "update reminder_settings set next_run_at = $3 where company_id = $1 and next_run_at = $2",
);

/** Ends the lease, unless it was lost or the settings were changed meanwhile. */
export async function releaseReminders(
  db: Queryable,
  companyId: number,
  leasedUntil: Date,
  next: Date,
): Promise<void> {
  await db.query(release, [companyId, leasedUntil, next]);
}

const toRemind = statement(
  "reminder_invoices",
  `select r.id from ${remindableInvoicesSql("$1")} r
   cross join lateral (select max(d.days) as days from unnest($3::int[]) d(days) where r.due_date + d.days <= $2::date) s
   where r.due_date >= $2::date - $4::int - $5::int and s.days >= $2::date - r.due_date - $5::int
     and not exists (select from invoice_reminders x where x.company_id = $1 and x.invoice_id = r.id and x.days >= s.days)
   order by r.id limit $6`,
);

/** Invoices whose newest step has come and has had no reminder yet. */
export async function findInvoicesToRemind(
  db: Queryable,
  companyId: number,
  today: string,
  { days, lateDays, limit }: { days: readonly number[]; lateDays: number; limit: number },
): Promise<number[]> {
  const values = [companyId, today, days, Math.max(...days), lateDays, limit];
  return (await db.query<Pick<Tables["invoices"], "id">>(toRemind, values)).map(({ id }) => id);
}

const hasStep = statement(
  "reminder_exists",
  "select 1 from invoice_reminders where company_id = $1 and invoice_id = $2 and days >= $3 limit 1",
);

/** Whether an invoice has had this step or a later one. */
export async function hasReminder(db: Queryable, companyId: number, invoiceId: number, days: number) {
  return (await db.query(hasStep, [companyId, invoiceId, days])).length === 1;
}

const insert = statement(
  "reminder_insert",
  `insert into invoice_reminders (company_id, invoice_id, days, outcome, message_id, created_at)
   values ($1, $2, $3, case when $4::text is null then 'no_address' else 'mailed' end, $4, $5)`,
);

/** Without a mail, the customer had no address. */
export async function insertReminder(
  tx: Queryable,
  now: Date,
  reminder: Pick<Tables["invoice_reminders"], "company_id" | "invoice_id" | "days" | "message_id">,
): Promise<void> {
  const { company_id, invoice_id, days, message_id } = reminder;
  await tx.query(insert, [company_id, invoice_id, days, message_id, now]);
}

const ofInvoice = statement(
  "reminder_list",
  `select ${jsonOf(`r.days, r.outcome, ${isoSql("r.created_at")} as created_at`)} as json from invoice_reminders r
   where r.company_id = $1 and r.invoice_id = $2 order by r.created_at, r.days`,
);

export async function findReminders(db: Queryable, companyId: number, invoiceId: number): Promise<Json> {
  const rows = await db.query<{ json: Json }>(ofInvoice, [companyId, invoiceId]);
  return `[${rows.map(({ json }) => json).join()}]`;
}

const state = statement(
  "reminder_state",
  `select i.is_owed, i.is_paused, ${settingsSql}, newest.message_id
   from reminder_settings r
   cross join ${reminderStateSql("$1", "$2")} i
   cross join (select x.message_id from invoice_reminders x where x.company_id = $1 and x.invoice_id = $2
     order by x.days desc limit 1) newest
   where r.company_id = $1`,
);

/** What decides whether a reminder that waits in the outbox may still go. */
export type ReminderState = ReminderSettings & {
  is_owed: boolean;
  is_paused: boolean;
  /** Of the newest reminder of the invoice. */
  message_id: string | null;
};

export async function findReminderState(
  db: Queryable,
  companyId: number,
  invoiceId: number,
): Promise<ReminderState | undefined> {
  const [row] = await db.query<ReminderState>(state, [companyId, invoiceId]);
  return row;
}

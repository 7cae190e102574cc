import type { NotificationKind } from "../../../contract/notification-kinds.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { invoiceNameSql } from "../../billing/invoices/service.ts";
import { customerNameSql } from "../../catalog/customers/service.ts";
import { newestEventsSql } from "../../webhooks/events/service.ts";
import { type FinishedImport, notificationsShown } from "./schema.ts";

export type Settings = Pick<
  Tables["notification_settings"],
  "kinds" | "read_event" | "read_import" | "read_delivery"
> & { kinds: NotificationKind[] };

const find = statement(
  "notification_settings_find",
  `select kinds, read_event, read_import, read_delivery from notification_settings
   where company_id = $1 and user_id = $2`,
);

export async function findSettings(
  db: Queryable,
  companyId: number,
  userId: number,
): Promise<Settings | undefined> {
  const [row] = await db.query<Settings>(find, [companyId, userId]);
  return row;
}

const read = statement(
  "notification_settings_read",
  `insert into notification_settings as s (company_id, user_id, kinds, read_event, read_import, read_delivery, updated_at)
   values ($1, $2, $4, $5, $6, $7, $3)
   on conflict (company_id, user_id) do update set read_event = greatest(s.read_event, excluded.read_event),
     read_import = greatest(s.read_import, excluded.read_import),
     read_delivery = greatest(s.read_delivery, excluded.read_delivery), updated_at = excluded.updated_at`,
);

/** A position never goes back: two windows of one person may report theirs in any order. */
export async function storePosition(
  tx: Queryable,
  companyId: number,
  userId: number,
  now: Date,
  { kinds, read_event, read_import, read_delivery }: Settings,
): Promise<void> {
  await tx.query(read, [companyId, userId, now, kinds, read_event, read_import, read_delivery]);
}

const choose = statement(
  "notification_settings_choose",
  `insert into notification_settings (company_id, user_id, kinds, updated_at) values ($1, $2, $4, $3)
   on conflict (company_id, user_id) do update set kinds = excluded.kinds, updated_at = excluded.updated_at`,
);

export async function storeKinds(
  tx: Queryable,
  companyId: number,
  userId: number,
  now: Date,
  kinds: readonly NotificationKind[],
): Promise<void> {
  await tx.query(choose, [companyId, userId, now, kinds]);
}

const insertImport = statement(
  "finished_import_insert",
  `insert into finished_imports (company_id, user_id, kind, file_name, created, updated, failed, created_at)
   values ($1, $2, $4, $5, $6, $7, $8, $3)`,
);

export async function storeImport(
  tx: Queryable,
  companyId: number,
  userId: number,
  now: Date,
  { kind, file_name, created, updated, failed }: FinishedImport,
): Promise<void> {
  await tx.query(insertImport, [companyId, userId, now, kind, file_name, created, updated, failed]);
}

// A registration carries the invoice or the credit note; a payment names its invoice, and a schedule that failed the
// draft that it left, if any.
const invoiceIdSql = `case e.type when 'invoice.registration_failed' then (o.object ->> 'id')::bigint
  when 'recurring_invoice.failed' then (o.object -> 'last_error' ->> 'invoice_id')::bigint
  else (o.object ->> 'invoice_id')::bigint end`;

const eventFields = `e.sequence as event, ${isoSql("e.created_at")} as created_at, e.type,
  case when e.type like 'payment.%' then (o.object ->> 'id')::bigint end as payment_id,
  ${invoiceIdSql} as invoice_id,
  case when e.type = 'recurring_invoice.failed' then (o.object ->> 'id')::bigint end as recurring_invoice_id,
  case when e.type = 'credit_note.registration_failed' then (o.object ->> 'id')::bigint end as credit_note_id,
  coalesce(o.object ->> 'number', i.number) as number,
  case when e.type like 'quote.%' then (o.object ->> 'id')::bigint end as quote_id,
  case when e.type like 'quote.%' then o.object ->> 'status' end as quote_status,
  case when e.type = 'recurring_invoice.failed' or e.type like 'quote.%'
    then ${customerNameSql("$1", "(o.object ->> 'customer_id')::bigint")} else i.customer_name end as customer_name,
  (o.object ->> 'amount')::numeric as amount, o.object ->> 'currency' as currency,
  o.object ->> 'url' as url,
  coalesce(o.object ->> 'disabled_reason', o.object -> 'fiscal' -> 'errors' -> 0 ->> 'message',
    o.object -> 'last_error' ->> 'message', o.object ->> 'dispute_reason', o.object ->> 'decline_reason',
    case when e.type = 'mail.failed' then o.object ->> 'last_error' end) as reason,
  case when e.type = 'mail.failed' then o.object ->> 'about' end as about,
  case when e.type = 'mail.failed' then o.object ->> 'subject' end as subject,
  case when e.type = 'mail.failed' then o.object ->> 'to' end as recipient,
  o.object ->> 'dispute_status' as dispute_status`;

const events = statement(
  "notification_events",
  `select ${jsonOf(eventFields)} as json from ${newestEventsSql("$2::text[]", notificationsShown)} e
   cross join lateral (select e.body::json #> '{data,object}' as object) o
   left join lateral ${invoiceNameSql("$1", "coalesce((o.object ->> 'invoice_id')::bigint, (o.object ->> 'id')::bigint)")} i
     on e.type not in ('webhook.disabled', 'recurring_invoice.failed', 'mail.failed') and e.type not like 'quote.%'
   where e.body::json #>> '{actor,type}' is distinct from 'user' or e.body::json #>> '{actor,id}' is distinct from $3
   order by e.sequence desc limit ${notificationsShown}`,
);

/** The newest events of these types that somebody else caused, as the members of a notification. */
export async function findEvents(
  db: Queryable,
  companyId: number,
  types: readonly string[],
  userId: number,
): Promise<Json[]> {
  const rows = await db.query<{ json: Json }>(events, [companyId, types, String(userId)]);
  return rows.map(({ json }) => json);
}

const imports = statement(
  "notification_imports",
  `select ${jsonOf(`f.id as import, ${isoSql("f.created_at")} as created_at, f.kind as sheet, f.file_name, f.created,
     f.updated, f.failed`)} as json from finished_imports f
   where f.company_id = $1 order by f.id desc limit ${notificationsShown}`,
);

export async function findImports(db: Queryable, companyId: number): Promise<Json[]> {
  return (await db.query<{ json: Json }>(imports, [companyId])).map(({ json }) => json);
}

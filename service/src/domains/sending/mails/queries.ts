import { buyerMailKinds, type MailKind, mailKinds } from "../../../contract/mail-kinds.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { partWhere } from "../../../platform/db/lists/list-paths.ts";
import type { Listing } from "../../../platform/db/lists/page.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { MailAttachment } from "../../../platform/ops/mail.ts";

/** The database's clock, which all nodes share; tests pass the moment. */
const moment = (parameter: string) => `(select coalesce(${parameter}::timestamptz, now()) as at) m`;

export type NewMail = {
  companyId: number | null;
  kind: string;
  recipient: string;
  copies: readonly string[];
  language: string;
  about: string | null;
  subject: string;
  messageId: string;
  content: string;
  attachments: readonly MailAttachment[];
  isKept: boolean;
  lifetimeHours: number;
};

const separator = ", ";
const copiesSql = (r: string) => `coalesce(string_to_array(${r}.copies, '${separator}'), '{}')`;

const insert = statement(
  "mail_insert",
  `insert into mails (company_id, kind, recipient, language, about, subject, message_id, content, attachments, status,
     next_attempt_at, expires_at, created_at, copies)
   select $1::bigint, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, case when $10 then 'kept' else 'queued' end,
     case when $10 then null else m.at end, m.at + make_interval(hours => $11), m.at, $13 from ${moment("$12")}`,
);

export async function insertMail(tx: Queryable, now: Date | null, mail: NewMail): Promise<void> {
  const { companyId, kind, recipient, language, about, subject, messageId, content, isKept } = mail;
  const text = [kind, recipient, language, about, subject, messageId, content];
  const attachments = JSON.stringify(mail.attachments);
  const copies = mail.copies.length === 0 ? null : mail.copies.join(separator).toLowerCase();
  await tx.query(insert, [companyId, ...text, attachments, isKept, mail.lifetimeHours, now, copies]);
}

export type ClaimedMail = Pick<
  Tables["mails"],
  | "id"
  | "company_id"
  | "kind"
  | "recipient"
  | "subject"
  | "message_id"
  | "about"
  | "attempt_count"
  | "lease_number"
  | "created_at"
  | "attachments"
> & { content: NonNullable<Tables["mails"]["content"]>; attachments: readonly MailAttachment[] };

// The row locks are held for this statement only; until the lease ends, nobody else sends the mail.
const claim = statement(
  "mail_claim",
  `with due as (
     select d.id, m.at from mails d cross join ${moment("$1")}
     where d.status = 'queued' and d.next_attempt_at <= m.at and d.expires_at > m.at
       and (d.leased_until is null or d.leased_until <= m.at)
     order by d.next_attempt_at limit $2 for update of d skip locked
   )
   update mails d set leased_until = due.at + make_interval(secs => $3), lease_number = d.lease_number + 1,
     attempt_count = d.attempt_count + 1
   from due where d.id = due.id
   returning d.id, d.company_id, d.kind, d.recipient, d.subject, d.message_id, d.attempt_count, d.lease_number,
     d.created_at, d.content, d.attachments, d.about`,
);

/** Leases due mails to the caller, who alone may send them until the lease ends. */
export function claimMails(
  db: Queryable,
  now: Date | null,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<ClaimedMail[]> {
  return db.query<ClaimedMail>(claim, [now, limit, leaseSeconds]);
}

type Lease = Pick<ClaimedMail, "id" | "lease_number">;

/** A mail after an attempt, with the record as its company sees it. */
export type EndedMail = Pick<Tables["mails"], "id" | "company_id" | "kind" | "status"> & { json: Json };
const endedColumns = `d.id, d.company_id, d.kind, d.status, ${jsonOf(shownColumns("d"))} as json`;

// Only the holder of the lease has its number, and the outcome of a mail without a lease is not recorded. The condition is not the
// status: PostgreSQL would then look for the mail among all that are queued, and not by its id.
const end = statement(
  "mail_end",
  `update mails d set status = $3, last_error = $4, ended_at = m.at, content = null, next_attempt_at = null,
     leased_until = null
   from ${moment("$5")} where d.id = $1 and d.lease_number = $2 and d.leased_until is not null
   returning ${endedColumns}`,
);

/** Records the outcome and deletes the content. Undefined if the lease was lost: then another worker records the outcome. */
export async function endMail(
  db: Queryable,
  now: Date | null,
  { id, lease_number }: Lease,
  status: "sent" | "failed" | "cancelled",
  error: string | null,
): Promise<EndedMail | undefined> {
  const [row] = await db.query<EndedMail>(end, [id, lease_number, status, error, now]);
  return row;
}

// A mail whose next attempt would come after its expiry has failed.
const nextAttempt = "(m.at + make_interval(secs => $4 / 1000.0))";
const isRetried = `(${nextAttempt} < d.expires_at)`;
const postpone = statement(
  "mail_postpone",
  `update mails d set last_error = $3, leased_until = null,
     next_attempt_at = case when ${isRetried} then ${nextAttempt} end,
     status = case when ${isRetried} then 'queued' else 'failed' end,
     content = case when ${isRetried} then d.content end,
     ended_at = case when not ${isRetried} then m.at end
   from ${moment("$5")} where d.id = $1 and d.lease_number = $2 and d.leased_until is not null
   returning ${endedColumns}`,
);

/** Plans the next attempt; if that would come after the expiry, the mail has failed. Undefined if the lease was lost. */
export async function postponeMail(
  db: Queryable,
  now: Date | null,
  { id, lease_number }: Lease,
  error: string,
  delayMs: number,
): Promise<EndedMail | undefined> {
  const [row] = await db.query<EndedMail>(postpone, [id, lease_number, error, delayMs, now]);
  return row;
}

// A report may be about somebody who gets a copy.
const isRecipient = "($3::text is null or lower(d.recipient) = lower($3))";
const bounce = statement(
  "mail_bounce",
  `update mails d set status = case when ${isRecipient} then 'failed' else d.status end,
     last_error = case when ${isRecipient} then $4 else $5 end,
     ended_at = case when ${isRecipient} then m.at else d.ended_at end
   from ${moment("$1")} where d.message_id = $2 and d.status = 'sent' returning ${endedColumns}`,
);

/** A mail that was sent and came back. Undefined if none with this Message-ID was sent. */
export async function bounceMail(
  tx: Queryable,
  now: Date | null,
  messageId: string,
  { recipient, error, copyError }: { recipient: string | null; error: string; copyError: string },
): Promise<EndedMail | undefined> {
  const [row] = await tx.query<EndedMail>(bounce, [now, messageId, recipient, error, copyError]);
  return row;
}

// The links in these mails do not expire with the mail.
const lasting = [...buyerMailKinds, "notifications", "checkpoint"].map((kind) => `'${kind}'`).join(", ");

const expire = statement(
  "mail_expire",
  `update mails d set status = 'expired', content = null, next_attempt_at = null, leased_until = null, ended_at = m.at,
     last_error = coalesce(d.last_error, case when d.kind in (${lasting}) then 'It could not be sent in time.'
       else 'It could not be sent before its link expired.' end)
   from ${moment("$1")}
   where d.status = 'queued' and d.next_attempt_at <= m.at and d.expires_at <= m.at
     and (d.leased_until is null or d.leased_until <= m.at)
   returning ${endedColumns}`,
);

/** Ends the mails that were not sent in time. One that is being sent at the moment is left to its worker. */
export function expireMails(db: Queryable, now: Date | null): Promise<EndedMail[]> {
  return db.query<EndedMail>(expire, [now]);
}

const purge = statement(
  "mail_purge",
  `with old as (
     select d.id from mails d cross join ${moment("$1")}
     where (d.status in ('sent', 'failed', 'expired', 'cancelled') and d.created_at < m.at - make_interval(days => $2))
       or (d.status = 'kept' and d.created_at < m.at - make_interval(days => $3)) limit $4
   )
   delete from mails d using old where d.id = old.id returning 1`,
);

export async function deleteMailsBefore(
  db: Queryable,
  now: Date | null,
  { days, keptDays, limit }: { days: number; keptDays: number; limit: number },
): Promise<number> {
  return (await db.query(purge, [now, days, keptDays, limit])).length;
}

const measure = statement(
  "mail_measure",
  `select (select count(*) from mails where status = 'queued') as queued,
     (select coalesce(floor(extract(epoch from m.at - min(created_at))), 0)::int from mails where status = 'queued')
       as oldest_seconds,
     (select coalesce(floor(extract(epoch from m.at - min(next_attempt_at))), 0)::int from mails
       where status = 'queued' and next_attempt_at <= m.at and leased_until is null) as overdue_seconds,
     (select count(*) from mails where status in ('failed', 'expired')
       and created_at > m.at - make_interval(days => $2)) as failed_lately,
     (select max(last_error) from mails d where d.id = (select l.id from mails l
       where l.last_error is not null and l.status in ('queued', 'failed') order by l.id desc limit 1)) as last_error
   from ${moment("$1")}`,
);

export type MailQueue = {
  queued: number;
  oldest_seconds: number;
  /** How long the first due mail has waited for a worker. */
  overdue_seconds: number;
  failed_lately: number;
  last_error: string | null;
};

export async function measureMails(db: Queryable, now: Date | null, days: number): Promise<MailQueue> {
  const [row] = await db.query<MailQueue>(measure, [now, days]);
  return row!;
}

// Addresses are few, and mails at most as many as both limits of a company allow.
const countLately = statement(
  "mail_count_lately",
  `with lately as materialized (
     select d.kind, lower(d.recipient) as recipient, string_to_array(d.copies, '${separator}') as copies
     from mails d cross join ${moment("$2")}
     where d.company_id = $1 and d.created_at > m.at - interval '24 hours' and d.kind = any($5) limit $6
   )
   select (select count(*) from lately l where l.kind = any($4)) as of_company, coalesce((
     select max(x.count) from (
       select (select count(*) from lately l where l.recipient = a.address or a.address = any(l.copies)) as count
       from (select distinct lower(given) as address from unnest($3::text[]) given) a
     ) x), 0) as to_recipient`,
);

/**
 * How many mails of these kinds the company sent in the last 24 hours, up to a limit, and how many mails to buyers of any
 * kind went to the one of the recipients who got the most, as a copy or not.
 */
export async function countMailsLately(
  tx: Queryable,
  now: Date | null,
  companyId: number,
  { kinds, recipients, limit }: { kinds: readonly MailKind[]; recipients: readonly string[]; limit: number },
): Promise<{ of_company: number; to_recipient: number }> {
  const values = [companyId, now, recipients, kinds, buyerMailKinds, 2 * limit];
  const [row] = await tx.query<{ of_company: number; to_recipient: number }>(countLately, values);
  return row!;
}

export type KeptMail = Pick<Tables["mails"], "recipient" | "subject" | "message_id" | "created_at"> & {
  cc: string[];
  content: NonNullable<Tables["mails"]["content"]>;
};

const kept = statement(
  "mail_kept",
  `select recipient, ${copiesSql("mails")} as cc, subject, message_id, created_at, content from mails where status = 'kept'
   order by created_at desc, id desc limit $1`,
);

/** Newest first. */
export const findKeptMails = (db: Queryable, limit: number) => db.query<KeptMail>(kept, [limit]);

function shownColumns(r: string): string {
  return `${r}.id, ${r}.kind, ${r}.recipient as "to", ${copiesSql(r)} as cc, ${r}.language, ${r}.subject, ${r}.about, ${r}.status,
    ${r}.attempt_count as attempts, ${r}.last_error, ${isoSql(`${r}.next_attempt_at`)} as next_attempt_at,
    ${isoSql(`${r}.created_at`)} as created_at, case when ${r}.status = 'sent' then ${isoSql(`${r}.ended_at`)} end as sent_at`;
}
const shown = shownColumns("r");

export const mailListing: Listing = {
  name: "mails",
  table: "mails",
  filters: {
    // What is true of all is what these indexes demand, which are for lists alone.
    status: (value) => `r.id > 0 and r.status = ${value}`,
    kind: (value) => `r.kind is not null and r.kind = ${value}`,
    about: (value) => `r.about = ${value}`,
    // Mails to buyers are for those who read invoices, mails to users for those who manage users.
    kinds: (value) => `r.kind = any(${value})`,
    created_from: (value) => `r.created_at >= ${value}`,
    created_to: (value) => `r.created_at < ${value}`,
  },
  paths: [
    { filters: ["about"] },
    { filters: ["status"] },
    {
      filters: ["kind", "kinds"],
      parts: [
        partWhere(
          "mails",
          (of) => `r.kind is not null and r.kind = ${of("kind")} and ${of("kind")} = any(${of("kinds")})`,
        ),
      ],
    },
    {
      filters: ["kinds"],
      parts: mailKinds.map((kind) =>
        partWhere(
          "mails",
          (of) => `r.kind is not null and r.kind = '${kind}' and '${kind}' = any(${of("kinds")})`,
        ),
      ),
    },
  ],
  render: (page) => `select ${jsonOf(shown)} as json from ${page} r`,
};

const isShown = "r.company_id = $1 and r.id = $2 and r.kind = any($3)";
const find = statement("mail_find", `select ${jsonOf(shown)} as json from mails r where ${isShown}`);

export async function findMail(
  db: Queryable,
  companyId: number,
  id: number,
  kinds: readonly MailKind[],
): Promise<Json | undefined> {
  const [row] = await db.query<{ json: Json }>(find, [companyId, id, kinds]);
  return row?.json;
}

const troubled = statement(
  "mail_troubled",
  `select ${jsonOf(`r.company_id, ${shown}`)} as json from mails r
   where r.status in ('failed', 'expired') or (r.status = 'queued' and r.last_error is not null)
   order by r.id desc limit $1`,
);

/** The mails of all companies that failed or are being retried, newest first. */
export async function findTroubledMails(db: Queryable, limit: number): Promise<Json[]> {
  return (await db.query<{ json: Json }>(troubled, [limit])).map(({ json }) => json);
}

const hasten = statement(
  "mail_hasten",
  `update mails set next_attempt_at = next_attempt_at - $2 * interval '1 ms'
   where company_id = $1 and status = 'queued' and leased_until is null`,
);

/** What waits to be sent comes earlier by so much, because the company's clock was moved. What is leased stays leased. */
export async function hastenMails(tx: Queryable, companyId: number, byMs: number): Promise<void> {
  await tx.query(hasten, [companyId, byMs]);
}

const countDue = statement(
  "mail_count_due",
  `select count(*)::int as count from mails d, ${moment("$2")}
   where d.company_id = $1 and d.status = 'queued' and d.next_attempt_at <= m.at`,
);

export async function countDueMails(db: Queryable, companyId: number, now: Date | null): Promise<number> {
  const [row] = await db.query<{ count: number }>(countDue, [companyId, now]);
  return row!.count;
}

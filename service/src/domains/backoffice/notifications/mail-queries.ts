import type { NotificationKind } from "../../../contract/notification-kinds.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables.ts";

/** What a person gets by mail, and up to where everything was mailed or need not be. */
export type MailChoice = Pick<
  Tables["notification_mails"],
  "kinds" | "last_event" | "last_import" | "last_delivery"
> & {
  kinds: NotificationKind[];
  /** Whether something was found that the check at this time mails. */
  is_collecting: Tables["notification_mails"]["is_collecting"];
};

const columns = "m.kinds, m.last_event, m.last_import, m.last_delivery, m.is_collecting";

const find = statement(
  "notification_mail_find",
  `select ${columns} from notification_mails m where m.company_id = $1 and m.user_id = $2`,
);

/** Undefined for a person who chose none. */
export async function findMailChoice(
  db: Queryable,
  companyId: number,
  userId: number,
): Promise<MailChoice | undefined> {
  const [row] = await db.query<MailChoice>(find, [companyId, userId]);
  return row;
}

// What happened before a kind was chosen is not mailed. The position of events is a few minutes old at most, because
// every check moves it; the others are moved only by what was mailed.
const choose = statement(
  "notification_mail_choose",
  `insert into notification_mails as m (company_id, user_id, kinds, last_event, last_import, last_delivery, next_run_at,
     created_at, updated_at)
   values ($1, $2, $4, $5, (select coalesce(max(f.id), 0) from finished_imports f where f.company_id = $1),
     (extract(epoch from $6::timestamptz) * 1000)::bigint, $3, $3, $3)
   on conflict (company_id, user_id) do update set kinds = excluded.kinds,
     last_import = case when 'import_finished' = any(m.kinds) then m.last_import else excluded.last_import end,
     last_delivery = case when 'deliveries_failed' = any(m.kinds) then m.last_delivery else excluded.last_delivery end,
     updated_at = excluded.updated_at`,
);

/** `now` is the real time, and `companyNow` what time it is for the company. */
export async function storeMailChoice(
  tx: Queryable,
  companyId: number,
  userId: number,
  choice: { kinds: readonly NotificationKind[]; sequence: number; now: Date; companyNow: Date },
): Promise<void> {
  const { kinds, sequence, now, companyNow } = choice;
  await tx.query(choose, [companyId, userId, now, kinds, sequence, companyNow]);
}

const remove = statement(
  "notification_mail_delete",
  "delete from notification_mails where company_id = $1 and user_id = $2",
);

export async function deleteMailChoice(db: Queryable, companyId: number, userId: number): Promise<void> {
  await db.query(remove, [companyId, userId]);
}

const due = statement(
  "notification_mail_due",
  `select company_id, user_id from notification_mails where next_run_at <= $1 order by next_run_at limit $2`,
);

export type Person = Pick<Tables["notification_mails"], "company_id" | "user_id">;

/** People whose new notifications have to be checked. */
export const findDuePeople = (db: Queryable, now: Date, limit: number): Promise<Person[]> =>
  db.query<Person>(due, [now, limit]);

const lock = statement(
  "notification_mail_lock",
  `select ${columns} from notification_mails m
   where m.company_id = $1 and m.user_id = $2 and m.next_run_at <= $3 for update skip locked`,
);

/** Undefined if another process checks this person, or has done so meanwhile. */
export async function lockDuePerson(
  tx: Queryable,
  { company_id, user_id }: Person,
  now: Date,
): Promise<MailChoice | undefined> {
  const [row] = await tx.query<MailChoice>(lock, [company_id, user_id, now]);
  return row;
}

const advance = statement(
  "notification_mail_advance",
  `update notification_mails m set last_event = $3, last_import = $4, last_delivery = $5, next_run_at = $6,
     is_collecting = false
   where m.company_id = $1 and m.user_id = $2`,
);

export async function advancePerson(
  tx: Queryable,
  { company_id, user_id }: Person,
  { last_event, last_import, last_delivery }: Omit<MailChoice, "kinds" | "is_collecting">,
  next: Date,
): Promise<void> {
  await tx.query(advance, [company_id, user_id, last_event, last_import, last_delivery, next]);
}

const postpone = statement(
  "notification_mail_postpone",
  "update notification_mails m set next_run_at = $3 where m.company_id = $1 and m.user_id = $2",
);

export async function postponePerson(
  db: Queryable,
  { company_id, user_id }: Person,
  next: Date,
): Promise<void> {
  await db.query(postpone, [company_id, user_id, next]);
}

const collect = statement(
  "notification_mail_collect",
  "update notification_mails m set next_run_at = $3, is_collecting = true where m.company_id = $1 and m.user_id = $2",
);

/** Something is to be mailed, at the next check: what happens until then is mailed with it. */
export async function collectForPerson(
  tx: Queryable,
  { company_id, user_id }: Person,
  next: Date,
): Promise<void> {
  await tx.query(collect, [company_id, user_id, next]);
}

import type { Context } from "../../../context.ts";
import type { UserPrincipal } from "../../../contract/access.ts";
import { isLanguage } from "../../../contract/languages.ts";
import { inTransaction, type Transaction } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { inBatches } from "../../../platform/ops/loops.ts";
import { clockAhead, realClock } from "../../../platform/values/clock.ts";
import type { ClaimedMail, Objection } from "../../sending/mails/service.ts";
import { findMemberOf, findUserById, principalOf, writeMail } from "../../tenancy/users/service.ts";
import { findLastSequence } from "../../webhooks/events/service.ts";
import { notificationLetter } from "./letter.ts";
import {
  advancePerson,
  collectForPerson,
  deleteMailChoice,
  findDuePeople,
  findMailChoice,
  lockDuePerson,
  type MailChoice,
  type Person,
  postponePerson,
} from "./mail-queries.ts";
import { type Notification, notificationsShown } from "./schema.ts";
import { findNotifications, settingsOf } from "./service.ts";
import { unsubscribeUrlOf } from "./unsubscribe.ts";

const minuteMs = 60_000;
/** From the first notification of a mail until the mail: whatever happens meanwhile is part of it. */
export const collectMs = 10 * minuteMs;
const againMs = 5 * minuteMs;
const inactiveMs = 60 * minuteMs;
/** What is older than this, because no mail could be sent, is not worth a mail any more. */
const hoursMax = 48;
const triedHours = 24;

const batchMax = 100;
const atOnce = 4;

/**
 * Mails people the notifications that they chose. Each person has a time of the next check; a check is one transaction
 * that locks the person's row, stores the mail and moves the positions, so that two processes, or one that is killed,
 * mail nothing twice.
 */
export function mailNotifications(context: Context): Promise<number> {
  if (!context.mail.isReady()) return Promise.resolve(0);
  return inBatches(batchMax, async (limit) => {
    const due = await findDuePeople(context.db, realClock(context.clock).now(), limit);
    let done = 0;
    const next = async (): Promise<void> => {
      for (let person = due.shift(); person !== undefined; person = due.shift()) {
        if (await mailPerson(context, person)) done += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, next));
    return done;
  });
}

/** What goes wrong for one person must not stop the others: it is tried again later. */
async function mailPerson(context: Context, person: Person): Promise<boolean> {
  const { db, clock, log } = context;
  try {
    return await inTransaction(db.forCompany(person.company_id), (tx) => mailOne(context, tx, person));
  } catch (error) {
    log.error({ ...person, err: error }, "notifications by mail postponed");
    await postponePerson(db, person, new Date(realClock(clock).now().getTime() + againMs));
    return false;
  }
}

async function mailOne(context: Context, tx: Transaction, person: Person): Promise<boolean> {
  const { clock, config } = context;
  const now = realClock(clock).now();
  const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  const choice = await lockDuePerson(tx, person, now);
  if (!choice) return false;
  const member = await findMemberOf(tx, person.user_id, person.company_id);
  if (!member) {
    await deleteMailChoice(tx, person.company_id, person.user_id);
    return true;
  }
  const user = await findUserById(tx, person.user_id);
  if (member.status !== "active" || !user?.email_verified) {
    await postponePerson(tx, person, later(inactiveMs));
    return true;
  }
  const reader = principalOf(config, member, false);
  const { company } = reader;
  const companyNow = clockAhead(clock, company.clockOffsetMs).now();
  // Read before the events: what is stored later has a higher number, and is found by the next check.
  const last_event = Math.max(choice.last_event, await findLastSequence(tx, company.id));
  const [newest, ...others] = await findNews(tx, reader, choice, companyNow);
  if (!newest) {
    await advancePerson(tx, person, { ...choice, last_event }, later(againMs));
    return true;
  }
  const news = [newest, ...others] as const;
  const first = Date.parse(news.at(-1)!.created_at);
  const waits = Math.min(collectMs, first + collectMs - companyNow.getTime());
  // Where more happens than a mail lists, the first of them is always recent: a mail waits once and not again.
  if (waits > 0 && !choice.is_collecting) {
    await collectForPerson(tx, person, later(waits));
    return true;
  }
  await queueLetter(context, tx, { user, reader, news });
  await advancePerson(tx, person, positionAfter(choice, last_event, news), later(againMs));
  return true;
}

/** What was neither mailed nor read yet and is not too old, the newest first. */
async function findNews(
  tx: Transaction,
  reader: UserPrincipal,
  choice: MailChoice,
  now: Date,
): Promise<Notification[]> {
  const read = await settingsOf(tx, reader);
  const oldest = new Date(now.getTime() - hoursMax * 60 * minuteMs).toISOString();
  const found = await findNotifications(tx, reader, choice.kinds, now);
  return found.filter(
    ({ event, import: imported, delivery, created_at }) =>
      created_at >= oldest &&
      ((event ?? 0) > Math.max(choice.last_event, read.read_event) ||
        (imported ?? 0) > Math.max(choice.last_import, read.read_import) ||
        (delivery ?? 0) > Math.max(choice.last_delivery, read.read_delivery)),
  );
}

async function queueLetter(
  context: Context,
  tx: Transaction,
  {
    user,
    reader,
    news,
  }: {
    user: Pick<Tables["users"], "id" | "email" | "language">;
    reader: UserPrincipal;
    news: readonly [Notification, ...Notification[]];
  },
): Promise<void> {
  const { siteUrl } = context.config;
  const { company } = reader;
  const language = isLanguage(user.language) ? user.language : company.language;
  const unsubscribeUrl = unsubscribeUrlOf(context, company.id, user.id);
  const isFull = news.length === notificationsShown;
  const letter = notificationLetter(news, company, language, { siteUrl, unsubscribeUrl, isFull });
  await context.mail.queue(
    tx,
    {
      ...writeMail(user.email, language, siteUrl, letter),
      kind: "notifications",
      unsubscribeUrl,
      triedHours,
    },
    { companyId: company.id, about: `user/${user.id}/${reader.role}` },
  );
}

type Position = { import: number | null; delivery: number | null };

const positionAfter = (
  { last_import, last_delivery }: MailChoice,
  last_event: number,
  mailed: readonly Position[],
) => ({
  last_event,
  last_import: Math.max(last_import, ...mailed.map((each) => each.import ?? 0)),
  last_delivery: Math.max(last_delivery, ...mailed.map(({ delivery }) => delivery ?? 0)),
});

/**
 * Whether a mail that waited in the outbox may still go: to somebody who left the company, unsubscribed, has another
 * role or another address by now, it may not.
 */
export async function objectionToNotifications(
  { db }: Pick<Context, "db">,
  { company_id: companyId, about, recipient }: Pick<ClaimedMail, "company_id" | "about" | "recipient">,
): Promise<Objection | undefined> {
  const [, id, role] = /^user\/(\d+)\/(\w+)$/.exec(about ?? "") ?? [];
  const userId = Number(id);
  if (companyId === null || id === undefined) return { reason: "Nobody is named to whom it may go." };
  const member = await findMemberOf(db, userId, companyId);
  if (!member) return { reason: "The person does not belong to the company any more." };
  if (member.role !== role) return { reason: "The role of the person has changed." };
  if (!(await findMailChoice(db, companyId, userId)))
    return { reason: "The person does not want notifications by mail any more." };
  const user = await findUserById(db, userId);
  return user?.email === recipient ? undefined : { reason: "The person has another address." };
}

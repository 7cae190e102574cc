import type { Change, Context } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import { notFound, unavailable } from "../../../contract/errors.ts";
import { buyerMailKinds, type MailKind } from "../../../contract/mail-kinds.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { type Page, readPage } from "../../../platform/db/lists/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { inBatches } from "../../../platform/ops/loops.ts";
import type { Mailer } from "../../../platform/ops/mail.ts";
import { randomToken } from "../../../platform/security/ids.ts";
import { databaseMoment } from "../../../platform/values/clock.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import { decryptContent, encryptContent } from "./content.ts";
import {
  deleteMailsBefore,
  findKeptMails,
  findMail,
  findTroubledMails,
  insertMail,
  mailListing,
  measureMails,
} from "./queries.ts";
import { lifetimeHours } from "./retry-schedule.ts";
import type { MailQuery } from "./schema.ts";

export { readBounce, recordBounce } from "./bounces.ts";
export { eraseMails } from "./erasure.ts";
export { type ClaimedMail, countDueMails, countMailsLately, hastenMails } from "./queries.ts";
export type { Objection } from "./worker.ts";

type OutboxDeps = Pick<Context, "config" | "clock" | "encryptionKeys">;

/**
 * The outbox of the service. Mails are stored with the change that causes them and sent by the worker; without a mail
 * server they are kept for the page `/mail`, or, in production, wait for the server to be configured.
 */
export function createMailer({ config, clock, encryptionKeys }: OutboxDeps): Mailer {
  const { smtpUrl, keeps } = config.mail;
  const domain = new URL(config.siteUrl).hostname;
  const isReady = () => smtpUrl !== undefined || keeps;
  return {
    isReady,
    requireReady: () => {
      if (!isReady()) throw mailNotConfigured();
    },
    queue: async (tx, mail, { companyId = null, about = null, at = null } = {}) => {
      const { kind, to, language, subject, linkHours = lifetimeHours } = mail;
      const messageId = `<${randomToken(18)}@${domain}>`;
      await insertMail(tx, at ?? databaseMoment(clock), {
        companyId,
        kind,
        recipient: to,
        copies: mail.cc ?? [],
        language,
        about,
        subject: subject.slice(0, subjectMax),
        messageId,
        content: encryptContent(encryptionKeys, messageId, mail),
        attachments: mail.attachments ?? [],
        isKept: keeps,
        lifetimeHours: mail.triedHours ?? Math.min(linkHours, lifetimeHours),
      });
      return messageId;
    },
  };
}

const subjectMax = 500;

/**
 * The time of a mail of the company, for `queue` and for limits. Mails that are kept here follow the company's clock, so
 * that a limit of a day is one of its days; what is sent to real mailboxes goes by the real time. Null is now.
 */
export const momentOfMail = (
  { config, clock }: Pick<Context, "config" | "clock">,
  { company, now }: Pick<Change, "company" | "now">,
): Date | null => (config.mail.keeps && company.clockOffsetMs > 0 ? now : databaseMoment(clock));

export const mailNotConfigured = () =>
  unavailable(
    "mail_not_configured",
    "This service can't send mail yet, and this needs it. Ask the operator to set BILLFOLD_SMTP_URL and BILLFOLD_MAIL_FROM.",
    3600,
  );

export type ShownMail = { to: string; cc: readonly string[]; subject: string; text: string; at: Date };

const keptShown = 200;

/** The mails that are shown at /mail, newest first. One that no key decrypts any more is left out. */
export async function listKeptMails({
  db,
  encryptionKeys,
}: Pick<Context, "db" | "encryptionKeys">): Promise<ShownMail[]> {
  const rows = await findKeptMails(db, keptShown);
  return rows.flatMap(({ recipient, cc, subject, message_id, created_at, content }) => {
    try {
      const { text } = decryptContent(encryptionKeys, message_id, content);
      return [{ to: recipient, cc, subject, text, at: created_at }];
    } catch {
      return [];
    }
  });
}

export function listMails(
  db: Queryable,
  { id, timeZone }: Company,
  today: string,
  kinds: readonly MailKind[],
  query: MailQuery,
): Promise<Page> {
  const { status, kind, about } = query;
  return readPage(db, mailListing, id, today, query, {
    status,
    kind,
    about,
    kinds,
    ...createdRange(timeZone, query),
  });
}

export const mailExists = async (db: Queryable, companyId: number, id: number): Promise<boolean> =>
  (await findMail(db, companyId, id, buyerMailKinds)) !== undefined;

/** A mail to a buyer. */
export async function getMail(db: Queryable, companyId: number, id: number): Promise<Json> {
  const mail = await findMail(db, companyId, id, buyerMailKinds);
  if (mail === undefined) throw notFound("The mail");
  return mail;
}

const troubledShown = 100;

/** For operators: what failed or is being retried, for all companies, and the size of the queue. */
export async function readOutbox({
  reads,
  clock,
}: Pick<Context, "reads" | "clock">): Promise<{ mails: Json; queue: Json }> {
  const [mails, { last_error: _, ...queue }] = await Promise.all([
    findTroubledMails(reads, troubledShown),
    measureMails(reads, databaseMoment(clock), reportedDays),
  ]);
  return { mails: `[${mails.join()}]`, queue: JSON.stringify(queue) };
}

/** Failures are reported for this long. */
export const reportedDays = 2;
export const retentionDays = 90;
/** As long as the longest link in a mail works. */
export const keptDays = 7;
const purgeMax = 5000;

/** What became of a mail is kept for a while; its content is deleted as soon as it is sent. */
export function purgeMails({ background, clock }: Context): Promise<number> {
  const now = databaseMoment(clock);
  return inBatches(purgeMax, (limit) =>
    deleteMailsBefore(background, now, { days: retentionDays, keptDays, limit }),
  );
}

/** Called when the metrics are scraped. */
export async function observeMails({ background, clock, metrics }: Context): Promise<void> {
  const found = await measureMails(background, databaseMoment(clock), reportedDays);
  metrics.mailQueue.set(found.queued);
  metrics.mailOldestQueued.set(found.oldest_seconds);
}

import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../../../context.ts";
import type { MailKind } from "../../../contract/mail-kinds.ts";
import { inTransaction, type Transaction } from "../../../platform/db/database.ts";
import { attemptMaxMs, SmtpError, sendBySmtp } from "../../../platform/ops/smtp.ts";
import { databaseMoment } from "../../../platform/values/clock.ts";
import { noteInvoiceMailed } from "../../billing/invoices/service.ts";
import { type AttachmentMakers, makeAttachments } from "./attachments.ts";
import { decryptContent, type MailContent } from "./content.ts";
import { reportFailures } from "./failures.ts";
import { type ClaimedMail, claimMails, endMail, expireMails, postponeMail } from "./queries.ts";
import { retryDelayMs } from "./retry-schedule.ts";

const pollMs = 1000;
/** Mails that a worker sends at the same time; each has a connection to the mail server of its own. */
const concurrentMax = 8;
// An attempt ends long before its lease, so a mail is never sent by two workers at once.
const leaseSeconds = (2 * attemptMaxMs) / 1000;
/** Attempts in progress when the process stops have this long to end. */
const stopMaxMs = 8_000;

/**
 * Why a mail must not go now: never any more, or not before some time has passed. It is asked right before the server
 * is given the mail, because a mail may have waited in the outbox for hours.
 */
export type Objection = { reason: string; delayMs?: number };
export type MailChecks = Partial<
  Record<MailKind, (context: Context, mail: ClaimedMail) => Promise<Objection | undefined>>
>;

/** Sends the mails that are due, and goes on until it is stopped. */
export function createMailWorker(
  context: Context,
  checks: MailChecks = {},
  makers: AttachmentMakers = {},
): { start(): void; stop(): Promise<void> } {
  const stopping = new AbortController();
  const aborting = new AbortController();
  const underWay = new Set<Promise<void>>();
  let running: Promise<void> | undefined;

  const pass = async () => {
    await expireOverdue(context);
    const wanted = concurrentMax - underWay.size;
    const claimed = wanted > 0 ? await claimDue(context, wanted) : [];
    for (const mail of claimed) {
      const sending = sendMail(context, mail, { checks, makers }, aborting.signal).finally(() =>
        underWay.delete(sending),
      );
      underWay.add(sending);
    }
    return claimed.length === wanted && wanted > 0;
  };
  const run = async () => {
    while (!stopping.signal.aborted) {
      let isMoreLeft = false;
      try {
        isMoreLeft = await pass();
      } catch (error) {
        context.log.error({ err: error }, "sending mails failed");
      }
      const pause = sleep(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      await (isMoreLeft ? Promise.race([pause, ...underWay]) : pause);
    }
  };
  return {
    start: () => {
      running = run();
    },
    stop: async () => {
      stopping.abort();
      const abort = setTimeout(() => aborting.abort(), stopMaxMs);
      await running;
      await Promise.all(underWay);
      clearTimeout(abort);
    },
  };
}

/** One pass: sends what is due and waits for the outcome. Returns how many mails were tried. */
export async function sendDueMails(
  context: Context,
  checks: MailChecks = {},
  makers: AttachmentMakers = {},
): Promise<number> {
  await expireOverdue(context);
  const claimed = await claimDue(context, concurrentMax);
  await Promise.all(claimed.map((mail) => sendMail(context, mail, { checks, makers })));
  return claimed.length;
}

/**
 * Without a mail server nothing is claimed: mails wait for one to be configured, until they expire. On a copy of the
 * database nothing is claimed either: its mails are the original's to send.
 */
const claimDue = ({ config, db, clock, activity }: Context, limit: number): Promise<ClaimedMail[]> =>
  config.mail.smtpUrl === undefined || activity.quiet()
    ? Promise.resolve([])
    : claimMails(db, databaseMoment(clock), { limit, leaseSeconds });

async function expireOverdue({ db, clock, log, metrics }: Context): Promise<void> {
  const expired = await inTransaction(db, async (tx) => {
    const mails = await expireMails(tx, databaseMoment(clock));
    reportFailures(tx, clock.now(), mails);
    return mails;
  });
  for (const { id, company_id, kind } of expired) {
    metrics.mailAttempts.inc({ outcome: "expired" });
    log.warn({ mail: id, company_id, kind }, "mail expired before it could be sent");
  }
}

/**
 * The server's acceptance and our record of it can't be one step: after a crash in between, the mail is sent once more
 * under the same Message-ID. In every other case a mail that was accepted is not sent again.
 */
async function sendMail(
  context: Context,
  mail: ClaimedMail,
  { checks, makers }: { checks: MailChecks; makers: AttachmentMakers },
  signal?: AbortSignal,
): Promise<void> {
  let objection: Objection | undefined;
  const mayGo = async () => {
    objection = await checks[mail.kind as MailKind]?.(context, mail);
    return objection === undefined;
  };
  try {
    const outcome = (await mayGo()) ? await attempt(context, mail, { mayGo, makers }, signal) : [];
    if (objection !== undefined) await recordObjection(context, mail, objection);
    else if (outcome instanceof SmtpError) await recordFailure(context, mail, outcome);
    else await recordSent(context, mail, outcome);
  } catch (error) {
    // The database is unreachable: the lease ends by itself, and the mail is tried again.
    context.log.error({ ...factsOf(mail), err: error }, "the outcome of a mail was not recorded");
  }
}

/** For the log, where neither the recipient nor anything that the server wrote belongs. */
const factsOf = ({ id, company_id, kind, attempt_count: attempts }: ClaimedMail) => ({
  mail: id,
  company_id,
  kind,
  attempts,
});

async function recordObjection(
  { db, clock, log, metrics }: Context,
  mail: ClaimedMail,
  { reason, delayMs }: Objection,
): Promise<void> {
  metrics.mailAttempts.inc({ outcome: delayMs === undefined ? "cancelled" : "postponed" });
  const now = databaseMoment(clock);
  await inTransaction(db, async (tx) => {
    const after =
      delayMs === undefined
        ? await endMail(tx, now, mail, "cancelled", reason)
        : await postponeMail(tx, now, mail, reason, delayMs);
    reportFailures(tx, clock.now(), after ? [after] : []);
  });
  log.info({ ...factsOf(mail), reason }, "mail was not sent");
}

async function recordSent(
  context: Context,
  mail: ClaimedMail,
  refusedAddresses: readonly string[],
): Promise<void> {
  const { db, clock, log, metrics } = context;
  metrics.mailAttempts.inc({ outcome: "sent" });
  const now = databaseMoment(clock);
  const ended = await inTransaction(db, async (tx) => {
    const after = await endMail(tx, now, mail, "sent", refusedCopies(refusedAddresses));
    if (after) await noteAwaited(tx, context, mail);
    return after;
  });
  if (!ended) log.warn(factsOf(mail), "mail was sent after its lease had ended");
}

async function recordFailure(
  { db, clock, log, metrics, random }: Context,
  mail: ClaimedMail,
  { code, isPermanent, message }: SmtpError,
): Promise<void> {
  metrics.mailAttempts.inc({ outcome: code });
  const now = databaseMoment(clock);
  const delayMs = retryDelayMs(mail.attempt_count, random);
  const ended = await inTransaction(db, async (tx) => {
    const after = isPermanent
      ? await endMail(tx, now, mail, "failed", message)
      : await postponeMail(tx, now, mail, message, delayMs);
    reportFailures(tx, clock.now(), after ? [after] : []);
    return after;
  });
  const facts = { ...factsOf(mail), code };
  if (isPermanent || ended?.status === "failed") log.warn(facts, "mail failed");
  else log.warn({ ...facts, retry_in_seconds: Math.round(delayMs / 1000) }, "mail postponed");
}

/** An invoice whose mail waited for its registration is sent only now. */
async function noteAwaited(
  tx: Transaction,
  context: Context,
  { company_id: companyId, attachments }: ClaimedMail,
): Promise<void> {
  for (const attachment of attachments) {
    if (companyId !== null && attachment.document === "invoice" && attachment.onceRegistered)
      await noteInvoiceMailed(tx, context, companyId, attachment.id);
  }
}

/** The mail has arrived all the same, so this is no failure, but its company should know. */
const refusedCopies = (addresses: readonly string[]) =>
  addresses.length === 0
    ? null
    : `The mail server refused the copy to ${addresses.join(", ")}.`.slice(0, lastErrorMax);
const lastErrorMax = 500;

/** Returns why the mail was not accepted, or which copies of it were not. */
async function attempt(
  context: Context,
  mail: ClaimedMail,
  { mayGo, makers }: { mayGo: () => Promise<boolean>; makers: AttachmentMakers },
  signal: AbortSignal | undefined,
): Promise<SmtpError | string[]> {
  const { config, encryptionKeys } = context;
  const { recipient, subject, message_id, created_at } = mail;
  let content: MailContent;
  try {
    content = decryptContent(encryptionKeys, message_id, mail.content);
  } catch {
    return new SmtpError("The stored mail can't be read. Run 'billfold doctor'.", "unreadable", false);
  }
  try {
    const { fromName, ...rest } = content;
    const from = fromName === undefined ? config.mail.from! : renamed(config.mail.from!, fromName);
    const attachments = await makeAttachments(context, mail, makers);
    const headers = { from, to: recipient, subject, messageId: message_id, date: created_at };
    return await sendBySmtp(config.mail.smtpUrl!, { ...headers, ...rest, attachments }, { signal, mayGo });
  } catch (error) {
    if (error instanceof SmtpError) return error;
    context.log.error({ mail: mail.id, err: error }, "the documents of a mail could not be made");
    return new SmtpError("Its documents could not be made. It is tried again.", "no_documents", false);
  }
}

/** The address of the service under another name, so that a buyer sees which company writes. */
const renamed = (from: string, name: string) => ({ name, address: /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from });

import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import { invalid, invalidField } from "../../../contract/errors.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { addDays, clockAhead, databaseMoment, dateIn, realClock } from "../../../platform/values/clock.ts";
import { momentOf } from "../../../platform/values/date-times.ts";
import { addDuration, parseDuration } from "../../../platform/values/durations.ts";
import { countDueRegistrations, hastenRegistrations } from "../../fiscal/registration/service.ts";
import { countDueMails, hastenMails } from "../../sending/mails/service.ts";
import { openingOn } from "../../sending/reminders/service.ts";
import {
  findCompanyOf,
  lockedCompany,
  notifyCompanyChanged,
  setClockOffset,
} from "../../tenancy/companies/service.ts";
import { countDueDeliveries, hastenRetries } from "../../webhooks/deliveries/service.ts";
import { clockYearsMax, type SandboxClock, type SandboxClockMove } from "./schema.ts";

/** Does what is due for one company whose clock is ahead by so much; passed in, because it is the work of all modules. */
export type RunDueWork = (context: Context, companyId: number, offsetMs: number) => Promise<number>;

/** One call may work for so long; the clock stops where it is then. */
const workMaxMs = 20_000;
const waitMaxMs = 5_000;
const mailsWaitMaxMs = 10_000;
const pollMs = 50;

/**
 * A company's clock: by how much its time is ahead of the real one. Everything that a company's records say is in its
 * time; the queues of background work go by the real one, and are brought forward by as much as the clock moves.
 */
export async function readClock(context: Context, company: Company): Promise<SandboxClock> {
  const real = realClock(context.clock);
  const realNow = real.now();
  const { db, config } = context;
  const [deliveries, registrations, mails] = await Promise.all([
    countDueDeliveries(db, company.id, realNow),
    countDueRegistrations(db, company.id, realNow, config.environment),
    countDueMails(db, company.id, databaseMoment(real)),
  ]);
  const { clockOffsetMs } = await findCompanyOf(db, company.id);
  return {
    now: new Date(realNow.getTime() + clockOffsetMs).toISOString(),
    real_time: realNow.toISOString(),
    offset_seconds: Math.floor(clockOffsetMs / 1000),
    pending: { deliveries, registrations, mails },
  };
}

/**
 * Moves the clock from one moment at which something may fall due to the next, and does what is due there: an invoice
 * of March is made in March, and a reminder is sent on its day. Stops early when that takes too long.
 */
export async function moveClock(
  context: Context,
  company: Company,
  asked: SandboxClockMove,
  runDueWork: RunDueWork,
): Promise<SandboxClock> {
  const start = await findCompanyOf(context.db, company.id);
  const target = targetOf(context, start, asked);
  const until = performance.now() + workMaxMs;
  // A mail of a day should be sent before the next reminder takes its place; without a worker nobody waits twice.
  let mailsAreSent = true;
  for (let now = timeOf(context, start); now < target && performance.now() < until; ) {
    const next = await nextMoment(context, start, now, target);
    await runDueWork(context, start.id, await setClock(context, start.id, next));
    if (mailsAreSent) mailsAreSent = await waitWhile(mailsWaitMaxMs, () => hasDueMails(context, start.id));
    now = next;
  }
  await waitWhile(waitMaxMs, async () => {
    const { pending } = await readClock(context, company);
    return pending.deliveries + pending.registrations + pending.mails > 0;
  });
  return readClock(context, company);
}

const timeOf = ({ clock }: Context, { clockOffsetMs }: Company) => clockAhead(clock, clockOffsetMs).now();

function targetOf(context: Context, company: Company, { now, advance }: SandboxClockMove): Date {
  if ((now == null) === (advance == null)) {
    throw invalid(
      [
        { field: "now", message: "give this or advance, and not both" },
        { field: "advance", message: "give this or now, and not both" },
      ],
      "Give either now or advance.",
    );
  }
  const present = timeOf(context, company);
  const field = now == null ? "advance" : "now";
  const duration = advance == null ? undefined : parseDuration(advance);
  if (advance != null && !duration) {
    throw invalidField("advance", "must be an ISO 8601 duration in whole units, such as P45D or PT6H");
  }
  const target = duration ? addDuration(present, duration) : momentOf(company.timeZone, now!);
  if (target <= present) {
    throw invalidField(field, `must lead forward: the company's clock is at ${present.toISOString()}`);
  }
  const last = addDuration(realClock(context.clock).now(), { months: clockYearsMax * 12, milliseconds: 0 });
  if (target > last) {
    throw invalidField(
      field,
      `must not lead more than ${clockYearsMax} years ahead of the real time: the company's clock is at ${present.toISOString()}`,
    );
  }
  return target;
}

/** Dates change at midnight, and reminders are sent from an hour of the day on: nothing falls due between these. */
async function nextMoment(context: Context, company: Company, now: Date, target: Date): Promise<Date> {
  const midnight = momentOf(company.timeZone, addDays(dateIn(company.timeZone, now), 1));
  const opening = await openingOn(context.db, company, now);
  const moments = [midnight, opening, target].filter((moment) => moment !== undefined && moment > now);
  return moments.reduce((first, moment) => (moment! < first! ? moment : first))!;
}

/** Returns by how much the clock is ahead now; another call may have moved it further meanwhile. */
function setClock({ db, clock }: Context, companyId: number, to: Date): Promise<number> {
  return inTransaction(db.forCompany(companyId), async (tx) => {
    const { clock_offset_ms: before } = await lockedCompany(tx, companyId);
    const offsetMs = to.getTime() - realClock(clock).now().getTime();
    if (offsetMs <= before) return before;
    const byMs = offsetMs - before;
    await setClockOffset(tx, companyId, offsetMs);
    await hastenRetries(tx, companyId, byMs);
    await hastenRegistrations(tx, companyId, byMs);
    await hastenMails(tx, companyId, byMs);
    await notifyCompanyChanged(tx, companyId);
    return offsetMs;
  });
}

const hasDueMails = async ({ db, clock }: Context, companyId: number) =>
  (await countDueMails(db, companyId, databaseMoment(clock))) > 0;

/** Whether it ended in time. */
async function waitWhile(maxMs: number, holds: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + maxMs; await holds(); await sleep(pollMs)) {
    if (performance.now() > end) return false;
  }
  return true;
}

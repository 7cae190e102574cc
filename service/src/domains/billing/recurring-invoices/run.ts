import type { Change, Context } from "../../../context.ts";
import { ApiError } from "../../../contract/errors.ts";
import { inTransaction, type Transaction } from "../../../platform/db/database.ts";
import { isTemporaryFailure } from "../../../platform/db/failures.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { inBatches } from "../../../platform/ops/loops.ts";
import { type Clock, dateIn } from "../../../platform/values/clock.ts";
import { momentOf } from "../../../platform/values/date-times.ts";
import { companyHasFeature, systemChange } from "../../tenancy/companies/service.ts";
import { emit } from "../../webhooks/events/service.ts";
import type { InvoiceCreate } from "../invoices/schema.ts";
import { issueInvoice } from "../invoices/service.ts";
import { lockSeries } from "../numbering/service.ts";
import { dateAfter } from "./calendar.ts";
import { invoiceInputOf } from "./document.ts";
import {
  advanceRecurring,
  failRecurring,
  findDueRecurring,
  lockDueRecurring,
  postponeRecurring,
  type RecurringKey,
} from "./queries.ts";
import { dueDateOf, getRecurring, periodOf, positionAfter, type RecurringRecord } from "./service.ts";

/** What a run needs of others. It is passed in, because registration comes after this module. */
export type RecurringWork = {
  /** Stores the invoice of one period as a draft. */
  createDraft: (
    change: Change,
    input: InvoiceCreate,
    recurrence: { recurring_invoice_id: number; period_start: string; period_end: string },
  ) => Promise<Json>;
  /** Asked before the transaction of a period: how to issue an invoice and queue its registration in it. */
  prepareRegistration: (companyId: number) => Promise<(change: Change, invoiceId: number) => Promise<void>>;
  /** Stores the mail that brings the invoice to its buyer once it is registered; returns why it can't be sent. */
  send: (change: Change, invoiceId: number) => Promise<ApiError | null>;
};

const batchMax = 100;
const atOnce = 4;
/** Of one schedule in one pass, so that others come between. */
const periodsMax = 50;
/** So many periods of a company are one transaction: what each of them costs alone is mostly the transaction. */
const togetherMax = 10;
const retryMs = 5 * 60_000;
/** How often a period is tried that fails with an unexpected error; then the company is notified. */
export const attemptsMax = 5;
const inactiveRetryMs = 60 * 60_000;

/**
 * Makes the invoices that are due. In one transaction the schedule is locked, the invoice of its period is made and its
 * next date is set: whatever happens, either all of it is stored or nothing, and the database refuses a second invoice for
 * the same period. Some periods of a company share a transaction; if one of them fails, each has its own. For all
 * companies, or by its own clock for one.
 */
export function runRecurringInvoices(
  context: Context,
  work: RecurringWork,
  companyId?: number,
): Promise<number> {
  return inBatches(batchMax, async (limit) => {
    const due = inGroups(await findDueRecurring(context.db, context.clock.now(), limit, companyId));
    let done = 0;
    const next = async (): Promise<void> => {
      for (let keys = due.shift(); keys; keys = due.shift()) {
        const pending = await runTogether(context, work, keys);
        done += keys.length - pending.length;
        for (const key of pending) {
          // Not `done += await …`, which would add to the count from before the others.
          const wasMoved = await runSchedule(context, work, key);
          if (wasMoved) done += 1;
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, next));
    return done;
  });
}

/**
 * Of the same company and action, so that all of them lock the company's rows in the same order. What has failed before
 * is alone, and does not take others with it again.
 */
function inGroups(due: readonly RecurringKey[]): RecurringKey[][] {
  const groups = Map.groupBy(due, ({ company_id, id, action, failed_attempts }) =>
    failed_attempts > 0 ? `${company_id} failed ${id}` : `${company_id} ${action}`,
  );
  return [...groups.values()].flatMap((keys) =>
    Array.from({ length: Math.ceil(keys.length / togetherMax) }, (_, index) =>
      keys.slice(index * togetherMax, (index + 1) * togetherMax),
    ),
  );
}

/** One period of each, if none fails; returns the schedules that have to run by themselves. */
async function runTogether(
  context: Context,
  work: RecurringWork,
  keys: readonly RecurringKey[],
): Promise<RecurringKey[]> {
  const [{ company_id, action }] = keys as [RecurringKey];
  // An authority is asked before the transaction of a period.
  if (keys.length === 1 || isRegistered({ action })) return [...keys];
  const run = {
    work,
    extent: "whole",
    issue: action === "draft" ? undefined : issueInvoice,
    refusal: null,
  } as const;
  try {
    return await inTransaction(context.db.forCompany(company_id), async (tx) => {
      const pending: RecurringKey[] = [];
      for (const key of keys) {
        const outcome = await takePeriod(tx, context.clock, key, run);
        if (outcome === "more" || outcome === "left") pending.push(key);
      }
      return pending;
    });
  } catch (error) {
    context.log.info(
      { company: company_id, schedules: keys.length, err: error },
      "recurring invoices run one by one",
    );
    return [...keys];
  }
}

/**
 * All periods of one schedule that are due; returns whether it was moved, so that the next batch does not find it
 * again. What goes wrong here must not stop the other schedules.
 */
export async function runSchedule(
  context: Context,
  work: RecurringWork,
  key: RecurringKey,
): Promise<boolean> {
  try {
    let outcome: Outcome = "more";
    let wasMoved = false;
    for (let periods = 0; periods < periodsMax && outcome === "more"; periods += 1) {
      // Only the first of these periods can have failed before.
      const failedAttempts = periods === 0 ? key.failed_attempts : 0;
      outcome = await runPeriod(context, work, key, failedAttempts);
      wasMoved ||= outcome !== "left";
    }
    return wasMoved;
  } catch (error) {
    const { company_id: company, id } = key;
    context.log.error({ company, recurring_invoice: id, err: error }, "recurring invoice postponed");
    const now = context.clock.now();
    const until = new Date(now.getTime() + retryMs);
    await failRecurring(context.db, key, now, until, isUnforeseen(error)).catch(() => undefined);
    return false;
  }
}

/** Neither a refusal, which has its reason, nor a database that is away for a while. */
const isUnforeseen = (error: unknown) => !(error instanceof ApiError) && !isTemporaryFailure(error);

const unforeseen = () =>
  new ApiError(
    500,
    "internal_error",
    `The invoice of this period could not be made: an internal error of the service, ${attemptsMax} times. Make the invoice by hand, and tell the operator of the service.`,
  );

/**
 * How far a period is taken. If the whole of it is refused, the invoice is left as a draft, and if not even that is
 * possible, the period is skipped: the company is notified, and the next period is made.
 */
type Extent = "whole" | "draft" | "nothing";

/** `more`: its next period is due too. `left`: it is not due after all, or another process has locked it. */
type Outcome = "done" | "more" | "postponed" | "left";

async function runPeriod(
  context: Context,
  work: RecurringWork,
  key: RecurringKey,
  failedAttempts: number,
): Promise<Outcome> {
  const db = context.db.forCompany(key.company_id);
  const { clock } = context;
  const isLastAttempt = failedAttempts >= attemptsMax - 1;
  let refusal: ApiError | null = null;
  for (const extent of extentsOf(key)) {
    try {
      const register =
        extent === "whole" && isRegistered(key) ? await work.prepareRegistration(key.company_id) : undefined;
      const issue = register ?? (extent === "whole" && key.action !== "draft" ? issueInvoice : undefined);
      return await inTransaction(db, (tx) => takePeriod(tx, clock, key, { work, extent, issue, refusal }));
    } catch (error) {
      // Of several, the last: what refuses even a draft is why there is none.
      refusal = refusalIn(error, isLastAttempt);
    }
  }
  throw new Error("a period that is passed over can't be refused");
}

/** An authority that can't be reached, or a customer in use, is no reason to skip the period. */
function refusalIn(error: unknown, isLastAttempt: boolean): ApiError {
  if (isLastAttempt && isUnforeseen(error)) return unforeseen();
  if (!(error instanceof ApiError) || isTemporary(error)) throw error;
  return error;
}

const isTemporary = ({ code }: ApiError) =>
  code === "integration_unavailable" || code === "database_unavailable";

const extentsOf = ({ action }: RecurringKey): Extent[] =>
  action === "draft" ? ["draft", "nothing"] : ["whole", "draft", "nothing"];

const isRegistered = ({ action }: Pick<RecurringKey, "action">) =>
  action === "issue_and_register" || action === "issue_register_and_send";

async function takePeriod(
  tx: Transaction,
  clock: Clock,
  key: RecurringKey,
  run: {
    work: RecurringWork;
    extent: Extent;
    issue: ((change: Change, invoiceId: number) => Promise<unknown>) | undefined;
    refusal: ApiError | null;
  },
): Promise<Outcome> {
  if (!(await lockDueRecurring(tx, key, clock.now()))) return "left";
  const change = await systemChange(tx, key.company_id, clock);
  const { company, now } = change;
  const before = await getRecurring(tx, company.id, key.id);
  const record = JSON.parse(before) as RecurringRecord;
  const today = dateIn(company.timeZone, now);
  // Asked here and not by the statement that finds what is due, so that one index answers that.
  const mayInvoice = company.status === "active" && (await companyHasFeature(tx, company.id, "invoicing"));
  if (!mayInvoice || record.next_date! > today) {
    const later = new Date(now.getTime() + inactiveRetryMs);
    const until = mayInvoice ? momentOf(company.timeZone, record.next_date!) : later;
    await postponeRecurring(tx, key, until);
    return "postponed";
  }
  const date = dateToInvoice(record, today);
  const invoiceId = run.extent === "nothing" ? null : await makeInvoice(change, record, date, run);
  const isSent = run.extent === "whole" && key.action === "issue_register_and_send";
  // An invoice that can't be sent is issued all the same, and the company is notified.
  const unsent = isSent ? await run.work.send(change, invoiceId!) : null;
  const position = positionAfter(company, record, record.periods_done + 1, date);
  const refusal = run.refusal ?? unsent;
  const failure = refusal && {
    date,
    code: refusal.code,
    message: refusal.message,
    invoice_id: invoiceId,
    failed_at: now.toISOString(),
  };
  await advanceRecurring(tx, key, now, position, date, failure);
  const after = await getRecurring(tx, company.id, key.id);
  await emit(change, failure ? "recurring_invoice.failed" : "recurring_invoice.invoiced", after, before);
  if (position.status === "ended") await emit(change, "recurring_invoice.ended", after);
  return position.next_run_at !== null && position.next_run_at <= clock.now() ? "more" : "done";
}

/** The oldest date that is due, or with `skip` the latest. */
function dateToInvoice(record: RecurringRecord, today: string): string {
  let date = record.next_date!;
  if (record.missed === "catch_up") return date;
  const last = record.end_date !== null && record.end_date < today ? record.end_date : today;
  for (let next = dateAfter(record, date); next && next <= last; next = dateAfter(record, date)) date = next;
  return date;
}

async function makeInvoice(
  change: Change,
  record: RecurringRecord,
  date: string,
  { work, issue }: Pick<Parameters<typeof takePeriod>[3], "work" | "issue">,
): Promise<number> {
  const { tx, company } = change;
  // Storing a draft locks the company's counters, and everybody locks the series before them.
  if (issue) await lockSeries(tx, company.id, company.invoiceSeries);
  const input = invoiceInputOf(record, { invoice_date: date, due_date: dueDateOf(company, record, date) });
  const recurrence = { recurring_invoice_id: record.id, ...periodOf(record, date) };
  const { id } = JSON.parse(await work.createDraft(change, input, recurrence)) as { id: number };
  await issue?.(change, id);
  return id;
}

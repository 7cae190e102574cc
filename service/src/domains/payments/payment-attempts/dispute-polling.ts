import type { Context } from "../../../context.ts";
import { ApiError } from "../../../contract/errors.ts";
import {
  type AccountToPoll,
  claimDueDisputePolls,
  finishDisputePoll,
  gateways,
  openAccount,
} from "../gateways/service.ts";
import {
  findByTransaction,
  getPayment,
  isNewOfDispute,
  type PaymentRecord,
  readDisputable,
} from "../payments/service.ts";
import { pollDispute } from "./notifications.ts";
import { findPaymentAttemptByPayment } from "./queries.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const everyMs = hour;
/** Somebody has to correct the key before another answer can be expected. */
const refusedKeyMs = day;
const leaseMs = 15 * minute;
const accountsMax = 50;
const accountsAtOnce = 5;

/** Disputes are opened within this time of the payment, by the rules of the card schemes. */
const oldestMs = 180 * day;
/** Gateways list a dispute a while after it was opened, and their clocks differ from ours. */
const overlapMs = day;
/** How long before its first notice or poll a dispute may have been opened. */
const unknownMs = 30 * day;

/**
 * Asks the accounts whose turn it is for their disputes, so that none depends on a notification. An account is asked once
 * an hour, and only about what it took; after a failure the next poll begins where the last complete one did.
 */
export async function pollDueDisputes(context: Context): Promise<number> {
  const now = context.clock.now();
  const until = new Date(now.getTime() + leaseMs);
  const due = await claimDueDisputePolls(context.db, now, until, accountsMax);
  const waiting = [...due];
  const work = async () => {
    for (let account = waiting.shift(); account; account = waiting.shift()) {
      await pollAccount(context, account, until);
    }
  };
  await Promise.all(Array.from({ length: Math.min(accountsAtOnce, due.length) }, work));
  return due.length;
}

async function pollAccount(context: Context, account: AccountToPoll, until: Date): Promise<void> {
  const startedAt = context.clock.now();
  const finish = (afterMs: number, polledAt: Date | null) =>
    finishDisputePoll(context.db, account, until, new Date(startedAt.getTime() + afterMs), polledAt);
  try {
    await recordNews(context, account, startedAt);
    await finish(everyMs, startedAt);
  } catch (error) {
    const { company_id, id, gateway } = account;
    const { message } = error as Error;
    context.log.warn({ company: company_id, account: id, gateway, reason: message }, "dispute poll failed");
    const isRefused = error instanceof ApiError && error.code === "integration_auth_failed";
    // If even this write fails, the account is due again after its lease.
    await finish(isRefused ? refusedKeyMs : everyMs, null).catch(() => undefined);
  }
}

async function recordNews(context: Context, polled: AccountToPoll, now: Date): Promise<void> {
  const { company_id, id, gateway, disputes_polled_at } = polled;
  const { taken, open_since } = await readDisputable(context.db, company_id, gateway);
  if (!taken) return;
  const account = await openAccount(context, context.db, company_id, id);
  const since = beginning(now, disputes_polled_at, open_since);
  const listed = await gateways[gateway].listDisputes(context.outbound, account, since);
  let failure: unknown;
  for (const { transaction, status } of listed) {
    const named = await findByTransaction(context.db, gateway, transaction);
    // The company may take payments through the same account elsewhere, and others have ids of their own.
    const payment = named.find((each) => each.company_id === company_id);
    if (!payment) continue;
    const record = JSON.parse(await getPayment(context.db, company_id, payment.id)) as PaymentRecord;
    if (!isNewOfDispute(record, status)) continue;
    const attempt = await findPaymentAttemptByPayment(context.db, company_id, payment.id);
    // One that fails does not keep the others from being recorded.
    if (attempt) await pollDispute(context, attempt).catch((error: unknown) => (failure ??= error));
  }
  if (failure !== undefined) throw failure;
}

/** From when on disputes are listed: all since the last poll, and all that may still be decided. */
function beginning(now: Date, polledAt: Date | null, openSince: Date | null): Date {
  const oldest = now.getTime() - oldestMs;
  const sinceLast = polledAt === null ? oldest : polledAt.getTime() - overlapMs;
  const sinceOpen = openSince === null ? sinceLast : openSince.getTime() - unknownMs;
  return new Date(Math.max(oldest, Math.min(sinceLast, sinceOpen)));
}

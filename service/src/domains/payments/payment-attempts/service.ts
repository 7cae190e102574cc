import type { Context } from "../../../context.ts";
import { ApiError } from "../../../contract/errors.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { systemChange } from "../../tenancy/companies/service.ts";
import { gateways, openAccount } from "../gateways/service.ts";
import type { PaymentAttemptStatus } from "../links/schema.ts";
import { pollDispute, verifyNotification } from "./notifications.ts";
import { claimDuePaymentAttempts, claimPoll, type PaymentAttemptRow } from "./queries.ts";
import { type PollReason, recordGatewayStatus } from "./record-payment.ts";

export {
  amountToPay,
  type Checkout,
  choiceOf,
  findCheckout,
  findPaymentAttemptOf,
  noSuchLink,
  quantityBoundsOf,
} from "./checkout.ts";
export { pollDueDisputes } from "./dispute-polling.ts";
export { eraseAttempts } from "./erasure.ts";
/**
 * A payment attempt is one try to pay a link through a gateway. It is stored before the gateway is called, and from
 * then on the gateway is polled for its status: when the buyer returns, when the gateway sends a notification, and by a
 * background pass. `starting` → `open` → `processing` → `paid` | `failed` | `closed`; a payment that is found later
 * makes any of them `paid`.
 */
export { isStarting, startPayment } from "./start-payment.ts";

const second = 1000;
const pauses = { return: second, visit: 3 * second };
const leaseMs = 60 * second;
const groupMs = 20 * second;
const claimMax = 200;
const groupsAtOnce = 20;

/** Fetches the attempt's status from the gateway and records it. Throws if the gateway does not respond. */
async function pollAttempt(
  context: Context,
  attempt: PaymentAttemptRow,
  pollReason: PollReason,
): Promise<PaymentAttemptStatus> {
  const account = await openAccount(context, context.db, attempt.company_id, attempt.gateway_account_id);
  const reported = await gateways[attempt.gateway].fetchStatus(context.outbound, account, attempt);
  return recordStatus(context, attempt, reported, pollReason);
}

function recordStatus(
  context: Context,
  attempt: PaymentAttemptRow,
  reported: Parameters<typeof recordGatewayStatus>[3],
  pollReason: PollReason,
): Promise<PaymentAttemptStatus> {
  return inTransaction(context.db.forCompany(attempt.company_id), async (tx) => {
    const change = await systemChange(tx, attempt.company_id, context.clock);
    return recordGatewayStatus(change, context.config, attempt, reported, pollReason);
  });
}

/**
 * For a buyer who returns from the gateway or views the page: polls at most once every few seconds, and ignores an
 * unresponsive gateway. Returns whether the gateway was polled.
 */
export async function pollForBuyer(
  context: Context,
  { company_id, id }: { company_id: number; id: number },
  reason: "return" | "visit",
): Promise<boolean> {
  const now = context.clock.now();
  const notSince = new Date(now.getTime() - pauses[reason]);
  const claimed = await claimPoll(context.db.forCompany(company_id), company_id, id, now, notSince);
  if (!claimed || claimed.status === "paid") return false;
  await pollAttempt(context, claimed, "request").catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    logPollFailure(context, claimed, error);
  });
  return true;
}

/** A notification only triggers a poll: of the payment's status, and of its dispute where it is about that. */
export async function receiveNotification(
  context: Context,
  header: string,
  signature: string,
  body: Buffer,
): Promise<void> {
  const attempt = await verifyNotification(context, header, signature, body);
  if (attempt.status !== "paid") await pollAttempt(context, attempt, "request");
  if (gateways[attempt.gateway].isAboutDispute(body)) await pollDispute(context, attempt);
}

/** Polls every payment attempt that is due, so that no payment depends on a notification or on the buyer's return. */
export async function pollDuePaymentAttempts(context: Context): Promise<number> {
  const now = context.clock.now();
  const due = await claimDuePaymentAttempts(context.db, now, new Date(now.getTime() + leaseMs), claimMax);
  const groups = [...Map.groupBy(due, ({ company_id, gateway }) => `${company_id} ${gateway}`).values()];
  const work = async () => {
    for (let group = groups.shift(); group; group = groups.shift()) await pollGroup(context, group);
  };
  await Promise.all(Array.from({ length: Math.min(groupsAtOnce, groups.length) }, work));
  return due.length;
}

/**
 * Polls the attempts of one company and gateway in sequence; after one timeout, the rest of the group is not polled in
 * this pass.
 */
async function pollGroup(context: Context, attempts: readonly PaymentAttemptRow[]): Promise<void> {
  const until = context.clock.now().getTime() + groupMs;
  let isUnresponsive = false;
  for (const attempt of attempts) {
    // A slow gateway must not delay other groups: the rest is due again when its lease ends.
    if (context.clock.now().getTime() > until) return;
    try {
      if (isUnresponsive) await recordStatus(context, attempt, { status: "no_response" }, "pass");
      else await pollAttempt(context, attempt, "pass");
    } catch (error) {
      logPollFailure(context, attempt, error as Error);
      isUnresponsive ||= error instanceof ApiError && error.status === 503;
      // It is polled again on schedule, until the schedule ends. If even this write fails, the attempt is due again
      // after its lease.
      await recordStatus(context, attempt, { status: "no_response" }, "pass").catch(() => undefined);
    }
  }
}

function logPollFailure({ log }: Context, { company_id, id }: PaymentAttemptRow, { message }: Error): void {
  log.warn({ company: company_id, attempt: id, reason: message }, "payment status check failed");
}

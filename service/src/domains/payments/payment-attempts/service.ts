import type { Context } from "../../../context.ts";
import { ApiError } from "../../../contract/errors.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { systemChange } from "../../tenancy/companies/service.ts";
import { gateways, openAccount } from "../gateways/service.ts";
import type { PaymentAttemptStatus } from "../links/schema.ts";
import {
  claimDuePaymentAttempts,
  claimPoll,
  findPaymentAttemptByReference,
  type PaymentAttemptRow,
} from "./queries.ts";
import { type PollReason, recordGatewayStatus } from "./record-payment.ts";

export { amountToPay, type Checkout, findCheckout, findPaymentAttemptOf, noSuchLink } from "./checkout.ts";
/**
 * An attempt is one try of a buyer to pay a link through a gateway. It is stored before the gateway hears of it, and
 * from then on the gateway is asked how it ended: when the buyer returns, when the gateway sends a notification, and
 * by a pass that needs neither. `starting` → `open` → `processing` → `paid` | `failed` | `closed`; money that turns up
 * later makes any of them `paid`.
 */
export { isStarting, startPayment } from "./start-payment.ts";

const second = 1000;
const pauses = { return: second, visit: 3 * second };
const leaseMs = 60 * second;
const groupMs = 20 * second;
const claimMax = 200;
const groupsAtOnce = 20;

/** Asks the gateway for the state of an attempt, and books it. Throws when the gateway gives no answer. */
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
  return inTransaction(context.db, async (tx) => {
    const change = await systemChange(tx, attempt.company_id, context.clock.now());
    return recordGatewayStatus(change, context.config, attempt, reported, pollReason);
  });
}

/**
 * For a buyer who returns from the gateway or just views the page: at most once every few seconds, and a silent
 * gateway is not an error here. Returns whether anybody looked.
 */
export async function pollForBuyer(
  context: Context,
  { company_id, id }: { company_id: number; id: number },
  reason: "return" | "visit",
): Promise<boolean> {
  const now = context.clock.now();
  const notSince = new Date(now.getTime() - pauses[reason]);
  const claimed = await claimPoll(context.db, company_id, id, now, notSince);
  if (!claimed || claimed.status === "paid") return false;
  await pollAttempt(context, claimed, "request").catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    logPollFailure(context, claimed, error);
  });
  return true;
}

/**
 * A notification is only ever a reason to ask the gateway: its content is used to find the secret, and for nothing
 * else.
 */
export async function receiveNotification(
  context: Context,
  header: string,
  signature: string,
  body: Buffer,
): Promise<void> {
  const reader = Object.values(gateways).find(({ signatureHeader }) => signatureHeader === header);
  const reference = reader?.referenceIn(body);
  const attempt =
    reference === undefined ? undefined : await findPaymentAttemptByReference(context.db, reference);
  const gateway = attempt && gateways[attempt.gateway];
  if (!attempt || gateway?.signatureHeader !== header) throw forged();
  const account = await openAccount(context, context.db, attempt.company_id, attempt.gateway_account_id);
  if (!gateway.isGenuine(account, body, signature, context.clock.now())) throw forged();
  if (attempt.status !== "paid") await pollAttempt(context, attempt, "request");
}

const forged = () =>
  new ApiError(
    401,
    "signature_invalid",
    "The notification's signature does not verify, so it was not believed.",
  );

/** The pass that relies on nobody else: asks about every attempt whose time has come. */
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

/** One attempt after the other: a gateway that was silent once is not waited for again in this pass. */
async function pollGroup(context: Context, attempts: readonly PaymentAttemptRow[]): Promise<void> {
  const until = context.clock.now().getTime() + groupMs;
  let isUnresponsive = false;
  for (const attempt of attempts) {
    // A gateway may be slow without being silent, but others are waiting: the rest is due again when its lease ends.
    if (context.clock.now().getTime() > until) return;
    try {
      if (isUnresponsive) await recordStatus(context, attempt, { status: "no_response" }, "pass");
      else await pollAttempt(context, attempt, "pass");
    } catch (error) {
      logPollFailure(context, attempt, error as Error);
      isUnresponsive ||= error instanceof ApiError && error.status === 503;
      // It is asked again on schedule, and not forever. If even our own write fails, the attempt is due again after
      // its lease.
      await recordStatus(context, attempt, { status: "no_response" }, "pass").catch(() => undefined);
    }
  }
}

function logPollFailure({ log }: Context, { company_id, id }: PaymentAttemptRow, { message }: Error): void {
  log.warn({ company: company_id, attempt: id, reason: message }, "a look at a payment failed");
}

import type { Context } from "../../../context.ts";
import { ApiError } from "../../../contract/errors.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { systemChange } from "../../tenancy/companies/service.ts";
import { gateways, openAccount } from "../gateways/service.ts";
import type { PaymentAttemptStatus } from "../links/schema.ts";
import { type AttemptRow, claimDue, claimLook, findAttemptByReference } from "./queries.ts";
import { book, type Occasion } from "./record-payment.ts";

export { amountToPay, type Checkout, findAttemptOf, findCheckout, noSuchLink } from "./checkout.ts";
/**
 * An attempt is one try of a buyer to pay a link through a gateway. It is stored before the gateway hears of it, and
 * from then on the gateway is asked how it ended: when the buyer returns, when the gateway sends a notification, and
 * by a pass that needs neither. `starting` → `open` → `processing` → `paid` | `failed` | `closed`; money that turns up
 * later makes any of them `paid`.
 */
export { beginAttempt, isBeginning } from "./start-payment.ts";

const second = 1000;
const pauses = { return: second, visit: 3 * second };
const leaseMs = 60 * second;
const groupMs = 20 * second;
const claimMax = 200;
const groupsAtOnce = 20;

/** Asks the gateway for the state of an attempt, and books it. Throws when the gateway gives no answer. */
async function settle(
  context: Context,
  attempt: AttemptRow,
  occasion: Occasion,
): Promise<PaymentAttemptStatus> {
  const account = await openAccount(context, context.db, attempt.company_id, attempt.gateway_account_id);
  const seen = await gateways[attempt.gateway].look(context.outbound, account, attempt);
  return write(context, attempt, seen, occasion);
}

function write(
  context: Context,
  attempt: AttemptRow,
  seen: Parameters<typeof book>[3],
  occasion: Occasion,
): Promise<PaymentAttemptStatus> {
  return inTransaction(context.db, async (tx) => {
    const change = await systemChange(tx, attempt.company_id, context.clock.now());
    return book(change, context.config, attempt, seen, occasion);
  });
}

/**
 * For a buyer who returns from the gateway or just views the page: at most once every few seconds, and a silent
 * gateway is not an error here. Returns whether anybody looked.
 */
export async function settleForBuyer(
  context: Context,
  { company_id, id }: { company_id: number; id: number },
  reason: "return" | "visit",
): Promise<boolean> {
  const now = context.clock.now();
  const notSince = new Date(now.getTime() - pauses[reason]);
  const claimed = await claimLook(context.db, company_id, id, now, notSince);
  if (!claimed || claimed.status === "paid") return false;
  await settle(context, claimed, "asked").catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    logSilence(context, claimed, error);
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
  const attempt = reference === undefined ? undefined : await findAttemptByReference(context.db, reference);
  const gateway = attempt && gateways[attempt.gateway];
  if (!attempt || gateway?.signatureHeader !== header) throw forged();
  const account = await openAccount(context, context.db, attempt.company_id, attempt.gateway_account_id);
  if (!gateway.isGenuine(account, body, signature, context.clock.now())) throw forged();
  if (attempt.status !== "paid") await settle(context, attempt, "asked");
}

const forged = () =>
  new ApiError(
    401,
    "signature_invalid",
    "The notification's signature does not verify, so it was not believed.",
  );

/** The pass that relies on nobody else: asks about every attempt whose time has come. */
export async function settleDue(context: Context): Promise<number> {
  const now = context.clock.now();
  const due = await claimDue(context.db, now, new Date(now.getTime() + leaseMs), claimMax);
  const groups = [...Map.groupBy(due, ({ company_id, gateway }) => `${company_id} ${gateway}`).values()];
  const work = async () => {
    for (let group = groups.shift(); group; group = groups.shift()) await settleGroup(context, group);
  };
  await Promise.all(Array.from({ length: Math.min(groupsAtOnce, groups.length) }, work));
  return due.length;
}

/** One attempt after the other: a gateway that was silent once is not waited for again in this pass. */
async function settleGroup(context: Context, attempts: readonly AttemptRow[]): Promise<void> {
  const until = context.clock.now().getTime() + groupMs;
  let isSilent = false;
  for (const attempt of attempts) {
    // A gateway may be slow without being silent, but others are waiting: the rest is due again when its lease ends.
    if (context.clock.now().getTime() > until) return;
    try {
      if (isSilent) await write(context, attempt, { status: "silent" }, "pass");
      else await settle(context, attempt, "pass");
    } catch (error) {
      logSilence(context, attempt, error as Error);
      isSilent ||= error instanceof ApiError && error.status === 503;
      // It is asked again on schedule, and not forever. If even our own write fails, the attempt is due again after
      // its lease.
      await write(context, attempt, { status: "silent" }, "pass").catch(() => undefined);
    }
  }
}

function logSilence({ log }: Context, { company_id, id }: AttemptRow, { message }: Error): void {
  log.warn({ company: company_id, attempt: id, reason: message }, "a look at a payment failed");
}

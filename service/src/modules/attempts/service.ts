import type { Change, Context } from "../../context.ts";
import { inTransaction } from "../../foundation/database.ts";
import { ApiError, wrongState } from "../../foundation/errors.ts";
import { randomToken } from "../../foundation/ids.ts";
import { systemChange } from "../companies/service.ts";
import { accountOf, type Gateway, gatewayNotConfigured, gatewayOf, gateways } from "../gateways/service.ts";
import { lockClaimIfPayable } from "../invoices/service.ts";
import type { AttemptStatus } from "../links/schema.ts";
import { type LinkRecord, lockLinkRecord } from "../links/service.ts";
import { book } from "./booking.ts";
import { amountToPay, type Checkout } from "./checkout.ts";
import {
  type AttemptRow,
  claimDue,
  claimLook,
  countAttempts,
  findAttemptByReference,
  findLiveAttempt,
  insertAttempt,
  lockAttempt,
  receivedBy,
  updateAttempt,
} from "./queries.ts";

/**
 * An attempt is one try of a buyer to pay a link through a gateway. It is stored before the gateway hears of it, and
 * whatever happens after that, the gateway is asked how it ended: by the buyer who comes back, by the gateway's own
 * notification, and by a pass that needs neither. `starting` → `open` → `processing` → `paid` | `failed` | `closed`;
 * money that turns up after all makes every one of them `paid`.
 */
export { amountToPay, type Checkout, findCheckout } from "./checkout.ts";

const second = 1000;
const startingMax = 30 * second;
const lookPause = 3 * second;
const leaseMs = 60 * second;
const attemptsAnHourMax = 20;
const claimMax = 50;
const looksAtOnce = 10;

export type Begun =
  | { status: "open"; pageUrl: string; gateway: Gateway }
  /** Another window of the same buyer is at it, or the money is on its way. */
  | { status: "starting" | "processing" };

/** Sends the buyer to the gateway: to the page that is open for this link already, or to a new one. */
export async function beginAttempt(
  context: Context,
  checkout: Pick<Checkout, "company_id" | "id">,
  buyer: { email: string | null; returnUrl: string; description: string },
): Promise<Begun> {
  const now = context.clock.now();
  const prepared = await inTransaction(context.db, async (tx) =>
    prepareAttempt(context, await systemChange(tx, checkout.company_id, now), checkout.id),
  );
  if ("begun" in prepared) return prepared.begun;
  const { attempt, link, gateway } = prepared;
  try {
    const account = await accountOf(context, context.db, attempt.company_id, attempt.gateway);
    const opened = await gateway.open(context.outbound, account, {
      ...buyer,
      reference: attempt.reference,
      amount: attempt.amount,
      currency: attempt.currency,
      email: buyer.email ?? link.email,
      expiresAt: new Date(link.expires_at),
      now,
    });
    await noteOpening(context, attempt, {
      status: "open",
      page_url: opened.pageUrl,
      session: opened.session,
    });
    return { status: "open", pageUrl: opened.pageUrl, gateway };
  } catch (error) {
    // The page may exist, but nobody has its address. That nothing was paid there is looked at once more all the same.
    const reason = error instanceof ApiError ? error.message : "The gateway could not be asked.";
    await noteOpening(context, attempt, { status: "closed", reason });
    throw error;
  }
}

type Prepared = { attempt: AttemptRow; link: LinkRecord; gateway: Gateway } | { begun: Begun };

async function prepareAttempt(context: Context, change: Change, linkId: number): Promise<Prepared> {
  const { tx, company, now } = change;
  const gateway = gatewayOf(context.config, company);
  if (!gateway) throw gatewayNotConfigured();
  const link = await lockLinkRecord(change, linkId);
  const live = await findLiveAttempt(tx, company.id, linkId);
  if (live && (live.status === "processing" || isBeginning(live, now))) {
    return { begun: { status: live.status as "starting" | "processing" } };
  }
  const amount = await requirePayable(change, link);
  if (live) {
    const isSame = live.gateway === gateway.name && live.amount === amount;
    if (live.status === "open" && isSame)
      return { begun: { status: "open", pageUrl: live.page_url!, gateway } };
    // A page that asks for something else, or that was never reached, gives way; should it be paid, that is booked.
    await updateAttempt(tx, company.id, live.id, now, {
      ...live,
      status: "closed",
      next_look_at: after(now, leaseMs),
    });
  }
  await requirePatience(change, linkId);
  const attempt = await insertAttempt(
    tx,
    company.id,
    now,
    {
      payment_link_id: linkId,
      gateway: gateway.name,
      reference: `bf-${randomToken(18).replaceAll("_", "-")}`,
      amount,
      currency: link.currency,
    },
    after(now, leaseMs),
  );
  return { attempt, link, gateway };
}

const after = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds);

/** The gateway is just being asked to open a page; after a while, whoever asked must have died over it. */
export const isBeginning = (
  { status, created_at }: { status: AttemptStatus; created_at: Date | string },
  now: Date,
) => status === "starting" && now.getTime() - new Date(created_at).getTime() < startingMax;

/** The amount to ask for now. Whoever pays is told why when there is nothing to pay any more. */
async function requirePayable(change: Change, link: LinkRecord): Promise<string> {
  const { tx, company, now } = change;
  const isOver = link.status === "active" && Date.parse(link.expires_at) <= now.getTime();
  if (link.status !== "active" || isOver) {
    throw wrongState(`This payment link is ${isOver ? "expired" : link.status}.`);
  }
  const claim = link.invoice_id === null ? undefined : await lockClaimIfPayable(change, link.invoice_id);
  if (link.invoice_id !== null && !claim) throw wrongState("The invoice needs no payment any more.");
  const received = await receivedBy(tx, company.id, link.id);
  const amount = amountToPay({ amount: link.amount, received }, claim?.record ?? null);
  if (amount === "0") throw wrongState("There is nothing left to pay.");
  return amount;
}

/** Somebody who tries twenty cards in an hour is no buyer. */
async function requirePatience({ tx, company, now }: Change, linkId: number): Promise<void> {
  const recent = await countAttempts(tx, company.id, linkId, after(now, -3600 * second));
  if (recent < attemptsAnHourMax) return;
  throw new ApiError(429, "rate_limited", "This link was tried too often. Wait an hour, then try again.", {
    headers: { "retry-after": "3600" },
  });
}

async function noteOpening(
  context: Context,
  { company_id, id }: AttemptRow,
  outcome: { status: "open" | "closed"; page_url?: string; session?: string | null; reason?: string },
): Promise<void> {
  const now = context.clock.now();
  await inTransaction(context.db, async (tx) => {
    const attempt = await lockAttempt(tx, company_id, id);
    // A notification was quicker, or another window has taken over.
    const status = attempt.status === "starting" ? outcome.status : attempt.status;
    const next_look_at = attempt.status === "paid" ? null : after(now, leaseMs);
    await updateAttempt(tx, company_id, id, now, { ...attempt, ...outcome, status, next_look_at });
  });
}

/** Asks the gateway how it stands, and books that. Throws when the gateway has no answer. */
export async function settle(context: Context, attempt: AttemptRow): Promise<AttemptStatus> {
  const gateway = gateways[attempt.gateway];
  const account = await accountOf(context, context.db, attempt.company_id, attempt.gateway);
  const seen = await gateway.look(context.outbound, account, attempt);
  return inTransaction(context.db, async (tx) => {
    const change = await systemChange(tx, attempt.company_id, context.clock.now());
    return book(change, context.config, attempt, seen);
  });
}

/**
 * For a buyer: at once when they come back from the gateway, and not oftener than every few seconds when they only
 * look at the page. A silent gateway is no error here. Says whether anybody looked.
 */
export async function settleForBuyer(
  context: Context,
  { company_id, attempt }: Pick<Checkout, "company_id" | "attempt">,
  occasion: "return" | "visit",
): Promise<boolean> {
  if (!attempt || attempt.status === "paid") return false;
  const now = context.clock.now();
  const notSince = occasion === "return" ? now : after(now, -lookPause);
  const claimed = await claimLook(context.db, company_id, attempt.id, now, notSince);
  if (!claimed) return false;
  await settle(context, claimed).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    context.log.warn(
      { company: company_id, attempt: attempt.id, reason: error.message },
      "a look at a payment failed",
    );
  });
  return true;
}

/** A notification is only ever a reason to ask: what it says of itself finds the secret, and nothing else. */
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
  const account = await accountOf(context, context.db, attempt.company_id, attempt.gateway);
  if (!gateway.isGenuine(account, body, signature, context.clock.now())) throw forged();
  if (attempt.status !== "paid") await settle(context, attempt);
}

const forged = () =>
  new ApiError(
    401,
    "signature_invalid",
    "The notification's signature does not verify, so it was not believed.",
  );

/** The pass that needs no notification: asks for every attempt whose time has come. */
export async function settleDue(context: Context): Promise<number> {
  const now = context.clock.now();
  const due = await claimDue(context.db, now, after(now, leaseMs), claimMax);
  const queue = [...due];
  const work = async () => {
    for (let attempt = queue.shift(); attempt; attempt = queue.shift()) await settleQuietly(context, attempt);
  };
  await Promise.all(Array.from({ length: Math.min(looksAtOnce, due.length) }, work));
  return due.length;
}

/** One gateway that fails must not keep the others waiting: the attempt is due again when its lease is over. */
async function settleQuietly(context: Context, attempt: AttemptRow): Promise<void> {
  await settle(context, attempt).catch((error: Error) =>
    context.log.warn(
      { company: attempt.company_id, attempt: attempt.id, reason: error.message },
      "a look at a payment failed",
    ),
  );
}

import { Big } from "big.js";
import { type Change, type Context, realTimeOf } from "../../../context.ts";
import { ApiError, wrongState } from "../../../contract/errors.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { randomReference } from "../../../platform/security/ids.ts";
import { toPlain } from "../../../platform/values/money.ts";
import { lockInvoiceIfPayable } from "../../billing/invoices/service.ts";
import { systemChange } from "../../tenancy/companies/service.ts";
import { takeFault } from "../../tenancy/sandbox-faults/service.ts";
import {
  currentAccountId,
  type Gateway,
  gatewayNotConfigured,
  gatewayOf,
  openAccount,
} from "../gateways/service.ts";
import type { PaymentAttemptStatus } from "../links/schema.ts";
import { type LinkRecord, lockLinkRecord } from "../links/service.ts";
import { amountToPay, type Checkout, choiceOf, quantityBoundsOf } from "./checkout.ts";
import {
  countHeldPayments,
  countPaymentAttempts,
  findLivePaymentAttempt,
  insertPaymentAttempt,
  lockPaymentAttempt,
  type PaymentAttemptRow,
  receivedBy,
  updatePaymentAttempt,
} from "./queries.ts";

const second = 1000;
const startingMax = 30 * second;
const firstPollMs = 60 * second;
const attemptsAnHourMax = 20;
const unpaidAnHourMax = 200;
const heldMs = 15 * 60 * second;

export type StartedPayment =
  | { status: "open"; pageUrl: string; gateway: Gateway }
  /** Another browser window is starting a payment, or a payment is in progress. */
  | { status: "starting" | "processing" }
  /** Other buyers are paying for all that is left of a reusable link. */
  | { status: "held" };

export type CheckoutBuyer = {
  /** What the buyer chose to pay, where the link leaves that to the buyer. */
  amount?: string | undefined;
  /** How many the buyer chose to pay for, where the link asks. */
  quantity?: number | undefined;
  email: string | null;
  description: string;
  /** The return URL for an attempt's reference. */
  returnUrl: (reference: string) => string;
};

/** Returns the gateway's page for this link: the one that is already open, or a new one. */
export async function startPayment(
  context: Context,
  checkout: Pick<Checkout, "company_id" | "id">,
  buyer: CheckoutBuyer,
): Promise<StartedPayment> {
  const now = context.clock.now();
  const db = context.db.forCompany(checkout.company_id);
  const prepared = await inTransaction(db, async (tx) =>
    preparePayment(context, await systemChange(tx, checkout.company_id, context.clock), checkout.id, buyer),
  );
  if ("started" in prepared) return prepared.started;
  const { attempt, link, gateway, linkEndsAt } = prepared;
  try {
    const account = await openAccount(context, db, attempt.company_id, attempt.gateway_account_id);
    const { pageUrl, session } = await gateway.open(context.outbound, account, {
      reference: attempt.reference,
      amount: attempt.amount,
      currency: attempt.currency,
      email: buyer.email ?? link.email,
      description: buyer.description,
      returnUrl: buyer.returnUrl(attempt.reference),
      expiresAt: linkEndsAt,
      now,
      sandboxFault:
        gateway.name === "sandbox"
          ? (await takeFault(context, db, attempt.company_id, "gateway"))?.fault
          : undefined,
    });
    await recordOpening(context, attempt, { status: "open", page_url: pageUrl, session });
    return { status: "open", pageUrl, gateway };
  } catch (error) {
    // The page may exist, but its URL was lost. The background pass still checks that it was not paid.
    const reason = error instanceof ApiError ? error.message : "The gateway could not be asked.";
    await recordOpening(context, attempt, { status: "closed", reason });
    throw error;
  }
}

type Chosen = Pick<CheckoutBuyer, "amount" | "quantity">;

type PreparedPayment =
  | { attempt: PaymentAttemptRow; link: LinkRecord; gateway: Gateway; linkEndsAt: Date }
  | { started: StartedPayment };

async function preparePayment(
  context: Context,
  change: Change,
  linkId: number,
  chosen: Chosen,
): Promise<PreparedPayment> {
  const { tx, company } = change;
  // Attempts are polled in real time, whatever time it is for the company.
  const now = realTimeOf(change);
  const gateway = gatewayOf(context.config, company);
  if (!gateway) throw gatewayNotConfigured();
  const link = await lockLinkRecord(change, linkId);
  // Buyers of a reusable link do not know of each other: each press of the button is an attempt of its own.
  const live = link.reusable ? undefined : await findLivePaymentAttempt(tx, company.id, linkId);
  if (live && (live.status === "processing" || isStarting(live, now))) {
    return { started: { status: live.status as "starting" | "processing" } };
  }
  const quantity = requireQuantity(link, chosen.quantity);
  const amount = await requirePayable(change, link, quantity, chosen.amount);
  if (await isHeld(change, link)) return { started: { status: "held" } };
  const accountId = await currentAccountId(context, tx, company.id, gateway.name);
  if (live) {
    const isSame = live.gateway_account_id === accountId && live.amount === amount;
    if (live.status === "open" && isSame) {
      return { started: { status: "open", pageUrl: live.page_url!, gateway } };
    }
    // A page for a different amount, or one that was never reached, is superseded. If it is paid after all, that
    // payment is recorded too.
    const closed = { status: "closed", poll_count: 0, next_poll_at: after(now, firstPollMs) } as const;
    await updatePaymentAttempt(tx, company.id, live.id, now, { ...live, ...closed });
  }
  await requireBelowAttemptLimit(change, link);
  const order = {
    payment_link_id: linkId,
    gateway: gateway.name,
    gateway_account_id: accountId,
    reference: randomReference("bf"),
    amount,
    currency: link.currency,
    quantity,
  };
  const attempt = await insertPaymentAttempt(tx, company.id, now, order, after(now, firstPollMs));
  return { attempt, link, gateway, linkEndsAt: endOfLink(change, link) };
}

/** In real time, as the gateway understands it. */
export const endOfLink = ({ company }: Change, link: LinkRecord) =>
  new Date(Date.parse(link.expires_at) - company.clockOffsetMs);

const after = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds);

/** Whether the gateway is being called to open the page. After this long, the calling process must have died. */
export const isStarting = (
  { status, created_at }: { status: PaymentAttemptStatus; created_at: Date | string },
  now: Date,
) => status === "starting" && now.getTime() - new Date(created_at).getTime() < startingMax;

/** The amount to pay now; throws if nothing can be paid. */
async function requirePayable(
  change: Change,
  link: LinkRecord,
  quantity: number | null,
  chosen: string | undefined,
): Promise<string> {
  const { tx, company, now } = change;
  const hasExpired = link.status === "active" && Date.parse(link.expires_at) <= now.getTime();
  if (link.status !== "active" || hasExpired) {
    throw wrongState(`This payment link is ${hasExpired ? "expired" : link.status}.`);
  }
  const payable = link.invoice_id === null ? undefined : await lockInvoiceIfPayable(change, link.invoice_id);
  const isWanted = link.invoice_id === null || payable?.record.currency === link.currency;
  if (!isWanted) throw wrongState("The invoice no longer needs this payment.");
  if (quantity !== null) return toPlain(new Big(String(link.amount)).times(quantity));
  const received = link.reusable ? "0" : await receivedBy(tx, company.id, link.id);
  const amount = amountToPay({ amount: link.amount, received }, payable?.record ?? null);
  if (amount === "0") throw wrongState("There is nothing left to pay.");
  const choice = choiceOf(link, payable?.record ?? null);
  if (!choice || chosen === undefined) return amount;
  const wanted = new Big(chosen);
  if (wanted.lt(choice.min) || (choice.max !== null && wanted.gt(choice.max)))
    throw wrongState("This amount can't be paid with this link.");
  return toPlain(wanted);
}

function requireQuantity(link: LinkRecord, chosen: number | undefined): number | null {
  const bounds = quantityBoundsOf(link);
  if (!bounds) return null;
  const quantity = chosen ?? bounds.min;
  if (quantity < bounds.min || quantity > bounds.max)
    throw wrongState("This quantity can't be paid with this link.");
  return quantity;
}

/**
 * Whether other buyers are paying for all payments that a reusable link still allows. Each of them has a while to finish:
 * a buyer who leaves the gateway's page without paying does not block the link for longer.
 */
async function isHeld(change: Change, link: LinkRecord): Promise<boolean> {
  if (link.max_payments === null) return false;
  const { tx, company } = change;
  const left = link.max_payments - link.payment_count;
  const since = after(realTimeOf(change), -heldMs);
  return (await countHeldPayments(tx, company.id, link.id, since, left)) >= left;
}

/** Twenty attempts in an hour are card testing, not a purchase; of a reusable link, many that are not paid are. */
async function requireBelowAttemptLimit(change: Change, link: LinkRecord): Promise<void> {
  const { tx, company } = change;
  const since = after(realTimeOf(change), -3600 * second);
  const recent = await countPaymentAttempts(tx, company.id, link.id, since);
  if (recent < (link.reusable ? unpaidAnHourMax : attemptsAnHourMax)) return;
  throw new ApiError(429, "rate_limited", "Too many attempts with this link. Wait an hour, then try again.", {
    headers: { "retry-after": "3600" },
  });
}

async function recordOpening(
  context: Context,
  { company_id, id }: PaymentAttemptRow,
  outcome: { status: "open" | "closed"; page_url?: string; session?: string | null; reason?: string },
): Promise<void> {
  const now = context.clock.now();
  await inTransaction(context.db.forCompany(company_id), async (tx) => {
    const attempt = await lockPaymentAttempt(tx, company_id, id);
    // A notification may have arrived first, or another window may have started a newer attempt.
    const status = attempt.status === "starting" ? outcome.status : attempt.status;
    const next_poll_at = attempt.status === "paid" ? null : after(now, firstPollMs);
    await updatePaymentAttempt(tx, company_id, id, now, { ...attempt, ...outcome, status, next_poll_at });
  });
}

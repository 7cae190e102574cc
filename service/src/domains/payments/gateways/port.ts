import type { Outbound } from "../../../platform/outbound/outbound.ts";

/**
 * The interface to a payment gateway: it opens a page where the buyer pays, reports the payment's status, refunds, and
 * signs its notifications. Card numbers never reach us. A call without a usable response throws an ApiError:
 * `integrationRefusedKey` if our credentials are rejected, `integrationFailed` for errors and malformed responses,
 * `integrationUnavailable` for timeouts. Whether the call took effect is then unknown until `fetchStatus` succeeds.
 */
export type Gateway = {
  name: GatewayName;
  /** The display name. */
  title: string;
  /** Whether it needs the buyer's email address. */
  needsEmail: boolean;
  /** How buyers can pay in a currency, the most common way first, in the words that payments have as their method. */
  methodsFor(currency: string): readonly string[];
  /** In lower case; the header also identifies the gateway that sent a notification. */
  signatureHeader: string;
  /** The origins of its pages, for the checkout's Content-Security-Policy. */
  pageOrigins(account: GatewayAccount): string[];
  /** Has no effect; throws if the credentials are rejected. */
  check(outbound: Outbound, account: GatewayAccount): Promise<void>;
  open(outbound: Outbound, account: GatewayAccount, order: PaymentRequest): Promise<OpenedPage>;
  fetchStatus(
    outbound: Outbound,
    account: GatewayAccount,
    attempt: GatewayPaymentRef,
  ): Promise<GatewayPaymentStatus>;
  /** With `again`, the same refund may have been requested before, so it is searched for first. */
  refund(outbound: Outbound, account: GatewayAccount, order: RefundRequest): Promise<RefundOutcome>;
  /** Undefined if nobody has disputed the payment. */
  fetchDispute(
    outbound: Outbound,
    account: GatewayAccount,
    payment: GatewayPaymentRef & Pick<RefundRequest, "transaction">,
  ): Promise<GatewayDispute | undefined>;
  /** All disputes of the account that were opened since a moment, in any order. */
  listDisputes(outbound: Outbound, account: GatewayAccount, since: Date): Promise<ListedDispute[]>;
  /** Our reference in an unverified notification; only used to find the secret that verifies it. */
  referenceIn(body: Buffer): string | undefined;
  /** The same for notifications that name only the gateway's id of the payment. */
  transactionIn(body: Buffer): string | undefined;
  /** Whether a notification says that a dispute was opened, has moved on or was decided. */
  isAboutDispute(body: Buffer): boolean;
  isGenuine(account: GatewayAccount, body: Buffer, signature: string, now: Date): boolean;
};

export const gatewayNames = ["sandbox", "paystack", "stripe"] as const;
export type GatewayName = (typeof gatewayNames)[number];

/** A company's account with a gateway. */
export type GatewayAccount = {
  /** Without a trailing slash. */
  baseUrl: string;
  secretKey: string;
  /** Signs notifications. */
  webhookSecret: string;
};

export type PaymentRequest = {
  /** Our own reference: unguessable, of letters, digits and dashes, and unique per payment attempt. */
  reference: string;
  /** Decimal text in major units. */
  amount: string;
  currency: string;
  email: string | null;
  /** A short description of what is paid for. */
  description: string;
  /** Where the gateway redirects the buyer, whatever the outcome. */
  returnUrl: string;
  expiresAt: Date;
  now: Date;
  /** What the sandbox gateway shall do wrong with this payment. */
  sandboxFault?: string | undefined;
};

/** `session` is the gateway's id of the page, if it is needed to find the page again. */
export type OpenedPage = { pageUrl: string; session: string | null };

export type GatewayPaymentRef = { reference: string; session: string | null };

export type GatewayPaymentStatus =
  /** The money was taken. Amount and currency are as the gateway reports them. */
  | {
      status: "paid";
      amount: string;
      currency: string;
      method: string | null;
      paidAt: Date;
      transaction: string;
    }
  /** This attempt failed; some gateways let the buyer retry on the same page. */
  | { status: "failed"; reason: string }
  /** The page is open and the buyer has not paid. */
  | { status: "open" }
  /** The buyer has paid and the transfer is in progress. */
  | { status: "processing" }
  /** The page is closed and was not paid. */
  | { status: "closed" }
  /** The gateway has no such payment. */
  | { status: "unknown" };

/** A buyer's bank questions a payment. */
export type GatewayDispute = {
  /**
   * Won and lost as the company sees it: a dispute that was lost took the money back for good. What a gateway withholds
   * while it is open is not lost yet.
   */
  status: "open" | "won" | "lost";
  /** The gateway's word for the reason. */
  reason: string | null;
  /** The amount at stake, which may be a part of the payment. */
  amount: string;
  currency: string;
};

/** `transaction` is the gateway's id of the payment, as `fetchStatus` returns it. */
export type ListedDispute = Pick<GatewayDispute, "status"> & { transaction: string };

export type RefundRequest = GatewayPaymentRef & {
  /** The gateway's id of the payment, as `fetchStatus` returned it. */
  transaction: string;
  /** Our key for this refund, stored by the gateway, so that the refund can be found again. */
  key: string;
  amount: string;
  currency: string;
  reason: string | null;
  again: boolean;
  /**
   * Checked immediately before anything irreversible is sent: a process that was suspended for too long must not send
   * it.
   */
  isStillOurs: () => boolean;
};

export type RefundOutcome =
  | { status: "done"; refund: string }
  /** The gateway accepted the refund and has not finished it. */
  | { status: "processing"; refund: string }
  | { status: "failed"; reason: string };

import type { Outbound } from "../../../platform/outbound/outbound.ts";

/**
 * A payment gateway, as the service sees it: it opens a page where the buyer pays, says how that went when it is
 * asked, refunds, and signs its notifications. Card numbers never come near us. Every call throws an ApiError when it
 * has no answer to give: `integrationRefusedKey` when our credentials are not accepted, `integrationFailed` for
 * nonsense and errors, `integrationUnavailable` for silence. Whether the gateway did what it was asked is then
 * unknown, and only `fetchStatus` can tell.
 */
export type Gateway = {
  name: GatewayName;
  /** Its name, as people know it. */
  title: string;
  /** Whether it needs the buyer's e-mail address. */
  needsEmail: boolean;
  /** In lower case; it also identifies a notification as this gateway's. */
  signatureHeader: string;
  /** Where its pages are, for the checkout's Content-Security-Policy. */
  pageOrigins(account: GatewayAccount): string[];
  /** Changes nothing, and throws when the credentials are not accepted. */
  check(outbound: Outbound, account: GatewayAccount): Promise<void>;
  open(outbound: Outbound, account: GatewayAccount, order: PaymentRequest): Promise<OpenedPage>;
  fetchStatus(
    outbound: Outbound,
    account: GatewayAccount,
    attempt: GatewayPaymentRef,
  ): Promise<GatewayPaymentStatus>;
  /** With `again`, the same refund may have been requested before, so it is searched for first. */
  refund(outbound: Outbound, account: GatewayAccount, order: RefundRequest): Promise<RefundOutcome>;
  /** Our reference in a notification that is not verified yet: good only for finding the secret. */
  referenceIn(body: Buffer): string | undefined;
  isGenuine(account: GatewayAccount, body: Buffer, signature: string, now: Date): boolean;
};

export const gatewayNames = ["sandbox", "paystack", "stripe"] as const;
export type GatewayName = (typeof gatewayNames)[number];

/** A company's account with a gateway. */
export type GatewayAccount = {
  /** Without a slash at the end. */
  baseUrl: string;
  secretKey: string;
  /** Signs notifications. */
  webhookSecret: string;
};

export type PaymentRequest = {
  /** Ours, unguessable, letters, digits and dashes, unique for every attempt. */
  reference: string;
  /** Decimal text in major units. */
  amount: string;
  currency: string;
  email: string | null;
  /** What is paid for, in a few words. */
  description: string;
  /** Where the buyer is sent back to, whatever the outcome. */
  returnUrl: string;
  expiresAt: Date;
  now: Date;
};

/** `session` is the gateway's own id for the page, where it needs that to find it again. */
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
  /** This try failed, though some gateways let the buyer try again on the same page. */
  | { status: "failed"; reason: string }
  /** The page is open, and nothing is decided. */
  | { status: "open" }
  /** The buyer has done their part, the money is on its way. */
  | { status: "processing" }
  /** The page is closed for good, and nothing was paid. */
  | { status: "closed" }
  /** The gateway does not know it. */
  | { status: "unknown" };

export type RefundRequest = GatewayPaymentRef & {
  /** The gateway's id of the payment, as `fetchStatus` returned it. */
  transaction: string;
  /** Our key for this refund; the gateway stores it, so that the refund can be found again. */
  key: string;
  amount: string;
  currency: string;
  reason: string | null;
  again: boolean;
  /**
   * Checked directly before anything irreversible is sent: a process that was suspended meanwhile must not send it.
   */
  isStillOurs: () => boolean;
};

export type RefundOutcome =
  | { status: "done"; refund: string }
  /** Accepted, but not finished yet. */
  | { status: "processing"; refund: string }
  | { status: "failed"; reason: string };

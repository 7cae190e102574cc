import type { Outbound } from "../../foundation/outbound/outbound.ts";

/**
 * What a payment gateway is to us: it opens a page where the buyer pays, says how that went when it is asked,
 * gives money back, and signs its notifications. Card numbers never come near us.
 *
 * Every call throws an ApiError when it has no answer to give: `integrationRefusedKey` when our credentials are
 * not taken, `integrationFailed` for nonsense and errors, `integrationUnavailable` for silence. Whether the other side did what
 * it was asked is then unknown, and only a look can tell.
 */
export type Gateway = {
  name: GatewayName;
  /** As people know it. */
  title: string;
  /** Must the buyer's e-mail address be known? */
  needsEmail: boolean;
  /** In lower case; also says that a notification is this gateway's. */
  signatureHeader: string;
  /** Where its pages are, for the checkout's Content-Security-Policy. */
  pageOrigins(account: Account): string[];
  /** Has no effect but to tell whether the credentials are taken. */
  check(outbound: Outbound, account: Account): Promise<void>;
  open(outbound: Outbound, account: Account, order: Order): Promise<Opened>;
  look(outbound: Outbound, account: Account, attempt: Attempt): Promise<Seen>;
  /** `again` says that the same may have been asked before: then it is looked for first. */
  refund(outbound: Outbound, account: Account, order: RefundOrder): Promise<Refunded>;
  /** Our reference in a notification that nobody has verified yet: good only for finding the secret. */
  referenceIn(body: Buffer): string | undefined;
  isGenuine(account: Account, body: Buffer, signature: string, now: Date): boolean;
};

export const gatewayNames = ["sandbox", "paystack", "stripe"] as const;
export type GatewayName = (typeof gatewayNames)[number];

/** A company's account with a gateway. */
export type Account = {
  /** Without a slash at the end. */
  baseUrl: string;
  secretKey: string;
  /** Signs notifications. */
  webhookSecret: string;
};

export type Order = {
  /** Ours, unguessable, letters, digits and dashes, unique for every attempt. */
  reference: string;
  /** Decimal text in major units. */
  amount: string;
  currency: string;
  email: string | null;
  /** What is paid for, in a few words. */
  description: string;
  /** Where the buyer is sent back to, however it went. */
  returnUrl: string;
  expiresAt: Date;
  now: Date;
};

/** `session` is the gateway's own name for it, where it needs that to find it again. */
export type Opened = { pageUrl: string; session: string | null };

export type Attempt = { reference: string; session: string | null };

export type Seen =
  /** The money is taken. Amount and currency are the gateway's word. */
  | {
      status: "paid";
      amount: string;
      currency: string;
      method: string | null;
      paidAt: Date;
      transaction: string;
    }
  /** This try is lost, though some gateways let the buyer try again on the same page. */
  | { status: "failed"; reason: string }
  /** The page is open, nothing is decided. */
  | { status: "open" }
  /** The buyer has done their part, the money is on its way. */
  | { status: "processing" }
  /** The page is closed for good, and nothing was paid. */
  | { status: "closed" }
  /** The gateway never heard of it. */
  | { status: "unknown" };

export type RefundOrder = Attempt & {
  /** The gateway's name of the payment, as `look` gave it. */
  transaction: string;
  /** Ours for this refund; the gateway keeps it, so that the refund can be found again. */
  key: string;
  amount: string;
  currency: string;
  reason: string | null;
  again: boolean;
  /** Asked directly before something is sent that can't be taken back: whoever was asleep meanwhile must not send it. */
  isStillOurs: () => boolean;
};

export type Refunded =
  | { status: "done"; refund: string }
  /** Accepted, but the gateway takes its time. */
  | { status: "processing"; refund: string }
  | { status: "failed"; reason: string };

import type { PageLook } from "./layout.ts";
import type { CheckoutTexts } from "./texts/texts.ts";

/** Everything that the checkout shows of a payment link; the pages are rendered from this alone. */
export type CheckoutView = {
  /** In the language of the buyer. */
  texts: CheckoutTexts;
  reference: string;
  companyName: string;
  look: PageLook;
  /** How to contact the company. */
  contact: { email: string | null; phone: string | null };
  /** What the payment is for, in the company's words. */
  label: string | null;
  /** The amount due, as decimal text; for a paid link, the amount paid. */
  amount: string;
  currency: string;
  invoice: InvoiceView | null;
  expiresAt: Date;
  /** The company's time zone. */
  timeZone: string;
  /** The URL of this page. */
  checkoutUrl: string;
  /** The partner's page that the buyer came from. */
  returnUrl: string | null;
  /** The partner's page for buyers who leave without paying. */
  cancelUrl: string | null;
  /** What the buyer may choose to pay; null where the amount is fixed. */
  choice: { min: string; max: string | null } | null;
  /** How many the buyer may pay for, at `amount` each; null where the buyer is not asked. */
  quantity: { min: number; max: number } | null;
  /** The reference of the buyer's own attempt at a link that many buyers pay; otherwise null. */
  attempt: string | null;
  /** Whether the buyer has just returned from the gateway, and goes on to the partner's page by itself. */
  returnsByItself?: boolean;
  /** What is left of the invoice when this link is paid; null if nothing is, or if that is unknown. */
  left: string | null;
  /** How the buyer may pay, in short words such as `bank_transfer`. */
  methods: readonly string[];
  /** The gateway's well-known name; null if the company has no gateway. */
  gatewayTitle: string | null;
  /** No real money moves. */
  isSandbox: boolean;
  /** Whether the buyer must give an email address before they can pay. */
  asksEmail: boolean;
  state: CheckoutState;
};

export type InvoiceView = {
  /** Null while the invoice is a draft. */
  number: string | null;
  dueDate: string;
  /** A line's total is after its discounts and charges. */
  lines: {
    description: string;
    quantity: string;
    unitPrice: string;
    discount: string;
    charge: string;
    total: string;
  }[];
  /** Then lines, subtotal, discounts and charges contain the tax, and it is not added to them. */
  pricesIncludeTax: boolean;
  subtotal: string;
  /** On the invoice as a whole. */
  discountTotal: string;
  discountReason: string | null;
  chargeTotal: string;
  chargeReason: string | null;
  taxTotal: string;
  /** By rate, as decimal text, and by category. */
  taxes: { rate: string; amount: string; category: string }[];
  total: string;
  /** The amount already paid or credited. */
  settled: string;
  /** Credit is a part of that. */
  hasCredit: boolean;
  /** The tax that the buyer deducts from the payment; null for none. */
  withheld: { rate: string; amount: string; reason: string | null } | null;
};

export type CheckoutState =
  /** `problem` is why the last attempt failed, or what is wrong with the input. */
  | { name: "payable"; problem: string | null; email?: string; typed?: TypedNumber }
  /** The buyer went to the gateway's page and may continue there. */
  | { name: "begun"; pageUrl: string }
  /** The gateway's page is being opened in another window. */
  | { name: "starting" }
  /** The gateway has not decided yet. */
  | { name: "processing" }
  | { name: "paid"; receipt: ReceiptView }
  | { name: "expired" }
  | { name: "cancelled" }
  /** Many buyers could pay, and all payments that the link allowed have been made. */
  | { name: "full" }
  /** Other buyers are paying for all that is left. */
  | { name: "held" }
  /** Nothing is due any more: the invoice was paid in another way, or is void. */
  | { name: "settled"; why: string }
  /** Payments are disabled: the company has no gateway, or is suspended. */
  | { name: "unavailable" };

/** What the buyer entered as the amount or quantity, and what is wrong with it. */
export type TypedNumber = { text: string; fault: string | null };

export type ReceiptView = {
  paymentId: number;
  amount: string;
  currency: string;
  paidAt: Date;
  method: string | null;
  gatewayReference: string | null;
  amountRefunded: string;
  /** How many the buyer paid for; null where the link did not ask. */
  quantity: number | null;
};

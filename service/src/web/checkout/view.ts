/** Everything the checkout shows of a payment link; the pages are drawn from this and nothing else. */
export type CheckoutView = {
  reference: string;
  companyName: string;
  /** Where the company can be asked. */
  contact: { email: string | null; phone: string | null };
  /** What is paid for, in the company's words. */
  label: string | null;
  /** What is still to be paid, as decimal text; of a paid link, what was paid. */
  amount: string;
  currency: string;
  invoice: InvoiceView | null;
  expiresAt: Date;
  /** The company's. */
  timeZone: string;
  /** The address of this page. */
  checkoutUrl: string;
  /** The partner's page that the buyer came from. */
  returnUrl: string | null;
  /** As people know it; null where the company has none. */
  gatewayTitle: string | null;
  /** No real money moves. */
  isSandbox: boolean;
  /** Whether the buyer must give an e-mail address before they can pay. */
  asksEmail: boolean;
  state: CheckoutState;
};

export type InvoiceView = {
  /** Null while it is a draft. */
  number: string | null;
  dueDate: string;
  lines: { description: string; quantity: string; unitPrice: string; total: string }[];
  subtotal: string;
  taxTotal: string;
  total: string;
  /** Paid or credited before. */
  settled: string;
};

export type CheckoutState =
  /** `problem` is why the last attempt failed, or what is wrong with the input. */
  | { name: "payable"; problem: string | null; email?: string }
  /** The buyer went to the gateway's page and may continue there. */
  | { name: "begun"; pageUrl: string }
  /** The gateway's page is being opened in another window. */
  | { name: "starting" }
  /** The gateway has not decided yet. */
  | { name: "processing" }
  | { name: "paid"; receipt: ReceiptView }
  | { name: "expired" }
  | { name: "cancelled" }
  /** Nothing is due any more: it was paid in another way, or the invoice is void. */
  | { name: "settled"; why: string }
  /** Payments are off: no gateway, or the company is suspended. */
  | { name: "unavailable" };

export type ReceiptView = {
  paymentId: number;
  amount: string;
  currency: string;
  paidAt: Date;
  method: string | null;
  /** The gateway's reference. */
  gatewayReference: string | null;
  amountRefunded: string;
};

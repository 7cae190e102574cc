import { Big } from "big.js";
import type { Config } from "../../config/config.ts";
import { reasonsOf } from "../../domains/billing/lines/adjustments.ts";
import { addUp, adjustmentsInPrices, lineInPrices } from "../../domains/billing/lines/totals.ts";
import { type Gateway, gatewayOf, gateways } from "../../domains/payments/gateways/service.ts";
import {
  amountToPay,
  type Checkout,
  choiceOf,
  isStarting,
  quantityBoundsOf,
} from "../../domains/payments/payment-attempts/service.ts";
import { currencyDigits } from "../../platform/values/currency.ts";
import { toPlain } from "../../platform/values/money.ts";
import type { PageLook } from "./layout.ts";
import type { CheckoutTexts } from "./texts/texts.ts";
import type { CheckoutState, CheckoutView, InvoiceView, ReceiptView } from "./view.ts";

type Moment = { config: Config; now: Date; texts: CheckoutTexts; look: PageLook };

/** Derives the page's current view from the stored link. */
export function present(
  { config, now, texts, look }: Moment,
  reference: string,
  checkout: Checkout,
): CheckoutView {
  const gateway = gatewayOf(config, checkout);
  const amount = amountToPay(checkout, checkout.invoice);
  const state = stateOf(checkout, gateway, amount, now, texts);
  return {
    texts,
    reference,
    companyName: checkout.company_name,
    look,
    contact: { email: checkout.supplier.email, phone: checkout.supplier.phone },
    label: checkout.label,
    amount: shownAmount(checkout, state, amount),
    currency: checkout.currency,
    invoice: checkout.invoice && invoiceView(checkout.invoice),
    expiresAt: new Date(checkout.expires_at),
    timeZone: checkout.time_zone,
    checkoutUrl: `${config.siteUrl}/checkout/${reference}`,
    returnUrl: checkout.return_url,
    cancelUrl: checkout.cancel_url,
    choice: choiceOf(checkout, checkout.invoice),
    quantity: quantityBoundsOf(checkout),
    attempt: checkout.reusable ? (checkout.attempt?.reference ?? null) : null,
    left: leftOf(checkout, state.name === "paid" ? "0" : amount),
    methods: gateway?.methodsFor(checkout.currency) ?? [],
    gatewayTitle: (gatewayThatTook(checkout) ?? gateway)?.title ?? null,
    isSandbox: (gatewayThatTook(checkout) ?? gateway)?.name === "sandbox",
    asksEmail: gateway?.needsEmail === true && checkout.email === null,
    state,
  };
}

/** What the buyer is paying, once that is known: it may be chosen. */
function shownAmount({ amount: asked, attempt }: Checkout, { name }: CheckoutState, amount: string): string {
  const isUnderWay = name === "begun" || name === "starting" || name === "processing";
  if (isUnderWay && attempt) return String(attempt.amount);
  return amount === "0" ? String(asked) : amount;
}

/** What remains of the invoice beside the amount that this link asks for. */
function leftOf({ invoice, currency }: Checkout, amount: string): string | null {
  if (!invoice || invoice.currency !== currency || invoice.status === "void") return null;
  const left = new Big(String(invoice.amount_payable)).minus(amount);
  return left.gt(0) ? toPlain(left) : null;
}

function gatewayThatTook({ payment }: Checkout): Gateway | undefined {
  return payment?.gateway ? gateways[payment.gateway] : undefined;
}

function stateOf(
  checkout: Checkout,
  gateway: Gateway | undefined,
  amount: string,
  now: Date,
  texts: CheckoutTexts,
): CheckoutState {
  const { attempt, payment, invoice, status } = checkout;
  const hasExpired =
    status === "expired" || Date.parse(checkout.expires_at) - checkout.clock_offset_ms <= now.getTime();
  const hasEnded = hasExpired || status === "cancelled" || amount === "0";
  // A partial payment, or one in another currency, leaves an amount due; a late payment does not.
  const isOwn = checkout.reusable && attempt?.status === "paid";
  if (payment && (isOwn || status === "paid" || (attempt?.status === "paid" && hasEnded))) {
    return { name: "paid", receipt: receiptView(payment) };
  }
  if (attempt?.status === "processing") return { name: "processing" };
  if (attempt && isStarting(attempt, now)) return { name: "starting" };
  if (status === "cancelled") return { name: "cancelled" };
  if (checkout.reusable && status === "paid") return { name: "full" };
  if (hasExpired) return { name: "expired" };
  if (invoice?.status === "void") return { name: "settled", why: texts.settled.isVoid };
  if (amount === "0") return { name: "settled", why: texts.settled.isPaid };
  const isOff =
    checkout.company_status !== "active" ||
    checkout.payments_disabled ||
    (invoice !== null && invoice.currency !== checkout.currency);
  if (!gateway || isOff) return { name: "unavailable" };
  const isSamePage =
    attempt?.gateway === gateway.name && (checkout.reusable || String(attempt.amount) === amount);
  if (attempt?.status === "open" && attempt.page_url && isSamePage) {
    return { name: "begun", pageUrl: attempt.page_url };
  }
  return { name: "payable", problem: attempt?.status === "failed" ? attempt.reason : null };
}

function receiptView(payment: NonNullable<Checkout["payment"]>): ReceiptView {
  return {
    paymentId: payment.id,
    amount: String(payment.amount),
    currency: payment.currency,
    paidAt: new Date(payment.paid_at),
    method: payment.method,
    gatewayReference: payment.gateway_reference,
    amountRefunded: String(payment.amount_refunded),
    quantity: payment.quantity,
  };
}

/** The part that the buyer still deducts; once it is recorded, it is settled. */
function withheldView(invoice: Parameters<typeof invoiceView>[0]): InvoiceView["withheld"] {
  const amount = new Big(String(invoice.amount_due)).minus(String(invoice.amount_payable));
  if (invoice.withholding === null || amount.lte(0)) return null;
  const { rate, reason } = invoice.withholding;
  return { rate: String(rate), amount: toPlain(amount), reason: reason ?? null };
}

type ShownInvoice = Omit<NonNullable<Checkout["invoice"]>, "portal_token">;

export function invoiceView(invoice: ShownInvoice): InvoiceView {
  return {
    number: invoice.number,
    dueDate: invoice.due_date,
    lines: invoice.lines.map((line) => ({
      description: line.description,
      quantity: String(line.quantity),
      unitPrice: String(line.unit_price),
      discount: String(line.discount_amount),
      charge: String(line.charge_amount),
      total: toPlain(lineInPrices(line)),
    })),
    pricesIncludeTax: invoice.prices_include_tax,
    ...sumsInPrices(invoice),
    discountReason: reasonsOf(invoice.discounts),
    chargeReason: reasonsOf(invoice.charges),
    taxTotal: String(invoice.tax_total),
    taxes: invoice.taxes.map(({ rate, category, tax_amount }) => ({
      rate: String(rate),
      category,
      amount: String(tax_amount),
    })),
    total: String(invoice.total),
    settled: toPlain(new Big(String(invoice.total)).minus(String(invoice.amount_due))),
    hasCredit: invoice.amount_credited > 0 || invoice.credit_applied > 0,
    withheld: withheldView(invoice),
  };
}

/** As the lines are, with tax or without, so that a buyer can add up what the page shows. */
function sumsInPrices(
  invoice: ShownInvoice,
): Pick<InvoiceView, "subtotal" | "discountTotal" | "chargeTotal"> {
  if (!invoice.prices_include_tax) {
    const { subtotal, discount_total, charge_total } = invoice;
    return {
      subtotal: String(subtotal),
      discountTotal: String(discount_total),
      chargeTotal: String(charge_total),
    };
  }
  const lines = addUp(invoice.lines.map(lineInPrices));
  const { discount, charge } = adjustmentsInPrices(lines, invoice, currencyDigits(invoice.currency) ?? 2);
  return { subtotal: toPlain(lines), discountTotal: toPlain(discount), chargeTotal: toPlain(charge) };
}

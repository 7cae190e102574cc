import { type Html, html } from "../../platform/html.ts";
import { showAmount, showMethod } from "../../platform/values/format.ts";
import { parseDecimal } from "../../platform/values/money.ts";
import { addressesOf } from "./addresses.ts";
import { invoiceTable } from "./invoice-table.ts";
import { type Page, renderLayout } from "./layout.ts";
import { amountOf, type Fact, facts, footer, headlineAmount, moment, name, subject } from "./values.ts";
import type { CheckoutState, CheckoutView, ReceiptView } from "./view.ts";

export type PaidView = CheckoutView & { state: CheckoutState & { name: "paid" } };

/** The proof of a payment, to be read, kept and printed. */
export function renderReceipt(view: PaidView, proof: string | null = null): Page {
  const { receipt } = view.state;
  const { receipt: texts, invoice: invoiceTexts } = view.texts;
  const { amount, currency } = receipt;
  const { page, receiptPdf } = addressesOf(view.checkoutUrl, view.attempt);
  // Other payments are left out, so that the receipt does not change later.
  const invoice =
    view.invoice &&
    invoiceTable(view.texts, view.invoice, currency, invoiceTexts.headingPaid, [[invoiceTexts.paid, amount]]);
  return renderLayout({
    texts: view.texts,
    status: 200,
    title: texts.title(showAmount(amount, currency, view.texts.language), view.companyName),
    companyName: view.companyName,
    look: view.look,
    isSandbox: view.isSandbox,
    isWide: invoice !== null,
    main: html`<section class="card"><h1>${texts.heading}</h1>${headlineAmount(amount, currency, view.texts)}
${view.isSandbox && html`<p class="test">${texts.sandbox}</p>`}${receiptFacts(view, receipt)}
<div class="actions"><a class="button" href="${receiptPdf}">${view.texts.paid.pdf}</a>
<a class="button other" href="${page}">${texts.back}</a>${proof && html`<a class="button other" href="${proof}">${texts.proof}</a>`}</div></section>${invoice}`,
    footer: footer(view),
  });
}

function receiptFacts(view: CheckoutView, receipt: ReceiptView): Html {
  const { receipt: texts } = view.texts;
  return facts([
    [texts.paidTo, name(view.companyName)],
    ...paymentFacts(view, receipt),
    [texts.payment, String(receipt.paymentId)],
    view.gatewayTitle !== null && [texts.taker, name(view.gatewayTitle)],
    receipt.gatewayReference !== null && [texts.transaction, name(receipt.gatewayReference)],
  ]);
}

/** The details that the paid link's page and the receipt share. */
export function paymentFacts(view: CheckoutView, receipt: ReceiptView): Fact[] {
  const { invoice, label, left } = view;
  const { receipt: texts, language } = view.texts;
  const isRefunded = parseDecimal(receipt.amountRefunded)?.gt(0) === true;
  return [
    [texts.paidFor, subject(view)],
    label !== null && invoice?.number ? [texts.invoice, invoice.number] : false,
    receipt.quantity !== null && [view.texts.quantity.label, String(receipt.quantity)],
    [texts.paidAt, moment(receipt.paidAt, view)],
    receipt.method !== null && [texts.method, name(showMethod(receipt.method, language))],
    isRefunded && [texts.refunded, showAmount(receipt.amountRefunded, receipt.currency, language)],
    left !== null && [texts.left, amountOf(left, view)],
  ];
}

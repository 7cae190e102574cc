import { type Html, html } from "../../platform/html.ts";
import { showAmount } from "../../platform/values/format.ts";
import { parseDecimal } from "../../platform/values/money.ts";
import { addressesOf, webAddress } from "./addresses.ts";
import { sign } from "./icons.ts";
import { invoiceTable, settledBefore, withheldSums } from "./invoice-table.ts";
import { type Page, renderLayout } from "./layout.ts";
import { payCard } from "./pay-card.ts";
import { paymentFacts } from "./receipt-page.ts";
import {
  amountOf,
  facts,
  footer,
  gatewayName,
  headlineAmount,
  moment,
  name,
  paidAddress,
  returnLink,
  subject,
} from "./values.ts";
import type { CheckoutState, CheckoutView, ReceiptView } from "./view.ts";

const refreshSeconds = 4;
// Long enough to read that the payment was received.
const returnSeconds = 5;

type RenderedState = {
  title: string;
  main: Html;
  isWide?: boolean;
  refreshSeconds?: number;
  headers?: Record<string, string>;
};

/** The page of a payment link in any state. `formOrigins` are the origins of the gateway's pages. */
export function renderCheckout(view: CheckoutView, formOrigins: readonly string[] = []): Page {
  return renderLayout({
    texts: view.texts,
    status: 200,
    companyName: view.companyName,
    look: view.look,
    isSandbox: view.isSandbox,
    formOrigins,
    footer: footer(view),
    ...renderState(view, view.state),
  });
}

function renderState(view: CheckoutView, state: CheckoutState): RenderedState {
  const { texts } = view;
  switch (state.name) {
    case "payable":
      return payable(view, state);
    case "begun":
      return startedView(view, state.pageUrl);
    case "starting":
      return starting(view);
    case "processing":
      return processing(view);
    case "paid":
      return paid(view, state.receipt);
    case "expired":
      return ended(view, "expired", [
        texts.expired.what(moment(view.expiresAt, view)),
        texts.expired.cure(name(view.companyName)),
      ]);
    case "cancelled":
    case "full":
    case "held":
    case "unavailable":
      return ended(view, state.name, [
        texts[state.name].what(name(view.companyName)),
        texts[state.name].cure(name(view.companyName)),
      ]);
    case "settled":
      return settled(view, state.why);
  }
}

function payable(view: CheckoutView, state: CheckoutState & { name: "payable" }): RenderedState {
  const { payable: texts } = view.texts;
  const title = isOpen(view)
    ? texts.openTitle(view.companyName)
    : texts.title(amountOf(view.amount, view), view.companyName);
  return {
    title: state.problem === null ? title : texts.problemTitle(title),
    main: html`${payCard(view, state)}${toPay(view)}`,
    isWide: view.invoice !== null,
  };
}

/** Whether the buyer chooses how much is paid. */
const isOpen = ({ choice, quantity }: CheckoutView) => choice !== null || quantity !== null;

function toPay({ texts: all, invoice, amount, currency, left, choice }: CheckoutView): Html | null {
  if (!invoice) return null;
  const texts = all.invoice;
  const settled = settledBefore(all, invoice);
  const withheld = withheldSums(all, invoice);
  // What is paid now is for the buyer to choose.
  if (choice !== null && choice.max !== null)
    return invoiceTable(all, invoice, currency, texts.heading, [
      ...settled,
      ...withheld,
      [all.receipt.left, choice.max],
    ]);
  const later = left === null ? [] : [[texts.later, left] as const];
  return invoiceTable(all, invoice, currency, texts.heading, [
    ...settled,
    ...withheld,
    ...later,
    [texts.toPay, amount],
  ]);
}

function startedView(view: CheckoutView, pageUrl: string): RenderedState {
  const texts = view.texts.begun;
  const onward = webAddress(pageUrl);
  return {
    title: texts.title(amountOf(view.amount, view), view.companyName),
    main: html`<section class="card">${sign("onward")}<h1>${texts.heading}</h1>${price(view)}
<div class="says"><p>${texts.what(gatewayName(view))}</p><p>${texts.already}</p></div>
<div class="actions">${onward !== null && html`<a class="button" href="${onward}">${texts.onward(gatewayName(view))}</a>`}
<a class="button other" href="${addressesOf(view.checkoutUrl, view.attempt).page}">${texts.again}</a></div></section>${toPay(view)}`,
    isWide: view.invoice !== null,
  };
}

function starting(view: CheckoutView): RenderedState {
  const texts = view.texts.starting;
  return {
    title: texts.title(amountOf(view.amount, view), view.companyName),
    main: html`<section class="card">${sign("wait")}<h1>${texts.heading}</h1>${price(view)}
<div class="says"><p>${texts.what}</p></div>
<div class="actions"><a class="button other" href="${addressesOf(view.checkoutUrl, view.attempt).page}">${texts.again}</a></div></section>`,
    refreshSeconds,
  };
}

function processing(view: CheckoutView): RenderedState {
  const texts = view.texts.processing;
  return {
    title: texts.title(amountOf(view.amount, view), view.companyName),
    main: html`<section class="card">${sign("wait")}<h1>${texts.heading}</h1>${price(view)}
<div class="says"><p>${texts.nothingToDo}</p><p>${texts.what(gatewayName(view))}</p><p class="quiet">${texts.refreshes}</p></div>
<div class="actions"><a class="button other" href="${addressesOf(view.checkoutUrl, view.attempt).page}">${texts.again}</a></div></section>`,
    refreshSeconds,
  };
}

function paid(view: CheckoutView, receipt: ReceiptView): RenderedState {
  const texts = view.texts.paid;
  const { receipt: page, receiptPdf } = addressesOf(view.checkoutUrl, view.attempt);
  const { heading, says } = outcome(view, receipt);
  const back = returnLink(view, "button");
  const onward = view.returnsByItself ? paidAddress(view) : null;
  const returning =
    onward !== null && html`<p class="quiet">${texts.returning(name(new URL(onward).host))}</p>`;
  return {
    title: texts.title(showAmount(receipt.amount, receipt.currency, view.texts.language), view.companyName),
    main: html`<section class="card">${sign("good")}<h1>${heading}</h1>
${headlineAmount(receipt.amount, receipt.currency, view.texts)}
<div class="says">${says.map((sentence) => html`<p>${sentence}</p>`)}${returning}</div>${facts(paymentFacts(view, receipt))}
<div class="actions">${back}<a class="button${back && " other"}" href="${page}">${texts.receipt}</a>
<a class="button other" href="${receiptPdf}">${texts.pdf}</a></div></section>`,
    ...(onward !== null && { headers: { refresh: `${returnSeconds}; url=${onward}` } }),
  };
}

/** What became of the payment, and what is left to do. */
function outcome(view: CheckoutView, { amount, currency, amountRefunded }: ReceiptView) {
  const { paid: texts, language } = view.texts;
  const company = name(view.companyName);
  const refunded = parseDecimal(amountRefunded);
  if (refunded?.gte(amount)) return { heading: texts.headingRefunded, says: [texts.refunded(company)] };
  const rest =
    view.left === null
      ? []
      : [texts.left(html`<strong>${amountOf(view.left, view)}</strong>`), texts.leftHow(company)];
  if (refunded?.gt(0)) {
    const part = texts.refundedPart(company, showAmount(amountRefunded, currency, language));
    return { heading: texts.heading, says: [part, ...rest] };
  }
  const thanks = view.left === null ? texts.thanks(company) : texts.part(company);
  return { heading: texts.heading, says: [thanks, ...rest] };
}

/**
 * The link cannot be used any more, or not now: the page still says what it was for, so that people can ask about it.
 */
function ended(
  view: CheckoutView,
  state: "expired" | "cancelled" | "full" | "held" | "unavailable",
  says: Html[],
): RenderedState {
  const texts = view.texts[state];
  const amount = amountOf(view.amount, view);
  return {
    title: texts.title(amount, view.companyName),
    main: html`<section class="card">${sign("stop")}<h1>${texts.heading}</h1>
<div class="says">${says.map((sentence) => html`<p>${sentence}</p>`)}</div>
${facts([
  [view.texts.subject.title, subject(view)],
  [view.texts.subject.amount, amount],
])}</section>`,
  };
}

function settled(view: CheckoutView, why: string): RenderedState {
  const texts = view.texts.settled;
  return {
    title: texts.title(view.companyName),
    main: html`<section class="card">${sign("good")}<h1>${texts.heading}</h1>
<div class="says"><p>${why}</p><p>${texts.cure(name(view.companyName))}</p></div>
${facts([[view.texts.subject.title, subject(view)]])}</section>`,
  };
}

const price = (view: CheckoutView) =>
  html`${headlineAmount(view.amount, view.currency, view.texts)}<p class="quiet">${subject(view)}</p>`;

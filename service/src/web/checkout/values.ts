import type { Language } from "../../contract/languages.ts";
import { referencesOf } from "../../domains/sending/documents/service.ts";
import { type Html, html } from "../../platform/html.ts";
import { showAmount, showDate, showMoment } from "../../platform/values/format.ts";
import { addressesOf, webAddress } from "./addresses.ts";
import { type CheckoutTexts, checkoutTexts } from "./texts/texts.ts";
import type { CheckoutView } from "./view.ts";

/** Text from the company or the gateway, isolated so that it cannot change the direction of our sentence. */
export const name = (text: string): Html => html`<bdi>${text}</bdi>`;

export const gatewayName = ({ texts, gatewayTitle }: CheckoutView): Html =>
  gatewayTitle === null ? texts.someGateway : name(gatewayTitle);

export const moment = (at: Date, { texts, timeZone }: CheckoutView): Html =>
  html`<time datetime="${at.toISOString()}">${showMoment(at, timeZone, texts.language)}</time>`;

const day = (date: string, { texts }: CheckoutView): Html =>
  html`<time datetime="${date}">${showDate(date, texts.language)}</time>`;

/** An amount in the link's currency, in a sentence. */
export const amountOf = (amount: string, { currency, texts }: CheckoutView): string =>
  showAmount(amount, currency, texts.language);

/** The page's main amount. Its currency code is shown too, because "$" may be one of twenty dollars. */
export function headlineAmount(amount: string, currency: string, { language }: CheckoutTexts): Html {
  const shown = showAmount(amount, currency, language);
  const size = shown.length > 18 ? " huge" : shown.length > 12 ? " long" : "";
  const code = !shown.includes(currency) && html` <small>${currency}</small>`;
  return html`<p class="amount${size}">${shown}${code}</p>`;
}

/** What the money is for, by the best name available. */
export function subject({ texts, label, invoice, companyName }: CheckoutView): Html {
  if (label !== null) return name(label);
  if (invoice?.number) return html`${texts.subject.invoice(invoice.number)}`;
  return texts.subject.payment(name(companyName));
}

/** The details of the invoice that the subject line does not already show. */
export function subjectDetail(view: CheckoutView): Html | null {
  const { texts, label, invoice } = view;
  if (!invoice) return null;
  const due = day(invoice.dueDate, view);
  return label !== null && invoice.number !== null
    ? texts.subject.invoiceDue(invoice.number, due)
    : texts.subject.due(due);
}

export type Fact = readonly [title: string, value: Html | string] | false;

/** A list of labels and their values, one below the other. */
export function facts(entries: readonly Fact[]): Html {
  const rows = entries.map((entry) => entry && html`<div><dt>${entry[0]}</dt><dd>${entry[1]}</dd></div>`);
  return html`<dl class="facts">${rows}</dl>`;
}

/** What the buyer finds a document again by, as the PDF shows it. */
export const referenceFacts = (document: Parameters<typeof referencesOf>[0], language: Language): Fact[] =>
  referencesOf(document, language).map(({ label, value }) => [label, name(value)]);

/** A link back to the page that sent the buyer here, labelled with the name of its site. */
export function returnLink(view: CheckoutView, look: "button" | "plain"): Html | null {
  const { texts } = view;
  const address = view.state.name === "paid" ? paidAddress(view) : leaveAddress(view);
  if (address === null) return null;
  return html`<a${look === "button" && html` class="button"`} href="${address}">${texts.back(name(new URL(address).host))}</a>`;
}

/** Where buyers who have paid go on: the partner learns which link it was, and asks the API whether it is paid. */
export function paidAddress({ returnUrl, reference, attempt, state }: CheckoutView): string | null {
  // The link alone would not tell a partner which of its payments this is.
  const own = attempt !== null && state.name === "paid" && { payment_id: String(state.receipt.paymentId) };
  return withParameters(returnUrl, { payment_link: reference, ...own, payment_status: "paid" });
}

function leaveAddress({ returnUrl, cancelUrl, reference }: CheckoutView): string | null {
  if (cancelUrl !== null) return withParameters(cancelUrl, { payment_link: reference });
  return returnUrl === null ? null : webAddress(returnUrl);
}

function withParameters(url: string | null, parameters: Record<string, string>): string | null {
  const address = url === null ? null : webAddress(url);
  if (address === null) return null;
  const extended = new URL(address);
  for (const [title, value] of Object.entries(parameters)) extended.searchParams.set(title, value);
  return extended.href;
}

/** Links to this page in the other languages, each named in itself. */
export function languageSwitch(texts: CheckoutTexts, page: string): Html {
  const others = Object.values(checkoutTexts).filter(({ language }) => language !== texts.language);
  const links = others.map(({ locale, name: title }) => {
    const address = `${page}${page.includes("?") ? "&" : "?"}lang=${locale}`;
    return html`<a href="${address}" lang="${locale}" hreflang="${locale}">${title}</a>`;
  });
  return html`<p>${links}</p>`;
}

/** How to reach the company, as links. */
export function contactOf({ email, phone }: CheckoutView["contact"]): Html | null {
  const mail = email !== null && html`<a href="mailto:${encodeURI(email)}">${email}</a>`;
  const call = phone !== null && html`<a href="tel:${phone.replace(/[^+\d]/g, "")}">${name(phone)}</a>`;
  return mail && call ? html`${mail}, ${call}` : mail || call || null;
}

export function footer(view: CheckoutView): Html {
  const { texts, companyName, contact, reference, checkoutUrl, attempt } = view;
  const back = view.state.name === "paid" ? null : returnLink(view, "plain");
  return html`${back && html`<p>${back}</p>`}<p>${texts.questions(name(companyName), contactOf(contact))}</p><p>${texts.reference}: <bdi>${reference}</bdi></p>${languageSwitch(texts, addressesOf(checkoutUrl, attempt).page)}<p>${texts.poweredBy}</p>`;
}

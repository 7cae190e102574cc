import { type Html, html } from "../../platform/html.ts";
import { showAmount, showDate, showMoment } from "../../platform/values/format.ts";
import { webAddress } from "./addresses.ts";
import { messages } from "./messages.ts";
import type { CheckoutView } from "./view.ts";

/** Text from the company or the gateway, isolated so that it cannot change the direction of our sentence. */
export const name = (text: string): Html => html`<bdi>${text}</bdi>`;

export const gatewayName = ({ gatewayTitle }: CheckoutView): Html =>
  gatewayTitle === null ? messages.someGateway : name(gatewayTitle);

export const moment = (at: Date, timeZone: string): Html =>
  html`<time datetime="${at.toISOString()}">${showMoment(at, timeZone)}</time>`;

const day = (date: string): Html => html`<time datetime="${date}">${showDate(date)}</time>`;

/** The page's main amount. Its currency code is shown too, because "$" may be one of twenty dollars. */
export function headlineAmount(amount: string, currency: string): Html {
  const shown = showAmount(amount, currency);
  const size = shown.length > 18 ? " huge" : shown.length > 12 ? " long" : "";
  const code = !shown.includes(currency) && html` <small>${currency}</small>`;
  return html`<p class="amount${size}">${shown}${code}</p>`;
}

/** What the money is for, by the best name available. */
export function subject({ label, invoice, companyName }: CheckoutView): Html {
  if (label !== null) return name(label);
  if (invoice?.number) return html`${messages.subject.invoice(invoice.number)}`;
  return messages.subject.payment(name(companyName));
}

/** The details of the invoice that the subject line does not already show. */
export function subjectDetail({ label, invoice }: CheckoutView): Html | null {
  if (!invoice) return null;
  const due = day(invoice.dueDate);
  return label !== null && invoice.number !== null
    ? messages.subject.invoiceDue(invoice.number, due)
    : messages.subject.due(due);
}

export type Fact = readonly [title: string, value: Html | string] | false;

/** A list of labels and their values, one below the other. */
export function facts(entries: readonly Fact[]): Html {
  const rows = entries.map((entry) => entry && html`<div><dt>${entry[0]}</dt><dd>${entry[1]}</dd></div>`);
  return html`<dl class="facts">${rows}</dl>`;
}

/** A link back to the page that sent the buyer here, labelled with the name of its site. */
export function returnLink({ returnUrl }: CheckoutView, look: "button" | "plain"): Html | null {
  const address = returnUrl === null ? null : webAddress(returnUrl);
  if (address === null) return null;
  return html`<a${look === "button" && html` class="button"`} href="${address}">${messages.back(name(new URL(address).host))}</a>`;
}

export function footer(view: CheckoutView): Html {
  const {
    companyName,
    contact: { email, phone },
    reference,
  } = view;
  const back = view.state.name === "paid" ? null : returnLink(view, "plain");
  const mail = email !== null && html`<a href="mailto:${encodeURI(email)}">${email}</a>`;
  const call = phone !== null && html`<a href="tel:${phone.replace(/[^+\d]/g, "")}">${name(phone)}</a>`;
  const contact = mail && call ? html`${mail}, ${call}` : mail || call || null;
  return html`${back && html`<p>${back}</p>`}<p>${messages.questions(name(companyName), contact)}</p><p>${messages.reference}: ${reference}</p>`;
}

import type { Language } from "../../contract/languages.ts";
import type { HostedQuote } from "../../domains/billing/quotes/service.ts";
import { type Html, html } from "../../platform/html.ts";
import { showDate, showMoment } from "../../platform/values/format.ts";
import { icon, sign } from "../checkout/icons.ts";
import { invoiceTable } from "../checkout/invoice-table.ts";
import { type Page, type PageLook, renderLayout } from "../checkout/layout.ts";
import { fitPage, noteParagraphs, type PageLimits } from "../checkout/page-size.ts";
import { invoiceView } from "../checkout/present.ts";
import { checkoutTexts } from "../checkout/texts/texts.ts";
import {
  contactOf,
  type Fact,
  facts,
  headlineAmount,
  languageSwitch,
  name,
  referenceFacts,
} from "../checkout/values.ts";
import type { InvoiceView } from "../checkout/view.ts";
import { quoteTexts } from "./texts/texts.ts";

/** What the page of a quote is rendered from. */
export type QuoteView = {
  hosted: HostedQuote;
  language: Language;
  /** The path of this page. */
  path: string;
  isSandbox: boolean;
  look: PageLook;
  /** What the buyer sent that can't be taken: the fault, and what to show in the form again. */
  rejected?: { fault: string; name: string; reason: string };
};

export const answererMax = 200;
export const reasonMax = 1000;

type Quote = HostedQuote["quote"];

/** The document, and the form to answer it while it can be answered. No script, no cookie: the address is the key. */
export const renderQuote = (view: QuoteView): Page => fitPage((limits) => renderWithin(view, limits));

function renderWithin(view: QuoteView, limits: PageLimits): Page {
  const { hosted, language, path, isSandbox, rejected } = view;
  const { company, quote } = hosted;
  const texts = quoteTexts[language];
  const common = checkoutTexts[language];
  const { email, phone } = company;
  const isOpen = quote.status === "sent" && company.status === "active";
  return renderLayout({
    texts: common,
    status: rejected ? 422 : 200,
    title: texts.title(quote.number, company.name),
    companyName: company.name,
    isSandbox,
    look: view.look,
    isWide: true,
    main: html`${isOpen ? answerCard(view) : stateCard(view)}<div>${documentCard(view, limits)}${notesCard(view, limits)}</div>`,
    footer: html`<p>${texts.questions(name(company.name), contactOf({ email, phone }))}</p><p>${texts.reference}: <bdi>${quote.number}</bdi></p>${languageSwitch(common, path)}<p>${common.poweredBy}</p>`,
  });
}

const day = (date: string, language: Language): Html =>
  html`<time datetime="${date}">${showDate(date, language)}</time>`;

function answerCard({ hosted, language, path, rejected }: QuoteView): Html {
  const { company, quote } = hosted;
  const texts = quoteTexts[language];
  const wrong = rejected && html` aria-invalid="true" autofocus`;
  return html`<section class="card"><h1 class="what">${texts.heading(quote.number)}</h1>
${headlineAmount(String(quote.total), quote.currency, checkoutTexts[language])}
<form method="post" action="${path}/accept"><div class="field"><label for="name">${texts.name}</label>
<input id="name" name="name" autocomplete="name" maxlength="${answererMax}" required aria-describedby="name-hint" value="${rejected?.name ?? ""}"${wrong}>
<p id="name-hint" class="small${rejected && " wrong"}">${rejected?.fault ?? texts.nameWhy(name(company.name))}</p></div>
<button class="button">${texts.accept}</button>
<details${rejected?.reason && html` open`}><summary>${texts.declineHow}</summary><div class="field"><label for="reason">${texts.reason}</label>
<input id="reason" name="reason" maxlength="${reasonMax}" value="${rejected?.reason ?? ""}"></div>
<button class="button other" formaction="${path}/decline">${texts.decline}</button></details></form>
<p class="note small">${icon("clock")}<span>${texts.validUntil(day(quote.valid_until, language))}</span></p>
${pdfLink(path, texts.pdf)}</section>`;
}

const pdfLink = (path: string, title: string): Html =>
  html`<div class="actions"><a class="button other" href="${path}.pdf">${title}</a></div>`;

type EndState = "accepted" | "declined" | "expired" | "invoiced" | "unavailable";

/** What became of a quote. An order that followed an acceptance matters less to the buyer than their answer. */
function endStateOf({ status, accepted_at }: Quote): EndState {
  if (status === "invoiced") return accepted_at === null ? "invoiced" : "accepted";
  return status === "draft" || status === "sent" ? "unavailable" : status;
}

function stateCard({ hosted, language, path }: QuoteView): Html {
  const { company, quote } = hosted;
  const all = quoteTexts[language];
  const state = endStateOf(quote);
  const texts = all[state];
  return html`<section class="card">${sign(state === "accepted" || state === "invoiced" ? "good" : "stop")}<h1>${texts.heading}</h1>
${headlineAmount(String(quote.total), quote.currency, checkoutTexts[language])}
<div class="says"><p>${texts.what(name(company.name))}</p></div>${facts(answerFacts(hosted, language))}
${pdfLink(path, all.pdf)}</section>`;
}

function answerFacts({ company, quote }: HostedQuote, language: Language): Fact[] {
  const { facts: titles } = quoteTexts[language];
  const by = quote.accepted_by ?? quote.declined_by;
  const at = quote.accepted_at ?? quote.declined_at;
  const when =
    at !== null &&
    html`<time datetime="${at}">${showMoment(new Date(at), company.time_zone, language)}</time>`;
  return [
    by !== null && [titles.by, name(by)],
    when && [titles.at, when],
    quote.decline_reason !== null && [titles.reason, name(quote.decline_reason)],
  ];
}

function documentCard({ hosted: { quote }, language }: QuoteView, limits: PageLimits): Html {
  const texts = quoteTexts[language];
  const common = checkoutTexts[language];
  const words = { language, invoice: { ...common.invoice, total: texts.total } };
  const { facts: titles } = texts;
  const about = facts([
    [titles.date, day(quote.quote_date, language)],
    [titles.validUntil, day(quote.valid_until, language)],
    ...referenceFacts(quote, language),
  ]);
  return html`${invoiceTable(words, documentOf(quote), quote.currency, texts.details, [], limits)}<section class="card">${about}</section>`;
}

function notesCard({ hosted: { quote }, language }: QuoteView, limits: PageLimits): Html | null {
  const lines = noteParagraphs(quote.notes, limits, checkoutTexts[language].invoice.notesCut);
  if (lines.length === 0) return null;
  return html`<section class="card"><h2>${quoteTexts[language].notes}</h2><div class="says">${lines}</div></section>`;
}

/** Shown as the checkout shows an invoice of which nothing is paid. */
const documentOf = (quote: Quote): InvoiceView =>
  invoiceView({
    ...quote,
    due_date: quote.valid_until,
    amount_credited: 0,
    credit_applied: 0,
    amount_due: quote.total,
    withholding: null,
    amount_payable: quote.total,
  });

import type Type from "typebox";
import type { Language } from "../../contract/languages.ts";
import type { HostedInvoice } from "../../domains/billing/invoices/service.ts";
import type { Payment } from "../../domains/payments/payments/schema.ts";
import type { DocumentSettings } from "../../domains/sending/document-settings/schema.ts";
import { type Html, html } from "../../platform/html.ts";
import { dateIn } from "../../platform/values/clock.ts";
import { showAmount, showDate, showMethod } from "../../platform/values/format.ts";
import { showIban } from "../../platform/values/iban.ts";
import { icon, sign } from "../checkout/icons.ts";
import { invoiceTable, settledBefore, withheldSums } from "../checkout/invoice-table.ts";
import { type Page, type PageLook, renderLayout } from "../checkout/layout.ts";
import { fitPage, noteParagraphs, type PageLimits } from "../checkout/page-size.ts";
import { invoiceView } from "../checkout/present.ts";
import { checkoutTexts } from "../checkout/texts/texts.ts";
import {
  contactOf,
  facts,
  headlineAmount,
  languageSwitch,
  name,
  referenceFacts,
} from "../checkout/values.ts";
import { invoicePageTexts } from "./texts/texts.ts";

/** What the buyer's page of an invoice is rendered from. */
export type InvoicePageView = {
  hosted: HostedInvoice;
  language: Language;
  /** The path of this page. */
  path: string;
  /** The path below which the checkout's pages are. */
  checkoutPath: string;
  isSandbox: boolean;
  /** Whether the company takes payments online at present. */
  takesPayments: boolean;
  /** The company's bank accounts, among others. */
  settings: DocumentSettings;
  look: PageLook;
  /** The latest first. */
  payments: readonly Type.Static<typeof Payment>[];
};

/** The document, what is left to pay, and what was paid. No script, no cookie: the address is the key. */
export const renderInvoicePage = (view: InvoicePageView): Page =>
  fitPage((limits) => renderWithin(view, limits));

function renderWithin(view: InvoicePageView, limits: PageLimits): Page {
  const { hosted, language, path, isSandbox } = view;
  const { invoice } = hosted;
  const { supplier } = invoice;
  const texts = invoicePageTexts[language];
  const common = checkoutTexts[language];
  return renderLayout({
    texts: common,
    status: 200,
    title: texts.title(invoice.number!, supplier.name),
    shared: { title: texts.shared(supplier.name), description: texts.sharedHow },
    companyName: supplier.name,
    isSandbox,
    look: view.look,
    isWide: true,
    main: html`<div>${stateCard(view)}${accountsCard(view)}</div><div>${documentCard(view, limits)}${paymentsCard(view, limits)}${notesCard(view, limits)}</div>`,
    footer: html`<p>${texts.questions(name(supplier.name), contactOf(supplier))}</p><p>${texts.reference}: <bdi>${invoice.number}</bdi> · <a href="${path}/proof">${texts.proof.link}</a></p>${languageSwitch(common, path)}<p>${common.poweredBy}</p>`,
  });
}

/** What a payment link for the invoice would ask for. */
export const toPay = ({ status, amount_payable }: HostedInvoice["invoice"]): number =>
  status === "void" ? 0 : amount_payable;

function stateCard(view: InvoicePageView): Html {
  const { hosted, language, path } = view;
  const { invoice } = hosted;
  const texts = invoicePageTexts[language];
  const company = name(invoice.supplier.name);
  const amount = toPay(invoice);
  if (amount > 0) return payCard(view, amount);
  const state = texts[endStateOf(invoice)];
  return html`<section class="card">${sign(invoice.status === "void" ? "stop" : "good")}<h1>${state.heading}</h1>
${headlineAmount(String(invoice.total), invoice.currency, checkoutTexts[language])}
<div class="says"><p>${state.what(company)}</p></div>${downloads(path, invoice, language)}</section>`;
}

function endStateOf({ status, amount_due, amount_paid }: HostedInvoice["invoice"]) {
  if (status === "void") return "voided";
  if (amount_due > 0) return "withheld";
  return amount_paid > 0 ? "paid" : "settled";
}

function payCard(view: InvoicePageView, amount: number): Html {
  const { hosted, language, path, takesPayments, settings } = view;
  const { invoice } = hosted;
  const hasAccount = settings.bank_accounts.some(({ currency }) => currency === invoice.currency);
  const texts = invoicePageTexts[language];
  const due = day(invoice.due_date, language);
  const form = html`<form method="post" action="${path}/pay"><button class="button">${texts.pay(showAmount(amount, invoice.currency, language))}</button></form><p class="note small">${icon("lock")}<span>${texts.payHow}</span></p>`;
  return html`<section class="card"><h1 class="what">${texts.heading(invoice.number!)}</h1>
${headlineAmount(String(amount), invoice.currency, checkoutTexts[language])}
<p class="note small">${icon("clock")}<span>${invoice.overdue ? texts.overdue(due) : texts.due(due)}</span></p>
${takesPayments ? form : !hasAccount && html`<div class="says"><p>${texts.offline(name(invoice.supplier.name))}</p></div>`}${downloads(path, invoice, language)}</section>`;
}

/** Where money can be transferred to, while there is something to pay. */
function accountsCard({ hosted: { invoice }, settings, language }: InvoicePageView): Html | null {
  const accounts = settings.bank_accounts.filter(({ currency }) => currency === invoice.currency);
  if (accounts.length === 0 || toPay(invoice) === 0) return null;
  const { transfer: texts } = invoicePageTexts[language];
  const lists = accounts.map(({ name: holder, bank, iban, account_number, bic, sort_code }) =>
    facts([
      [texts.bank, name(bank)],
      [texts.name, name(holder)],
      iban === null ? [texts.number, name(account_number!)] : ["IBAN", name(showIban(iban))],
      bic !== null && ["BIC", name(bic)],
      sort_code !== null && [texts.sortCode, name(sort_code)],
    ]),
  );
  return html`<section class="card"><h2>${texts.heading}</h2><p class="small">${texts.reference(name(invoice.number!))}</p>${lists}</section>`;
}

const day = (date: string, language: Language): Html =>
  html`<time datetime="${date}">${showDate(date, language)}</time>`;

/** Without the seller's tax number and the buyer's country no XML document is valid, so none is offered. */
function downloads(path: string, { supplier, customer }: HostedInvoice["invoice"], language: Language): Html {
  const texts = invoicePageTexts[language];
  const xml =
    supplier.tax_id !== null &&
    customer.address?.country != null &&
    html`<a class="button other" href="${path}.xml">${texts.xml}</a>`;
  return html`<div class="actions"><a class="button other" href="${path}.pdf">${texts.pdf}</a>${xml}</div>`;
}

function documentCard({ hosted: { invoice }, language }: InvoicePageView, limits: PageLimits): Html {
  const texts = invoicePageTexts[language];
  const common = checkoutTexts[language];
  const view = invoiceView(invoice);
  const deducted = [
    ...settledBefore(common, view).map(([title, amount]) => [title, `-${amount}`] as const),
    ...withheldSums(common, view),
  ];
  // The last row is the amount that the page is about.
  const results =
    deducted.length === 0 ? [] : [...deducted, [common.invoice.toPay, String(toPay(invoice))] as const];
  const about = facts([
    [texts.facts.date, day(invoice.invoice_date, language)],
    [texts.facts.due, day(invoice.due_date, language)],
    ...referenceFacts(invoice, language),
    invoice.irn !== null && [texts.facts.fiscal, name(invoice.irn)],
  ]);
  return html`${invoiceTable(common, view, invoice.currency, texts.details, results, limits)}<section class="card">${about}</section>`;
}

function paymentsCard(
  { hosted, language, payments, path }: InvoicePageView,
  limits: PageLimits,
): Html | null {
  if (payments.length === 0) return null;
  const texts = invoicePageTexts[language];
  const shown = payments.slice(0, limits.payments);
  const entries = shown.map(({ id, amount, allocations, currency, method, paid_at }) => {
    const paidOn = day(dateIn(hosted.company.time_zone, new Date(paid_at)), language);
    const by = method !== null && html`, <bdi>${showMethod(method, language)}</bdi>`;
    // A payment may pay several invoices, or more than this one asked for.
    const part = allocations.find(({ invoice_id }) => invoice_id === hosted.invoice.id)?.amount;
    const whole = showAmount(amount, currency, language);
    const note = part === undefined ? texts.unallocated : part !== amount && texts.partOf(whole);
    const receipt = html` · <a href="${path}/receipts/${id}.pdf">${texts.receipt}</a>`;
    return html`<div><dt>${paidOn}${by}${note && html`<small>${note}</small>`}</dt><dd>${showAmount(part ?? amount, currency, language)}${receipt}</dd></div>`;
  });
  const earlier = payments.length - shown.length;
  return html`<section class="card"><h2>${texts.paymentsSoFar}</h2><dl class="facts ends">${entries}</dl>${earlier > 0 && html`<p class="small">${texts.earlierPayments(earlier)}</p>`}</section>`;
}

function notesCard({ hosted: { invoice }, language }: InvoicePageView, limits: PageLimits): Html | null {
  const lines = noteParagraphs(invoice.notes, limits, checkoutTexts[language].invoice.notesCut);
  if (lines.length === 0) return null;
  return html`<section class="card"><h2>${invoicePageTexts[language].notes}</h2><div class="says">${lines}</div></section>`;
}

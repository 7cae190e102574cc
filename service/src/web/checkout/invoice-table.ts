import type { Language } from "../../contract/languages.ts";
import { taxCategoryNote } from "../../domains/sending/documents/service.ts";
import { type Html, html, markupOf } from "../../platform/html.ts";
import { currencyDigits } from "../../platform/values/currency.ts";
import { showAmount, showNumber, showRate } from "../../platform/values/format.ts";
import { fractionDigits, parseDecimal } from "../../platform/values/money.ts";
import { fullLimits, type PageLimits } from "./page-size.ts";
import type { CheckoutTexts } from "./texts/texts.ts";
import type { InvoiceView } from "./view.ts";

type Line = InvoiceView["lines"][number];
type Sum = readonly [title: string, amount: string, note?: string | null];

// An invoice may have 500 lines of 1,000 characters, and the page must stay small on a slow network: ten lines are
// visible, some more are collapsed as far as the size allows, and the rest is only counted.
const openLines = 10;
const descriptionMax = 120;
const amountLengthBeside = 15;

/** Lines and totals of an invoice. The last of `results` is the amount that this page is about. */
export function invoiceTable(
  { invoice: texts, language }: Pick<CheckoutTexts, "invoice" | "language">,
  invoice: InvoiceView,
  currency: string,
  heading: string,
  results: readonly Sum[],
  { lineBytes }: Pick<PageLimits, "lineBytes"> = fullLimits,
): Html {
  const rows = rowsWithin(texts, invoice.lines, currency, language, lineBytes);
  const [open, folded] = [rows.slice(0, openLines), rows.slice(openLines)];
  const unlisted = invoice.lines.length - rows.length;
  // Next to amounts this long, a phone has no space for the description, so it goes below.
  const isTall = invoice.lines.some(
    ({ total }) => showAmount(total, currency, language).length > amountLengthBeside,
  );
  const tall = isTall && html` class="tall"`;
  const sums: Sum[] = [
    [invoice.pricesIncludeTax ? texts.subtotalWithTax : texts.subtotal, invoice.subtotal],
    ...(isSome(invoice.discountTotal)
      ? [[texts.discount, `-${invoice.discountTotal}`, clipped(invoice.discountReason)] as const]
      : []),
    ...(isSome(invoice.chargeTotal)
      ? [[texts.charges, invoice.chargeTotal, clipped(invoice.chargeReason)] as const]
      : []),
    ...taxSums(texts, invoice, language),
    [texts.total, invoice.total],
    ...results,
  ];
  return html`<section class="card" aria-labelledby="invoice"><h2 id="invoice">${heading}</h2>
<table${tall}><thead><tr><th scope="col">${texts.item}</th><th scope="col">${texts.amount}</th></tr></thead><tbody>${open}</tbody></table>
${folded.length > 0 && fold(texts, folded, tall)}${unlisted > 0 && html`<p class="small unlisted">${texts.unlisted(unlisted)}</p>`}
<dl class="sums">${sums.map(([title, amount, note]) => html`<div><dt>${title}${note && html`<small><bdi>${note}</bdi></small>`}</dt><dd>${showAmount(amount, currency, language)}</dd></div>`)}</dl></section>`;
}

const clipped = (reason: string | null) => reason && clip(reason);

const isSome = (amount: string) => parseDecimal(amount)?.gt(0) ?? false;

// More rates than this would push the amount to pay off a phone's screen.
const ratesMax = 4;

/** What was paid or credited before, if anything was. */
export function settledBefore(
  { invoice: texts }: Pick<CheckoutTexts, "invoice">,
  { settled, hasCredit }: InvoiceView,
): readonly [title: string, amount: string][] {
  return isSome(settled) ? [[hasCredit ? texts.settledWithCredit : texts.settled, settled]] : [];
}

/** The tax that the buyer deducts, with the reason for it. */
export const withheldSums = (
  { invoice: texts, language }: Pick<CheckoutTexts, "invoice" | "language">,
  { withheld }: InvoiceView,
): Sum[] =>
  withheld === null
    ? []
    : [[texts.withheld(showRate(withheld.rate, language)), `-${withheld.amount}`, withheld.reason]];

/** Each rate beside its tax, with its category unless it is the standard rate; at many rates, the sum alone. */
function taxSums(
  texts: CheckoutTexts["invoice"],
  { taxes, taxTotal, pricesIncludeTax }: InvoiceView,
  language: Language,
): Sum[] {
  const shown = taxes
    .map(({ rate, category, amount }) => ({ rate, amount, note: taxCategoryNote(category, language) }))
    .filter(({ amount, note }) => note !== undefined || Number(amount) !== 0);
  if (shown.length === 0 || shown.length > ratesMax) {
    return [[pricesIncludeTax ? texts.taxIncluded : texts.tax, taxTotal]];
  }
  const name = pricesIncludeTax ? texts.taxIncludedAt : texts.taxAt;
  return shown.map(({ rate, amount, note }) => [name(showRate(rate, language), note), amount]);
}

function fold(texts: CheckoutTexts["invoice"], rows: Html[], tall: Html | false): Html {
  return html`<details><summary>${texts.more(rows.length)}</summary><table${tall} aria-label="${texts.furtherItems}"><tbody>${rows}</tbody></table></details>`;
}

function rowsWithin(
  texts: CheckoutTexts["invoice"],
  lines: Line[],
  currency: string,
  language: Language,
  bytesMax: number,
): Html[] {
  const rows: Html[] = [];
  let bytes = 0;
  for (const line of lines) {
    const row = lineRow(texts, line, currency, language);
    bytes += Buffer.byteLength(markupOf(row));
    if (bytes > bytesMax) break;
    rows.push(row);
  }
  return rows;
}

function lineRow(texts: CheckoutTexts["invoice"], line: Line, currency: string, language: Language): Html {
  const { description, quantity, unitPrice, discount, charge, total } = line;
  const isOne = parseDecimal(quantity)?.eq(1) && parseDecimal(unitPrice)?.eq(total);
  const times =
    !isOne &&
    html`<small>${showNumber(quantity, language)} × ${showPrice(unitPrice, currency, language)}</small>`;
  const less =
    isSome(discount) &&
    html`<small>${texts.discount}: ${showAmount(`-${discount}`, currency, language)}</small>`;
  const more =
    isSome(charge) && html`<small>${texts.charges}: ${showAmount(charge, currency, language)}</small>`;
  return html`<tr><td><bdi>${clip(description)}</bdi>${times}${less}${more}</td><td>${showAmount(total, currency, language)}</td></tr>`;
}

/** A price may have more decimals than the currency, and rounding it would make the line look miscalculated. */
function showPrice(price: string, currency: string, language: Language): string {
  const value = parseDecimal(price);
  const isFiner = value !== undefined && fractionDigits(value) > (currencyDigits(currency) ?? 2);
  return isFiner ? showNumber(price, language) : showAmount(price, currency, language);
}

function clip(text: string): string {
  const characters = [...text];
  return characters.length <= descriptionMax ? text : `${characters.slice(0, descriptionMax - 1).join("")}…`;
}

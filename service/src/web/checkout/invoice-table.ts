import { type Html, html, markupOf } from "../../platform/html.ts";
import { currencyDigits } from "../../platform/values/currency.ts";
import { showAmount, showNumber } from "../../platform/values/format.ts";
import { fractionDigits, parseDecimal } from "../../platform/values/money.ts";
import { messages } from "./messages.ts";
import type { InvoiceView } from "./view.ts";

const texts = messages.invoice;

type Line = InvoiceView["lines"][number];
type Sum = readonly [title: string, amount: string];

// An invoice may have 500 lines of 1,000 characters, and the page must stay small on a slow network: ten lines are
// visible, some more are collapsed as far as the size allows, and the rest is only counted.
const openLines = 10;
const linesBytesMax = 5_000;
const descriptionMax = 120;
const amountLengthBeside = 15;

/** Lines and totals of an invoice. The last of `results` is the amount that this page is about. */
export function invoiceTable(
  invoice: InvoiceView,
  currency: string,
  heading: string,
  results: readonly Sum[],
): Html {
  const rows = rowsWithin(invoice.lines, currency);
  const [open, folded] = [rows.slice(0, openLines), rows.slice(openLines)];
  const unlisted = invoice.lines.length - rows.length;
  // Next to amounts this long, a phone has no space for the description, so it goes below.
  const isTall = invoice.lines.some(({ total }) => showAmount(total, currency).length > amountLengthBeside);
  const tall = isTall && html` class="tall"`;
  const sums: Sum[] = [
    [texts.subtotal, invoice.subtotal],
    [texts.tax, invoice.taxTotal],
    [texts.total, invoice.total],
    ...results,
  ];
  return html`<section class="card" aria-labelledby="invoice"><h2 id="invoice">${heading}</h2>
<table${tall}><thead><tr><th scope="col">${texts.item}</th><th scope="col">${texts.amount}</th></tr></thead><tbody>${open}</tbody></table>
${folded.length > 0 && fold(folded, tall)}${unlisted > 0 && html`<p class="small unlisted">${texts.unlisted(unlisted)}</p>`}
<dl class="sums">${sums.map(([title, amount]) => html`<div><dt>${title}</dt><dd>${showAmount(amount, currency)}</dd></div>`)}</dl></section>`;
}

function fold(rows: Html[], tall: Html | false): Html {
  return html`<details><summary>${texts.more(rows.length)}</summary><table${tall} aria-label="${texts.furtherItems}"><tbody>${rows}</tbody></table></details>`;
}

function rowsWithin(lines: Line[], currency: string): Html[] {
  const rows: Html[] = [];
  let bytes = 0;
  for (const line of lines) {
    const row = lineRow(line, currency);
    bytes += Buffer.byteLength(markupOf(row));
    if (bytes > linesBytesMax) break;
    rows.push(row);
  }
  return rows;
}

function lineRow({ description, quantity, unitPrice, total }: Line, currency: string): Html {
  const isOne = parseDecimal(quantity)?.eq(1) && parseDecimal(unitPrice)?.eq(total);
  const times = !isOne && html`<small>${showNumber(quantity)} × ${showPrice(unitPrice, currency)}</small>`;
  return html`<tr><td><bdi>${clip(description)}</bdi>${times}</td><td>${showAmount(total, currency)}</td></tr>`;
}

/** A price may have more decimals than the currency, and rounding it would make the line look miscalculated. */
function showPrice(price: string, currency: string): string {
  const value = parseDecimal(price);
  const isFiner = value !== undefined && fractionDigits(value) > (currencyDigits(currency) ?? 2);
  return isFiner ? showNumber(price) : showAmount(price, currency);
}

function clip(text: string): string {
  const characters = [...text];
  return characters.length <= descriptionMax ? text : `${characters.slice(0, descriptionMax - 1).join("")}…`;
}

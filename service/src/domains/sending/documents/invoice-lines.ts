import type { Language } from "../../../contract/languages.ts";
import { showRate } from "../../../platform/values/format.ts";
import { toPlain } from "../../../platform/values/money.ts";
import { lineInPrices } from "../../billing/lines/totals.ts";
import type { InvoiceDocument } from "./invoice-pdf.ts";
import { colours, ensureSpace, type Paper, page, pageWidth, yieldToEventLoop } from "./pdf.ts";
import { type CellLine, type Column, openTable, putRow, rowHeight, widthsOf } from "./table.ts";
import { wrap } from "./text-fitting.ts";
import { type DocumentTexts, documentTexts } from "./texts/texts.ts";
import { figures, price, quantity, taxCategoryNote } from "./wording.ts";

type ItemisedDocument = Pick<InvoiceDocument, "lines" | "currency" | "prices_include_tax">;
type Line = InvoiceDocument["lines"][number];

const gap = 12;
const sizes = [8.5, 7.5, 6.5] as const;
const descriptionMin = 105;
const breaksMax = 20;
const linesATurn = 25;

/** The table of lines. */
export async function putLineItems(paper: Paper, document: ItemisedDocument): Promise<void> {
  const { lines, currency } = document;
  const { language, texts } = paper;
  const rows = lines.map((line, index) => figuresOf(line, index, document, language));
  const titles = titlesOf(texts, document);
  const size =
    sizes.find((given) => descriptionWidth(titles, rows, given) >= descriptionMin) ?? sizes.at(-1)!;
  const columns = columnsFor(texts, titles, rows, size);
  const description = columns[1]!;
  // A table head is never left alone at the foot of a page.
  ensureSpace(paper, 3 * rowHeight(size, 1));
  const table = openTable(paper, { x: page.left, size, gap, columns });
  let drawn = 0;
  for (const [index, line] of lines.entries()) {
    const described = describe(line, currency, description.width, size, language);
    const [number, ...rest] = rows[index]!.map((text) => [{ text }]);
    putRow(paper, table, [number!.map((cell) => ({ ...cell, colour: colours.muted })), described, ...rest]);
    drawn += described.length;
    if (drawn < linesATurn) continue;
    drawn = 0;
    await yieldToEventLoop();
  }
}

function titlesOf({ lines: texts }: DocumentTexts, { prices_include_tax }: ItemisedDocument): string[] {
  const price = prices_include_tax ? texts.unitPriceWithTax : texts.unitPrice;
  return [texts.number, texts.quantity, price, texts.tax, texts.net, texts.total];
}

/** The narrow columns, in the order of their titles. */
function figuresOf(line: Line, index: number, document: ItemisedDocument, language: Language): string[] {
  const { currency, prices_include_tax } = document;
  // The tax of a line is its share of the tax after discounts on the document; where prices contain tax, readers expect
  // quantity × price.
  const total = prices_include_tax ? toPlain(lineInPrices(line)) : line.total_amount;
  return [
    String(index + 1),
    quantity(line.quantity, line.unit_code, language),
    price(line.unit_price, currency, language),
    showRate(line.tax_rate, language),
    figures(line.net_amount, currency, language),
    figures(total, currency, language),
  ];
}

/** The width that the narrow columns leave. */
const descriptionWidth = (titles: string[], rows: string[][], size: number) =>
  widthsOf(titles, rows, size).reduce((left, width) => left - width - gap, pageWidth);

function columnsFor(texts: DocumentTexts, titles: string[], rows: string[][], size: number): Column[] {
  const [number, ...rest] = widthsOf(titles, rows, size);
  return [
    { title: titles[0]!, width: number! },
    { title: texts.lines.description, width: descriptionWidth(titles, rows, size) },
    ...rest.map((width, index) => ({ title: titles[index + 1]!, width, align: "right" as const })),
  ];
}

/** The description and, in small print below it, the codes that the revenue authority needs. */
function describe(line: Line, currency: string, width: number, size: number, language: Language): CellLine[] {
  const texts = documentTexts[language].lines;
  // Hundreds of lines with hundreds of line breaks each would give thousands of pages.
  const breaks = line.description.split("\n").length - 1;
  const text = breaks > breaksMax ? line.description.replaceAll(/\s+/g, " ") : line.description;
  const category = taxCategoryNote(line.tax_category, language);
  const codes = [
    line.hs_code && texts.hsCode(line.hs_code),
    line.service_code && texts.serviceCode(line.service_code),
  ];
  const reason = line.exemption_reason?.replaceAll(/\s+/g, " ");
  const adjusted = (say: (what: string) => string, list: Line["discounts"], sign: string) =>
    list.map(({ percent, amount, reason: why }) => {
      const value =
        percent === undefined ? figures(amount!, currency, language) : showRate(percent, language);
      return [say(`${sign}${value}`), why?.replaceAll(/\s+/g, " ")].filter(Boolean).join(" · ");
    });
  const details = [
    ...adjusted(texts.discount, line.discounts, "−"),
    ...adjusted(texts.charge, line.charges, "+"),
    reason ? texts.reason(category ?? texts.tax, reason) : category,
    codes.filter(Boolean).join(" · "),
  ].filter((detail): detail is string => Boolean(detail));
  const small = { size: size - 1, colour: colours.muted };
  return [
    ...wrap(text, width, { size }).map((row) => ({ text: row })),
    ...details.flatMap((detail) => wrap(detail, width, small)).map((row) => ({ text: row, ...small })),
  ];
}

import { Big } from "big.js";
import type { Language } from "../../../contract/languages.ts";
import { showExchangeRate, showRate } from "../../../platform/values/format.ts";
import { reasonsOf } from "../../billing/lines/adjustments.ts";
import type { Weight } from "./fonts/inter.ts";
import { widthOf } from "./fonts/line.ts";
import type { InvoiceDocument } from "./invoice-pdf.ts";
import {
  artifact,
  colours,
  ensureSpace,
  leading,
  type Paper,
  page,
  pageWidth,
  part,
  putLabel,
  putLines,
  putText,
  rule,
  yieldToEventLoop,
} from "./pdf.ts";
import { openTable, putRow, rowHeight, widthsOf } from "./table.ts";
import { wrap } from "./text-fitting.ts";
import { documentTexts } from "./texts/texts.ts";
import { figures, money, taxCategoryNote } from "./wording.ts";

const totalsLeft = 345;
const besideMax = 8;

const taxSize = 8;
const taxGap = 12;
const headingHeight = 16;
const heading = { size: 10, weight: "semibold" } as const;

type Summed = Pick<
  InvoiceDocument,
  "currency" | "subtotal" | "discount_total" | "charge_total" | "tax_total" | "total" | "taxes"
> &
  Partial<Accounted & Pick<InvoiceDocument, "discounts" | "charges">>;

type Accounted = Pick<
  InvoiceDocument,
  "accounting_currency" | "exchange_rate" | "tax_total_accounting" | "total_accounting"
>;

/** What an invoice adds up to, and what is left to pay. */
export const putSums = (paper: Paper, invoice: InvoiceDocument): Promise<void> =>
  putTotalsAndTaxes(paper, invoice, [
    ...totalsOf(invoice, paper.language),
    ...settledOf(invoice, paper.language),
    ...accountedOf(invoice, paper.language),
  ]);

/** What another document adds up to. */
export const putOwnSums = (paper: Paper, document: Summed): Promise<void> =>
  putTotalsAndTaxes(paper, document, [
    ...totalsOf(document, paper.language),
    ...accountedOf(document, paper.language),
  ]);

/** Few tax rates are printed beside the totals; many, or very large amounts, below. */
async function putTotalsAndTaxes(paper: Paper, invoice: Summed, totals: Total[]): Promise<void> {
  const { language } = paper;
  const totalsHeight = totals.reduce((height, total) => height + heightOf(total), 0);
  const beside = taxTable(invoice, totalsLeft - page.left - 30, language);
  const isBeside = invoice.taxes.length <= besideMax && beside.nameWidth >= 60;
  ensureSpace(paper, 20 + Math.max(totalsHeight, isBeside ? beside.height : 0));
  paper.y += 20;
  const top = paper.y;
  if (isBeside) await putTaxes(paper, beside);
  const left = paper.y;
  paper.y = top;
  putTotals(paper, totals);
  paper.y = Math.max(left, paper.y);
  if (isBeside) return;
  const below = taxTable(invoice, pageWidth, language);
  ensureSpace(paper, 20 + Math.min(below.height, 120));
  paper.y += 20;
  await putTaxes(paper, below);
}

type Total = {
  label: string;
  amount: string;
  weight: "plain" | "strong" | "strongest";
  /** Small print below it. */
  note?: string | undefined;
};

const totalIn =
  (currency: string, language: Language) =>
  (label: string, amount: number, weight: Total["weight"] = "plain"): Total => ({
    label,
    amount: money(amount, currency, language),
    weight,
  });

const unlessNothing = (given: Total, amount: number) => (amount > 0 ? [given] : []);

function less(total: ReturnType<typeof totalIn>, label: string, amount: number): Total[] {
  const given = total(label, amount);
  return unlessNothing({ ...given, amount: `−${given.amount}` }, amount);
}

function totalsOf(document: Summed, language: Language): Total[] {
  const { sums: texts } = documentTexts[language];
  const total = totalIn(document.currency, language);
  return [
    total(texts.subtotal, document.subtotal),
    ...because(document.discounts, less(total, texts.discount, document.discount_total)),
    ...because(
      document.charges,
      unlessNothing(total(texts.charge, document.charge_total), document.charge_total),
    ),
    total(texts.tax, document.tax_total),
    total(texts.total(document.currency), document.total, "strong"),
  ];
}

/** With the reasons of the document's discounts or charges below their total. */
const because = (adjustments: InvoiceDocument["discounts"] = [], totals: Total[]): Total[] =>
  totals.map((total) => ({ ...total, note: reasonsOf(adjustments) ?? undefined }));

function settledOf(invoice: InvoiceDocument, language: Language): Total[] {
  const { sums: texts } = documentTexts[language];
  const total = totalIn(invoice.currency, language);
  return [
    ...less(total, texts.credited, invoice.amount_credited),
    ...less(total, texts.paid, invoice.amount_paid),
    ...less(total, texts.creditApplied, invoice.credit_applied),
    ...(isClaim(invoice) ? claimOf(invoice, language) : []),
    ...unlessNothing(total(texts.refunded, invoice.amount_refunded), invoice.amount_refunded),
  ];
}

/** What is due, and where the buyer deducts tax from that, what is to be paid. */
function claimOf(invoice: InvoiceDocument, language: Language): Total[] {
  const { sums: texts, amountDue, amountPayable } = documentTexts[language];
  const total = totalIn(invoice.currency, language);
  const { withholding, amount_due, amount_payable } = invoice;
  if (!hasWithheld(invoice)) return [total(amountDue, amount_due, "strongest")];
  const withheld = new Big(String(amount_due)).minus(String(amount_payable));
  const { rate, reason } = withholding!;
  const deducted = less(total, texts.withheld(showRate(rate, language)), Number(withheld));
  return [
    total(amountDue, amount_due, "strong"),
    ...deducted.map((row) => ({ ...row, note: reason?.replaceAll(/\s+/g, " ") })),
    total(amountPayable, amount_payable, "strongest"),
  ];
}

/** Whether the buyer deducts tax that no payment has recorded yet. */
export const hasWithheld = ({ withholding, amount_due, amount_payable }: InvoiceDocument): boolean =>
  withholding !== null && amount_payable < amount_due;

/** What a document in another currency than the supplier's own comes to in that, at which rate. */
function accountedOf(document: Summed, language: Language): Total[] {
  const { currency, accounting_currency: own, exchange_rate: rate } = document;
  const { tax_total_accounting: tax, total_accounting: whole } = document;
  if (own === undefined || own === currency || rate == null || tax == null || whole == null) return [];
  const { sums: texts } = documentTexts[language];
  const total = totalIn(own, language);
  const equation = `1 ${currency} = ${showExchangeRate(rate, language)} ${own}`;
  return [
    { label: texts.exchangeRate, amount: equation, weight: "plain" },
    total(texts.taxIn(own), tax),
    total(texts.total(own), whole),
  ];
}

/** Nothing is due on a void invoice, whatever its total. */
export const isClaim = ({ status }: InvoiceDocument): boolean => status !== "void";

const totalStyles = {
  plain: { size: 9, weight: "regular", height: 18 },
  strong: { size: 9.5, weight: "semibold", height: 21 },
  strongest: { size: 12, weight: "semibold", height: 27 },
} as const;

const noteStyle = { size: 7.5, colour: colours.muted };
const notesOf = ({ note }: Total) => (note ? wrap(note, page.right - totalsLeft, noteStyle) : []);
const heightOf = (total: Total) =>
  totalStyles[total.weight].height + notesOf(total).length * noteStyle.size * leading;

function putTotals(paper: Paper, totals: Total[]): void {
  for (const total of totals) {
    const { label, amount, weight } = total;
    const { height, ...given } = totalStyles[weight];
    const style = { ...given, size: fittingSize(`${label}    ${amount}`, given) };
    if (weight !== "plain") {
      const colour = weight === "strong" ? colours.rule : colours.ink;
      artifact(paper, () => rule(paper, paper.y, totalsLeft, page.right, colour));
    }
    const y = paper.y + (height - style.size * leading) / 2 + 1;
    const colour = weight === "plain" ? colours.muted : colours.ink;
    part(paper, paper.root, "P", () => {
      putLabel(paper, label, { x: totalsLeft, y, ...style, colour });
      putText(paper, amount, { x: page.right, y, align: "right", ...style });
      putLines(paper, notesOf(total), { x: totalsLeft, y: paper.y + height - 3, ...noteStyle });
    });
    paper.y += heightOf(total);
  }
}

/** A long amount is printed in a smaller size. */
function fittingSize(text: string, { size, weight }: { size: number; weight: Weight }): number {
  return Math.min(size, (size * (page.right - totalsLeft)) / widthOf(text, weight, size));
}

/** Lays out the tax table before it is drawn, to know its size. */
function taxTable({ taxes, currency }: Summed, width: number, language: Language) {
  const { sums: texts } = documentTexts[language];
  const taxTitles = [texts.rate, texts.taxable, texts.tax];
  const amounts = taxes.map((tax) => [
    showRate(tax.rate, language),
    figures(tax.taxable_amount, currency, language),
    figures(tax.tax_amount, currency, language),
  ]);
  const widths = widthsOf(taxTitles, amounts, taxSize);
  const nameWidth = widths.reduce((left, given) => left - given - taxGap, width);
  const notes = taxes.map(({ category }) => taxCategoryNote(category, language) ?? "");
  // Where all is taxed at standard rates, there is no category to tell.
  const title = notes.some(Boolean) ? texts.category : "";
  const columns = [
    { title, width: nameWidth },
    ...widths.map((given, index) => ({ title: taxTitles[index]!, width: given, align: "right" as const })),
  ];
  const rows = notes.map((note, index) => {
    const name = wrap(note, nameWidth, { size: taxSize });
    return [name, ...amounts[index]!.map((amount) => [amount])];
  });
  const rowHeights = rows.map(([name]) => rowHeight(taxSize, name!.length));
  const height = rowHeights.reduce((sum, given) => sum + given, headingHeight + rowHeight(taxSize, 1));
  return { nameWidth, columns, rows, height };
}

async function putTaxes(paper: Paper, { columns, rows }: ReturnType<typeof taxTable>): Promise<void> {
  part(paper, paper.root, "H2", () =>
    putText(paper, paper.texts.sums.taxSummary, { x: page.left, y: paper.y, ...heading }),
  );
  paper.y += headingHeight;
  const table = openTable(paper, { x: page.left, size: taxSize, gap: taxGap, columns });
  for (const [index, cells] of rows.entries()) {
    if (index % 20 === 19) await yieldToEventLoop();
    putRow(
      paper,
      table,
      cells.map((lines) => lines.map((text) => ({ text }))),
    );
  }
}

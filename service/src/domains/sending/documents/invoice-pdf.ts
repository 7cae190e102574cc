import type Type from "typebox";
import type { Language } from "../../../contract/languages.ts";
import { showDate } from "../../../platform/values/format.ts";
import type { Invoice } from "../../billing/invoices/schema.ts";
import { widthOf } from "./fonts/line.ts";
import { putFiscal, putNotes } from "./invoice-end.ts";
import { putLineItems } from "./invoice-lines.ts";
import { isClaim, putSums } from "./invoice-sums.ts";
import { partyBlock, putBlock } from "./letterhead.ts";
import {
  closePaper,
  colours,
  ensureSpace,
  leading,
  openPaper,
  type Paper,
  page,
  part,
  putLabel,
  putText,
} from "./pdf.ts";
import { wrap } from "./text-fitting.ts";
import { documentTexts } from "./texts/texts.ts";
import { money } from "./wording.ts";

export type InvoiceDocument = Type.Static<typeof Invoice>;

/** How an invoice is printed. */
export type InvoicePrint = {
  language: Language;
  /** The service is a sandbox: nobody may take its documents for real ones. */
  isTest: boolean;
  /** Written into the file. */
  now: Date;
};

/** The invoice as a PDF. The same invoice printed in the same way gives the same bytes. */
export async function renderInvoicePdf(invoice: InvoiceDocument, print: InvoicePrint): Promise<Buffer> {
  const { supplier, status } = invoice;
  const { language, isTest, now } = print;
  const texts = documentTexts[language];
  const name = invoice.number ?? texts.invoice.draft(invoice.id);
  const words = [
    isTest && texts.marks.test,
    (status === "draft" || status === "void") && texts.marks[status],
  ];
  const paper = await openPaper({
    language,
    title: texts.invoice.title(name),
    author: supplier.name,
    now,
    watermark: words.filter(Boolean).join(" ") || undefined,
    runningHead: { left: supplier.name, right: texts.invoice.title(name) },
  });
  putLetterhead(paper, invoice, name, isTest);
  putParties(paper, invoice);
  await putLineItems(paper, invoice);
  await putSums(paper, invoice);
  putFiscal(paper, invoice);
  putNotes(paper, invoice);
  const foot = [supplier.name, supplier.tax_id && texts.taxId(supplier.tax_id)].filter(Boolean).join(" · ");
  return closePaper(paper, foot);
}

const markColours = { draft: "#a04a06", void: "#b3191c", paid: "#13703a" } as const;
const isMarked = (status: string): status is keyof typeof markColours => Object.hasOwn(markColours, status);

const rightLeft = 350;
// The longest label beside a value is "Bon de commande".
const labelWidth = 85;

/** The supplier on the left, the document's title on the right. */
function putLetterhead(paper: Paper, invoice: InvoiceDocument, name: string, isTest: boolean): void {
  const { texts, language } = paper;
  const top = page.top;
  const supplier = partyBlock(invoice.supplier, 14, language);
  putBlock(paper, supplier, top);
  const place = { x: page.right, align: "right" } as const;
  part(paper, paper.root, "H1", () =>
    putText(paper, texts.invoice.heading, { ...place, y: top - 7, size: 25, weight: "semibold" }),
  );
  const said = invoice.number ?? texts.invoice.notIssued(name);
  part(paper, paper.root, "P", () =>
    putText(paper, said, { ...place, y: top + 27, size: 11, colour: colours.muted }),
  );
  let below = top + 48;
  const { status } = invoice;
  if (isMarked(status)) {
    const mark = { word: texts.marks[status], colour: markColours[status] };
    part(paper, paper.root, "P", () => putMark(paper, mark, below));
    below += 28;
  }
  if (isTest) {
    const style = { size: 9, weight: "semibold", colour: colours.warning } as const;
    part(paper, paper.root, "P", () => putText(paper, texts.invoice.test, { ...place, y: below, ...style }));
    below += 15;
  }
  paper.y = Math.max(top + supplier.height, below + 2) + 22;
}

function putMark(paper: Paper, { word, colour }: { word: string; colour: string }, y: number): void {
  const size = 11;
  const width = widthOf(word, "semibold", size) + 20;
  const height = 21;
  paper.doc
    .roundedRect(page.right - width, y, width, height, 3)
    .lineWidth(1.2)
    .strokeColor(colour)
    .stroke();
  const place = { x: page.right - 10, y: y + 3.8, align: "right" } as const;
  putText(paper, word, { ...place, size, weight: "semibold", colour });
}

/** The customer on the left, the dates and the amount due on the right. */
function putParties(paper: Paper, invoice: InvoiceDocument): void {
  const customer = partyBlock(invoice.customer, 10.5, paper.language);
  ensureSpace(paper, customer.height + 13);
  const { y, language } = paper;
  const { invoice: texts, amountDue } = paper.texts;
  const label = { size: 8, weight: "semibold", colour: colours.muted } as const;
  part(paper, paper.root, "H2", () => putText(paper, texts.billTo, { x: page.left, y, ...label }));
  putBlock(paper, customer, y + 13);
  const facts: [label: string, value: string][] = [
    [texts.date, showDate(invoice.invoice_date, language)],
    [texts.dueDate, showDate(invoice.due_date, language)],
    [texts.currency, invoice.currency],
  ];
  if (invoice.po_number?.trim()) facts.push([texts.purchaseOrder, invoice.po_number]);
  if (isClaim(invoice)) facts.push([amountDue, money(invoice.amount_due, invoice.currency, language)]);
  let next = y;
  for (const [name, value] of facts) {
    const style = { size: 9, weight: name === amountDue ? "semibold" : "regular" } as const;
    part(paper, paper.root, "P", () => {
      putLabel(paper, name, { x: rightLeft, y: next, size: 9 });
      for (const line of wrap(value, page.right - rightLeft - labelWidth, style)) {
        putText(paper, line, { x: page.right, y: next, align: "right", ...style });
        next += 9 * leading;
      }
    });
    next += 3;
  }
  paper.y = Math.max(y + 13 + customer.height, next) + 22;
}

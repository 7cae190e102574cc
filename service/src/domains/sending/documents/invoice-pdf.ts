import type Type from "typebox";
import { showDate } from "../../../platform/values/format.ts";
import type { Invoice } from "../../billing/invoices/schema.ts";
import { typeface } from "./font.ts";
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
import { money } from "./wording.ts";

export type InvoiceDocument = Type.Static<typeof Invoice>;

/** The invoice as a PDF. The same invoice at the same moment gives the same bytes. */
export async function renderInvoicePdf(invoice: InvoiceDocument, now: Date): Promise<Buffer> {
  const { supplier, status } = invoice;
  const name = invoice.number ?? `Draft ${invoice.id}`;
  const paper = await openPaper({
    title: `Invoice ${name}`,
    author: supplier.name,
    now,
    watermark: status === "draft" || status === "void" ? marks[status]!.word : undefined,
    runningHead: { left: supplier.name, right: `Invoice ${name}` },
  });
  putLetterhead(paper, invoice, name);
  putParties(paper, invoice);
  await putLineItems(paper, invoice);
  await putSums(paper, invoice);
  putFiscal(paper, invoice);
  putNotes(paper, invoice);
  const foot = [supplier.name, supplier.tax_id && `Tax ID ${supplier.tax_id}`].filter(Boolean).join(" · ");
  return closePaper(paper, foot);
}

const marks: Partial<Record<InvoiceDocument["status"], { word: string; colour: string }>> = {
  draft: { word: "DRAFT", colour: "#a04a06" },
  void: { word: "VOID", colour: "#b3191c" },
  paid: { word: "PAID", colour: "#13703a" },
};

const rightLeft = 350;
// The longest label beside a value is "Purchase order".
const labelWidth = 75;

/** The supplier on the left, the document's title on the right. */
function putLetterhead(paper: Paper, invoice: InvoiceDocument, name: string): void {
  const top = page.top;
  const supplier = partyBlock(invoice.supplier, 14);
  putBlock(paper, supplier, top);
  part(paper, paper.root, "H1", () =>
    putText(paper, "Invoice", { x: page.right, y: top - 7, align: "right", size: 25, weight: "semibold" }),
  );
  const said = invoice.number ?? `${name}, not issued`;
  part(paper, paper.root, "P", () =>
    putText(paper, said, { x: page.right, y: top + 27, align: "right", size: 11, colour: colours.muted }),
  );
  const mark = marks[invoice.status];
  if (mark) part(paper, paper.root, "P", () => putMark(paper, mark, top + 48));
  paper.y = top + Math.max(supplier.height, mark ? 76 : 50) + 22;
}

function putMark(paper: Paper, { word, colour }: { word: string; colour: string }, y: number): void {
  const size = 11;
  const width = typeface("semibold").widthOf(word, size) + 20;
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
  const customer = partyBlock(invoice.customer, 10.5);
  ensureSpace(paper, customer.height + 13);
  const { y } = paper;
  const label = { size: 8, weight: "semibold", colour: colours.muted } as const;
  part(paper, paper.root, "H2", () => putText(paper, "Bill to", { x: page.left, y, ...label }));
  putBlock(paper, customer, y + 13);
  const facts: [label: string, value: string][] = [
    ["Invoice date", showDate(invoice.invoice_date)],
    ["Due date", showDate(invoice.due_date)],
    ["Currency", invoice.currency],
  ];
  if (invoice.po_number?.trim()) facts.push(["Purchase order", invoice.po_number]);
  if (isClaim(invoice)) facts.push(["Amount due", money(invoice.amount_due, invoice.currency)]);
  let next = y;
  for (const [name, value] of facts) {
    const style = { size: 9, weight: name === "Amount due" ? "semibold" : "regular" } as const;
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

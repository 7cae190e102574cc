import { showMethod, showMoment } from "../../../platform/values/format.ts";
import { partyBlock, putBlock } from "./letterhead.ts";
import {
  artifact,
  closePaper,
  colours,
  openPaper,
  type Paper,
  page,
  part,
  putLabel,
  putLines,
  putText,
  rule,
} from "./pdf.ts";
import { wrapShortened } from "./text-fitting.ts";
import { money, type Party } from "./wording.ts";

/** Everything a receipt shows. Amounts are decimal text. */
export type Receipt = {
  /** The company that was paid, as shown on its invoices. */
  company: Party;
  paymentId: number;
  amount: string;
  currency: string;
  paidAt: Date;
  /** The company's. */
  timeZone: string;
  method: string | null;
  /** What was paid for: a description, an invoice, both or neither. */
  label: string | null;
  invoiceNumber: string | null;
  /** As people know it. */
  gateway: string | null;
  gatewayReference: string | null;
  /** "0" where nothing was. */
  amountRefunded: string;
  buyerEmail: string | null;
  /** No real money moved. */
  isSandbox: boolean;
  /** When the receipt is made. */
  now: Date;
};

/** Always one page. The same receipt gives the same bytes. */
export async function renderReceiptPdf(receipt: Receipt): Promise<Buffer> {
  const { company } = receipt;
  const title = `Receipt ${receipt.paymentId}`;
  const paper = await openPaper({
    title,
    author: company.name,
    now: receipt.now,
    watermark: receipt.isSandbox ? "TEST" : undefined,
    runningHead: { left: company.name, right: title },
  });
  putHead(paper, receipt);
  putAmount(paper, receipt);
  for (const fact of factsOf(receipt)) putFact(paper, fact);
  return closePaper(paper, `${company.name} · ${title}`);
}

function putHead(paper: Paper, { company, paymentId }: Receipt): void {
  const { top, right } = page;
  const block = partyBlock(company, 14);
  putBlock(paper, block, top);
  const place = { x: right, align: "right" } as const;
  part(paper, paper.root, "H1", () =>
    putText(paper, "Receipt", { ...place, y: top - 7, size: 25, weight: "semibold" }),
  );
  part(paper, paper.root, "P", () =>
    putText(paper, `Payment ${paymentId}`, { ...place, y: top + 27, size: 11, colour: colours.muted }),
  );
  paper.y = top + Math.max(block.height, 50) + 34;
}

function putAmount(paper: Paper, { amount, currency, isSandbox }: Receipt): void {
  const x = page.left;
  part(paper, paper.root, "P", () => {
    putLabel(paper, `Amount paid (${currency})`, { x, y: paper.y, size: 9 });
    putText(paper, money(amount, currency), { x, y: paper.y + 13, size: 28, weight: "semibold" });
  });
  paper.y += 56;
  if (isSandbox) {
    const text = "A test payment: no real money moved.";
    part(paper, paper.root, "P", () =>
      putText(paper, text, { x, y: paper.y, size: 9.5, weight: "semibold", colour: "#a04a06" }),
    );
    paper.y += 18;
  }
  paper.y += 12;
}

type Fact = { label: string; value: string; linesMax: number };

/** As many lines as each may take without a second page. */
function factsOf(receipt: Receipt): Fact[] {
  const { amount, amountRefunded, currency } = receipt;
  const isRefunded = Number(amountRefunded) > 0;
  const facts: [label: string, value: string | null, linesMax?: number][] = [
    ["Paid on", showMoment(receipt.paidAt, receipt.timeZone)],
    ["For", receipt.label, 3],
    ["Invoice", receipt.invoiceNumber],
    ["Paid by", receipt.method && showMethod(receipt.method)],
    ["Payment service", receipt.gateway],
    ["Reference", receipt.gatewayReference, 2],
    ["Buyer", receipt.buyerEmail, 2],
    ["Refunded", isRefunded ? `${money(amountRefunded, currency)} of ${money(amount, currency)}` : null],
  ];
  return facts.flatMap(([label, value, linesMax = 1]) => (value?.trim() ? [{ label, value, linesMax }] : []));
}

const valueLeft = 190;

function putFact(paper: Paper, { label, value, linesMax }: Fact): void {
  const style = { size: 10 };
  const width = page.right - valueLeft;
  const lines = wrapShortened(value, linesMax, width, style);
  artifact(paper, () => rule(paper, paper.y));
  const y = paper.y + 7;
  part(paper, paper.root, "P", () => {
    putLabel(paper, label, { x: page.left, y, ...style });
    paper.y = putLines(paper, lines, { x: valueLeft, y, ...style }) + 6;
  });
}

import type { Language } from "../../../contract/languages.ts";
import { showMethod, showMoment } from "../../../platform/values/format.ts";
import { partyBlock, putBlock, putLogo } from "./letterhead.ts";
import { proofPageHeight, putProofPage } from "./payment-details.ts";
import {
  artifact,
  closePaper,
  colours,
  type Look,
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
import { documentTexts } from "./texts/texts.ts";
import { money, type Party } from "./wording.ts";

/** Everything a receipt shows. Amounts are decimal text. */
export type Receipt = {
  language: Language;
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
  invoices: readonly PaidInvoice[];
  /** As people know it. */
  gateway: string | null;
  gatewayReference: string | null;
  /** Of tax that the buyer withheld. */
  certificateNumber: string | null;
  /** "0" where nothing was. */
  amountRefunded: string;
  buyerEmail: string | null;
  /** For a payment of a part: what is left of the invoice, and its total. */
  left: { amount: string; total: string } | null;
  /** Where anybody can verify the file. */
  proofUrl: string;
  /** No real money moved. */
  isSandbox: boolean;
  /** The company's look, as it is now. */
  settings: Look;
  /** When the receipt is made. */
  now: Date;
};

/** An invoice that was paid, and with how much of the payment; null where all of it went to this one. */
export type PaidInvoice = { number: string; amount: string | null };

/** Always one page. The same receipt gives the same bytes. */
export async function renderReceiptPdf(receipt: Receipt): Promise<Buffer> {
  const { company, language } = receipt;
  const texts = documentTexts[language];
  const title = texts.receipt.title(receipt.paymentId);
  const paper = await openPaper({
    language,
    title,
    author: company.name,
    now: receipt.now,
    look: receipt.settings,
    watermark: receipt.isSandbox ? texts.marks.test : undefined,
    runningHead: { left: company.name, right: title },
  });
  putHead(paper, receipt);
  putAmount(paper, receipt);
  for (const fact of factsOf(receipt)) putFact(paper, fact);
  putProof(paper, receipt.proofUrl);
  return closePaper(paper, `${company.name} · ${title}`);
}

function putHead(paper: Paper, { company, paymentId }: Receipt): void {
  const { top, right } = page;
  const block = partyBlock(company, 14, paper.language);
  const logoHeight = putLogo(paper, company.name);
  putBlock(paper, block, top + logoHeight);
  const place = { x: right, align: "right" } as const;
  part(paper, paper.root, "H1", () =>
    putText(paper, paper.texts.receipt.heading, {
      ...{ ...place, y: top - 7 },
      ...{ size: 25, weight: "semibold", colour: paper.accent },
    }),
  );
  part(paper, paper.root, "P", () =>
    putText(paper, paper.texts.receipt.payment(paymentId), {
      ...place,
      y: top + 27,
      size: 11,
      colour: colours.muted,
    }),
  );
  paper.y = top + Math.max(logoHeight + block.height, 50) + 34;
}

function putAmount(paper: Paper, { amount, currency, isSandbox }: Receipt): void {
  const x = page.left;
  const texts = paper.texts.receipt;
  part(paper, paper.root, "P", () => {
    putLabel(paper, texts.amountPaid(currency), { x, y: paper.y, size: 9 });
    putText(paper, money(amount, currency, paper.language), {
      x,
      y: paper.y + 13,
      size: 28,
      weight: "semibold",
    });
  });
  paper.y += 56;
  if (isSandbox) {
    part(paper, paper.root, "P", () =>
      putText(paper, texts.test, { x, y: paper.y, size: 9.5, weight: "semibold", colour: colours.warning }),
    );
    paper.y += 18;
  }
  paper.y += 12;
}

type Fact = { label: string; value: string; linesMax: number };

/** As many lines as each may take without a second page. */
function factsOf(receipt: Receipt): Fact[] {
  const { amount, amountRefunded, currency, language, left } = receipt;
  const texts = documentTexts[language].receipt;
  const show = (given: string) => money(given, currency, language);
  const isRefunded = Number(amountRefunded) > 0;
  const facts: [label: string, value: string | null, linesMax?: number][] = [
    [texts.paidOn, showMoment(receipt.paidAt, receipt.timeZone, language)],
    [texts.paidFor, receipt.label, 3],
    [texts.invoices(receipt.invoices.length), invoicesOf(receipt), 3],
    [texts.paidBy, receipt.method && showMethod(receipt.method, language)],
    [texts.gateway, receipt.gateway],
    [texts.reference, receipt.gatewayReference, 2],
    [texts.certificate, receipt.certificateNumber],
    [texts.buyer, receipt.buyerEmail, 2],
    [texts.refunded, isRefunded ? texts.refundedOf(show(amountRefunded), show(amount)) : null],
    [texts.left, left && texts.leftOf(show(left.amount), show(left.total))],
  ];
  return facts.flatMap(([label, value, linesMax = 1]) => (value?.trim() ? [{ label, value, linesMax }] : []));
}

/** With a code, unless a long receipt leaves no space for it. */
function putProof(paper: Paper, url: string): void {
  const { receipt: texts, proofCode: code } = paper.texts;
  if (paper.y + proofPageHeight <= page.bottom) putProofPage(paper, { url, title: texts.proof, code });
  else putFact(paper, { label: texts.proof, value: url, linesMax: 2 });
}

const invoicesOf = ({ invoices, currency, language }: Receipt): string =>
  invoices
    .map(({ number, amount }) =>
      amount === null ? number : `${number}: ${money(amount, currency, language)}`,
    )
    .join(" · ");

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

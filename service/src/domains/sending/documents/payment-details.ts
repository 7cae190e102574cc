import { qrPng } from "../../../platform/qr.ts";
import { showIban } from "../../../platform/values/iban.ts";
import type { BankAccount } from "../document-settings/schema.ts";
import { widthOf } from "./fonts/line.ts";
import { colours, ensureSpace, leading, type Paper, page, part, putLines, putText } from "./pdf.ts";
import { wrap, wrapShortened } from "./text-fitting.ts";

/** Where a document can be seen online and paid, and the accounts to which its buyer can transfer money. */
export type PaymentDetails = {
  /** Of the buyer's page; null where the document has none. */
  pageUrl: string | null;
  /** Whether there is something to pay. */
  isPayable: boolean;
  /** What the transfer should name. */
  reference: string;
  currency: string;
  /** Of the company; those in other currencies are not shown. */
  accounts: readonly BankAccount[];
};

const side = 78;
const heading = { size: 10, weight: "semibold" } as const;
const body = { size: 8.5 } as const;
const line = body.size * leading;
const accountsLeft = 330;

/** The code and the link on the left, the accounts on the right. */
export function putPaymentDetails(paper: Paper, details: PaymentDetails): void {
  const { pageUrl } = details;
  const accountsAt = pageUrl === null ? page.left : accountsLeft;
  const accounts = details.isPayable ? accountBlocks(paper, details, page.right - accountsAt) : [];
  if (pageUrl === null && accounts.length === 0) return;
  const accountsHeight = accounts.reduce((height, block) => height + block.length * line + 6, 17);
  const height = Math.max(pageUrl === null ? 0 : side, accounts.length === 0 ? 0 : accountsHeight);
  ensureSpace(paper, 18 + height);
  paper.y += 18;
  const { y } = paper;
  if (pageUrl !== null) {
    const { payOnline, viewOnline, code } = paper.texts.payment;
    const title = details.isPayable ? payOnline : viewOnline;
    putCode(paper, { url: pageUrl, title, code }, accounts.length === 0 ? page.right : accountsLeft - 20);
  }
  if (accounts.length > 0) putAccounts(paper, accounts, accountsAt, y);
  paper.y = y + height;
}

/** Where anybody who has a document can verify it. */
export type ProofPage = {
  url: string;
  /** What can be done there. */
  title: string;
  /** What the code is, for those who can't see it. */
  code: string;
};

/** The code and the link for verifying a document that asks for no payment. */
export function putProofPage(paper: Paper, proof: ProofPage): void {
  ensureSpace(paper, proofPageHeight);
  paper.y += 18;
  putCode(paper, proof, page.right);
  paper.y += side;
}

export const proofPageHeight = 18 + side;

function putCode(paper: Paper, { url, title, code }: ProofPage, right: number): void {
  const { y } = paper;
  const image = qrPng(url);
  // The picture includes the code's quiet zone, four squares of eight pixels; the code itself should be flush with the
  // margin.
  const margin = (side * 32) / image.readUInt32BE(16);
  const draw = () => paper.doc.image(image, page.left - margin, y - margin, { width: side, height: side });
  const bbox = [page.left, y, page.left + side, y + side];
  part(paper, paper.root, "Figure", draw, { alt: code, bbox });
  const x = page.left + side + 8;
  part(paper, paper.root, "H2", () => putText(paper, title, { x, y, ...heading, colour: paper.accent }));
  const how = wrap(paper.texts.payment.scan, right - x, body);
  part(paper, paper.root, "P", () => putLines(paper, how, { x, y: y + 17, ...body, colour: colours.muted }));
  putLink(paper, url, { x, y: y + 17 + how.length * line + 2, width: right - x });
}

/** The whole address is printed, for those who read it on paper; each of its lines leads there. */
function putLink(paper: Paper, url: string, { x, y, width }: { x: number; y: number; width: number }): void {
  const { doc, root } = paper;
  const style = { size: 7.5, colour: paper.accent };
  const lines = wrap(url, width, style);
  const paragraph = doc.struct("P");
  root.add(paragraph);
  const link = doc.struct("Link");
  paragraph.add(link);
  link.add(() => putLines(paper, lines, { x, y, ...style }));
  const height = style.size * leading;
  lines.forEach((text, index) => {
    const options = { structParent: link, Contents: new String(url) };
    doc.link(x, y + index * height, widthOf(text, "regular", style.size), height, url, options as object);
  });
  paragraph.end();
}

/** The lines of each account. */
function accountBlocks(
  { texts }: Paper,
  { accounts, currency, reference }: PaymentDetails,
  width: number,
): string[][] {
  const { payment } = texts;
  const suitable = accounts.filter((account) => account.currency === currency);
  const blocks = suitable.map(({ name, bank, iban, account_number, bic, sort_code }) => {
    const codes = [bic && payment.bic(bic), sort_code && payment.sortCode(sort_code)].filter(Boolean);
    const number = iban === null ? payment.accountNumber(account_number!) : payment.iban(showIban(iban));
    return [bank, payment.accountName(name), number, codes.join(" · ")]
      .filter((text) => text !== "")
      .flatMap((text) => wrapShortened(text, 2, width, body));
  });
  return blocks.length === 0 ? [] : [...blocks, wrapShortened(payment.reference(reference), 2, width, body)];
}

function putAccounts(paper: Paper, blocks: readonly string[][], x: number, y: number): void {
  const title = paper.texts.payment.transfer;
  part(paper, paper.root, "H2", () => putText(paper, title, { x, y, ...heading, colour: paper.accent }));
  let next = y + 17;
  for (const lines of blocks) {
    part(paper, paper.root, "P", () => putLines(paper, lines, { x, y: next, ...body }));
    next += lines.length * line + 6;
  }
}

import { qrPng } from "../../../platform/qr.ts";
import type { InvoiceDocument } from "./invoice-pdf.ts";
import {
  ensureSpace,
  leading,
  type Paper,
  page,
  pageWidth,
  part,
  putLabel,
  putLines,
  putText,
} from "./pdf.ts";
import { wrap } from "./text-fitting.ts";

const heading = { size: 10, weight: "semibold" } as const;
const body = { size: 9 } as const;

type Registered = Pick<InvoiceDocument, "irn" | "fiscal" | "fiscal_status">;

/** For a registered document: its reference, and the code that a phone scans to check it. */
export function putFiscal(paper: Paper, invoice: Registered): void {
  const { irn } = invoice;
  if (!irn) return;
  const texts = paper.texts.fiscal;
  const side = 92;
  ensureSpace(paper, side + 30);
  paper.y += 24;
  const { y } = paper;
  const x = page.left + side + 16;
  const image = qrPng(fiscalCode(invoice));
  // The picture includes the code's quiet zone, four squares of eight pixels; the code itself should be flush with the
  // margin.
  const margin = (side * 32) / image.readUInt32BE(16);
  const draw = () => paper.doc.image(image, page.left - margin, y - margin, { width: side, height: side });
  part(paper, paper.root, "Figure", draw, {
    alt: texts.code,
    bbox: [page.left, y, page.left + side, y + side],
  });
  const title = invoice.fiscal_status === "cancelled" ? texts.cancelled : texts.registered;
  part(paper, paper.root, "H2", () => putText(paper, title, { x, y: y + 10, ...heading }));
  const lines = wrap(irn, page.right - x, body);
  part(paper, paper.root, "P", () => {
    putLabel(paper, texts.irn, { x, y: y + 30, size: 8 });
    putLines(paper, lines, { x, y: y + 42, ...body });
  });
  paper.y = y + Math.max(side, 42 + lines.length * body.size * leading);
}

// The capacity of a QR code in bytes, at the error correction level that qrPng uses.
const codeMax = 2331;

/** The text that the authority wants printed or, where it gave none that fits, the reference itself. */
function fiscalCode({ irn, fiscal }: Registered): string {
  const given = (fiscal as { qr?: unknown } | null)?.qr;
  return typeof given === "string" && given !== "" && Buffer.byteLength(given) <= codeMax ? given : irn!;
}

export function putNotes(
  paper: Paper,
  { notes }: Pick<InvoiceDocument, "notes">,
  title = paper.texts.invoice.notes,
): void {
  if (!notes?.trim()) return;
  const lines = wrap(notes.trim().replaceAll(/\n\s*\n\s*/g, "\n\n"), pageWidth, body);
  const height = body.size * leading;
  ensureSpace(paper, 42 + Math.min(lines.length, 3) * height);
  paper.y += 24;
  part(paper, paper.root, "H2", () => putText(paper, title, { x: page.left, y: paper.y, ...heading }));
  paper.y += 17;
  while (lines.length > 0) {
    if (paper.y + height > page.bottom) paper.startPage();
    const some = lines.splice(0, Math.floor((page.bottom - paper.y) / height));
    part(paper, paper.root, "P", () => putLines(paper, some, { x: page.left, y: paper.y, ...body }));
    paper.y += some.length * height;
  }
}

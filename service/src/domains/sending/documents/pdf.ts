import { setImmediate as nextTurn } from "node:timers/promises";
import PDFDocument from "pdfkit";
import type { Language } from "../../../contract/languages.ts";
import { readableOn } from "../../../platform/values/colour.ts";
import { closeUnusedFaces } from "./fonts/face.ts";
import { typeface, weights } from "./fonts/inter.ts";
import { layLine, type Piece, widthOf } from "./fonts/line.ts";
import { printable, replacement } from "./fonts/printable.ts";
import { type Style, shortened, wrapShortened } from "./text-fitting.ts";
import { type DocumentTexts, documentTexts } from "./texts/texts.ts";

/**
 * The pages that documents are drawn on: A4, upright or, for wide tables, across, with a running head, a foot and page numbers, and functions that place
 * text. Every part is tagged with its role (heading, paragraph, table) for screen readers; decoration is marked as
 * such.
 */
export type Paper = {
  doc: PDFKit.PDFDocument;
  page: PageShape;
  /** The vertical position of the next part, in points from the top. */
  y: number;
  /** The root of the document's structure; its parts are added in reading order. */
  root: PDFKit.PDFStructureElement;
  startPage: () => void;
  language: Language;
  texts: DocumentTexts;
  /** Of headings: the company's own colour, in a shade that can be read. */
  accent: string;
  /** The company's own text at the foot of every page. */
  footer: string | null;
  logo: Look["logo"];
  /** Whether a character was replaced, because no font has it. */
  isIncomplete: boolean;
};

type PageShape = Readonly<Record<"width" | "height" | "left" | "right" | "top" | "bottom", number>>;
export const page = { width: 595.28, height: 841.89, left: 50, right: 545.28, top: 50, bottom: 776 } as const;
const pageAcross = { width: 841.89, height: 595.28, left: 50, right: 791.89, top: 50, bottom: 529 } as const;
export const pageWidth = page.right - page.left;
export const colours = {
  ink: "#16202e",
  muted: "#536071",
  rule: "#d5dae1",
  watermark: "#eef0f4",
  warning: "#a04a06",
} as const;
/** Line height, as a multiple of the font size. */
export const leading = 1.42;

/** What a company chose for its documents. */
export type Look = {
  accent_colour: string | null;
  footer: string | null;
  /** Its picture is there where it is drawn. */
  logo: { width: number; height: number; png?: Uint8Array | undefined } | null;
};

type PaperOptions = {
  language: Language;
  title: string;
  author: string;
  /** Written into the file instead of the current time, so that the same document gives the same file. */
  now: Date;
  /** Whether its pages are wider than they are high. */
  isAcross?: boolean;
  /** The company's own, where it has any. */
  look?: Look | undefined;
  /** Across every page, behind the text. */
  watermark?: string | undefined;
  /** At the head of every page but the first. */
  runningHead: { left: string; right: string };
};

export async function openPaper(cover: PaperOptions): Promise<Paper> {
  typeface("regular");
  // Reading a font takes longer than printing a page, the first time.
  await nextTurn();
  const shape = cover.isAcross ? pageAcross : page;
  const doc = new PDFDocument({
    size: [shape.width, shape.height],
    // Page breaks are decided here: pdfkit must never start a page by itself.
    margins: { top: 0, bottom: 0, left: 0, right: 0 },
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: "1.7",
    // For archives: every font and the colours are in the file, and other files may be.
    subset: "PDF/A-3b",
    tagged: true,
    lang: cover.language,
    displayTitle: true,
    // No default font of pdfkit.
    font: null as never,
    info: {
      Title: metadata(cover.title),
      Author: metadata(cover.author),
      Creator: "Billfold",
      CreationDate: cover.now,
    },
  });
  // By name, because pdfkit compares a font object with all others each time.
  for (const weight of weights) doc.registerFont(weight, typeface(weight).font as string);
  const root = doc.struct("Document", { title: cover.title });
  doc.addStructure(root);
  const paper: Paper = {
    ...{ doc, page: shape, root, y: shape.top, isIncomplete: false },
    ...{ language: cover.language, texts: documentTexts[cover.language] },
    accent: cover.look?.accent_colour ? readableOn("#ffffff", cover.look.accent_colour) : colours.ink,
    footer: cover.look?.footer ?? null,
    logo: cover.look?.logo ?? null,
    startPage: () => startPage(paper, cover),
  };
  paper.startPage();
  return paper;
}

/**
 * pdfkit writes these both as PDF text and, unescaped, into XML: it uses the value for one and its string form for the
 * other.
 */
function metadata(text: string): string {
  const clean = text.replace(/\p{Cc}/gu, " ");
  const escaped = clean.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
  return Object.assign(new String(clean), { toString: () => escaped }) as string;
}

function startPage(paper: Paper, { watermark, runningHead }: PaperOptions): void {
  const { doc, page } = paper;
  const isFirst = doc.bufferedPageRange().count === 0;
  doc.addPage();
  paper.y = page.top;
  if (watermark) artifact(paper, () => drawWatermark(paper, watermark), "Pagination");
  if (isFirst) return;
  artifact(
    paper,
    () => {
      const style = { size: 8, colour: colours.muted };
      const rightWidth = widthOf(runningHead.right, "regular", style.size);
      const left = shortened(runningHead.left, page.right - page.left - rightWidth - 20, style);
      putText(paper, left, { x: page.left, y: page.top - 14, ...style });
      putText(paper, runningHead.right, { x: page.right, y: page.top - 14, align: "right", ...style });
      rule(paper, page.top + 2);
    },
    "Pagination",
  );
  paper.y = page.top + 18;
}

// Along the diagonal of the page.
const watermarkLength = 760;

function drawWatermark({ doc, page }: Paper, word: string): void {
  const size = Math.min(150, watermarkLength / widthOf(word, "semibold", 1));
  const width = widthOf(word, "semibold", size);
  const slope = page.width < page.height ? 52 : 33;
  doc.save().rotate(-slope, { origin: [page.width / 2, page.height / 2] });
  doc.font("semibold", size).fillColor(colours.watermark);
  doc.text(word, (page.width - width) / 2, page.height / 2 - size * 0.6, { lineBreak: false });
  doc.restore();
}

/** Numbers the pages and returns the file. */
export async function closePaper(paper: Paper, foot: string): Promise<Buffer> {
  const { doc, root, page } = paper;
  const width = page.right - page.left;
  const { count } = doc.bufferedPageRange();
  const style = { size: 8, colour: colours.muted };
  const left = shortened(foot, width - 80, style);
  const footerStyle = { size: 7, colour: colours.muted };
  const footer = paper.footer === null ? [] : wrapShortened(paper.footer, 2, width, footerStyle);
  const note = paper.isIncomplete && paper.texts.notPrintable(replacement);
  for (let index = 0; index < count; index++) {
    doc.switchToPage(index);
    artifact(
      paper,
      () => {
        const y = page.height - 42;
        rule(paper, y - 8);
        if (note) putText(paper, note, { x: page.left, y: y - 21, ...style });
        putText(paper, left, { x: page.left, y, ...style });
        putText(paper, `${index + 1} / ${count}`, { x: page.right, y, align: "right", ...style });
        putLines(paper, footer, { x: page.left, y: y + 13, ...footerStyle });
      },
      "Pagination",
    );
  }
  root.end();
  const pieces: Buffer[] = [];
  doc.on("data", (piece: Buffer) => pieces.push(piece));
  const written = new Promise((resolve, reject) => doc.on("end", resolve).on("error", reject));
  await nextTurn();
  doc.end();
  await written;
  closeUnusedFaces();
  return Buffer.concat(pieces);
}

export type Attachment = { name: string; mediaType: string; description: string; content: Buffer; now: Date };

/** A file within the file, which says the same as the pages to a program. */
export function attach({ doc }: Paper, { name, mediaType, description, content, now }: Attachment): void {
  doc.file(content, {
    ...{ name, type: mediaType, description, relationship: "Alternative" },
    ...{ creationDate: now, modifiedDate: now },
  });
}

/** Yields to other requests between the pages of a long document. */
export const yieldToEventLoop = nextTurn;

/** Continues on this page or, if too little of it is left, on the next. */
export function ensureSpace(paper: Paper, height: number): void {
  if (paper.y + height > paper.page.bottom) paper.startPage();
}

/** Decoration, and whatever repeats on every page: skipped by screen readers. */
export function artifact({ doc }: Paper, draw: () => void, type: "Layout" | "Pagination" = "Layout"): void {
  doc.markContent("Artifact", { type });
  draw();
  doc.endMarkedContent();
}

// The types lag behind pdfkit, which knows the scope of a heading cell and the position of a figure.
type PartOptions = PDFKit.Mixins.StructureElementOptions & { scope?: "Column" | "Row"; bbox?: number[] };

/** Draws a part of the document and tags it with its role. */
export function part(
  { doc }: Paper,
  parent: PDFKit.PDFStructureElement,
  type: string,
  draw: () => void,
  options: PartOptions = {},
): void {
  parent.add(doc.struct(type, options, draw));
}

export type Place = { x: number; y: number; align?: "left" | "right" };

/** One line. Right-aligned, it ends at `x`. */
export function putText(paper: Paper, text: string, { x, y, align, ...style }: Place & Style): void {
  const { doc } = paper;
  const { size, weight = "regular", colour = colours.ink } = style;
  const shown = printable(text);
  // Most lines were made printable when they were wrapped.
  if (shown.includes(replacement)) paper.isIncomplete = true;
  const line = layLine(shown, weight);
  const start = align === "right" ? x - line.width * size : x;
  doc.fillColor(colour);
  for (const piece of line.pieces) {
    if (piece.actual !== undefined) doc.markContent("Span", { actual: piece.actual });
    putPiece(doc, piece, { x: start + piece.x * size, y, size, weight });
    if (piece.actual !== undefined) doc.endMarkedContent();
  }
}

function putPiece(
  doc: PDFKit.PDFDocument,
  { face, printed }: Piece,
  at: Place & Required<Omit<Style, "colour">>,
): void {
  const { x, y, size, weight } = at;
  if (!face) {
    doc.font(weight, size).text(printed, x, y, { lineBreak: false });
    return;
  }
  // By name, because pdfkit compares a font object with all others each time.
  doc.registerFont(face.name, face.font as string);
  // All fonts share the baseline of Inter. Given a list of features, even an empty one, pdfkit lays out the
  // text as a whole instead of word by word.
  const baseline = y + typeface(weight).ascent * size;
  doc
    .font(face.name, size)
    .text(printed, x, baseline, { lineBreak: false, baseline: "alphabetic", features: [] });
}

/** Draws a label beside its value. The space is for screen readers, which read the two as one text. */
export function putLabel(paper: Paper, label: string, place: Place & Style): void {
  putText(paper, `${label} `, { colour: colours.muted, ...place });
}

/** Draws lines below each other; returns the position of the next one. */
export function putLines(paper: Paper, lines: string[], place: Place & Style): number {
  let { y } = place;
  for (const line of lines) {
    putText(paper, line, { ...place, y });
    y += place.size * leading;
  }
  return y;
}

export function rule(
  { doc, page }: Paper,
  y: number,
  from: number = page.left,
  to: number = page.right,
  colour: string = colours.rule,
): void {
  doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).strokeColor(colour).stroke();
}

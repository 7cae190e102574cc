import type { Language } from "../../../contract/languages.ts";
import { widthOf } from "./fonts/line.ts";
import { colours, ensureSpace, leading, type Paper, part, putLabel, putLines, putText } from "./pdf.ts";
import { wrap, wrapShortened } from "./text-fitting.ts";
import { type Party, partyLines } from "./wording.ts";

const width = 275;
// More than any real name and address need, and few enough that two blocks fit on a page.
const nameLinesMax = 5;
const linesMax = 18;

const particularsStyle = { size: 9, colour: colours.muted };

/** Name and particulars of a company or a customer, ready to be put to the left. */
export type Block = { name: string[]; nameSize: number; particulars: string[]; height: number };

export function partyBlock(party: Party, nameSize: number, language: Language): Block {
  const name = wrapShortened(party.name, nameLinesMax, width, { size: nameSize, weight: "semibold" });
  const particulars = wrapAll(partyLines(party, language));
  const height = (name.length * nameSize + particulars.length * particularsStyle.size) * leading + 2;
  return { name, nameSize, particulars, height };
}

/** Each part is shortened if there is too much: the tax number, which comes last, must not be lost. */
function wrapAll(lines: string[]): string[] {
  if (lines.length === 0) return [];
  const whole = wrap(lines.join("\n"), width, particularsStyle);
  if (whole.length <= linesMax) return whole;
  const fewer = lines.map((line) => wrapShortened(line, 2, width, particularsStyle));
  return fewer.flatMap(([first, second]) => (second === undefined ? [`${first} `] : [first!, `${second} `]));
}

export function putBlock(paper: Paper, { name, nameSize, particulars }: Block, y: number): void {
  const x = paper.page.left;
  let next = y;
  part(paper, paper.root, "P", () => {
    next = putLines(paper, name, { x, y, size: nameSize, weight: "semibold" });
  });
  if (particulars.length === 0) return;
  part(paper, paper.root, "P", () => putLines(paper, particulars, { x, y: next + 2, ...particularsStyle }));
}

const logoWidthMax = 180;
const logoHeightMax = 56;

/** The company's logo, above its name; returns the height that it takes. */
export function putLogo(paper: Paper, company: string): number {
  const { logo, page } = paper;
  if (!logo?.png) return 0;
  const scale = Math.min(logoWidthMax / logo.width, logoHeightMax / logo.height);
  const [width, height] = [logo.width * scale, logo.height * scale];
  const picture = Buffer.from(logo.png);
  const draw = () => paper.doc.image(picture, page.left, page.top - 6, { width, height });
  const bbox = [page.left, page.top - 6, page.left + width, page.top - 6 + height];
  part(paper, paper.root, "Figure", draw, { alt: company, bbox });
  return height + 6;
}

/** A word in a frame. */
type Mark = { word: string; colour: string };

export type Letterhead = {
  supplier: Party;
  heading: string;
  name: string;
  mark?: Mark | undefined;
  /** Says that the document is not a real one. */
  test?: string | undefined;
};

/** The supplier on the left, the document's title on the right. */
export function putLetterhead(paper: Paper, { heading, name, mark, test, ...given }: Letterhead): void {
  const { page } = paper;
  const { top } = page;
  const supplier = partyBlock(given.supplier, 14, paper.language);
  const logoHeight = putLogo(paper, given.supplier.name);
  putBlock(paper, supplier, top + logoHeight);
  const place = { x: page.right, align: "right" } as const;
  part(paper, paper.root, "H1", () =>
    putText(paper, heading, { ...place, y: top - 7, size: 25, weight: "semibold", colour: paper.accent }),
  );
  part(paper, paper.root, "P", () =>
    putText(paper, name, { ...place, y: top + 27, size: 11, colour: colours.muted }),
  );
  let below = top + 48;
  if (mark) {
    part(paper, paper.root, "P", () => putMark(paper, mark, below));
    below += 28;
  }
  if (test) {
    const style = { size: 9, weight: "semibold", colour: colours.warning } as const;
    part(paper, paper.root, "P", () => putText(paper, test, { ...place, y: below, ...style }));
    below += 15;
  }
  paper.y = Math.max(top + logoHeight + supplier.height, below + 2) + 22;
}

function putMark(paper: Paper, { word, colour }: Mark, y: number): void {
  const size = 11;
  const markWidth = widthOf(word, "semibold", size) + 20;
  const height = 21;
  const { page } = paper;
  paper.doc
    .roundedRect(page.right - markWidth, y, markWidth, height, 3)
    .lineWidth(1.2)
    .strokeColor(colour)
    .stroke();
  const place = { x: page.right - 10, y: y + 3.8, align: "right" } as const;
  putText(paper, word, { ...place, size, weight: "semibold", colour });
}

export type Fact = { label: string; value: string; isStrong?: boolean };

const factsWidth = 195.28;
// The longest label beside a value is "Bon de commande".
const labelWidth = 85;

/** The customer on the left, dates and the like on the right. */
export function putParties(
  paper: Paper,
  party: Party,
  facts: readonly Fact[],
  heading = paper.texts.invoice.billTo,
): void {
  const customer = partyBlock(party, 10.5, paper.language);
  ensureSpace(paper, customer.height + 13);
  const { y, page } = paper;
  const factsLeft = page.right - factsWidth;
  const title = { size: 8, weight: "semibold", colour: colours.muted } as const;
  part(paper, paper.root, "H2", () => putText(paper, heading, { x: page.left, y, ...title }));
  putBlock(paper, customer, y + 13);
  let next = y;
  for (const { label, value, isStrong } of facts) {
    const style = { size: 9, weight: isStrong ? "semibold" : "regular" } as const;
    part(paper, paper.root, "P", () => {
      putLabel(paper, label, { x: factsLeft, y: next, size: 9 });
      for (const line of wrap(value, factsWidth - labelWidth, style)) {
        putText(paper, line, { x: page.right, y: next, align: "right", ...style });
        next += 9 * leading;
      }
    });
    next += 3;
  }
  paper.y = Math.max(y + 13 + customer.height, next) + 22;
}

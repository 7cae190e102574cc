import type { Language } from "../../../contract/languages.ts";
import { colours, leading, type Paper, page, part, putLines } from "./pdf.ts";
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
  const x = page.left;
  let next = y;
  part(paper, paper.root, "P", () => {
    next = putLines(paper, name, { x, y, size: nameSize, weight: "semibold" });
  });
  if (particulars.length === 0) return;
  part(paper, paper.root, "P", () => putLines(paper, particulars, { x, y: next + 2, ...particularsStyle }));
}

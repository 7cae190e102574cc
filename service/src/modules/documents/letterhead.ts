import { wrapShortened } from "./fit.ts";
import { colours, leading, type Paper, page, part, putLines } from "./pdf.ts";
import { type Party, partyLines } from "./wording.ts";

const width = 275;
// More than anybody's real name and address take, and little enough that two fit on a page.
const nameLinesMax = 5;
const linesMax = 18;

const particularsStyle = { size: 9, colour: colours.muted };

/** Name and particulars of a company or a customer, ready to be put to the left. */
export type Block = { name: string[]; nameSize: number; particulars: string[]; height: number };

export function partyBlock(party: Party, nameSize: number): Block {
  const name = wrapShortened(party.name, nameLinesMax, width, { size: nameSize, weight: "semibold" });
  const lines = partyLines(party);
  const text = lines.join("\n");
  const particulars = text === "" ? [] : wrapShortened(text, linesMax, width, particularsStyle);
  const height = (name.length * nameSize + particulars.length * particularsStyle.size) * leading + 2;
  return { name, nameSize, particulars, height };
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

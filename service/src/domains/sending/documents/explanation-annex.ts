import type { Weight } from "./fonts/inter.ts";
import { widthOf } from "./fonts/line.ts";
import { colours, type Paper, page, pageWidth, part, putLines, putText, yieldToEventLoop } from "./pdf.ts";
import { type CellLine, openTable, putRow } from "./table.ts";
import { wrap } from "./text-fitting.ts";
import type { DocumentTexts } from "./texts/texts.ts";
import { price } from "./wording.ts";

type Step = {
  rule: string;
  /** What EN 16931 calls it. */
  reference: string | null;
  amount: number;
  text: string;
  inputs: Readonly<Record<string, string | number>>;
  rounding: { exact: string; method: "half_up" | "largest_remainder" } | null;
};

/** How an amount of the document came about, in the document's language. */
export type ExplainedAmount = Omit<Step, "rounding" | "inputs"> & {
  name: string;
  currency: string;
  parts: readonly (Step & { parts: readonly Step[] })[];
};

const size = 8.5;
const gap = 12;
const indent = 12;
const rowsATurn = 25;

/** After the document, from a page of its own: every amount, the parts that add up to it, and the rules behind them. */
export async function putExplanation(paper: Paper, amounts: readonly ExplainedAmount[]): Promise<void> {
  const { explanation: texts } = paper.texts;
  paper.startPage();
  const heading = { size: 13, weight: "semibold", colour: paper.accent } as const;
  part(paper, paper.root, "H1", () =>
    putText(paper, texts.heading, { x: page.left, y: paper.y, ...heading }),
  );
  paper.y += 22;
  const intro = wrap(texts.intro, pageWidth, { size: 9 });
  part(paper, paper.root, "P", () => {
    paper.y = putLines(paper, intro, { x: page.left, y: paper.y, size: 9, colour: colours.muted });
  });
  paper.y += 8;
  const rows = amounts.filter(({ name }) => !isStep.test(name)).flatMap((amount) => rowsOf(amount, texts));
  const shown = rows.map(({ amount, currency }) => price(amount, currency, paper.language));
  const width = Math.max(
    ...shown.map((text) => widthOf(text, "semibold", size)),
    widthOf(texts.amount, "semibold", size),
  );
  const textWidth = pageWidth - width - gap;
  const table = openTable(paper, {
    ...{ x: page.left, size, gap },
    columns: [
      { title: texts.step, width: textWidth },
      { title: texts.amount, width, align: "right" },
    ],
  });
  for (const [index, row] of rows.entries()) {
    putRow(paper, table, [describe(paper, row, textWidth), [{ text: shown[index]!, weight: weightOf(row) }]]);
    if (index % rowsATurn === rowsATurn - 1) await yieldToEventLoop();
  }
}

// These are steps of the net amount of their line, and are shown there.
const isStep = /^lines\[\d+\]\.(gross|discount|charge)_amount$/;

type Row = Omit<Step, "inputs"> & { depth: number; currency: string; shownAt?: string };

const weightOf = ({ depth }: Row): Weight => (depth === 0 ? "semibold" : "regular");

function rowsOf(explained: ExplainedAmount, texts: DocumentTexts["explanation"]): Row[] {
  const { name, currency, parts, ...amount } = explained;
  // Programs count lines from 0, and people from 1.
  const [, line] = /^lines\[(\d+)\]/.exec(name) ?? [];
  const text = line === undefined ? amount.text : texts.line(Number(line) + 1, amount.text);
  return [
    { ...amount, text, rule: `${name} · ${amount.rule}`, rounding: null, depth: 0, currency },
    ...parts.flatMap(({ parts: steps, ...step }): Row[] => {
      // The steps of a line are shown under the line's own amount, and are too many to be repeated.
      if (step.rule === "line.net" && steps.length > 0)
        return [{ ...step, depth: 1, currency, shownAt: texts.shownAt(Number(step.inputs.line)) }];
      return [{ ...step, depth: 1, currency }, ...steps.map((inner) => ({ ...inner, depth: 2, currency }))];
    }),
  ];
}

/** In words, and below them in small print what an auditor looks up: the rule, its reference, and what was rounded. */
function describe({ texts: { explanation: texts } }: Paper, row: Row, width: number): CellLine[] {
  const { depth, text, rule, reference, rounding, shownAt } = row;
  const weight = weightOf(row);
  const small = { size: size - 1.5, colour: colours.muted };
  const exact = rounding && texts[rounding.method](rounding.exact);
  const details = [rule, reference, exact, shownAt].filter(Boolean).join(" · ");
  const left = depth * indent;
  return [
    ...wrap(text, width - left, { size, weight }).map((line) => ({ text: line, weight, indent: left })),
    ...wrap(details, width - left, small).map((line) => ({ text: line, indent: left, ...small })),
  ];
}

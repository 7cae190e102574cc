import { createHash } from "node:crypto";
import type { Area } from "./areas.ts";

export type Mutant = {
  id: string;
  area: Area;
  kind: "code" | "sql";
  file: string;
  line: number;
  /** What was done, such as EqualityOperator, or "no tenant condition". */
  mutator: string;
  original: string;
  replacement: string;
  /** Where in the text of the file, in UTF-16 units. */
  start: number;
  end: number;
};

/** The same for the same change of the same text, so that results of an earlier run can be found again. */
export function mutantId(text: string, { file, start, end, replacement }: Omit<Mutant, "id">): string {
  const parts = [createHash("sha256").update(text).digest("hex"), file, start, end, replacement];
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 12);
}

export const mutate = (
  text: string,
  { start, end, replacement }: Pick<Mutant, "start" | "end" | "replacement">,
) => text.slice(0, start) + replacement + text.slice(end);

export const lineAt = (text: string, offset: number) => text.slice(0, offset).split("\n").length;

/**
 * So many of them, the same ones for the same seed. Each has a rank of its own, so that a new mutant changes nothing
 * about the choice among the others; areas and kinds get equal shares, and what one has too few for, the others get.
 */
export function choose(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const rank = ({ id }: Mutant) => createHash("sha256").update(`${seed} ${id}`).digest("hex");
  const ranked = mutants
    .map((mutant) => ({ mutant, rank: rank(mutant) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const groups = Map.groupBy(ranked, ({ mutant }) => `${mutant.area} ${mutant.kind}`);
  const turns = [...groups.values()].flatMap((group) => group.map((each, turn) => ({ ...each, turn })));
  turns.sort((a, b) => a.turn - b.turn || (a.rank < b.rank ? -1 : 1));
  return turns.slice(0, count).map(({ mutant }) => mutant);
}

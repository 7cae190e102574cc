import { createHash } from "node:crypto";
import type { Area } from "./areas.ts";

export type Mutant = {
  id: string;
  area: Area;
  kind: "code" | "sql";
  file: string;
  line: number;
  /** The kind of change, such as EqualityOperator or "no tenant condition". */
  mutator: string;
  original: string;
  replacement: string;
  /** The position in the file's text, in UTF-16 units. */
  start: number;
  end: number;
};

/** The same change of the same text has the same id, so that results of an earlier run are found again. */
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
 * Selects `count` mutants, the same ones for the same seed. Each has its own rank, so that a new mutant does not
 * affect the choice among the others; areas and kinds get equal shares, and unused shares go to the others.
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

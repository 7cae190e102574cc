import type { Mutant } from "./mutants.ts";

type Equivalent = { file: string; original: string; replacement: string; why: string };

/**
 * Survivors that no test can notice, because nothing changes that a caller could see. Each was looked at; a change of
 * the line ends its exemption.
 */
export const equivalents: readonly Equivalent[] = [];

const plain = (text: string) => text.replace(/\s+/g, " ").trim();

export function reasonOf(mutant: Pick<Mutant, "file" | "original" | "replacement">): string | undefined {
  return equivalents.find(
    ({ file, original, replacement }) =>
      mutant.file.endsWith(file) &&
      plain(mutant.original) === plain(original) &&
      plain(mutant.replacement) === plain(replacement),
  )?.why;
}

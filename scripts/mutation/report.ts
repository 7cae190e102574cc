import { areas } from "./areas.ts";
import { reasonOf } from "./equivalent.ts";
import type { Mutant } from "./mutants.ts";
import type { Verdict } from "./trial.ts";

export type Result = {
  mutant: Mutant;
  verdict: Verdict;
  tests: string[];
  noticedBy: string;
  seconds: number;
};

type Tally = { killed: number; survived: number; undecided: number; equivalent: number; invalid: number };

/** Undecided mutants count against the score, because no test is known to notice them. */
export function score({ killed, survived, undecided }: Tally): string {
  const all = killed + survived + undecided;
  return all === 0 ? "–" : `${((100 * killed) / all).toFixed(1)} %`;
}

export function tally(results: readonly Result[]): Tally {
  const counts: Tally = { killed: 0, survived: 0, undecided: 0, equivalent: 0, invalid: 0 };
  for (const { mutant, verdict } of results) {
    counts[verdict === "survived" && reasonOf(mutant) ? "equivalent" : verdict] += 1;
  }
  return counts;
}

export function reportOf(results: readonly Result[], heading: string): string {
  const rows = areas.flatMap((area) =>
    (["code", "sql"] as const).map((kind) => {
      const group = results.filter(({ mutant }) => mutant.area === area && mutant.kind === kind);
      return group.length === 0 ? [] : [row(`${area}, ${kind}`, tally(group))];
    }),
  );
  const of = (verdict: Verdict, isEquivalent: boolean) =>
    results.filter(
      (each) => each.verdict === verdict && (reasonOf(each.mutant) !== undefined) === isEquivalent,
    );
  return [
    "# Mutation testing",
    heading,
    [
      "| area | score | killed | survived | undecided | equivalent | invalid |",
      "|---|---|---|---|---|---|---|",
      ...rows.flat(),
      row("**all**", tally(results)),
    ].join("\n"),
    "## Survived",
    of("survived", false).map(describe).join("\n") || "None.",
    "## Undecided: a time-out or a lost connection, and no failed expectation",
    of("undecided", false).concat(of("undecided", true)).map(describe).join("\n") || "None.",
    "## Equivalent: nothing that a caller could see changes",
    of("survived", true)
      .map((each) => `${describe(each)}\n  Why: ${reasonOf(each.mutant)}`)
      .join("\n") || "None.",
  ].join("\n\n");
}

const row = (name: string, counts: Tally) =>
  `| ${[name, score(counts), counts.killed, counts.survived, counts.undecided, counts.equivalent, counts.invalid].join(" | ")} |`;

function describe({ mutant, tests, noticedBy }: Result): string {
  const short = (text: string) => text.replace(/\s+/g, " ").trim().slice(0, 160);
  const change = `\`${short(mutant.original)}\` → \`${short(mutant.replacement) || " "}\``;
  const ran = tests.length > 0 ? `tests that ran: ${tests.join(", ")}` : "no test reaches it";
  const said = noticedBy ? `; ${short(noticedBy)}` : "";
  return `- ${mutant.file}:${mutant.line} ${mutant.mutator} (${mutant.id}): ${change}\n  ${ran}${said}`;
}

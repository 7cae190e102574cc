import type { Fence } from "./fences.ts";

/** The actions of a reader for a guide's blocks, in order. */
export type Step = {
  /**
   * `start` is the reader's `npm start`; a `terminal` is another one, in which the snippet keeps running; a `file` is
   * saved, and run by a later shell snippet or not at all.
   */
  kind: "start" | "shell" | "terminal" | "program" | "file";
  language: string;
  code: string;
  line: number;
  needs: string[];
  /** The name under which the block is saved. */
  file: string | undefined;
  /** The output that the guide shows. */
  printed: string | undefined;
};

/** The command that runs a program of each language. The service includes Node; the others may not be installed. */
export const runners: ReadonlyMap<string, string> = new Map([
  ["python", "python3"],
  ["php", "php"],
  ["java", "java"],
]);

/** These are shown and not run. A block in any language that is not listed here is a mistake. */
const shown = ["json", "js", "html", "http", "ini", "nginx", "yaml", "dockerfile", "sql"];

export const languages = ["sh", "ts", "text", ...runners.keys(), ...shown];

export function stepsOf(fences: readonly Fence[]): Step[] {
  return fences.flatMap((fence, at): Step[] => {
    const { language, code, line } = fence;
    const kind = kindOf(fence, fences.slice(at + 1));
    if (!kind) return [];
    if (fence.part) return isLastPart(fences, at) ? [joined(fences, language)] : [];
    const runner = runners.get(language);
    const needs = runner === undefined ? fence.needs : [...fence.needs, runner];
    const printed = printedBy(kind, fences[at + 1]);
    // Without output, neither a reader nor this test could know when the next snippet may start.
    if (kind === "terminal" && printed === undefined) {
      throw new Error(`line ${line}: a block that stays is followed by what it prints once it is ready`);
    }
    return [{ kind, language, code, line, needs, file: fileName(fence), printed }];
  });
}

const isLastPart = (fences: readonly Fence[], at: number) =>
  !fences.slice(at + 1).some(({ part, language }) => part && language === fences[at]!.language);

/** The parts of a program, run as one when the last of them is read. It prints what is shown below each part. */
function joined(fences: readonly Fence[], language: string): Step {
  const parts = fences.flatMap((fence, at) =>
    fence.part && fence.language === language ? [{ fence, at }] : [],
  );
  const printed = parts.map(({ at }) => printedBy("program", fences[at + 1]));
  if (printed.includes(undefined))
    throw new Error(`line ${parts[0]!.fence.line}: each part of a program is followed by what it prints`);
  const runner = runners.get(language);
  return {
    kind: "program",
    language,
    code: parts.map(({ fence }) => fence.code).join("\n"),
    line: parts[0]!.fence.line,
    needs: runner === undefined ? [] : [runner],
    file: undefined,
    printed: printed.join(""),
  };
}

function kindOf(fence: Fence, later: readonly Fence[]): Step["kind"] | undefined {
  const { language, stays, line } = fence;
  if (stays && language !== "sh") throw new Error(`line ${line}: only an sh block can stay`);
  if (language === "sh" && startSettings(fence.code)) return "start";
  if (language === "sh") return stays ? "terminal" : "shell";
  const file = fileName(fence);
  if (language === "ts" || runners.has(language)) return file && isRunBy(later, file) ? "file" : "program";
  return file && language === "js" ? "file" : undefined;
}

const isRunBy = (later: readonly Fence[], file: string) =>
  later.some(({ language, code }) => language === "sh" && code.includes(file));

/** A first line such as `// receiver.ts` is the name under which the block is saved. */
const fileName = ({ code }: Fence) =>
  /^(?:\/\/|#|<\?php \/\/) ([\w.-]+\.(?:[mc]?[jt]s|py|php|java))$/.exec(code.split("\n", 1)[0]!)?.[1];

/** An output is directly below its snippet. That of the start may follow a sentence. */
function printedBy(kind: Step["kind"], next: Fence | undefined): string | undefined {
  if (next?.language !== "text" || kind === "file") return undefined;
  return next.followsDirectly || kind === "start" ? next.code : undefined;
}

/**
 * The settings of the block's `npm start`, or undefined if it has none. The service already runs when a guide's
 * snippets are run, so such a block must contain no other command that would have to be run.
 */
export function startSettings(code: string): Record<string, string> | undefined {
  const commands = code
    .split("\n")
    .map((text) => text.replace(/(^|\s)#.*$/, "").trim())
    .filter(Boolean);
  const starts = commands.filter((text) => /^(\w+=\S* )*npm start$/.test(text));
  const [start] = starts;
  if (start === undefined) return undefined;
  const others = commands.filter((text) => text !== start && !/^(git clone|cd) /.test(text));
  if (starts.length > 1 || others.length > 0) {
    throw new Error(`'npm start' must stand in a block of its own, without '${others[0] ?? start}'`);
  }
  const settings = start.split(" ").filter((word) => word.includes("="));
  return Object.fromEntries(settings.map((word) => word.split(/=(.*)/s, 2) as [string, string]));
}

import type { Fence } from "./fences.ts";

/** What a reader does with a guide's blocks, one after the other. */
export type Step = {
  /** `start` is the reader's `npm start`; a `file` is saved, and run by a shell snippet further down, or not at all. */
  kind: "start" | "shell" | "program" | "file";
  code: string;
  line: number;
  needs: string[];
  /** Under which name the block is to be saved. */
  file: string | undefined;
  /** What the guide says it prints. */
  printed: string | undefined;
};

/** These are shown and not run. A block in any other language than these, `sh`, `ts` and `text` is a slip of the pen. */
const shown = ["json", "js", "html", "http", "ini", "nginx", "yaml", "dockerfile", "sql"];

export const languages = ["sh", "ts", "text", ...shown];

export function stepsOf(fences: readonly Fence[]): Step[] {
  return fences.flatMap((fence, at): Step[] => {
    const { code, line, needs } = fence;
    const kind = kindOf(fence, fences.slice(at + 1));
    if (!kind) return [];
    return [{ kind, code, line, needs, file: fileName(fence), printed: printedBy(kind, fences[at + 1]) }];
  });
}

function kindOf(fence: Fence, later: readonly Fence[]): Step["kind"] | undefined {
  const file = fileName(fence);
  if (fence.language === "sh") return startSettings(fence.code) ? "start" : "shell";
  if (fence.language === "ts") return file && isRunBy(later, file) ? "file" : "program";
  return file && fence.language === "js" ? "file" : undefined;
}

const isRunBy = (later: readonly Fence[], file: string) =>
  later.some(({ language, code }) => language === "sh" && code.includes(file));

/** A first line such as `// receiver.ts` is the name to save the block under. */
const fileName = ({ code }: Fence) => /^\/\/ ([\w.-]+\.[mc]?[jt]s)$/m.exec(code.split("\n", 1)[0]!)?.[1];

/** An output stands right below its snippet. That of the start may have a sentence before it. */
function printedBy(kind: Step["kind"], next: Fence | undefined): string | undefined {
  if (next?.language !== "text" || kind === "file") return undefined;
  return next.followsDirectly || kind === "start" ? next.code : undefined;
}

/**
 * The settings of the block's `npm start`, or undefined if the block is none. The service runs already when a guide's
 * snippets do, so such a block must hold nothing else that would have to be run.
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

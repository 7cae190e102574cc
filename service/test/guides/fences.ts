/** A fenced block of a Markdown file. */
export type Fence = {
  language: string;
  /** The words after the language, such as `needs=pg_dump`. */
  needs: string[];
  /** `sh stays`: the snippet keeps running, in a separate terminal. */
  stays: boolean;
  /** `ts part`: a part of one program, whose parts are all blocks of the page in that language that say so. */
  part: boolean;
  code: string;
  /** The first line of the code, counted from 1. */
  line: number;
  /** Only empty lines are between this block and the previous one. */
  followsDirectly: boolean;
};

/** All fenced blocks of a page, in order. */
export function readFences(markdown: string): Fence[] {
  const fences: Fence[] = [];
  const lines = markdown.split("\n");
  let followsDirectly = false;
  for (let at = 0; at < lines.length; at++) {
    const opening = /^(?<indent> *)(?<marks>`{3,}|~{3,})(?<info>[^`]*)$/.exec(lines[at]!)?.groups;
    if (!opening) {
      if (lines[at]!.trim() !== "") followsDirectly = false;
      continue;
    }
    const { indent = "", marks = "", info = "" } = opening;
    const end = lines.findIndex((text, index) => index > at && isClosing(text, marks));
    if (end === -1) throw new Error(`line ${at + 1}: this fence is never closed`);
    const [language = "", ...attributes] = info.trim().split(/\s+/);
    const code = lines
      .slice(at + 1, end)
      .map((text) => text.replace(new RegExp(`^ {0,${indent.length}}`), ""));
    fences.push({
      language,
      needs: attributes.flatMap(needsOf),
      stays: attributes.includes("stays"),
      part: attributes.includes("part"),
      code: code.map((text) => `${text}\n`).join(""),
      line: at + 2,
      followsDirectly: followsDirectly && fences.length > 0,
    });
    at = end;
    followsDirectly = true;
  }
  return fences;
}

const isClosing = (text: string, marks: string) => {
  const trimmed = text.trim();
  return trimmed.startsWith(marks) && trimmed.replaceAll(marks[0]!, "") === "";
};

function needsOf(attribute: string): string[] {
  const [name, value = ""] = attribute.split("=", 2);
  return name === "needs" ? value.split(",") : [];
}

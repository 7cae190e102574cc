import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * A simulator's state across restarts: a file of JSON lines, in which the last line about an object wins. Complete
 * lines are passed to `remember` in order; a line cut off by a crash is skipped.
 */
export function openJournal<Line>(file: string, remember: (line: Line) => void): (line: Line) => void {
  mkdirSync(path.dirname(file), { recursive: true });
  const written = readIfThere(file);
  for (const text of written.split("\n")) {
    const line = parse<Line>(text);
    if (line !== undefined) remember(line);
  }
  // The next line must not be appended to one that a crash cut off.
  const isWhole = written === "" || written.endsWith("\n");
  appendFileSync(file, isWhole ? "" : "\n", { mode: 0o600 });
  return (line) => appendFileSync(file, `${JSON.stringify(line)}\n`);
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return "";
    throw error;
  }
}

function parse<Line>(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}

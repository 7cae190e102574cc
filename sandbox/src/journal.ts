import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * What a simulator keeps across restarts: a file of JSON lines, of which the last about a thing wins. Complete lines
 * are passed to `remember` in order; one that a crash cut off is skipped.
 */
export function openJournal<Line>(file: string, remember: (line: Line) => void): (line: Line) => void {
  mkdirSync(path.dirname(file), { recursive: true });
  const written = readIfThere(file);
  for (const text of written.split("\n")) {
    const line = parse<Line>(text);
    if (line !== undefined) remember(line);
  }
  // A line that was cut off by a crash must not swallow the next one.
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

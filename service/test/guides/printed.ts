/** Does this output look as the guide shows it? `…` stands for anything; on a line of its own, for any lines. */
export function looksLike(output: string, shown: string): boolean {
  const pattern = trimmed(shown)
    .map((line) => (line.trim() === "…" ? "(?:.*\\n)*" : `${line.split("…").map(literally).join(".*")}\\n`))
    .join("");
  const text = trimmed(output).map((line) => `${line}\n`);
  return new RegExp(`^${pattern}$`).test(text.join(""));
}

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Spaces at the ends of lines and empty lines around the text can't be seen, so nobody is asked to write them. */
const trimmed = (text: string) =>
  text
    .replace(/^\s*\n|\s+$/g, "")
    .split("\n")
    .map((line) => line.trimEnd());

/**
 * A snippet may fail without its shell noticing: the API refuses, and `pick` prints the undefined that it finds. Where
 * that is the point, the guide shows it.
 */
export function silentFailure(output: string): string | undefined {
  return output
    .split("\n")
    .find((line) => line.trim() === "undefined" || /"success":\s*false|success: false/.test(line));
}

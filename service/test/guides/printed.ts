/** Whether the output matches the guide. `…` matches any text, and on a line of its own any lines. */
export function looksLike(output: string, shown: string): boolean {
  const pattern = trimmed(shown)
    .map((line) => (line.trim() === "…" ? "(?:.*\\n)*" : `${line.split("…").map(literally).join(".*")}\\n`))
    .join("");
  const text = trimmed(output).map((line) => `${line}\n`);
  return new RegExp(`^${pattern}$`).test(text.join(""));
}

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Trailing spaces and surrounding empty lines are invisible, so a guide need not contain them. */
const trimmed = (text: string) =>
  text
    .replace(/^\s*\n|\s+$/g, "")
    .split("\n")
    .map((line) => line.trimEnd());

/**
 * A snippet may fail without an error of the shell: the API refuses, and `pick` prints undefined. Where that is
 * intended, the guide shows it.
 */
export function silentFailure(output: string): string | undefined {
  return output
    .split("\n")
    .find((line) => line.trim() === "undefined" || /"success":\s*false|success: false/.test(line));
}

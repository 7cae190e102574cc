import { readFileSync } from "node:fs";
import { settings } from "../src/settings.ts";

/** The file as it should be: what stands between the marks of that name is ours. */
export function withPart(file: string, name: string, part: string): string {
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  const [start, end] = [`<!-- generated: ${name} -->\n`, "<!-- end -->"];
  const from = text.indexOf(start) + start.length;
  const to = text.indexOf(end, from);
  if (from < start.length || to < from) throw new Error(`${file} has no place for the part '${name}'`);
  return `${text.slice(0, from)}${part}${text.slice(to)}`;
}

/** Every setting, as Markdown. */
export function settingsTable(): string {
  const rows = settings.map(({ name, fallback, meaning }) => `| \`${name}\` | ${fallback} | ${meaning} |`);
  return ["| setting | default | meaning |", "|---|---|---|", ...rows, ""].join("\n");
}

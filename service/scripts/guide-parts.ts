import { readFileSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import { settings } from "../src/config/settings.ts";
import { errorCodes } from "../src/contract/error-codes.ts";

/** A guide with a generated part inserted between its marks. */
export function guideText(guide: string, name: string, part: string): string {
  const text = readFileSync(new URL(`../../docs/guides/${guide}`, import.meta.url), "utf8");
  const [before, rest, ...others] = text.split(`<!-- generated: ${name} -->\n`);
  const end = rest?.indexOf("<!-- end -->") ?? -1;
  if (end < 0 || others.length > 0) throw new Error(`${guide} must have the marks of ${name} once`);
  return `${before}<!-- generated: ${name} -->\n${part}${rest!.slice(end)}`;
}

type Described = { status: number; reason: string; resolution: string; place?: string };

/** Every code with reason and resolution, by status; codes that occur outside operations have a separate table. */
export function errorTables(): string {
  const all = Object.entries<Described>(errorCodes);
  const ofOperations = Map.groupBy(
    all.filter(([, { place }]) => place === undefined),
    ([, { status }]) => status,
  );
  const sections = [...ofOperations].map(([status, codes]) =>
    section(
      `${status} ${STATUS_CODES[status]}`,
      ["code", "cause", "what to do"],
      codes.map(([code, { reason, resolution }]) => [`\`${code}\``, reason, resolution]),
    ),
  );
  const elsewhere = all.filter(([, { place }]) => place !== undefined);
  const rest = section(
    "Outside the operations",
    ["code", "where", "cause", "what to do"],
    elsewhere.map(([code, { status, place = "", reason, resolution }]) => [
      `\`${code}\` (${status})`,
      place,
      reason,
      resolution,
    ]),
  );
  return [...sections, rest].join("");
}

/** Every setting with its default. */
export function settingsTable(): string {
  const rows = settings.map(({ name, fallback, meaning }) => [`\`${name}\``, fallback, meaning]);
  return `${table(["setting", "default", "meaning"], rows)}\n`;
}

const section = (title: string, heads: string[], rows: string[][]) =>
  `### ${title}\n\n${table(heads, rows)}\n\n`;

const table = (heads: string[], rows: string[][]) =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

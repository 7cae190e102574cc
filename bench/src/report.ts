import { mkdirSync, writeFileSync } from "node:fs";

/** One line of the table: a figure, its baseline, and its target. */
export type Finding = {
  name: string;
  measured: number;
  unit: string;
  baseline?: number;
  ratio?: number;
  target: string;
  holds: boolean;
  note?: string;
};

/** For an even number of values, the mean of the middle two: the upper one would distort a short run. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function printTable(findings: readonly Finding[]): void {
  const number = (value: number | undefined, digits: number) =>
    value === undefined ? "" : value.toFixed(digits);
  const rows = findings.map((finding) => [
    finding.name,
    `${number(finding.measured, finding.measured < 20 ? 2 : 0)} ${finding.unit}`,
    number(finding.baseline, (finding.baseline ?? 0) < 20 ? 2 : 0),
    number(finding.ratio, 2),
    finding.target,
    finding.holds ? "yes" : "NO",
    finding.note ?? "",
  ]);
  const head = ["", "measured", "baseline", "ratio", "target", "holds", ""];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  );
  for (const row of [head, ...rows]) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    );
  }
}

export function writeReport(findings: readonly Finding[]): string {
  const folder = new URL("../results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const file = new URL("latest.json", folder);
  writeFileSync(file, `${JSON.stringify({ node: process.version, findings }, null, 2)}\n`);
  return file.pathname;
}

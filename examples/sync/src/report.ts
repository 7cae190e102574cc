const columns = [
  "in the export",
  "created",
  "changed",
  "unchanged",
  "issued",
  "registered",
  "refused",
] as const;

type Column = (typeof columns)[number];

/** What a run has done, and what it could not do. */
export type Report = {
  count(what: string, column: Column): void;
  refuse(what: string, sentence: string): void;
  refusals(): readonly string[];
  table(): string;
};

export function createReport(): Report {
  const counts = new Map<string, Map<Column, number>>();
  const refusals: string[] = [];
  const count: Report["count"] = (what, column) => {
    const row = counts.get(what) ?? new Map<Column, number>();
    counts.set(what, row.set(column, (row.get(column) ?? 0) + 1));
  };
  return {
    count,
    refuse: (what, sentence) => {
      count(what, "refused");
      refusals.push(sentence);
    },
    refusals: () => refusals,
    table: () => {
      const head = `${"".padEnd(10)}${columns.map((column) => column.padStart(15)).join("")}`;
      const lines = [...counts].map(([what, row]) => {
        const cells = columns.map((column) => String(row.get(column) ?? 0).padStart(15));
        return what.padEnd(10) + cells.join("");
      });
      return [head, ...lines].join("\n");
    },
  };
}

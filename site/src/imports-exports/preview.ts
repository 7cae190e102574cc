/** The kinds of records that can be imported. */
export type Kind = "customers" | "products";

export type RowError = { row: number; field: string; message: string };

/** What an import of the file would do, row by row. */
export type Preview = {
  columns: { header: string; field: string | null }[];
  rows: number;
  valid: number;
  create: number;
  update: number;
  unchanged: number;
  errors: RowError[];
  sample: { row: number; action: "create" | "update" | "unchanged"; record: Record<string, string | null> }[];
};

/** An import as the service stores it: `done` of its `rows` are behind it. */
export type RunningImport = {
  id: number;
  kind: Kind;
  file_name: string;
  status: "running" | "finished" | "discarded";
  rows: number;
  done: number;
  created: number;
  updated: number;
  unchanged: number;
  errors: RowError[];
};

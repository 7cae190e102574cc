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

/** What the import did. */
export type Imported = { created: number; updated: number; unchanged: number; errors: RowError[] };

export const nothingYet: Imported = { created: 0, updated: 0, unchanged: 0, errors: [] };

/** Adds the result of a chunk, with its row numbers translated to those of the file. */
export function addUp(all: Imported, part: Imported, rows: readonly number[]): Imported {
  return {
    created: all.created + part.created,
    updated: all.updated + part.updated,
    unchanged: all.unchanged + part.unchanged,
    errors: [
      ...all.errors,
      ...part.errors.map((error) => ({ ...error, row: rows[error.row - 2] ?? error.row })),
    ],
  };
}

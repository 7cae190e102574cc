import { envelope, Id, nullable, Timestamp, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

export const ImportBody = Type.Object(
  {
    csv: Type.String({
      minLength: 1,
      maxLength: 1024 * 1024,
      description: "The content of the file: a header row with the column names, then at most 5,000 rows.",
    }),
  },
  { title: "ImportBody" },
);
export type ImportBody = Type.Static<typeof ImportBody>;

export const importKinds = ["customers", "products"] as const;
export type ImportKind = (typeof importKinds)[number];

export const ImportStart = Type.Object(
  {
    kind: words(importKinds),
    file_name: Type.String({ minLength: 1, maxLength: 200 }),
    csv: ImportBody.properties.csv,
  },
  { title: "ImportStart" },
);
export type ImportStart = Type.Static<typeof ImportStart>;

const Count = Type.Integer({ minimum: 0 });

// A file that is wrong throughout is obvious long before all its cells are reported.
export const errorsMax = 1000;

const RowErrors = Type.Array(
  Type.Object({
    row: Type.Integer({ minimum: 2, description: "Row number as in a spreadsheet: the header is row 1." }),
    field: Type.String(),
    message: Type.String(),
  }),
  { maxItems: errorsMax, description: "The first 1,000. errors_total counts all." },
);

export const ImportRecord = Type.Object(
  {
    id: Id,
    kind: words(importKinds),
    file_name: Type.String(),
    status: words(["running", "finished", "discarded"]),
    rows: Count,
    done: Type.Integer({
      minimum: 0,
      description: "Rows that were processed so far, those with errors included.",
    }),
    created: Count,
    updated: Count,
    unchanged: Count,
    errors: RowErrors,
    errors_total: Count,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "Import" },
);

export const importExample = {
  id: 3,
  kind: "customers",
  file_name: "customers.csv",
  status: "running",
  rows: 4000,
  done: 1200,
  created: 1180,
  updated: 12,
  unchanged: 7,
  errors: [{ row: 3, field: "email", message: "must be a valid e-mail address" }],
  errors_total: 1,
  created_at: "2026-11-15T09:30:00.000Z",
  updated_at: "2026-11-15T09:30:04.000Z",
};

export const ImportPreview = envelope({
  columns: Type.Array(Type.Object({ header: Type.String(), field: nullable(Type.String()) })),
  rows: Count,
  valid: Count,
  create: Count,
  update: Count,
  unchanged: Count,
  errors: RowErrors,
  errors_total: Count,
  sample: Type.Array(
    Type.Object({
      row: Count,
      action: words(["create", "update", "unchanged"]),
      record: Type.Record(Type.String(), nullable(Type.String())),
    }),
  ),
});

export const ImportOutcome = envelope({
  created: Count,
  updated: Count,
  unchanged: Count,
  errors: RowErrors,
  errors_total: Count,
});

const errors = [{ row: 3, field: "email", message: "must be a valid email address" }];

export const previewExample = {
  success: true,
  columns: [
    { header: "Name", field: "name" },
    { header: "Colour", field: null },
  ],
  rows: 2,
  valid: 1,
  create: 1,
  update: 0,
  unchanged: 0,
  errors,
  errors_total: 1,
  sample: [{ row: 2, action: "create", record: { name: "Acme Trading Ltd", email: null } }],
};

export const outcomeExample = {
  success: true,
  created: 1,
  updated: 0,
  unchanged: 0,
  errors,
  errors_total: 1,
};

import { envelope, nullable, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

export const ImportBody = Type.Object(
  {
    csv: Type.String({
      minLength: 1,
      maxLength: 1024 * 1024,
      description: "The file's text: the first row names the columns, at most 5,000 follow.",
    }),
  },
  { title: "ImportBody" },
);
export type ImportBody = Type.Static<typeof ImportBody>;

const Count = Type.Integer({ minimum: 0 });

const RowErrors = Type.Array(
  Type.Object({
    row: Type.Integer({ minimum: 2, description: "As a spreadsheet counts them: the header is row 1." }),
    field: Type.String(),
    message: Type.String(),
  }),
  { maxItems: 1000, description: "The first 1,000; errors_total counts all." },
);

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

const errors = [{ row: 3, field: "email", message: "must be an e-mail address" }];

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

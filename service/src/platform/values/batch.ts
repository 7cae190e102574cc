import type { TSchema } from "typebox";
import type { ApiError } from "../../contract/errors.ts";
import type { Json } from "../db/sql.ts";
import { envelope, Id, words } from "./schema.ts";
import * as Type from "./typebox.ts";

/** Many records in one request, each created or changed by itself. */
export const batchRecordsMax = 500;

/** The body of a batch. The records are examined one by one, by the schemas of POST and PATCH. */
export const batchBody = (title: string, record: TSchema) =>
  Type.Object(
    {
      mode: words(["create", "upsert"], {
        description:
          "`create` makes a new record of each. `upsert` changes the record with the same `external_id`, or creates it; every record then needs an `external_id`.",
      }),
      all_or_nothing: Type.Optional(
        Type.Boolean({
          description:
            "With true, nothing is stored if one record fails, and the response is 422 with the faults of all records. Otherwise the others are stored.",
        }),
      ),
      records: Type.Unsafe<unknown[]>({
        type: "array",
        items: record,
        minItems: 1,
        maxItems: batchRecordsMax,
        "x-each": true,
      }),
    },
    { title },
  );
export type BatchBody = { mode: "create" | "upsert"; all_or_nothing?: boolean; records: unknown[] };

const BatchResult = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: "The position of the record in the request." }),
    status: words(["created", "updated", "unchanged", "failed"]),
    id: Type.Optional({ ...Id, description: "The id of the record, unless it failed." }),
    possible_duplicate_of: Type.Optional({
      ...Id,
      description:
        "Of a new invoice: another invoice of the same customer with the same lines and total, made within 24 hours.",
    }),
    code: Type.Optional(
      Type.String({
        description: "Of a record that failed: the code that a request with it alone would be refused with.",
      }),
    ),
    errors: Type.Optional(
      Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), {
        description:
          "Of a record that failed: its faults. `field` is a path inside the record, or `record` for the record as a whole.",
      }),
    ),
  },
  { title: "BatchResult" },
);

export const batchResponse = {
  description: "What became of each record, in the order of the request.",
  schema: envelope({ results: Type.Array(BatchResult) }),
  example: {
    success: true,
    results: [
      { index: 0, status: "created", id: 1042 },
      {
        index: 1,
        status: "failed",
        code: "invalid_request",
        errors: [{ field: "name", message: "is required" }],
      },
    ],
  },
};

/** A record of a batch that is valid by itself; `before` is the existing record that it changes, locked. */
export type BatchRecord<Input> = { index: number; input: Input; before: Json | undefined };

/** What became of it. */
export type BatchOutcome<EventType extends string = string> =
  | {
      status: "created" | "updated";
      record: Json;
      /** An earlier record that is the same in all that matters. */
      duplicateOf?: number | null;
      /** Undefined where the statement that stored the record stored its event too. */
      event?: { type: EventType; object: Json; previous?: Json | undefined };
    }
  | { status: "unchanged"; record: Json }
  | { status: "failed"; error: ApiError }
  /** Another transaction created a record with this external_id meanwhile. */
  | { status: "taken" };

/** The id is the first member, so that a large record need not be parsed for it. */
export const idOfRecord = (record: Json): number => Number(/^\{"id":(\d+)/.exec(record)![1]);

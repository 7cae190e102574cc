import { Id, nullable, Timestamp, text, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

/** As http/request.ts accepts it in `X-Request-Id`. */
export const requestIdSchema = Type.String({ pattern: "^[A-Za-z0-9._:+/=-]{1,128}$", maxLength: 128 });

/** Events of one request that are shown; a batch can have more. */
export const recordsMax = 100;

const RequestRecord = Type.Object(
  {
    type: Type.String({ description: "What kind of record: `invoice`, `payment_link`." }),
    id: nullable(Id),
    reference: nullable(Type.String({ description: "Of a payment link, which has no id." })),
    change: nullable(
      Type.String({ description: "The event's type or the audit log's action; null if it is not known." }),
    ),
  },
  { title: "RequestRecord" },
);

export const RequestOutcome = Type.Object(
  {
    request_id: nullable(Type.String({ description: "Null if it is not known." })),
    idempotency_key: nullable(Type.String({ description: "Null if the request was looked up by its id." })),
    outcome: words(["changed", "refused"], {
      description: "`changed`: it took effect. `refused`: its response was an error.",
    }),
    status: nullable(
      Type.Integer({
        minimum: 200,
        maximum: 599,
        description:
          "The status of its response, known for 24 hours if it had an Idempotency-Key. Null otherwise: events do not record it.",
      }),
    ),
    created_at: { ...Timestamp, description: "When it took effect, or was refused." },
    records: Type.Array(RequestRecord, {
      maxItems: recordsMax,
      description: "What it made or changed, in order; the first 100 of a batch.",
    }),
    records_withheld: Type.Boolean({
      description: "Whether records are left out because the key does not have the scope that reads them.",
    }),
  },
  { title: "RequestOutcome" },
);
export type RequestOutcome = Type.Static<typeof RequestOutcome>;

export const KeyQuery = Type.Object({
  idempotency_key: text(255, {
    description: "The Idempotency-Key that the request was sent with, in the last 24 hours.",
    examples: ["order-4711"],
  }),
});

export const RequestQuery = Type.Object({
  sent_at: Type.Optional(
    Type.String({
      format: "moment",
      description:
        "Roughly when you sent the request. It finds older requests that you gave an `X-Request-Id` of your own; ids of ours contain the time.",
      examples: ["2026-11-15T09:30:00Z"],
    }),
  ),
});

export const requestExample = {
  request_id: "req_019a86f2-1c40-7d3e-8b1f-6a2c9d4e7f05",
  idempotency_key: null,
  outcome: "changed",
  status: null,
  created_at: "2026-11-15T09:30:00.000Z",
  records: [{ type: "invoice", id: 1042, reference: null, change: "invoice.created" }],
  records_withheld: false,
} as const;

export const keyedExample = {
  ...requestExample,
  idempotency_key: "order-4711",
  status: 201,
  records: [{ type: "invoice", id: 1042, reference: null, change: null }],
} as const;

import Type from "typebox";
import {
  CreatedRange,
  Id,
  includes,
  nullable,
  optional,
  PageQuery,
  Timestamp,
  text,
  words,
} from "../../foundation/schema.ts";

export const deliveryStatuses = ["pending", "succeeded", "failed"] as const;

const EventId = Type.String({ minLength: 1, maxLength: 50, examples: ["evt_7_1042"] });

const delivery = {
  id: Id,
  event_id: EventId,
  event_type: Type.String(),
  endpoint_id: Id,
  status: words(deliveryStatuses, {
    description: "`failed`: every attempt was in vain, and no more will be made.",
  }),
  attempt_count: Type.Integer(),
  next_attempt_at: nullable(Timestamp),
  last_attempt_at: nullable(Timestamp),
  last_status_code: nullable(Type.Integer()),
  last_error: nullable(Type.String()),
  created_at: Timestamp,
  completed_at: nullable(Timestamp),
};

export const Delivery = Type.Object(delivery, { title: "Delivery" });

const Attempt = Type.Object(
  {
    number: Type.Integer(),
    attempted_at: Timestamp,
    duration_ms: Type.Integer(),
    url: Type.String(),
    status_code: nullable(Type.Integer({ description: "Null when there was no answer." })),
    failure: nullable(
      Type.String({
        description:
          "Why there was no answer: address_refused, dns, connect, tls, timeout, closed, protocol or invalid_url.",
      }),
    ),
    message: nullable(Type.String()),
    answer: nullable(Type.String({ description: "The first 2 KiB of the answer." })),
  },
  { title: "DeliveryAttempt" },
);

export const DeliveryWithAttempts = Type.Object(
  { ...delivery, attempts: Type.Array(Attempt, { description: "Newest first, at most 100." }) },
  { title: "DeliveryWithAttempts" },
);

export const DeliveryQuery = Type.Object({
  ...PageQuery,
  ...CreatedRange,
  status: Type.Optional(words(deliveryStatuses)),
  endpoint_id: Type.Optional(Id),
  event_id: Type.Optional(EventId),
  include: includes("total_count"),
});
export type DeliveryQuery = Type.Static<typeof DeliveryQuery>;

export const TestRequest = Type.Object(
  { endpoint_id: optional(Type.Integer({ ...Id, description: "The primary endpoint, if not given." })) },
  { title: "WebhookTest" },
);
export type TestRequest = Type.Static<typeof TestRequest>;

export const ReplayRequest = Type.Object(
  {
    since: optional(
      Type.String({
        format: "moment",
        description:
          "Every event since then, delivered or not: a date (where the company is) or a timestamp.",
        examples: ["2026-11-14T00:00:00Z"],
      }),
    ),
    failed: optional(
      Type.Boolean({ description: "Every delivery that failed, oldest first, 10,000 at a time." }),
    ),
    endpoint_id: optional(Type.Integer({ ...Id, description: "Only to this endpoint." })),
  },
  { title: "ReplayRequest", description: "Either `since` or `failed`." },
);
export type ReplayRequest = Type.Static<typeof ReplayRequest>;

export const Replay = Type.Object(
  {
    endpoint_ids: Type.Array(Id),
    count: Type.Integer({
      description:
        "Deliveries that will be made; with `since`, events that will be looked at, some of which an endpoint's filter may pass over.",
    }),
    has_more: Type.Boolean({ description: "With `failed`: are there more? Then ask again." }),
  },
  { title: "Replay" },
);

export const DiagnoseRequest = Type.Object(
  {
    body: optional(Type.String({ maxLength: 1_048_576, description: "The raw body as text." })),
    body_base64: optional(
      Type.String({ maxLength: 1_048_576, description: "Or its bytes, which no decoding can have changed." }),
    ),
    headers: Type.Unsafe<Record<string, string>>({
      type: "object",
      maxProperties: 100,
      additionalProperties: { type: "string", maxLength: 4000 },
      "x-open": true,
      description: "All headers that came with it.",
      examples: [{ "X-Pay-Signature": "t=1794735000,v1=5f3c…" }],
    }),
    received_at: optional(
      Type.String({ format: "moment", description: "By the receiver's clock; now, if not given." }),
    ),
    computed_signature: optional(text(500, { description: "What your own code computed, if you have it." })),
  },
  { title: "DiagnoseRequest" },
);
export type DiagnoseRequest = Type.Static<typeof DiagnoseRequest>;

export const Diagnosis = Type.Object(
  {
    verifies: Type.Boolean(),
    matched_endpoint_id: nullable(Id),
    findings: Type.Array(Type.Object({ code: Type.String(), message: Type.String() }), {
      description: "The likeliest cause first.",
    }),
  },
  { title: "Diagnosis" },
);

export const deliveryExample = {
  id: 5512,
  event_id: "evt_7_1042",
  event_type: "invoice.issued",
  endpoint_id: 12,
  status: "pending",
  attempt_count: 1,
  next_attempt_at: "2026-11-15T09:30:05.000Z",
  last_attempt_at: "2026-11-15T09:30:00.000Z",
  last_status_code: 500,
  last_error: "the endpoint answered 500",
  created_at: "2026-11-15T09:30:00.000Z",
  completed_at: null,
};

export const attemptExample = {
  number: 1,
  attempted_at: "2026-11-15T09:30:00.000Z",
  duration_ms: 84,
  url: "https://erp.acme.example/hooks/billfold",
  status_code: 500,
  failure: null,
  message: "the endpoint answered 500",
  answer: "Internal Server Error",
};

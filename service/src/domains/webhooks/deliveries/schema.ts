import {
  CreatedRange,
  Id,
  includes,
  nullable,
  optional,
  PageQuery,
  Timestamp,
  words,
} from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

export const deliveryStatuses = ["pending", "succeeded", "failed"] as const;

/** Why an attempt is made. */
export const attemptCauses = ["first", "retry", "replay", "takeover", "reconnect"] as const;
export type AttemptCause = (typeof attemptCauses)[number];

const EventId = Type.String({ minLength: 1, maxLength: 50, examples: ["evt_7_1042"] });

const delivery = {
  id: Id,
  event_id: EventId,
  event_type: Type.String(),
  endpoint_id: Id,
  status: words(deliveryStatuses, {
    description: "`failed`: every attempt was in vain, and no more will be made.",
  }),
  attempt_count: Type.Integer({
    description: "Attempts whose outcome counted. One that another worker took over is only in `attempts`.",
  }),
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
    cause: nullable(
      words(attemptCauses, {
        description:
          "Why it was made. `first`: the event is new. `retry`: the attempt before it failed. `replay`: somebody asked for it. `takeover`: another worker began the attempt before it and recorded no outcome in time. `reconnect`: the kept-alive connection of the attempt before it broke. Null for attempts from before this was recorded.",
      }),
    ),
    worker: nullable(Type.String({ description: "The worker process that made it." })),
    completed: Type.Boolean({
      description:
        "false while it is under way, and for good where its worker ended before it could record the outcome: then the request may or may not have been sent.",
    }),
    attempted_at: Timestamp,
    duration_ms: Type.Integer({ description: "0 unless `completed`." }),
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
    answer_withheld: Type.Optional(
      Type.Boolean({
        description: "true where there is an answer, and the key may not read the event's record.",
      }),
    ),
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
  cause: "first",
  worker: "q3v7kd0a5m2x9w1c",
  completed: true,
  attempted_at: "2026-11-15T09:30:00.000Z",
  duration_ms: 84,
  url: "https://erp.acme.example/hooks/billfold",
  status_code: 500,
  failure: null,
  message: "the endpoint answered 500",
  answer: "Internal Server Error",
};

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

const EventId = Type.String({ minLength: 1, maxLength: 50, examples: ["evt_7_1042_9f8e7d6c5b4a"] });

const delivery = {
  id: Id,
  event_id: EventId,
  event_type: Type.String(),
  endpoint_id: Id,
  status: words(deliveryStatuses, {
    description: "`failed`: all attempts failed, and there will be no more.",
  }),
  attempt_count: Type.Integer({
    description:
      "Attempts with a counted result. An attempt that another worker took over is listed only in `attempts`.",
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
          "Why the attempt was made. `first`: the event is new. `retry`: the previous attempt failed. `replay`: a replay was requested. `takeover`: another worker started the previous attempt and recorded no result in time. `reconnect`: the reused connection of the previous attempt broke. Null for old attempts.",
      }),
    ),
    worker: nullable(Type.String({ description: "The worker process that made it." })),
    completed: Type.Boolean({
      description:
        "false while the attempt is in progress, and permanently if its worker stopped before recording the result: the request may or may not have been sent.",
    }),
    attempted_at: Timestamp,
    duration_ms: Type.Integer({ description: "0 unless `completed`." }),
    url: Type.String(),
    status_code: nullable(Type.Integer({ description: "Null if there was no response." })),
    failure: nullable(
      Type.String({
        description:
          "Why there was no response: address_refused, dns, connect, tls, timeout, closed, protocol or invalid_url.",
      }),
    ),
    message: nullable(Type.String()),
    answer: nullable(Type.String({ description: "The first 2 KiB of the response." })),
    answer_withheld: Type.Optional(
      Type.Boolean({
        description: "true if there is a response but the key may not read the event's record.",
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
  { endpoint_id: optional(Type.Integer({ ...Id, description: "Default: the primary endpoint." })) },
  { title: "WebhookTest" },
);
export type TestRequest = Type.Static<typeof TestRequest>;

export const ReplayRequest = Type.Object(
  {
    since: optional(
      Type.String({
        format: "moment",
        description:
          "Every event since then, delivered or not: a date (in the company's time zone) or a timestamp.",
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
        "Deliveries to be made; with `since`, events to be checked, some of which an endpoint's filter may skip.",
    }),
    has_more: Type.Boolean({ description: "With `failed`: whether there are more. If so, call this again." }),
  },
  { title: "Replay" },
);

export const deliveryExample = {
  id: 5512,
  event_id: "evt_7_1042_9f8e7d6c5b4a",
  event_type: "invoice.issued",
  endpoint_id: 12,
  status: "pending",
  attempt_count: 1,
  next_attempt_at: "2026-11-15T09:30:05.000Z",
  last_attempt_at: "2026-11-15T09:30:00.000Z",
  last_status_code: 500,
  last_error: "the endpoint returned 500",
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
  message: "the endpoint returned 500",
  answer: "Internal Server Error",
};

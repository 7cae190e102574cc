import { eventTypes } from "../../../contract/event-types.ts";
import {
  Id,
  idMax,
  includes,
  nullable,
  PageQuery,
  Timestamp,
  words,
} from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { eventIdPattern } from "./event-id.ts";

export const waitSecondsMax = 30;

const record = (description: string) => Type.Unsafe<Record<string, unknown>>({ type: "object", description });

const hexHash = (description: string) => Type.String({ pattern: "^[0-9a-f]{64}$", description });

/** An event as it is delivered to the company's own endpoints: always whole. */
export const DeliveredEvent = Type.Object(
  {
    id: Type.String({
      pattern: eventIdPattern,
      description:
        "The same in every delivery of the event, and never given to another event. Treat it as opaque text.",
    }),
    type: Type.String({
      description: "What happened. New types may be added: ignore types that you do not know.",
    }),
    sequence: Type.Integer({
      minimum: 1,
      maximum: idMax,
      description: "Numbers the company's events in commit order, without gaps.",
    }),
    created_at: Timestamp,
    api_version: Type.String(),
    company_id: Id,
    actor: Type.Object(
      {
        type: words(["key", "user", "operator", "system"]),
        id: nullable(Type.String({ description: "A key's App ID; null for the system." })),
      },
      { description: "Who caused the event." },
    ),
    request_id: nullable(Type.String({ description: "The request that caused the event, if any." })),
    data: Type.Object({
      object: record(
        "The record as GET returned it right after the change; for payment.failed, the failed attempt.",
      ),
      previous: Type.Optional(record("The record before the change.")),
    }),
  },
  { title: "DeliveredEvent" },
);

const { data, ...head } = DeliveredEvent.properties;

/** The same as a key sees it, which may not have the scope to read the record. */
export const Event = Type.Object(
  {
    ...head,
    data: Type.Optional({
      ...data,
      description: "Only if the key can read the record: `invoices:read` for an invoice.",
    }),
    data_withheld: Type.Optional(
      Type.Boolean({ description: "true, instead of `data`, if that scope is missing." }),
    ),
    body_hash: Type.Optional(
      nullable(
        hexHash(
          "Only in the feed: SHA-256 of the event's secret salt and the bytes that are delivered, which do not have this member. null until the event is chained.",
        ),
      ),
    ),
    hash: Type.Optional(
      nullable(
        hexHash(
          "Only in the feed, the event's place in the chain: SHA-256 of the previous event's hash, the sequence as 8 bytes and `body_hash`. null until the event is chained.",
        ),
      ),
    ),
  },
  { title: "Event" },
);

export const EventQuery = Type.Object({
  ...PageQuery,
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: idMax,
      default: 0,
      description: "Only events after this sequence. `cursor` takes precedence.",
    }),
  ),
  type: Type.Optional(words(eventTypes, { description: "Only events of this type." })),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: waitSecondsMax,
      default: 0,
      description:
        "Long polling: seconds to wait if there is no event yet. The response may come earlier and be empty: call again.",
    }),
  ),
  include: includes("total_count"),
});
export type EventQuery = Type.Static<typeof EventQuery>;

/** As it is delivered. */
export const deliveredExample = {
  id: "evt_12_31_9f8e7d6c5b4a",
  type: "customer.updated",
  sequence: 31,
  created_at: "2026-11-15T09:30:00.000Z",
  api_version: "v1",
  company_id: 12,
  actor: { type: "key", id: "bf_test_7m4q2x9c8v5k1n3p6r0t" },
  request_id: "req_6f1c",
  data: {
    object: { id: 7, name: "Acme Trading Ltd", phone: "+234 803 000 0001" },
    previous: { id: 7, name: "Acme Trading Ltd", phone: "+234 803 000 0000" },
  },
};

export const eventExample = {
  ...deliveredExample,
  body_hash: "2b6ff16b5f7de6a2a9d3b8a3c4b6e5a7e1c09a9d2f6b54f7f0f2b4d5f8f0a1c3",
  hash: "9d41b0c3e7f25a68b1d4c7f0a3e6d9b2c5f8a1e4d7b0c3f6a9e2d5b8c1f4a7e0",
};

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

export const eventIdPattern = "^evt_[1-9]\\d{0,15}_[1-9]\\d{0,15}$";
export const waitSecondsMax = 30;

const record = (description: string) => Type.Unsafe<Record<string, unknown>>({ type: "object", description });

/** An event as it is delivered to the company's own endpoints: always whole. */
export const DeliveredEvent = Type.Object(
  {
    id: Type.String({ pattern: eventIdPattern, description: "The same in every delivery of this event." }),
    type: Type.String({
      description: "What happened. Further types will come: pass over those you do not know.",
    }),
    sequence: Type.Integer({
      minimum: 1,
      maximum: idMax,
      description: "Counts the company's events in the order of their commits, without gaps.",
    }),
    created_at: Timestamp,
    api_version: Type.String(),
    company_id: Id,
    actor: Type.Object(
      {
        type: words(["key", "user", "operator", "system"]),
        id: nullable(Type.String({ description: "A key's App ID; null for the system." })),
      },
      { description: "Who caused it." },
    ),
    request_id: nullable(Type.String({ description: "The request that caused it, if one did." })),
    data: Type.Object({
      object: record(
        "The record as GET gave it right after the change; of payment.failed, which leaves no payment, the try.",
      ),
      previous: Type.Optional(record("The same before the change.")),
    }),
  },
  { title: "DeliveredEvent" },
);

const { data, ...head } = DeliveredEvent.properties;

/** The same as a key sees it, which may lack the scope to read the record. */
export const Event = Type.Object(
  {
    ...head,
    data: Type.Optional({
      ...data,
      description: "Only with the scope that reads the record: `invoices:read` for an invoice.",
    }),
    data_withheld: Type.Optional(
      Type.Boolean({ description: "true, in place of `data`, where that scope is missing." }),
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
      description: "Only events after this sequence. A cursor says the same and comes first.",
    }),
  ),
  type: Type.Optional(words(eventTypes, { description: "Only events of this type." })),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: waitSecondsMax,
      default: 0,
      description:
        "Seconds to wait for an event where there is none yet. The answer may come sooner and empty: ask again.",
    }),
  ),
  include: includes("total_count"),
});
export type EventQuery = Type.Static<typeof EventQuery>;

export const eventExample = {
  id: "evt_12_31",
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

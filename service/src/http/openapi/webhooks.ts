import type { TObject, TSchema } from "typebox";
import { hoist, openEnums } from "./schemas.ts";

type Schema = Record<string, unknown>;

/** What is posted to the company's endpoints: an envelope that all events have, and the record that each brings. */
export type Posted = {
  envelope: TObject;
  events: Record<string, { summary: string; record: TSchema & { title?: string } }>;
};

/** The contract's webhooks, by type. Events that bring the same record have one schema, which lists their types. */
export function webhooksOf({ envelope, events }: Posted, components: Record<string, Schema>): Schema {
  const byRecord = Map.groupBy(Object.keys(events), (type) => events[type]!.record);
  const schemas = new Map(
    [...byRecord].map(([record, types]) => [
      record,
      hoist(openEnums(eventOf(envelope, record, types)), components),
    ]),
  );
  return Object.fromEntries(
    Object.entries(events).map(([type, { summary, record }]) => [
      type,
      { post: operation(type, summary, schemas.get(record)) },
    ]),
  );
}

function eventOf(envelope: TObject, record: TSchema & { title?: string }, types: string[]): Schema {
  const { type, data } = envelope.properties as Record<string, Schema>;
  return {
    ...envelope,
    title: `${record.title}Event`,
    properties: {
      ...envelope.properties,
      type: { ...type, enum: types },
      data: { ...data, properties: { object: record, previous: record } },
    },
  };
}

function operation(type: string, summary: string, schema: unknown): Schema {
  const words = type.split(/[._]/).map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`);
  return {
    operationId: `on${words.join("")}`,
    tags: ["Webhooks"],
    summary,
    security: [],
    parameters: Object.keys(webhookParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: {
      "2XX": { description: "Accepted. Respond within 15 seconds and process the event afterwards." },
      410: { description: "Gone: the endpoint is disabled." },
      default: { description: "Not accepted: the delivery is retried at increasing intervals for days." },
    },
  };
}

const header = (name: string, description: string, example: string): Schema => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

/** How a delivery proves that it comes from us; the guide on webhooks tells how to verify it. */
export const webhookParameters: Record<string, Schema> = {
  PaySignature: header(
    "X-Pay-Signature",
    "`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw body>`, keyed with the whole webhook secret. There are two `v1` values during a rotation with overlap.",
    `t=1794735000,v1=${"5f".repeat(32)}`,
  ),
  WebhookId: header(
    "Webhook-Id",
    "The event's id, as defined by Standard Webhooks.",
    "evt_12_31_9f8e7d6c5b4a",
  ),
  WebhookTimestamp: header("Webhook-Timestamp", "Time of signing, in Unix seconds.", "1794735000"),
  WebhookSignature: header(
    "Webhook-Signature",
    "For Standard Webhooks libraries.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
};

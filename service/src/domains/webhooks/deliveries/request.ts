import type { Principal } from "../../../contract/access.ts";
import { notFound } from "../../../contract/errors.ts";
import { jsonResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { signatureHeaders } from "../../../platform/security/signature.ts";
import { envelope, nullable } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { findEvent, mayReadRecord } from "../events/service.ts";
import { findDelivery } from "./queries.ts";
import { fixedHeaders } from "./sending/attempt.ts";
import { deliveryExists } from "./service.ts";

const DeliveryRequest = Type.Object(
  {
    method: Type.String(),
    url: nullable(Type.String({ description: "Of the newest attempt." })),
    headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
      description: "Of the newest attempt. Signatures are not stored, so they are shown as an ellipsis.",
    }),
    body: nullable(
      Type.String({ description: "The exact text; null for who may not read the event's record." }),
    ),
  },
  { title: "DeliveryRequest" },
);

/** What an endpoint was sent, for people who look for the reason of a failure. */
export const deliveryRequestRoutes: Route[] = [
  read({
    path: "/webhooks/deliveries/{id}/request",
    operationId: "getDeliveryRequest",
    summary: "Get the request of a delivery",
    tag: "Webhooks",
    scope: "webhooks:read",
    feature: "webhooks",
    record: { noun: "The delivery", exists: deliveryExists },
    responses: {
      200: {
        description: "The request as the newest attempt sent it, or as the first will.",
        schema: envelope({ request: DeliveryRequest }),
        example: {
          success: true,
          request: {
            method: "POST",
            url: "https://erp.acme.example/hooks/billfold",
            headers: [{ name: "content-type", value: "application/json" }],
            body: '{"id":"evt_7_1042_9f8e7d6c5b4a"}',
          },
        },
      },
    },
    handle: async ({ context, principal, id }) =>
      jsonResponse(200, { request: await readRequest(context.reads, principal, id) }),
  }),
];

type StoredDelivery = {
  event_id: string;
  event_type: string;
  attempts: { attempted_at: string; url: string }[];
};

async function readRequest(db: Queryable, reader: Principal, id: number): Promise<Json> {
  const companyId = reader.company.id;
  const found = await findDelivery(db, companyId, id);
  if (found === undefined) throw notFound("The delivery");
  const { event_id, event_type, attempts } = JSON.parse(found) as StoredDelivery;
  const [newest] = attempts;
  const body = (await findEvent(db, companyId, event_id))?.body;
  return JSON.stringify({
    method: "POST",
    url: newest?.url ?? null,
    headers: Object.entries({ ...fixedHeaders, ...unsigned(event_id, newest?.attempted_at) }).map(
      ([name, value]) => ({ name, value }),
    ),
    body: body !== undefined && mayReadRecord(reader, event_type) ? body : null,
  });
}

/** The headers of an attempt without its signatures, which only the secret can make again. */
function unsigned(eventId: string, attemptedAt: string | undefined): Record<string, string> {
  if (attemptedAt === undefined) return { "webhook-id": eventId };
  const headers = signatureHeaders([], eventId, new Date(attemptedAt), Buffer.alloc(0));
  return {
    ...headers,
    "x-pay-signature": `${headers["x-pay-signature"]},v1=…`,
    "webhook-signature": "v1,…",
  };
}

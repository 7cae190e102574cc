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
} from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { eventTypes } from "../events/service.ts";

export const endpointStatuses = ["enabled", "disabled"] as const;
export const overlapSecondsMax = 7 * 24 * 60 * 60;

const Url = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: "The URL that receives events by POST. Must be https in production and not a private address.",
  examples: ["https://erp.acme.example/hooks/billfold"],
});

const Types = Type.Array(words(eventTypes), {
  minItems: 1,
  maxItems: eventTypes.length,
  description: "Only these event types; null for all.",
  examples: [["invoice.issued", "invoice.paid"]],
});

const fields = { description: optional(text(200)), events: optional(Types) };

export const EndpointCreate = Type.Object({ url: Url, ...fields }, { title: "EndpointCreate" });
export type EndpointCreate = Type.Static<typeof EndpointCreate>;

export const EndpointPatch = Type.Object(
  {
    url: Type.Optional(nullable(Url)),
    ...fields,
    status: Type.Optional(
      words(endpointStatuses, {
        description:
          "An enabled endpoint receives events from now on; replay missed ones. Disabling cancels pending deliveries.",
      }),
    ),
  },
  {
    title: "EndpointPatch",
    description:
      "Fields that are omitted stay unchanged; null clears a field. A null url switches the primary endpoint to the built-in receiver.",
  },
);
export type EndpointPatch = Type.Static<typeof EndpointPatch>;

export const SecretRotation = Type.Object(
  {
    overlap_seconds: optional(
      Type.Integer({
        minimum: 0,
        maximum: overlapSecondsMax,
        default: 0,
        description: "How long deliveries are also signed with the old secret; at most 7 days.",
      }),
    ),
  },
  { title: "SecretRotation" },
);
export type SecretRotation = Type.Static<typeof SecretRotation>;

export const Endpoint = Type.Object(
  {
    id: Id,
    primary: Type.Boolean({
      description: "Whether this is the company's webhook URL. Each company has one.",
    }),
    url: Type.String(),
    default_url: Type.Boolean({
      description: "Whether this is the built-in receiver, because no URL is set.",
    }),
    description: nullable(Type.String()),
    events: nullable(Type.Array(Type.String())),
    status: words(endpointStatuses),
    disabled_reason: nullable(Type.String()),
    disabled_at: nullable(Timestamp),
    failing_since: nullable(Type.String({ description: "All deliveries since then have failed." })),
    previous_secret_until: nullable(
      Type.String({ description: "Until then deliveries are also signed with the old secret." }),
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "Endpoint" },
);

export const WebhookSecret = Type.String({
  description: "Shown only here. The HMAC key of X-Pay-Signature is this whole string.",
  examples: ["whsec_bm90IGEgc2VjcmV0LCBhbiBleGFtcGxl"],
});

export const EndpointQuery = Type.Object({
  ...PageQuery,
  ...CreatedRange,
  status: Type.Optional(words(endpointStatuses)),
  include: includes("total_count"),
});

export const endpointExample = {
  id: 12,
  primary: false,
  url: "https://erp.acme.example/hooks/billfold",
  default_url: false,
  description: "ERP",
  events: ["invoice.issued", "invoice.paid"],
  status: "enabled",
  disabled_reason: null,
  disabled_at: null,
  failing_since: null,
  previous_secret_until: null,
  created_at: "2026-11-15T09:30:00.000Z",
  updated_at: "2026-11-15T09:30:00.000Z",
};

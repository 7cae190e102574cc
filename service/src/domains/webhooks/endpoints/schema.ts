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
  description: "Where events are sent by POST. https in production; not a private address.",
  examples: ["https://erp.acme.example/hooks/billfold"],
});

const Types = Type.Array(words(eventTypes), {
  minItems: 1,
  maxItems: eventTypes.length,
  description: "Only these types of events; null for all of them.",
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
          "Enabling starts with the events from now on; replay those missed. Disabling ends what is pending.",
      }),
    ),
  },
  {
    title: "EndpointPatch",
    description:
      "Only what is sent changes; null clears. A null url gives the primary endpoint the service's own receiver.",
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
        description: "How long the old secret goes on signing beside the new one; at most 7 days.",
      }),
    ),
  },
  { title: "SecretRotation" },
);
export type SecretRotation = Type.Static<typeof SecretRotation>;

export const Endpoint = Type.Object(
  {
    id: Id,
    primary: Type.Boolean({ description: "Is this the company's webhook URL? There is one." }),
    url: Type.String(),
    default_url: Type.Boolean({ description: "Is it the service's own receiver, for want of another?" }),
    description: nullable(Type.String()),
    events: nullable(Type.Array(Type.String())),
    status: words(endpointStatuses),
    disabled_reason: nullable(Type.String()),
    disabled_at: nullable(Timestamp),
    failing_since: nullable(Type.String({ description: "Nothing but failures since then." })),
    previous_secret_until: nullable(
      Type.String({ description: "Until then every delivery is signed with the old secret too." }),
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "Endpoint" },
);

export const WebhookSecret = Type.String({
  description: "Shown only here. The key of X-Pay-Signature is this whole text.",
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

import { scopeNames } from "../../../contract/access.ts";
import { nullable, Timestamp, text, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

const addressesMax = 50;

/** What a company limits a key to besides its scopes. */
const KeyLimitFields = {
  allowed_ips: Type.Array(Type.String({ maxLength: 50, examples: ["203.0.113.0/24"] }), {
    maxItems: addressesMax,
    uniqueItems: true,
    description:
      "IP addresses and networks that the key may be used from; empty means everywhere. From another address, the key is refused like an unknown one.",
  }),
  expires_at: nullable({ ...Timestamp, description: "When the key stops working; null means never." }),
  strict: Type.Boolean({
    description:
      "Whether unknown fields and query parameters are refused, as with the header `Billfold-Strict: true`.",
  }),
  post_rate: nullable(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description:
        "POST requests per second that the key may send, if fewer than the plan allows each key; five seconds' worth can be sent at once. null means as many as the plan allows.",
    }),
  ),
};

/** A key as the company sees it; the secret is shown once, when it is created. */
export const Key = Type.Object(
  {
    app_id: Type.String({ examples: ["bf_test_9w3k2m8q4t7x1z5v6n0p"] }),
    name: nullable(Type.String({ description: "Which system uses the key." })),
    scopes: Type.Array(words(scopeNames)),
    ...KeyLimitFields,
    created_at: Timestamp,
    last_used_at: nullable(Timestamp),
    last_used_scopes: Type.Record(Type.String(), Timestamp),
    unused_scopes: Type.Array(words(scopeNames), {
      description: "Scopes that have not been used for more than 90 days. The key may not need them.",
    }),
    rotated_at: nullable(Timestamp),
    previous_secret_valid: Type.Boolean({
      description: "Whether the previous secret is still valid.",
    }),
    previous_secret_until: nullable({
      ...Timestamp,
      description: "null until the first use of the new secret, which starts the grace period.",
    }),
    grace_seconds: nullable(Type.Integer({ description: "Grace period of the last rotation." })),
    secret_stored_at: nullable({
      ...Timestamp,
      description: "When a person confirmed that they stored the current secret.",
    }),
    revoked_at: nullable(Timestamp),
  },
  { title: "Key" },
);

const Scopes = Type.Array(words(scopeNames), { maxItems: scopeNames.length, uniqueItems: true });

const KeyName = text(100, { description: "Which system uses the key.", examples: ["Web shop"] });

const GivenLimitFields = Type.Partial(
  Type.Object({
    ...KeyLimitFields,
    expires_at: nullable(
      Type.String({
        format: "moment",
        description: "When the key stops working, or the last day on which it works; null means never.",
        examples: ["2027-06-30"],
      }),
    ),
  }),
).properties;

export const KeyCreate = Type.Object(
  { name: Type.Optional(nullable(KeyName)), scopes: Scopes, ...GivenLimitFields },
  { title: "KeyCreate" },
);
export const KeyPatch = Type.Object(
  { name: Type.Optional(nullable(KeyName)), scopes: Type.Optional(Scopes), ...GivenLimitFields },
  {
    title: "KeyPatch",
    description: "Only the given fields change; null removes the name, the expiry or the rate.",
  },
);

/** The options of `billfold key create`. */
export const KeyNaming = Type.Object({ name: Type.Optional(KeyName), ...GivenLimitFields });

/** The first key of a company. It has no scope unless one is chosen. */
export const FirstKey = Type.Object({
  name: Type.Optional(nullable(KeyName)),
  scopes: Type.Optional(Scopes),
});

export const KeyRotation = Type.Object(
  {
    grace_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 604_800,
        default: 86_400,
        description:
          "How long the old secret stays valid after the first use of the new one; 0 ends it immediately.",
      }),
    ),
  },
  { title: "KeyRotation" },
);

export const keyExample = {
  app_id: "bf_test_9w3k2m8q4t7x1z5v6n0p",
  name: "Web shop",
  scopes: ["invoices:read", "invoices:write"],
  allowed_ips: ["203.0.113.0/24"],
  expires_at: null,
  strict: true,
  post_rate: null,
  created_at: "2026-09-15T09:30:00.000Z",
  last_used_at: "2026-11-15T09:30:00.000Z",
  last_used_scopes: { "invoices:write": "2026-11-15T09:30:00.000Z" },
  unused_scopes: ["invoices:read"],
  rotated_at: null,
  previous_secret_valid: false,
  previous_secret_until: null,
  grace_seconds: null,
  secret_stored_at: "2026-09-15T09:31:00.000Z",
  revoked_at: null,
};

import { scopeNames } from "../../../contract/access.ts";
import { nullable, Timestamp, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

/** A key as the company sees it; the secret is shown once, when it is created. */
export const Key = Type.Object(
  {
    app_id: Type.String({ examples: ["bf_test_9w3k2m8q4t7x1z5v6n0p"] }),
    scopes: Type.Array(words(scopeNames)),
    created_at: Timestamp,
    last_used_at: nullable(Timestamp),
    last_used_scopes: Type.Record(Type.String(), Timestamp),
    unused_scopes: Type.Array(words(scopeNames), {
      description: "Held for more than 30 days, and not used for as long: the key may not need them.",
    }),
    rotated_at: nullable(Timestamp),
    previous_secret_valid: Type.Boolean({
      description: "Is the secret before the last rotation still taken?",
    }),
    previous_secret_until: nullable({
      ...Timestamp,
      description: "null as long as the new secret has not been used, which starts the grace period.",
    }),
    grace_seconds: nullable(Type.Integer({ description: "Of the last rotation." })),
    revoked_at: nullable(Timestamp),
  },
  { title: "Key" },
);

const Scopes = Type.Array(words(scopeNames), { maxItems: scopeNames.length, uniqueItems: true });

export const KeyCreate = Type.Object({ scopes: Scopes }, { title: "KeyCreate" });
export const KeyPatch = Type.Object({ scopes: Scopes }, { title: "KeyPatch" });

export const KeyRotation = Type.Object(
  {
    grace_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 604_800,
        default: 86_400,
        description: "How long the old secret is taken after the first use of the new one; 0 ends it now.",
      }),
    ),
  },
  { title: "KeyRotation" },
);

export const keyExample = {
  app_id: "bf_test_9w3k2m8q4t7x1z5v6n0p",
  scopes: ["invoices:read", "invoices:write"],
  created_at: "2026-09-15T09:30:00.000Z",
  last_used_at: "2026-11-15T09:30:00.000Z",
  last_used_scopes: { "invoices:write": "2026-11-15T09:30:00.000Z" },
  unused_scopes: ["invoices:read"],
  rotated_at: null,
  previous_secret_valid: false,
  previous_secret_until: null,
  grace_seconds: null,
  revoked_at: null,
};

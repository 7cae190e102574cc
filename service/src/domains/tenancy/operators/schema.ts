import { featureNames } from "../../../contract/access.ts";
import { nullable, text, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

export const CompanyQuery = Type.Object({
  status: Type.Optional(words(["pending", "active", "suspended", "refused"])),
  q: Type.Optional(text(200)),
  cursor: Type.Optional(Type.String({ pattern: "^[1-9]\\d{0,14}$" })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});
export type CompanyQuery = Type.Static<typeof CompanyQuery>;

export const Reason = Type.Object({ reason: text(1000) });

const Quota = Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })));

const Rate = Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 })));

/** Omitted fields stay unchanged; null removes a quota or restores the default rate; a rate of 0 means no limit. */
export const PlanPatch = Type.Object({
  disabled_features: Type.Optional(Type.Array(words(featureNames), { maxItems: 20 })),
  quotas: Type.Optional(Type.Object({ invoices: Quota, payment_links: Quota })),
  post_rate: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 }))),
  company_post_rate: Rate,
  read_rate: Rate,
});
export type PlanPatch = Type.Static<typeof PlanPatch>;

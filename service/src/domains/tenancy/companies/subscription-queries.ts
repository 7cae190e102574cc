import type { Feature } from "../../../contract/access.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { columnsSql } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";

const stored = [
  "disabled_features",
  "quota_invoices",
  "quota_payment_links",
  "post_rate",
  "post_burst",
  "company_post_rate",
  "read_rate",
] as const;

export type PlanColumns = Pick<Tables["subscriptions"], (typeof stored)[number]>;

const lock = statement(
  "subscription_lock",
  `select ${columnsSql("s", stored)} from subscriptions s where s.company_id = $1 for update`,
);

export async function lockPlan(tx: Queryable, companyId: number): Promise<PlanColumns | undefined> {
  const [row] = await tx.query<PlanColumns>(lock, [companyId]);
  return row;
}

const hasFeature = statement(
  "subscription_has_feature",
  "select 1 from subscriptions where company_id = $1 and not $2 = any(disabled_features)",
);

/** For background work; a request's principal has its company's features already. */
export async function companyHasFeature(
  db: Queryable,
  companyId: number,
  feature: Feature,
): Promise<boolean> {
  return (await db.query(hasFeature, [companyId, feature])).length === 1;
}

const findUsage = statement(
  "subscription_usage",
  `select s.quota_invoices, case when n.usage_month >= $2 then n.invoices_used else 0 end as invoices_used,
     s.quota_payment_links, case when n.usage_month >= $2 then n.payment_links_used else 0 end as payment_links_used,
     s.disabled_features, s.post_rate, s.company_post_rate, s.read_rate
   from subscriptions s join company_counters n using (company_id) where company_id = $1`,
);

export type Usage = Omit<PlanColumns, "post_burst"> &
  Pick<Tables["company_counters"], "invoices_used" | "payment_links_used">;

export async function findUsageOf(db: Queryable, companyId: number, month: string): Promise<Usage> {
  const [row] = await db.query<Usage>(findUsage, [companyId, month]);
  return row!;
}

const useLink = statement(
  "subscription_use_link",
  `update company_counters n set payment_links_used = case when n.usage_month >= $2 then n.payment_links_used else 0 end + 1,
     invoices_used = case when n.usage_month >= $2 then n.invoices_used else 0 end, usage_month = greatest(n.usage_month, $2)
   from subscriptions s
   where n.company_id = $1 and s.company_id = $1 and (s.quota_payment_links is null
     or case when n.usage_month >= $2 then n.payment_links_used else 0 end < s.quota_payment_links)
   returning 1`,
);

/** Counts one more payment link; returns false if the quota is used up. */
export async function countPaymentLink(tx: Queryable, companyId: number, month: string): Promise<boolean> {
  return (await tx.query(useLink, [companyId, month])).length === 1;
}

const update = statement(
  "subscription_update",
  `update subscriptions set disabled_features = $2, quota_invoices = $3, quota_payment_links = $4, post_rate = $5,
     post_burst = $6, company_post_rate = $7, read_rate = $8
   where company_id = $1`,
);

export async function updatePlan(tx: Queryable, companyId: number, plan: PlanColumns): Promise<void> {
  await tx.query(update, [
    companyId,
    plan.disabled_features,
    plan.quota_invoices,
    plan.quota_payment_links,
    plan.post_rate,
    plan.post_burst,
    plan.company_post_rate,
    plan.read_rate,
  ]);
}

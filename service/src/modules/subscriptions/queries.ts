import { type Queryable, statement } from "../../foundation/database.ts";

export type PlanColumns = {
  disabled_features: string[];
  quota_invoices: number | null;
  quota_payment_links: number | null;
  post_rate: number | null;
  post_burst: number | null;
};

const lock = statement(
  "subscription_lock",
  `select disabled_features, quota_invoices, quota_payment_links, post_rate, post_burst
   from subscriptions where company_id = $1 for update`,
);

export async function lockPlan(tx: Queryable, companyId: number): Promise<PlanColumns | undefined> {
  const [row] = await tx.query<PlanColumns>(lock, [companyId]);
  return row;
}

const findUsage = statement(
  "subscription_usage",
  `select s.quota_invoices as limit, case when n.usage_month = $2 then n.invoices_used else 0 end as used
   from subscriptions s join company_counters n using (company_id) where company_id = $1`,
);

export async function findInvoiceUsage(db: Queryable, companyId: number, month: string) {
  const [row] = await db.query<{ limit: number | null; used: number }>(findUsage, [companyId, month]);
  return row!;
}

const update = statement(
  "subscription_update",
  `update subscriptions set disabled_features = $2, quota_invoices = $3, quota_payment_links = $4, post_rate = $5,
     post_burst = $6
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
  ]);
}

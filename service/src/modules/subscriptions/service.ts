import type { Feature } from "../../access.ts";
import { notFound } from "../../foundation/errors.ts";
import { type Administration, announceChange } from "../companies/service.ts";
import { lockPlan, type PlanColumns, updatePlan } from "./queries.ts";

/**
 * What a company subscribed to: features, monthly quotas and how fast its keys may POST. A new company has
 * every feature and no quota.
 */
export type PlanChange = {
  enable?: Feature[];
  disable?: Feature[];
  /** null lifts the quota; undefined leaves it. */
  quotaInvoices?: number | null | undefined;
  quotaPaymentLinks?: number | null | undefined;
  postRate?: number | null | undefined;
  postBurst?: number | null | undefined;
};

export async function setPlan(
  { tx }: Administration,
  companyId: number,
  change: PlanChange,
): Promise<PlanColumns> {
  const before = await lockPlan(tx, companyId);
  if (!before) throw notFound(`Company ${companyId}`);
  const disabled = new Set(before.disabled_features);
  for (const feature of change.enable ?? []) disabled.delete(feature);
  for (const feature of change.disable ?? []) disabled.add(feature);
  const kept = <T>(given: T | undefined, old: T): T => (given === undefined ? old : given);
  const after: PlanColumns = {
    disabled_features: [...disabled].sort(),
    quota_invoices: kept(change.quotaInvoices, before.quota_invoices),
    quota_payment_links: kept(change.quotaPaymentLinks, before.quota_payment_links),
    post_rate: kept(change.postRate, before.post_rate),
    post_burst: kept(change.postBurst, before.post_burst),
  };
  await updatePlan(tx, companyId, after);
  await announceChange(tx, companyId);
  return after;
}

import type { Context } from "../../../context.ts";
import { type Company, type Feature, featureNames, features } from "../../../contract/access.ts";
import { noSuch, tooMany } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { startOfNextMonth } from "../../../platform/values/date-times.ts";
import { audit } from "../audit/service.ts";
import {
  type Administration,
  countPaymentLink,
  findUsageOf,
  lockPlan,
  notifyCompanyChanged,
  type PlanColumns,
  updatePlan,
} from "../companies/service.ts";

/**
 * A company's plan: features, monthly quotas, and rate limits for POST and reads. A new company has every feature and
 * no quota.
 */
export type PlanChange = {
  enable?: Feature[];
  disable?: Feature[];
  /** null lifts the quota; undefined leaves it. */
  quotaInvoices?: number | null | undefined;
  quotaPaymentLinks?: number | null | undefined;
  postRate?: number | null | undefined;
  postBurst?: number | null | undefined;
  /** Across all keys and users; 0 means no limit, null the service's default. */
  companyPostRate?: number | null | undefined;
  /** In cost units; 0 means no limit, null the service's default. */
  readRate?: number | null | undefined;
};

export async function setPlan(
  administration: Administration,
  companyId: number,
  change: PlanChange,
): Promise<PlanColumns> {
  const { tx } = administration;
  const before = await lockPlan(tx, companyId);
  if (!before) throw noSuch(`company ${companyId}`);
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
    company_post_rate: kept(change.companyPostRate, before.company_post_rate),
    read_rate: kept(change.readRate, before.read_rate),
  };
  await updatePlan(tx, companyId, after);
  await notifyCompanyChanged(tx, companyId);
  audit(administration, companyId, "plan.set", `company/${companyId}`, after);
  return after;
}

/** The first day of the calendar month that a quota counts in, in the company's time zone. */
export function usageMonth(company: Company, now: Date): string {
  return `${dateIn(company.timeZone, now).slice(0, 7)}-01`;
}

/** The plan as the dashboard shows it, with this month's usage. */
export async function readUsage(
  { postRate, companyPostRate, readRate }: Context["config"],
  db: Queryable,
  company: Company,
  now: Date,
): Promise<Json> {
  const month = usageMonth(company, now);
  const usage = await findUsageOf(db, company.id, month);
  return JSON.stringify({
    month: month.slice(0, 7),
    invoices: { used: usage.invoices_used, limit: usage.quota_invoices },
    payment_links: { used: usage.payment_links_used, limit: usage.quota_payment_links },
    resets_at: startOfNextMonth(company.timeZone, now).toISOString(),
    features: featureNames.map((name) => ({
      name,
      title: features[name],
      enabled: !usage.disabled_features.includes(name),
    })),
    post_rate: usage.post_rate ?? postRate,
    company_post_rate: usage.company_post_rate ?? companyPostRate,
    read_rate: usage.read_rate ?? readRate,
  });
}

const exceeded = (quota: "invoices" | "payment_links") =>
  quotaExceeded({ timeZone: "Africa/Lagos" }, new Date("2026-11-15T09:30:00Z"), {
    quota,
    limit: 100,
    used: 100,
  });

/**
 * Declared by routes that create an invoice or a payment link. Only the contract asks for the refusal, so it is made
 * then: the first date in a time zone takes longer than to load a hundred files.
 */
export const invoiceQuota = {
  require: requireInvoiceQuota,
  get exceeded() {
    return exceeded("invoices");
  },
};
export const paymentLinkQuota = {
  require: requirePaymentLinkQuota,
  get exceeded() {
    return exceeded("payment_links");
  },
};

/** Reports an exceeded quota early; the statement that stores the invoice enforces it. */
async function requireInvoiceQuota(db: Queryable, company: Company, now: Date): Promise<void> {
  const usage = await findUsageOf(db, company.id, usageMonth(company, now));
  const { quota_invoices: limit, invoices_used: used } = usage;
  if (limit !== null && used >= limit) throw quotaExceeded(company, now, { quota: "invoices", limit, used });
}

async function requirePaymentLinkQuota(db: Queryable, company: Company, now: Date): Promise<void> {
  const usage = await findUsageOf(db, company.id, usageMonth(company, now));
  const { quota_payment_links: limit, payment_links_used: used } = usage;
  if (limit !== null && used >= limit) {
    throw quotaExceeded(company, now, { quota: "payment_links", limit, used });
  }
}

/**
 * Counts a payment link that is being created; throws if the quota is used up. It locks the company's counter row, so
 * call it late in the transaction.
 */
export async function usePaymentLinkQuota(tx: Queryable, company: Company, now: Date): Promise<void> {
  // The quota was raised in between, so try again.
  while (!(await countPaymentLink(tx, company.id, usageMonth(company, now)))) {
    await requirePaymentLinkQuota(tx, company, now);
  }
}

export function quotaExceeded(
  company: Pick<Company, "timeZone">,
  now: Date,
  { quota, limit, used }: { quota: "invoices" | "payment_links"; limit: number; used: number },
) {
  const resetsAt = startOfNextMonth(company.timeZone, now);
  const seconds = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000));
  return tooMany(
    "quota_exceeded",
    `Your plan allows ${limit} ${nounOf(quota, limit)} per month, and ${limit === 1 ? "it is" : "all are"} used up. The quota resets on ${resetsAt.toISOString()}.`,
    seconds,
    { quota, limit, used: Math.max(used, limit), resets_at: resetsAt.toISOString() },
  );
}

function nounOf(quota: "invoices" | "payment_links", count: number): string {
  const plural = quota.replace("_", " ");
  return count === 1 ? plural.slice(0, -1) : plural;
}

import type { Feature } from "../../../service/src/access.ts";

export type CompanyStatus = "pending" | "active" | "suspended" | "refused";

/** A company as those see it who run the service. */
export type OperatedCompany = {
  id: number;
  name: string;
  email: string | null;
  country: string | null;
  tax_id: string | null;
  status: CompanyStatus;
  created_at: string;
  owner: { name: string; email: string; confirmed: boolean } | null;
};

export type Plan = {
  disabled_features: Feature[];
  quotas: { invoices: number | null; payment_links: number | null };
  post_rate: number | null;
};

export type OperatedCompanyInFull = OperatedCompany & {
  reason?: string | null;
  plan: Plan;
  usage: Record<string, unknown>;
};

/** A count, whether it is told as a number or with what it is counted against. */
export function usedOf(usage: Record<string, unknown>, name: string): number {
  const told = usage[name];
  if (typeof told === "number") return told;
  const used = (told as { used?: unknown } | undefined)?.used;
  return typeof used === "number" ? used : 0;
}

import type { Feature } from "../../../service/src/contract/access.ts";

export type CompanyStatus = "pending" | "active" | "suspended" | "refused";

/** A company as the operators see it. */
export type OperatorCompany = {
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
  company_post_rate: number | null;
  read_rate: number | null;
};

export type OperatorCompanyDetails = OperatorCompany & {
  /** Why it was refused or suspended. */
  reason: string | null;
  plan: Plan;
  usage: { month: string | null; invoices: number; payment_links: number };
};

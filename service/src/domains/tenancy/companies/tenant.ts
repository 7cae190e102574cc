import type { Config } from "../../../config/config.ts";
import { burstFor, isFeature, type Principal, readBurstFor } from "../../../contract/access.ts";
import type { Language } from "../../../contract/languages.ts";
import { jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { supplierSnapshotFields } from "./queries.ts";

/** The caller's company and plan, as every request needs them. */
export type TenantRow = Pick<
  Tables["companies"],
  | "name"
  | "status"
  | "currency"
  | "time_zone"
  | "language"
  | "payment_terms_days"
  | "prices_include_tax"
  | "invoice_series"
  | "gateway"
  | "clock_offset_ms"
> &
  Pick<
    Tables["subscriptions"],
    "company_id" | "disabled_features" | "post_rate" | "post_burst" | "company_post_rate" | "read_rate"
  > & { supplier: string };

/** Its columns, from the aliases `co` for the company and `s` for the subscription. */
export const tenantColumnsSql = `co.id as company_id, co.name, co.status, co.currency, co.time_zone, co.language, co.payment_terms_days,
  co.prices_include_tax, co.invoice_series, co.gateway, co.clock_offset_ms, ${jsonOf(supplierSnapshotFields)} as supplier, s.disabled_features, s.post_rate, s.post_burst,
  s.company_post_rate, s.read_rate`;

export function tenantOf(
  config: Config,
  row: TenantRow,
): Pick<Principal, "company" | "disabledFeatures" | "postLimit" | "companyPostLimit" | "readLimit"> {
  const rate = row.post_rate ?? config.postRate;
  const burst = row.post_burst ?? (row.post_rate === null ? config.postBurst : burstFor(row.post_rate));
  const companyRate = row.company_post_rate ?? config.companyPostRate;
  const readRate = row.read_rate ?? config.readRate;
  return {
    disabledFeatures: new Set(row.disabled_features.filter(isFeature)),
    postLimit: { rate, burst },
    companyPostLimit: { rate: companyRate, burst: burstFor(companyRate) },
    readLimit: { rate: readRate, burst: readBurstFor(readRate) },
    company: {
      id: row.company_id,
      name: row.name,
      status: row.status,
      currency: row.currency,
      timeZone: row.time_zone,
      language: row.language as Language,
      paymentTermsDays: row.payment_terms_days,
      pricesIncludeTax: row.prices_include_tax,
      invoiceSeries: row.invoice_series,
      gateway: row.gateway,
      clockOffsetMs: row.clock_offset_ms,
      supplier: row.supplier,
    },
  };
}

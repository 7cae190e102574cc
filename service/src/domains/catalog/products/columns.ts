import type { Company } from "../../../contract/access.ts";
import { parseDecimal, toPlain } from "../../../platform/values/money.ts";
import type { ProductColumns } from "./queries.ts";
import type { ProductCreate, ProductPatch } from "./schema.ts";
import { defaultTaxCategory } from "./tax.ts";

/** The columns to store; for an existing product, only what was given changes. */
export function productColumns(
  company: Company,
  given: ProductCreate | ProductPatch,
  before?: ProductCreate,
): ProductColumns {
  const input = { ...before, ...given } as ProductCreate;
  // A new rate may contradict the old category, so the category is derived again unless it was given too.
  if (before && given.tax_rate !== undefined && given.tax_category === undefined) input.tax_category = null;
  const rate = parseDecimal(input.tax_rate ?? 0)!;
  return {
    name: input.name,
    description: input.description ?? null,
    sku: input.sku ?? null,
    kind: input.kind ?? "goods",
    unit_price: plainOrNull(input.unit_price),
    currency: input.currency ?? company.currency,
    tax_rate: toPlain(rate),
    tax_category: input.tax_category ?? defaultTaxCategory(rate.eq(0)),
    exemption_reason: input.exemption_reason ?? null,
    unit_code: input.unit_code ?? "C62",
    hs_code: input.hs_code ?? null,
    service_code: input.service_code ?? null,
    default_discount_percent: plainOrNull(input.default_discount_percent),
    active: input.active ?? true,
    portal: input.portal ?? false,
    external_id: input.external_id ?? null,
    metadata: input.metadata ?? {},
  };
}

const plainOrNull = (value: number | string | null | undefined) =>
  value == null ? null : toPlain(parseDecimal(value)!);

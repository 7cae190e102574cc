import { parseDecimal, toPlain } from "../../../platform/values/money.ts";
import { type Address, normaliseAddress } from "../../../platform/values/schema.ts";
import type { CustomerColumns } from "./queries.ts";
import type { CustomerCreate, CustomerPatch } from "./schema.ts";

/** The columns to store; for an existing customer, only what was given changes. */
export function customerColumns(
  given: CustomerCreate | CustomerPatch,
  before?: CustomerColumns,
): CustomerColumns {
  const input = { ...before, ...given } as CustomerCreate;
  return {
    name: input.name,
    email: input.email ?? null,
    phone: input.phone ?? null,
    kind: input.kind ?? "business",
    tax_id: input.tax_id ?? null,
    registration_number: input.registration_number ?? null,
    address: normaliseAddress(input.address as Address | string | null),
    language: input.language ?? null,
    default_discount_percent: decimalOrNull(input.default_discount_percent),
    withholding_rate: decimalOrNull(input.withholding_rate),
    reminders_paused: input.reminders_paused ?? false,
    external_id: input.external_id ?? null,
    metadata: input.metadata ?? {},
  };
}

const decimalOrNull = (given: number | string | null | undefined) =>
  given == null ? null : toPlain(parseDecimal(given)!);

import { type Queryable, statement } from "../../../platform/db/database.ts";
import { erasedText } from "../../../platform/values/erased-text.ts";

const begin = statement(
  "customer_begin_erasure",
  "select 1 from customers r where r.company_id = $1 and r.id = $2 for update",
);

/**
 * Waits for transactions that use the customer. Those that come later wait, or are refused, until this one ends, so that
 * nothing about the customer is stored behind the erasure.
 */
export async function beginErasure(tx: Queryable, companyId: number, id: number): Promise<void> {
  await tx.query(begin, [companyId, id]);
}

const erase = statement(
  "customer_erase",
  `update customers set name = '${erasedText}', email = null, phone = null, tax_id = null, registration_number = null,
     address = null, external_id = null, metadata = '{}', updated_at = $3 where company_id = $1 and id = $2`,
);

/** Leaves the customer without anything that says who it is; documents go on naming its id. */
export async function eraseCustomerRow(
  tx: Queryable,
  companyId: number,
  id: number,
  now: Date,
): Promise<void> {
  await tx.query(erase, [companyId, id, now]);
}

/** The values of a customer, present or past, that are erased, and those by which it is recognised. */
export function valuesOf(customers: readonly CustomerValues[]): { all: string[]; identifying: string[] } {
  const texts = (value: unknown): string[] =>
    typeof value === "string"
      ? [value]
      : typeof value === "object" && value !== null
        ? Object.values(value).flatMap(texts)
        : [];
  const identifying = customers.flatMap(
    ({ name, email, phone, tax_id, registration_number, external_id, address }) =>
      texts([name, email, phone, tax_id, registration_number, external_id, address?.line1]),
  );
  const other = customers.flatMap(({ address, metadata }) => texts([withoutCountry(address), metadata]));
  const isErased = (value: string) => value === erasedText;
  return {
    all: [...identifying, ...other].filter((value) => !isErased(value)),
    identifying: identifying.filter((value) => !isErased(value)),
  };
}

type CustomerValues = {
  name: string;
  email: string | null;
  phone: string | null;
  tax_id: string | null;
  registration_number: string | null;
  external_id: string | null;
  address: Record<string, string | null> | null;
  metadata: unknown;
};

const withoutCountry = (address: CustomerValues["address"]) => {
  const { country: _, ...rest } = address ?? {};
  return rest;
};

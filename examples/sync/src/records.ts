import type { BodyOf, Client } from "billfold-sdk";
import type { Row } from "./csv.ts";

export type UpsertResult = { id: number; outcome: "created" | "changed" | "unchanged" };

/** The partner's own id is the record's `external_id`, by which existing records are found, even after a crash. */
export async function upsertCustomer(client: Client, { cells }: Row): Promise<UpsertResult> {
  const { id: external_id, name, email, phone, tax_id, street, city, country } = cells;
  const wanted = {
    ...{ name: name ?? "", external_id: external_id ?? "" },
    ...{ email: email || null, phone: phone || null, tax_id: tax_id || null },
    address: { line1: street || null, city: city || null, country: country || null },
  } satisfies BodyOf<"POST /customers">;
  const [found] = (await client.customers.list({ external_id: wanted.external_id })).customers;
  if (!found) return { id: (await client.customers.create(wanted)).customer.id, outcome: "created" };
  if (isWithin(wanted, found)) return { id: found.id, outcome: "unchanged" };
  await client.customers.update(found.id, wanted);
  return { id: found.id, outcome: "changed" };
}

export async function upsertProduct(client: Client, { cells }: Row): Promise<UpsertResult> {
  const { id: external_id, name, unit_price, tax_rate } = cells;
  const wanted = {
    ...{ name: name ?? "", external_id: external_id ?? "" },
    ...{ unit_price: unit_price || null, tax_rate: tax_rate || null },
  } satisfies BodyOf<"POST /products">;
  const [found] = (await client.products.list({ external_id: wanted.external_id })).products;
  if (!found) return { id: (await client.products.create(wanted)).product.id, outcome: "created" };
  if (isWithin(wanted, found)) return { id: found.id, outcome: "unchanged" };
  await client.products.update(found.id, wanted);
  return { id: found.id, outcome: "changed" };
}

/** Whether the record already has all given values. Fields that the partner does not have are left unchanged. */
function isWithin(wanted: unknown, found: unknown): boolean {
  if (wanted === null || typeof wanted !== "object") return same(wanted, found);
  return Object.entries(wanted).every(([name, value]) =>
    isWithin(value, (found as Record<string, unknown> | null)?.[name]),
  );
}

function same(wanted: unknown, found: unknown): boolean {
  // 8500 and 8500.00 are the same price: the service returns numbers, and the export has text.
  if (typeof found === "number") return wanted !== null && Number(wanted) === found;
  return (wanted ?? null) === (found ?? null);
}

import type { Company } from "../../access.ts";
import type { Change } from "../../context.ts";
import { type Queryable, violatedConstraint } from "../../foundation/database.ts";
import { invalidField, notFound } from "../../foundation/errors.ts";
import { createdRange } from "../../foundation/moments.ts";
import { containsPattern, type PageRequest, readPage } from "../../foundation/page.ts";
import { type Address, normaliseAddress } from "../../foundation/schema.ts";
import { emit } from "../events/service.ts";
import {
  type CustomerColumns,
  customerListing,
  findCustomer,
  insertCustomer,
  lockCustomer,
  updateCustomer,
} from "./queries.ts";
import type { CustomerCreate, CustomerPatch } from "./schema.ts";

/** Customers are whom a company sells to. They are never deleted: invoices refer to them for years. */
export { customerExists, customerSnapshotFields, customersNamedSql } from "./queries.ts";

export async function createCustomer(change: Change, input: CustomerCreate): Promise<string> {
  const columns = toColumns({ ...input, metadata: input.metadata ?? {} });
  const customer = await insertCustomer(change.tx, change.company.id, change.now, columns).catch(explain);
  await emit(change, "customer.created", customer);
  return customer;
}

export async function updateCustomerFields(
  change: Change,
  id: number,
  patch: CustomerPatch,
): Promise<string> {
  const before = await lockCustomer(change.tx, change.company.id, id);
  if (before === undefined) throw notFound("The customer");
  const merged = { ...(JSON.parse(before) as CustomerColumns), ...patch } as CustomerCreate;
  const after = await updateCustomer(change.tx, change.company.id, id, change.now, toColumns(merged)).catch(
    explain,
  );
  await emit(change, "customer.updated", after, before);
  return after;
}

export async function getCustomer(db: Queryable, companyId: number, id: number): Promise<string> {
  const customer = await findCustomer(db, companyId, id);
  if (customer === undefined) throw notFound("The customer");
  return customer;
}

type CustomerFilters = PageRequest & {
  external_id?: string;
  created_from?: string;
  created_to?: string;
  q?: string;
};

export function listCustomers(db: Queryable, company: Company, today: string, query: CustomerFilters) {
  return readPage(db, customerListing, company.id, today, query, {
    external_id: query.external_id,
    ...createdRange(company.timeZone, query),
    q: query.q === undefined ? undefined : containsPattern(query.q),
  });
}

/** A body may refer only to what is its company's; whose it is otherwise is nobody's business. */
export const notACustomer = { field: "customer_id", message: "is not a customer of this company" };

function toColumns(input: CustomerCreate): CustomerColumns {
  return {
    name: input.name,
    email: input.email ?? null,
    phone: input.phone ?? null,
    kind: input.kind ?? "business",
    tax_id: input.tax_id ?? null,
    registration_number: input.registration_number ?? null,
    address: normaliseAddress(input.address as Address | string | null),
    external_id: input.external_id ?? null,
    metadata: input.metadata ?? {},
  };
}

function explain(error: unknown): never {
  if (violatedConstraint(error) === "customers_external_id") {
    throw invalidField("external_id", "is already used by another customer of this company");
  }
  throw error;
}

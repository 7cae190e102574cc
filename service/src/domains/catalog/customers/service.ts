import type { Change } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import { ApiError, invalid, invalidField, notFound, unavailable } from "../../../contract/errors.ts";
import { type Queryable, violatedConstraint } from "../../../platform/db/database.ts";
import { type MetadataFilter, metadataQuery } from "../../../platform/db/lists/metadata-filter.ts";
import { type Page, type PageRequest, readPage } from "../../../platform/db/lists/page.ts";
import { textSearch } from "../../../platform/db/lists/search.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import { emit } from "../../webhooks/events/service.ts";
import { type ReadBalances, withBalance, withBalances } from "./balances.ts";
import { customerColumns } from "./columns.ts";
import {
  type CustomerColumns,
  customerExists,
  customerListing,
  findCustomer,
  insertCustomer,
  lockCustomer,
  updateCustomer,
} from "./queries.ts";
import type { CustomerCreate, CustomerPatch } from "./schema.ts";

/** Customers are the buyers a company sells to. They are never deleted: invoices refer to them for years. */
export { type ReadBalances, withBalances } from "./balances.ts";
export { storeCustomers } from "./batch.ts";
export { customerColumns } from "./columns.ts";
export { beginErasure, eraseCustomerRow, valuesOf } from "./erasure.ts";
export { joinCustomerSql } from "./fragments.ts";
export {
  type CustomerDefaults,
  customerByIdOrEmailSql,
  customerExists,
  customerExistsSql,
  customerIdSql,
  customerLanguageSql,
  customerListing,
  customerNameSql,
  customerSnapshotFields,
  customersNamedSql,
  customerVersionSql,
  findCustomerDefaults,
  findCustomerLanguage,
  findCustomersNamed,
  findDefaultsOfCustomers,
  lockCustomer,
  lockCustomers,
  lockedCustomerSql,
  remindersPausedSql,
} from "./queries.ts";
export { customersMatchingSql, matchCustomers, searchCustomers } from "./search.ts";

export async function createCustomer(change: Change, input: CustomerCreate): Promise<string> {
  const { tx, company, now } = change;
  const customer = await addCustomer(tx, company.id, now, input);
  await emit(change, "customer.created", customer);
  return customer;
}

/** Emits no event, for callers that emit it together with others. */
export async function addCustomer(
  tx: Queryable,
  companyId: number,
  now: Date,
  input: CustomerCreate,
): Promise<string> {
  const customer = await insertCustomer(tx, companyId, now, customerColumns(input)).catch(explain);
  return withBalance(customer, "[]");
}

export async function updateCustomerFields(
  change: Change,
  id: number,
  patch: CustomerPatch,
  readBalances: ReadBalances,
): Promise<string> {
  const { tx, company, now } = change;
  const before = await lockCustomer(tx, company.id, id);
  if (before === undefined) throw notFound("The customer");
  const columns = customerColumns(patch, JSON.parse(before) as CustomerColumns);
  const after = await updateCustomer(tx, company.id, id, now, columns).catch(explain);
  const shown = await withBalances(tx, readBalances, company.id, dateIn(company.timeZone, now), [
    after,
    before,
  ]);
  await emit(change, "customer.updated", shown[0]!, shown[1]!);
  return shown[0]!;
}

/** The customer as the API shows it. */
export async function showCustomer(
  db: Queryable,
  companyId: number,
  today: string,
  id: number,
  readBalances: ReadBalances,
): Promise<string> {
  const [customer, balances] = await Promise.all([
    getCustomer(db, companyId, id),
    readBalances(db, companyId, today, [id]),
  ]);
  return withBalance(customer, balances.get(id) ?? "[]");
}

/** Without its balance. */
export async function getCustomer(db: Queryable, companyId: number, id: number): Promise<string> {
  const customer = await findCustomer(db, companyId, id);
  if (customer === undefined) throw notFound("The customer");
  return customer;
}

type CustomerFilters = PageRequest & {
  external_id?: string;
  email?: string;
  tax_id?: string;
  phone?: string;
  metadata?: MetadataFilter;
  created_from?: string;
  created_to?: string;
  q?: string;
};

export async function listCustomers(
  db: Queryable,
  company: Company,
  today: string,
  query: CustomerFilters,
  readBalances: ReadBalances,
): Promise<Page> {
  const filters = customerListFilters(company, today, query);
  const page = await readPage(db, customerListing, company.id, today, query, filters);
  return { ...page, entries: await withBalances(db, readBalances, company.id, today, page.entries) };
}

/** The values of the listing's filters, for exports too. */
export const customerListFilters = ({ timeZone }: Company, _today: string, query: CustomerFilters) => ({
  external_id: query.external_id,
  email: query.email,
  tax_id: query.tax_id,
  phone: query.phone,
  metadata: metadataQuery(query.metadata),
  ...createdRange(timeZone, query),
  ...textSearch(query.q),
});

/** A body may only refer to records of its own company; whether another company has such a record is not disclosed. */
/** Nothing was stored. It takes as long as the erasure of a customer, or as long as another change of the same record. */
export const customerInUse = () =>
  unavailable(
    "database_unavailable",
    "The customer is being erased or changed at this moment, so nothing was created. Try again in a few seconds.",
    2,
  );

export const notACustomer = { field: "customer_id", message: "is not a customer of this company" };

/**
 * The statement that stores a document checks its customer; a body that is refused before that has to be checked here.
 */
export async function addUnknownCustomer(
  db: Queryable,
  company: Company,
  customerId: number,
  error: unknown,
): Promise<never> {
  if (!(error instanceof ApiError && error.errors)) throw error;
  if (await customerExists(db, company.id, customerId)) throw error;
  throw invalid([notACustomer, ...error.errors]);
}

function explain(error: unknown): never {
  if (violatedConstraint(error) === "customers_external_id") {
    throw invalidField("external_id", "is already used by another customer of this company");
  }
  throw error;
}

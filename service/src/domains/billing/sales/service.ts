import { isDeepStrictEqual } from "node:util";
import type { Change } from "../../../context.ts";
import { type Company, sourceOf } from "../../../contract/access.ts";
import { invalidField, notFound, wrongState } from "../../../contract/errors.ts";
import { reservedSeries } from "../../../contract/number-series.ts";
import { type Queryable, violatedConstraint } from "../../../platform/db/database.ts";
import { type MetadataFilter, metadataQuery } from "../../../platform/db/lists/metadata-filter.ts";
import { containsPattern, type PageRequest, readRenderedPage } from "../../../platform/db/lists/page.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import { findCustomerDefaults, notACustomer } from "../../catalog/customers/service.ts";
import { emit } from "../../webhooks/events/service.ts";
import type { LineInput } from "../lines/schema.ts";
import {
  type DocumentColumns,
  type DocumentReferences,
  documentColumns,
  priceFields,
  priceLines,
  replaceLines,
  type StoredTerms,
  termsOf,
} from "../lines/service.ts";
import { drawNumber, numberCandidates } from "../numbering/service.ts";
import { findSale, insertSale, lockSale, saleListing, setSaleStatus, updateSale } from "./queries.ts";
import type { SaleCreate, SalePatch } from "./schema.ts";

export { eraseSales } from "./erasure.ts";
/**
 * Sales orders: open until they are invoiced, which happens once, or cancelled. Numbered when created.
 */
export { type NewSale, newSaleIdSql, saleRecord } from "./fields.ts";
export { lockSales, namedPath as namedSalesPath, saleExists, saleListing } from "./queries.ts";
export { searchSales } from "./search.ts";

export const saleSeries = reservedSeries.sale;

export type SaleRecord = DocumentColumns &
  StoredTerms & {
    id: number;
    number: string;
    status: "open" | "invoiced" | "cancelled";
    customer_id: number | null;
    currency: string;
    booking_date: string | null;
    invoice_id: number | null;
    lines: (LineInput & { id: number })[];
  };

/** `storedLines`: the lines were read from a record, where null is deliberate. */
export async function createSale(
  change: Change,
  input: SaleCreate,
  options: { storedLines?: boolean } = {},
): Promise<string> {
  const { tx, company, now } = change;
  const priced = await priceSale(tx, company, input.currency ?? company.currency, input, {
    stored: options.storedLines ?? false,
  });
  const number = await drawNumber(tx, company.id, saleSeries);
  const id = await insertSale(tx, {
    ...priced.columns,
    companyId: company.id,
    number,
    status: "open",
    source: sourceOf(change.actor),
    now,
  }).catch(explain);
  await replaceLines(tx, company.id, "sale", id, priced.lines);
  const sale = await getSale(tx, company.id, id);
  await emit(change, "sale.created", sale);
  return sale;
}

export async function updateSaleFields(change: Change, id: number, patch: SalePatch): Promise<string> {
  const { json: before, record } = await lockOpenSale(change, id, "changed");
  const after = await changeSale(change, record, patch, await priceChanged(change, record, patch));
  await emit(change, "sale.updated", after, before);
  return after;
}

const priceChanged = ({ tx, company }: Change, record: SaleRecord, patch: SalePatch) => {
  const merged = { ...record, ...patch } as SaleCreate;
  return priceSale(tx, company, merged.currency ?? company.currency, merged, {
    stored: patch.lines === undefined,
  });
};

async function changeSale(
  { tx, company, now }: Change,
  { id }: SaleRecord,
  patch: SalePatch,
  priced: PricedSale,
): Promise<string> {
  await updateSale(tx, company.id, id, now, priced.columns).catch(explain);
  if (priceFields.some((name) => patch[name] !== undefined)) {
    await replaceLines(tx, company.id, "sale", id, priced.lines);
  }
  return getSale(tx, company.id, id);
}

/**
 * Of a sale that is locked: undefined if the patch changes nothing, which is allowed whatever its status, so that a
 * synchronisation can be repeated. Emits no event.
 */
export async function changeLockedSale(
  change: Change,
  before: string,
  patch: SalePatch,
): Promise<string | undefined> {
  const record = JSON.parse(before) as SaleRecord;
  const price = (by: SalePatch) =>
    priceChanged(change, record, by).catch((error) => {
      openSale(before, "changed");
      throw error;
    });
  const priced = await price(patch);
  if (isDeepStrictEqual(priced, await price({}))) return undefined;
  openSale(before, "changed");
  return changeSale(change, record, patch, priced);
}

export async function cancelSale(change: Change, id: number): Promise<string> {
  await lockOpenSale(change, id, "cancelled");
  return moveSale(change, id, "cancelled", "sale.cancelled");
}

/** The sale's part of becoming an invoice; the invoice itself is created by the invoices module. */
export async function markSaleInvoiced(change: Change, id: number): Promise<string> {
  return moveSale(change, id, "invoiced", "sale.invoiced");
}

/** Its draft invoice was deleted, so it can be invoiced again. The caller emits the event, last. */
export async function reopenSale(
  change: Change,
  id: number,
  deleteDraft: () => Promise<void>,
): Promise<() => Promise<void>> {
  const { tx, company, now } = change;
  const before = await lockSale(tx, company.id, id);
  await deleteDraft();
  await setSaleStatus(tx, company.id, id, now, "open");
  const after = await getSale(tx, company.id, id);
  return async () => void (await emit(change, "sale.updated", after, before));
}

async function moveSale(
  change: Change,
  id: number,
  status: SaleRecord["status"],
  event: "sale.cancelled" | "sale.invoiced",
): Promise<string> {
  await setSaleStatus(change.tx, change.company.id, id, change.now, status);
  const sale = await getSale(change.tx, change.company.id, id);
  await emit(change, event, sale);
  return sale;
}

export async function lockOpenSale(change: Change, id: number, done: string) {
  const json = await lockSale(change.tx, change.company.id, id);
  if (json === undefined) throw notFound("The sale");
  return { json, record: openSale(json, done) };
}

function openSale(json: string, done: string): SaleRecord {
  const record = JSON.parse(json) as SaleRecord;
  if (record.status === "invoiced") throw invoiced(record, done);
  if (record.status === "cancelled") throw cancelled(record, done);
  return record;
}

const invoiced = ({ number, invoice_id }: Pick<SaleRecord, "number" | "invoice_id">, done: string) =>
  wrongState(
    `Sale ${number} is already invoiced (invoice ${invoice_id}), so it can't be ${done}.`,
    "already_invoiced",
  );

const cancelled = ({ number }: Pick<SaleRecord, "number">, done: string) =>
  wrongState(`Sale ${number} is cancelled, so it can't be ${done}.`);

/** The refusal for a sale that is no longer open. */
export const closedSales = (done: string) => {
  const example = { number: "SO-000088", invoice_id: 1042 };
  return [invoiced(example, done), cancelled(example, done)];
};

export async function getSale(db: Queryable, companyId: number, id: number): Promise<string> {
  const sale = await findSale(db, companyId, id);
  if (sale === undefined) throw notFound("The sale");
  return sale;
}

type SaleFilters = PageRequest & {
  status?: string;
  customer_id?: number;
  currency?: string;
  external_id?: string;
  metadata?: MetadataFilter;
  created_from?: string;
  created_to?: string;
  q?: string;
};

export function listSales(db: Queryable, company: Company, today: string, query: SaleFilters) {
  return readRenderedPage(db, saleListing, company.id, today, query, saleListFilters(company, today, query));
}

/** The values of the listing's filters, for exports too. */
export function saleListFilters({ timeZone }: Company, _today: string, query: SaleFilters) {
  const { status, customer_id, currency, external_id, q } = query;
  return {
    status,
    customer_id,
    currency,
    external_id,
    metadata: metadataQuery(query.metadata),
    ...createdRange(timeZone, query),
    q: q === undefined ? undefined : saleSearch(q),
  };
}

/** The value of the filter `q`: what names contain, and the numbers that the text may mean. */
export const saleSearch = (q: string) => [containsPattern(q), ...numberCandidates(saleSeries, q)];

export type PricedSale = Awaited<ReturnType<typeof priceSale>>;

/** `references` are given where they were read for many sales at once. */
export async function priceSale(
  db: Queryable,
  company: Company,
  currency: string,
  input: SaleCreate,
  { stored = false, references }: { stored?: boolean; references?: DocumentReferences } = {},
) {
  const customerId = input.customer_id ?? null;
  const customer =
    customerId === null
      ? undefined
      : references
        ? references.customers.get(customerId)
        : await findCustomerDefaults(db, company.id, customerId);
  const errors = customerId === null || customer ? [] : [notACustomer];
  const terms = termsOf(company, input, customer);
  const products = references?.products;
  const options = { stored, errors, products };
  const { lines, totals } = await priceLines(db, company, currency, input.lines, terms, options);
  const columns = {
    ...totals,
    customer_id: customerId,
    currency,
    booking_date: input.booking_date ?? null,
    ...documentColumns(input),
  };
  return { lines, columns };
}

function explain(error: unknown): never {
  if (violatedConstraint(error) === "sales_external_id") {
    throw invalidField("external_id", "is already used by another sale of this company");
  }
  throw error;
}

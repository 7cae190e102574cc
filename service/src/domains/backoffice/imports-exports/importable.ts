import type { TSchema } from "typebox";
import type { Change } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import type { FieldError } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { ExchangeRateCreate } from "../../billing/exchange-rates/schema.ts";
import {
  findRatesOfDays,
  rateColumns,
  rateFaults,
  setExchangeRate,
} from "../../billing/exchange-rates/service.ts";
import { CustomerCreate, CustomerPatch } from "../../catalog/customers/schema.ts";
import {
  createCustomer,
  customerColumns,
  findCustomersNamed,
  updateCustomerFields,
} from "../../catalog/customers/service.ts";
import { ProductCreate, ProductPatch } from "../../catalog/products/schema.ts";
import {
  createProduct,
  findProductsNamed,
  productColumns,
  updateProductFields,
} from "../../catalog/products/service.ts";
import { readCustomerBalances } from "../../payments/payments/service.ts";
import { customerSheet, type ExportedRecord, exchangeRateSheet, productSheet, type Sheet } from "./sheets.ts";

/** The columns that can identify a row's record; if a row has several, the first one decides. */
export type RecordKeys = {
  id: number[];
  external_id: string[];
  email: string[];
  sku: string[];
  /** A currency and a date. */
  day: string[];
};
export type RecordKey = keyof RecordKeys;

/** A record type that can be imported from a file, by the same functions that the API uses. */
export type Importable = {
  noun: string;
  sheet: Sheet;
  names: readonly RecordKey[];
  /** The identifiers that are unique. */
  unique: readonly RecordKey[];
  /** Columns that identify a record only together. */
  together?: { name: "day"; columns: readonly string[] };
  create: TSchema;
  patch: TSchema;
  find(db: Queryable, company: Company, names: RecordKeys): Promise<string[]>;
  /** What is wrong with a row beyond its schema. */
  faults?(company: Company, input: ExportedRecord): FieldError[];
  /** The columns as they would be stored. */
  columnsOf(company: Company, input: ExportedRecord, before?: ExportedRecord): object;
  add(change: Change, input: ExportedRecord): Promise<unknown>;
  change(change: Change, id: number, patch: ExportedRecord): Promise<unknown>;
};

export const importableCustomers: Importable = {
  noun: "customer",
  sheet: customerSheet,
  names: ["id", "external_id", "email"],
  unique: ["external_id"],
  create: CustomerCreate,
  patch: CustomerPatch,
  find: (db, { id }, names) => findCustomersNamed(db, id, names),
  columnsOf: (_company, input, before) => customerColumns(input, before),
  add: createCustomer,
  change: (change, id, patch) => updateCustomerFields(change, id, patch, readCustomerBalances),
};

export const importableProducts: Importable = {
  noun: "product",
  sheet: productSheet,
  names: ["id", "external_id", "sku"],
  unique: ["external_id", "sku"],
  create: ProductCreate,
  patch: ProductPatch,
  find: (db, { id }, names) => findProductsNamed(db, id, names),
  columnsOf: productColumns,
  add: createProduct,
  change: updateProductFields,
};

/** A day has one rate for a currency, so that a row for it replaces that. */
export const importableExchangeRates: Importable = {
  noun: "exchange rate",
  sheet: exchangeRateSheet,
  names: ["day"],
  unique: [],
  together: { name: "day", columns: ["currency", "date"] },
  create: ExchangeRateCreate,
  patch: ExchangeRateCreate,
  find: (db, company, { day }) => findRatesOfDays(db, company, day),
  faults: rateFaults,
  columnsOf: rateColumns,
  add: setExchangeRate,
  change: (change, _id, rate) => setExchangeRate(change, rate),
};

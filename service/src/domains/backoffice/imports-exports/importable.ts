import type { TSchema } from "typebox";
import type { Change } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import type { Queryable } from "../../../platform/db/database.ts";
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
import { customerSheet, type ExportedRecord, productSheet, type Sheet } from "./sheets.ts";

/** The columns that can identify a row's record; if a row has several, the first one decides. */
export type RecordKeys = { id: number[]; external_id: string[]; email: string[]; sku: string[] };
export type RecordKey = keyof RecordKeys;

/** A record type that can be imported from a file, by the same functions that the API uses. */
export type Importable = {
  noun: string;
  sheet: Sheet;
  names: readonly RecordKey[];
  /** The identifiers that are unique. */
  unique: readonly RecordKey[];
  create: TSchema;
  patch: TSchema;
  find(db: Queryable, companyId: number, names: RecordKeys): Promise<string[]>;
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
  find: findCustomersNamed,
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
  find: findProductsNamed,
  columnsOf: productColumns,
  add: createProduct,
  change: updateProductFields,
};

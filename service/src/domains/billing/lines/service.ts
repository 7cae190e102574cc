import type { Company } from "../../../contract/access.ts";
import { type FieldError, invalid } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { currencyDigits } from "../../../platform/values/currency.ts";
import { parseDecimal, toPlain } from "../../../platform/values/money.ts";
import {
  type CustomerDefaults,
  customerExists,
  findDefaultsOfCustomers,
  notACustomer,
} from "../../catalog/customers/service.ts";
import {
  defaultTaxCategory,
  findProductDefaults,
  type ProductDefaults,
} from "../../catalog/products/service.ts";
import { noAdjustments, type ReadAdjustments, readAdjustments } from "./adjustment-inputs.ts";
import type { DocumentTerms, TotalsColumns, WithholdingColumns } from "./document-fields.ts";
import type { LineColumns } from "./fields.ts";
import type { AdjustmentInput, LineInput, WithholdingInput } from "./schema.ts";
import {
  addUp,
  computeTotals,
  exceedsDigits,
  type LineTotals,
  type Totals,
  type TotalsLine,
} from "./totals.ts";

export type { StoredAdjustment } from "./adjustment-inputs.ts";
/**
 * Invoices and sales consist of lines. Here they take defaults from their products, and are validated and priced; the
 * result is ready to be stored.
 */
export {
  copiedColumns,
  type DocumentColumns,
  type DocumentTerms,
  documentColumns,
  documentFields,
  documentTextNames,
  erasedDocumentColumns,
  type StoredTerms,
  type TotalsColumns,
  totalsRecordFields,
  type WithholdingColumns,
  withholdingRecordFields,
} from "./document-fields.ts";
export { eraseLines } from "./erasure.ts";
export {
  insertLinesSql,
  invoiceLikenessSql,
  type LineColumns,
  likenessOf,
  lineJson,
  lineRecords,
  lineRowsSql,
  linesBytesSql,
  linesJsonSql,
  type NewLine,
  newLineIdsSql,
  withLineIds,
} from "./fields.ts";
export { lineAmountsSql, lineDetailsSql, linesForBooks, replaceLines } from "./queries.ts";
export { computeTotals, type DocumentShare, type LineTotals, type TotalsLine } from "./totals.ts";

export type PricedLines = { lines: LineColumns[]; totals: TotalsColumns; withheld: WithholdingColumns };

/** A change of one of these changes the amounts of lines. */
export const priceFields = ["lines", "currency", "prices_include_tax", "discounts", "charges"] as const;

/** What the document says, or else what its company and its customer start with. */
export function termsOf(
  company: Company,
  given: DocumentTerms,
  customer: CustomerDefaults | undefined,
): DocumentTerms {
  const percent = customer?.default_discount_percent;
  return {
    prices_include_tax: given.prices_include_tax ?? company.pricesIncludeTax,
    discounts: given.discounts ?? (percent == null ? [] : [{ percent }]),
    charges: given.charges,
    withholding: withholdingOf(given.withholding, customer),
  };
}

/** Null says that the buyer withholds nothing, whatever the customer's default is. */
function withholdingOf(
  given: WithholdingInput | null | undefined,
  customer: CustomerDefaults | undefined,
): WithholdingInput | null {
  if (given !== undefined) return given;
  return customer?.withholding_rate == null ? null : { rate: customer.withholding_rate };
}

export async function priceLines(
  db: Queryable,
  company: Company,
  currency: string,
  inputs: readonly LineInput[],
  terms: DocumentTerms,
  options: {
    /** For lines read back from a record: null is deliberate there, whatever the product's defaults are now. */
    stored?: boolean;
    /** Errors found earlier, reported together with those of the lines. */
    errors?: readonly FieldError[];
    /** The products of the lines, where they were read for many documents at once. */
    products?: Map<number, ProductDefaults> | undefined;
  } = {},
): Promise<PricedLines> {
  const named = inputs.flatMap((line) => line.product_id ?? []);
  const products =
    options.products ?? (named.length === 0 ? noProducts : await findProductDefaults(db, company.id, named));
  const errors: FieldError[] = [...(options.errors ?? [])];
  if (options.stored) for (const product of products.values()) withoutDefaults(product);
  const resolved = inputs.map((input, index) =>
    resolveLine(input, `lines[${index}]`, currency, products, errors),
  );
  const refuse = (field: string, message: string) => errors.push({ field, message });
  const discounts = readList(terms.discounts, "discounts", currency, refuse);
  const charges = readList(terms.charges, "charges", currency, refuse);
  if (errors.length > 0) throw invalid(errors);
  const digits = currencyDigits(currency)!;
  const pricesIncludeTax = terms.prices_include_tax ?? false;
  const priced = computeTotals(resolved, digits, {
    discounts: discounts.parsed,
    charges: charges.parsed,
    pricesIncludeTax,
    withholdingRate: terms.withholding ? parseDecimal(terms.withholding.rate)! : undefined,
  });
  refuseImpossible(priced);
  return {
    lines: resolved.map((line, index) => toColumns(line, priced.lines[index]!, digits)),
    totals: {
      prices_include_tax: pricesIncludeTax,
      discounts: discounts.stored && JSON.stringify(discounts.stored),
      charges: charges.stored && JSON.stringify(charges.stored),
      ...toTotals(priced, digits),
    },
    withheld: {
      withholding: terms.withholding ? withholdingJson(terms.withholding) : null,
      withholding_amount: priced.withholding.toFixed(digits),
    },
  };
}

function refuseImpossible(priced: Totals): void {
  if (priced.excessive.length > 0) throw invalid(priced.excessive.map(excessiveDiscount));
  if (!exceedsDigits(priced)) return;
  const message = "add up to an amount with more than 15 digits, which can't be stored exactly";
  throw invalid([{ field: "lines", message }]);
}

/** Its rate has at most 7 digits, so it is exact in JSON. */
const withholdingJson = ({ rate, reason }: WithholdingInput) =>
  JSON.stringify({ rate: Number(toPlain(parseDecimal(rate)!)), ...(reason == null ? {} : { reason }) });

function readList(
  list: readonly AdjustmentInput[] | null | undefined,
  field: string,
  currency: string,
  refuse: (field: string, message: string) => void,
): ReadAdjustments {
  if (list == null) return noAdjustments;
  return readAdjustments(list, currency, (below, message) => refuse(`${field}${below}`, message));
}

function excessiveDiscount({ line, discount }: Totals["excessive"][number]): FieldError {
  const list = line === undefined ? "discounts" : `lines[${line}].discounts`;
  const whole = line === undefined ? "the document" : "the line";
  return { field: `${list}[${discount}]`, message: `is larger than what is left of ${whole} to discount` };
}

function withoutDefaults(product: ProductDefaults): void {
  Object.assign(product, {
    exemption_reason: null,
    hs_code: null,
    service_code: null,
    default_discount_percent: null,
  });
}

/** The products and customers that many documents name, by one statement each. */
export async function findReferences(
  db: Queryable,
  companyId: number,
  documents: readonly { customer_id?: number | null; lines?: readonly LineInput[] | null }[],
): Promise<DocumentReferences> {
  const products = new Set(
    documents.flatMap(({ lines }) => (lines ?? []).flatMap((line) => line.product_id ?? [])),
  );
  const customers = new Set(documents.flatMap(({ customer_id }) => customer_id ?? []));
  return {
    products: products.size === 0 ? new Map() : await findProductDefaults(db, companyId, [...products]),
    customers:
      customers.size === 0 ? new Map() : await findDefaultsOfCustomers(db, companyId, [...customers]),
  };
}

export type DocumentReferences = {
  products: Map<number, ProductDefaults>;
  customers: ReadonlyMap<number, CustomerDefaults>;
};

/** Finds unknown references in a body that was rejected for other reasons and may have any shape. */
export async function unknownReferences(
  db: Queryable,
  company: Company,
  body: unknown,
): Promise<FieldError[]> {
  const { customer_id, lines } = (body ?? {}) as { customer_id?: unknown; lines?: unknown };
  const errors: FieldError[] = [];
  if (isId(customer_id) && !(await customerExists(db, company.id, customer_id))) errors.push(notACustomer);
  const named = (Array.isArray(lines) ? lines : []).map(
    (line) => (line as { product_id?: unknown } | null)?.product_id,
  );
  const products = await findProductDefaults(db, company.id, named.filter(isId));
  named.forEach((id, index) => {
    if (isId(id) && !products.has(id))
      errors.push({ field: `lines[${index}].product_id`, message: notAProduct });
  });
  return errors;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value);
const notAProduct = "is not a product of this company";
const pricedByLine = "is required, because the product has no price";

const noProducts: Map<number, ProductDefaults> = new Map();

type ResolvedLine = TotalsLine & {
  description: string;
  exemptionReason: string | null;
  productId: number | null;
  unitCode: string;
  hsCode: string | null;
  serviceCode: string | null;
  storedDiscounts: ReadAdjustments["stored"];
  storedCharges: ReadAdjustments["stored"];
};

function resolveLine(
  input: LineInput,
  field: string,
  currency: string,
  products: Map<number, ProductDefaults>,
  errors: FieldError[],
): ResolvedLine {
  const refuse = (name: string, message: string) => errors.push({ field: `${field}.${name}`, message });
  const product = input.product_id == null ? undefined : products.get(input.product_id);
  if (input.product_id != null && !product) refuse("product_id", notAProduct);
  const description = input.description ?? product?.description ?? product?.name;
  const price = input.unit_price ?? product?.unit_price;
  // An unknown product is the only fault: what it would have given is not missing.
  if (input.product_id == null || product) {
    if (description === undefined) refuse("description", "is required unless product_id is given");
    if (price == null)
      refuse("unit_price", product ? pricedByLine : "is required unless product_id is given");
  }
  if (input.unit_price == null && product?.unit_price != null && product.currency !== currency) {
    refuse(
      "product_id",
      `is priced in ${product.currency}, not ${currency}; give the line its own unit_price`,
    );
  }
  const taxRate = parseDecimal(input.tax_rate ?? product?.tax_rate ?? 0)!;
  // A line that sets its own rate gets its category from that rate, not from the product.
  const inherited = input.tax_rate == null ? product?.tax_category : undefined;
  const taxCategory = input.tax_category ?? inherited ?? defaultTaxCategory(taxRate.eq(0));
  if (!taxRate.eq(0) && untaxed.has(taxCategory)) {
    refuse("tax_rate", `must be 0 for tax_category ${taxCategory}`);
  }
  const discounts = readList(input.discounts ?? defaultDiscounts(product), "discounts", currency, refuse);
  const charges = readList(input.charges, "charges", currency, refuse);
  return {
    discounts: discounts.parsed,
    charges: charges.parsed,
    storedDiscounts: discounts.stored,
    storedCharges: charges.stored,
    description: description ?? "",
    quantity: parseDecimal(input.quantity)!,
    unitPrice: parseDecimal(price ?? 0)!,
    taxRate,
    taxCategory,
    exemptionReason: input.exemption_reason ?? product?.exemption_reason ?? null,
    productId: product?.id ?? null,
    unitCode: input.unit_code ?? product?.unit_code ?? "C62",
    hsCode: input.hs_code ?? product?.hs_code ?? null,
    serviceCode: input.service_code ?? product?.service_code ?? null,
  };
}

const defaultDiscounts = (product: ProductDefaults | undefined) =>
  product?.default_discount_percent == null ? undefined : [{ percent: product.default_discount_percent }];

/** EN 16931 charges no tax in these categories, so a rate contradicts them. */
const untaxed: ReadonlySet<string> = new Set(["Z", "E", "AE", "K", "G", "O"]);

function toColumns(line: ResolvedLine, priced: LineTotals, digits: number): LineColumns {
  return {
    description: line.description,
    quantity: toPlain(line.quantity),
    unit_price: toPlain(line.unitPrice),
    tax_rate: toPlain(line.taxRate),
    tax_category: line.taxCategory,
    exemption_reason: line.exemptionReason,
    product_id: line.productId,
    unit_code: line.unitCode,
    hs_code: line.hsCode,
    service_code: line.serviceCode,
    discounts: line.storedDiscounts,
    charges: line.storedCharges,
    gross_amount: priced.gross.toFixed(digits),
    discount_amount: addUp(priced.discounts).toFixed(digits),
    charge_amount: addUp(priced.charges).toFixed(digits),
    net_amount: priced.net.toFixed(digits),
    tax_amount: priced.tax.toFixed(digits),
    total_amount: priced.total.toFixed(digits),
  };
}

function toTotals(
  priced: Totals,
  digits: number,
): Omit<TotalsColumns, "prices_include_tax" | "discounts" | "charges"> {
  const groups = priced.taxes.map(
    (group) =>
      `{"category":"${group.category}","rate":${toPlain(group.rate)},"taxable_amount":${group.taxable.toFixed(digits)},"tax_amount":${group.tax.toFixed(digits)}}`,
  );
  return {
    subtotal: priced.subtotal.toFixed(digits),
    discount_total: priced.discountTotal.toFixed(digits),
    charge_total: priced.chargeTotal.toFixed(digits),
    tax_total: priced.taxTotal.toFixed(digits),
    total: priced.total.toFixed(digits),
    taxes: `[${groups.join(",")}]`,
  };
}

import type { Invoice, Line, TaxCodes } from "./invoice.ts";

/** A missing value, and its field, such as `customer.tax_id`. */
export type Fault = { field: string; message: string };

/** The authority that invoices are registered with. */
type Authority = { adapter: string };

/**
 * Whether every buyer who is not a consumer needs a tax number, and every taxed line a rate. India does not require
 * them, because of exports.
 */
const authorities: Record<string, { isStrict: boolean } | undefined> = {
  firs_mbs: { isStrict: true },
  sandbox: { isStrict: true },
  async_demo: { isStrict: true },
  india_irp: { isStrict: false },
};

/**
 * Finds invoices that are certain to be refused, so that they need not be sent. The service checks everything that
 * its authority requires; this reports earlier, and in one list, what a person has to fix. For an unknown adapter
 * only the service can check.
 */
export function invoiceFaults(invoice: Invoice, { adapter }: Authority, products: ProductFaults): Fault[] {
  const authority = authorities[adapter];
  if (!authority) return [];
  const { lines = [] } = invoice;
  return [
    ...customerFaults(invoice, authority.isStrict),
    ...(lines.length === 0 ? [{ field: "lines", message: "has no lines. Add at least one" }] : []),
    ...lines.flatMap((line, index) => lineFaults(line, index, authority.isStrict, products)),
  ];
}

/** A consumer needs neither a tax number nor an address. */
function customerFaults({ customer, customer_id }: Invoice, isStrict: boolean): Fault[] {
  if (customer.kind === "consumer") return [];
  const { tax_id, registration_number, address } = customer;
  const wanted: [field: string, value: string | null | undefined, what: string][] = [
    ["address.line1", address?.line1, "street in the address"],
    ["address.city", address?.city, "city in the address"],
  ];
  if (isStrict) {
    wanted.unshift([
      "tax_id",
      tax_id ?? registration_number,
      'tax number (not needed if its kind is "consumer")',
    ]);
    wanted.push(["address.country", address?.country, "country in the address"]);
  }
  return wanted
    .filter(([, value]) => !value?.trim())
    .map(([field, , what]) => ({
      field: `customer.${field}`,
      message: `customer ${customer_id} has no ${what}`,
    }));
}

function lineFaults(line: Line, index: number, isStrict: boolean, products: ProductFaults): Fault[] {
  const found = taxFaults(line, isStrict);
  if (line.description.trim() === "")
    found.push({ field: "description", message: "is empty. Describe what is sold" });
  const isFromProduct = line.product_id !== null && products.has(line.product_id);
  const source = isFromProduct ? `; fix product ${line.product_id} too` : "";
  return found.map(({ field, message }) => ({
    field: `lines[${index}].${field}`,
    message: `${message}${source}`,
  }));
}

/** EN 16931: only the standard rate is above zero, and it must be. */
function taxFaults({ tax_category: category, tax_rate: rate }: TaxCodes, isStrict: boolean): Fault[] {
  if (isStrict && category === "S" && rate === 0) {
    return [
      { field: "tax_rate", message: "is 0 %, but the category S is taxed. Set the rate, or use Z or E" },
    ];
  }
  if (["Z", "E", "AE", "K", "G", "O"].includes(category) && rate > 0) {
    return [
      { field: "tax_rate", message: `is ${rate} %, but the category ${category} has no tax. Use S, or 0 %` },
    ];
  }
  return [];
}

export type Product = TaxCodes & { id: number; name: string; sku: string | null; kind: "goods" | "service" };

/** Incomplete products by id: invoices made from them will be incomplete too. */
export type ProductFaults = ReadonlyMap<number, { product: Product; faults: Fault[] }>;

const withReason = ["E", "AE", "K", "G", "O"];

export function productFaults(product: Product): Fault[] {
  const found = taxFaults(product, true);
  const { kind, hs_code, service_code, tax_category, exemption_reason } = product;
  const [field, code, other] =
    kind === "goods" ? ["hs_code", hs_code, service_code] : ["service_code", service_code, hs_code];
  if (!code)
    found.push({
      field,
      message: `is missing; many authorities require it for ${kind === "goods" ? kind : "services"}`,
    });
  if (other) found.push({ field: "kind", message: `is ${kind}, but the product has the other kind's code` });
  if (withReason.includes(tax_category) && !exemption_reason?.trim()) {
    found.push({
      field: "exemption_reason",
      message: `is missing; the category ${tax_category} requires one`,
    });
  }
  return found;
}

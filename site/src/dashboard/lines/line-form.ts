import { plain } from "../../ui/decimals.ts";
import type { DocumentLine, Product } from "../records.ts";
import { type AdjustmentForm, emptyAdjustment, fromLists, toLists } from "./adjustment-form.ts";
import type { TypedLine } from "./live-totals.ts";

/** The fields of a line in a form, as typed. */
export type LineForm = TypedLine & {
  /** The React key of the row. */
  key: string;
  productId: number | null;
  productName: string;
  description: string;
  exemptionReason: string;
  unitCode: string;
  hsCode: string;
  serviceCode: string;
  adjustments: AdjustmentForm[];
};

/** A new line takes the tax rate of the line above it, which is nearly always the same. */
export const emptyLine = (above?: Pick<LineForm, "taxRate">): LineForm => ({
  key: crypto.randomUUID(),
  productId: null,
  productName: "",
  description: "",
  quantity: "1",
  unitPrice: "",
  taxRate: above?.taxRate ?? "",
  taxCategory: "",
  exemptionReason: "",
  unitCode: "",
  hsCode: "",
  serviceCode: "",
  adjustments: [],
});

/** A product fills in its fields, except a price in another currency. */
export function takeProduct(line: LineForm, product: Product | null, currency: string): LineForm {
  if (!product) return { ...line, productId: null, productName: "" };
  const hasPrice = product.unit_price !== null && product.currency === currency;
  return {
    ...line,
    productId: product.id,
    productName: product.name,
    description: product.description ?? product.name,
    unitPrice: hasPrice ? String(product.unit_price) : line.unitPrice,
    taxRate: String(product.tax_rate),
    taxCategory: product.tax_category,
    exemptionReason: product.exemption_reason ?? "",
    unitCode: product.unit_code,
    hsCode: product.hs_code ?? "",
    serviceCode: product.service_code ?? "",
    adjustments: product.default_discount_percent
      ? [emptyAdjustment("discount", String(product.default_discount_percent))]
      : [],
  };
}

/** Typing a rate selects its category, as in the service. */
export function changeLine(line: LineForm, changes: Partial<LineForm>): LineForm {
  const resetsCategory = changes.taxRate !== undefined && changes.taxCategory === undefined;
  return { ...line, ...changes, ...(resetsCategory && { taxCategory: "" }) };
}

export function fromRecord(line: DocumentLine): LineForm {
  return {
    key: line.id === undefined ? crypto.randomUUID() : String(line.id),
    productId: line.product_id,
    productName: line.product_id === null ? "" : line.description,
    description: line.description,
    quantity: decimalText(line.quantity),
    unitPrice: decimalText(line.unit_price),
    taxRate: decimalText(line.tax_rate),
    taxCategory: line.tax_category,
    exemptionReason: line.exemption_reason ?? "",
    unitCode: line.unit_code,
    hsCode: line.hs_code ?? "",
    serviceCode: line.service_code ?? "",
    adjustments: fromLists(line),
  };
}

/** Empty fields are null, so that the service fills them in or reports them. */
export function toInput(line: LineForm) {
  return {
    product_id: line.productId,
    description: line.description.trim() || null,
    quantity: plain(line.quantity),
    unit_price: plain(line.unitPrice) || null,
    tax_rate: plain(line.taxRate) || null,
    tax_category: line.taxCategory || null,
    exemption_reason: line.exemptionReason.trim() || null,
    unit_code: line.unitCode.trim() || null,
    hs_code: line.hsCode.trim() || null,
    service_code: line.serviceCode.trim() || null,
    ...toLists(line.adjustments ?? []),
  };
}

/** JavaScript writes small numbers with an exponent (`1e-6`), which no field should show. */
function decimalText(value: number): string {
  const text = String(value);
  if (!text.includes("e")) return text;
  return value
    .toFixed(6)
    .replace(/(^|[^0])0+$/, "$1")
    .replace(/\.$/, "");
}

/** A line on which nothing was entered. It is not sent if there are others, because Enter adds one at the end. */
export const isBlank = (line: LineForm): boolean =>
  line.productId === null && line.description.trim() === "" && line.unitPrice.trim() === "";

export const linesToSend = (lines: readonly LineForm[]): readonly LineForm[] => {
  const given = lines.filter((line) => !isBlank(line));
  return given.length > 0 ? given : lines.slice(0, 1);
};

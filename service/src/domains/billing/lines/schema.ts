import {
  Amount,
  decimal,
  ExternalId,
  Id,
  Metadata,
  nullable,
  optional,
  Reference,
  text,
  wording,
  words,
} from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { taxCategories, taxFields, unitPrice } from "../../catalog/products/schema.ts";

export const LineInput = Type.Object(
  {
    description: optional(
      wording(2000, {
        description: "Required unless product_id is given.",
        examples: ["Consulting, November"],
      }),
    ),
    quantity: decimal({ fraction: 6, above: 0 }, { examples: [3] }),
    unit_price: optional({ ...unitPrice, description: "Required unless product_id is given." }),
    product_id: optional(
      Type.Integer({
        ...Reference,
        description:
          "Description, price, tax rate and codes are taken from this product where the line has none.",
      }),
    ),
    ...taxFields,
  },
  { title: "LineInput", "x-required-unless": { product_id: ["description", "unit_price"] } },
);
export type LineInput = Type.Static<typeof LineInput>;

export const LineInputs = Type.Array(LineInput, { minItems: 1, maxItems: 500 });

export const Line = Type.Object(
  {
    id: Id,
    description: Type.String(),
    quantity: Type.Number(),
    unit_price: Type.Number(),
    tax_rate: Type.Number({ description: "Percentage." }),
    tax_category: words(taxCategories),
    exemption_reason: nullable(Type.String()),
    product_id: nullable(Id),
    unit_code: Type.String(),
    hs_code: nullable(Type.String()),
    service_code: nullable(Type.String()),
    net_amount: Amount,
    tax_amount: Amount,
    total_amount: Amount,
  },
  { title: "Line" },
);

/** The totals of an invoice or a sale. */
export const totalsFields = {
  subtotal: Amount,
  tax_total: Amount,
  taxes: Type.Array(
    Type.Object(
      { category: words(taxCategories), rate: Type.Number(), taxable_amount: Amount, tax_amount: Amount },
      { title: "TaxGroup" },
    ),
  ),
  total: Amount,
};

/** What a company writes on a sale or an invoice beside its parties, dates and lines. */
export const documentInputs = {
  po_number: optional(text(50, { description: "The buyer's purchase order number.", examples: ["PO-4711"] })),
  notes: optional(text(5000)),
  external_id: optional(ExternalId),
  metadata: optional(Metadata),
};

export const documentOutputs = {
  po_number: nullable(Type.String({ description: "The buyer's purchase order number." })),
  external_id: nullable(Type.String()),
  notes: nullable(Type.String()),
  metadata: Metadata,
};

export const documentExample = { po_number: null, external_id: null, notes: null, metadata: {} };

export const lineInputExample = {
  description: "Consulting, November",
  quantity: 3,
  unit_price: 45000,
  tax_rate: 7.5,
};

export const lineExample = {
  id: 5201,
  ...lineInputExample,
  tax_category: "S",
  exemption_reason: null,
  product_id: null,
  unit_code: "C62",
  hs_code: null,
  service_code: null,
  net_amount: 135000,
  tax_amount: 10125,
  total_amount: 145125,
};

export const totalsExample = {
  subtotal: 135000,
  tax_total: 10125,
  taxes: [{ category: "S", rate: 7.5, taxable_amount: 135000, tax_amount: 10125 }],
  total: 145125,
};

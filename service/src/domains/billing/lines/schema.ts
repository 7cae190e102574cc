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

const adjustmentsMax = 5;

const adjustmentInput = (title: string, percentMax: number) =>
  Type.Object(
    {
      percent: optional(
        decimal(
          { fraction: 4, from: 0, to: percentMax },
          {
            description: "Of what the ones before it left, rounded. Either percent or amount.",
            examples: [10],
          },
        ),
      ),
      amount: optional(
        decimal({ fraction: 6, above: 0 }, { description: "In the currency of the document." }),
      ),
      reason: optional(wording(200, { examples: ["Framework agreement"] })),
    },
    { title },
  );
const DiscountInput = adjustmentInput("DiscountInput", 100);
const ChargeInput = adjustmentInput("ChargeInput", 1000);
export type AdjustmentInput = Type.Static<typeof DiscountInput>;

/** Discounts and charges of a line, or of a whole document. */
export const adjustmentInputs = (whose: string, standard: string) => ({
  discounts: optional(
    Type.Array(DiscountInput, {
      maxItems: adjustmentsMax,
      description: `Taken off ${whose}, one after another. Default: ${standard}; [] for none.`,
    }),
  ),
  charges: optional(
    Type.Array(ChargeInput, {
      maxItems: adjustmentsMax,
      description: `Added to ${whose} after the discounts, one after another.`,
    }),
  ),
});

const WithholdingInput = Type.Object(
  {
    rate: decimal(
      { fraction: 4, above: 0, to: 100 },
      { description: "Percentage of the total without tax.", examples: [5] },
    ),
    reason: optional(wording(200, { examples: ["Withholding tax on services"] })),
  },
  { title: "WithholdingInput" },
);
export type WithholdingInput = Type.Static<typeof WithholdingInput>;

/** What the buyer of an invoice withholds. */
export const withholdingInputs = {
  withholding: optional({
    ...WithholdingInput,
    description:
      "The tax that the buyer deducts from the payment and pays to the state. Default: the customer's withholding_rate; null for none.",
  }),
};

const Withholding = Type.Object(
  { rate: Type.Number({ description: "Percentage." }), reason: Type.Optional(Type.String()) },
  { title: "Withholding" },
);

export const withholdingOutputs = {
  withholding: nullable({ ...Withholding, description: "The tax that the buyer deducts; null for none." }),
  withholding_amount: {
    ...Amount,
    description: "rate % of the total without tax, rounded. It is part of amount_due.",
  },
};

export const withholdingExample = { withholding: null, withholding_amount: 0 };

const adjustment = (title: string) =>
  Type.Object(
    {
      percent: Type.Optional(Type.Number()),
      amount: Type.Optional(Amount),
      reason: Type.Optional(Type.String()),
    },
    { title, description: "As it was given: percent or amount." },
  );
const adjustmentOutputs = {
  discounts: Type.Array(adjustment("Discount")),
  charges: Type.Array(adjustment("Charge")),
};

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
    ...adjustmentInputs("quantity × unit_price", "the product's default_discount_percent"),
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
    ...adjustmentOutputs,
    gross_amount: Type.Number({
      description: "quantity × unit_price, rounded; with tax if prices_include_tax. So are the next two.",
    }),
    discount_amount: Type.Number({ description: "What the line's discounts take off gross_amount." }),
    charge_amount: Type.Number({ description: "What the line's charges add to it." }),
    net_amount: Type.Number({ description: "After discounts and charges of the line, without tax." }),
    tax_amount: Type.Number({
      description:
        "The line's share of the tax of its group, to which discounts on the document are shared too.",
    }),
    total_amount: Type.Number({ description: "net_amount + tax_amount" }),
  },
  { title: "Line" },
);

/** The totals of an invoice or a sale. */
export const totalsFields = {
  prices_include_tax: Type.Boolean({ description: "Unit prices, discounts and charges contain the tax." }),
  ...adjustmentOutputs,
  subtotal: Type.Number({ description: "The sum of the lines' net amounts." }),
  discount_total: Type.Number({ description: "What the discounts on the document take off, without tax." }),
  charge_total: Type.Number({ description: "What the charges on the document add, without tax." }),
  tax_total: Amount,
  taxes: Type.Array(
    Type.Object(
      { category: words(taxCategories), rate: Type.Number(), taxable_amount: Amount, tax_amount: Amount },
      { title: "TaxGroup" },
    ),
  ),
  total: Type.Number({ description: "subtotal − discount_total + charge_total + tax_total" }),
};

/** What a company writes on a sale or an invoice beside its parties, dates and lines. */
export const documentInputs = {
  prices_include_tax: optional(
    Type.Boolean({
      description: "Unit prices, discounts and charges contain the tax. Default: the company's setting.",
    }),
  ),
  ...adjustmentInputs("the sum of the lines", "the customer's default_discount_percent"),
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
  discounts: [],
  charges: [],
  gross_amount: 135000,
  discount_amount: 0,
  charge_amount: 0,
  net_amount: 135000,
  tax_amount: 10125,
  total_amount: 145125,
};

export const totalsExample = {
  prices_include_tax: false,
  discounts: [],
  charges: [],
  subtotal: 135000,
  discount_total: 0,
  charge_total: 0,
  tax_total: 10125,
  taxes: [{ category: "S", rate: 7.5, taxable_amount: 135000, tax_amount: 10125 }],
  total: 145125,
};

import {
  CreatedRange,
  Currency,
  decimal,
  ExternalId,
  Id,
  includes,
  Metadata,
  MetadataFilter,
  nullable,
  optional,
  PageQuery,
  percentage,
  Search,
  sortedBy,
  Timestamp,
  text,
  wording,
  words,
} from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { taxCategories } from "./tax.ts";

export { taxCategories };

/** Tax and classification fields of a line; a product has the same fields as defaults for its lines. */
export const taxFields = {
  tax_rate: optional(percentage({ description: "Percentage: 7.5 means 7.5 %.", examples: [7.5] })),
  tax_category: optional(
    words(taxCategories, { description: "EN 16931 letter; default S above 0 %, Z at 0." }),
  ),
  exemption_reason: optional(text(500)),
  unit_code: optional(
    Type.String({
      maxLength: 10,
      pattern: "^[A-Z0-9]{2,3}$",
      description: "UN/ECE Rec 20; default C62 (one).",
      examples: ["C62"],
    }),
  ),
  hs_code: optional(text(20)),
  service_code: optional(text(20)),
};

export const unitPrice = decimal({ fraction: 6, from: 0 }, { examples: [1500.5] });

const fields = {
  name: wording(200, { examples: ["Consulting hour"] }),
  description: optional(wording(2000)),
  sku: optional(text(100)),
  kind: optional(words(["goods", "service"], { default: "goods" })),
  unit_price: optional(unitPrice),
  currency: optional(Currency),
  ...taxFields,
  default_discount_percent: optional(
    percentage({
      description: "The discount of lines with this product that give none of their own.",
      examples: [5],
    }),
  ),
  active: optional(Type.Boolean({ default: true })),
  portal: optional(
    Type.Boolean({ default: false, description: "Whether the product is offered in the embedded portal." }),
  ),
  external_id: optional(ExternalId),
  metadata: optional(Metadata),
};

export const ProductCreate = Type.Object(fields, { title: "ProductCreate" });
export type ProductCreate = Type.Static<typeof ProductCreate>;

export const ProductPatch = Type.Partial(Type.Object(fields), {
  title: "ProductPatch",
  description: "Fields that are omitted stay unchanged; null clears a field or restores its default.",
});
export type ProductPatch = Type.Static<typeof ProductPatch>;

export const Product = Type.Object(
  {
    id: Id,
    name: Type.String(),
    description: nullable(Type.String()),
    sku: nullable(Type.String()),
    kind: words(["goods", "service"]),
    unit_price: nullable(Type.Number({ description: "null: the price is set on each line." })),
    currency: Currency,
    tax_rate: Type.Number(),
    tax_category: words(taxCategories),
    exemption_reason: nullable(Type.String()),
    unit_code: Type.String(),
    hs_code: nullable(Type.String()),
    service_code: nullable(Type.String()),
    default_discount_percent: nullable(Type.Number()),
    active: Type.Boolean(),
    portal: Type.Boolean(),
    external_id: nullable(Type.String()),
    metadata: Metadata,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "Product" },
);

export const ProductQuery = Type.Object({
  ...PageQuery,
  ...CreatedRange,
  currency: Type.Optional(Currency),
  external_id: Type.Optional(ExternalId),
  sku: Type.Optional(text(100)),
  active: Type.Optional(Type.Boolean()),
  portal: Type.Optional(Type.Boolean()),
  q: Search,
  metadata: MetadataFilter,
  sort: sortedBy("created_at", "name"),
  include: includes("total_count"),
});

export const productExample = {
  id: 31,
  name: "Consulting hour",
  description: null,
  sku: "CONS-1H",
  kind: "service",
  unit_price: 45000,
  currency: "NGN",
  tax_rate: 7.5,
  tax_category: "S",
  exemption_reason: null,
  unit_code: "HUR",
  hs_code: null,
  service_code: "998311",
  default_discount_percent: null,
  active: true,
  portal: false,
  external_id: null,
  metadata: {},
  created_at: "2026-11-15T09:30:00.000Z",
  updated_at: "2026-11-15T09:30:00.000Z",
};

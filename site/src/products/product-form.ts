import type { Product } from "../dashboard/records.ts";
import { plain } from "../ui/decimals.ts";

/** The fields of the product form. */
export type ProductForm = {
  name: string;
  description: string;
  sku: string;
  kind: string;
  unitPrice: string;
  currency: string;
  taxRate: string;
  taxCategory: string;
  exemptionReason: string;
  unitCode: string;
  hsCode: string;
  serviceCode: string;
  defaultDiscount: string;
  externalId: string;
  active: boolean;
  portal: boolean;
};

export const emptyProduct = (currency: string): ProductForm => ({
  name: "",
  description: "",
  sku: "",
  kind: "goods",
  unitPrice: "",
  currency,
  taxRate: "",
  taxCategory: "",
  exemptionReason: "",
  unitCode: "",
  hsCode: "",
  serviceCode: "",
  defaultDiscount: "",
  externalId: "",
  active: true,
  portal: false,
});

export const fromProduct = (product: Product): ProductForm => ({
  name: product.name,
  description: product.description ?? "",
  sku: product.sku ?? "",
  kind: product.kind,
  unitPrice: product.unit_price === null ? "" : String(product.unit_price),
  currency: product.currency,
  taxRate: String(product.tax_rate),
  taxCategory: product.tax_category,
  exemptionReason: product.exemption_reason ?? "",
  unitCode: product.unit_code,
  hsCode: product.hs_code ?? "",
  serviceCode: product.service_code ?? "",
  defaultDiscount: product.default_discount_percent === null ? "" : String(product.default_discount_percent),
  externalId: product.external_id ?? "",
  active: product.active,
  portal: product.portal,
});

export function toProductInput(form: ProductForm) {
  const given = (text: string) => text.trim() || null;
  return {
    name: form.name.trim(),
    description: given(form.description),
    sku: given(form.sku),
    kind: form.kind,
    unit_price: given(plain(form.unitPrice)),
    currency: form.currency,
    tax_rate: given(plain(form.taxRate)),
    tax_category: form.taxCategory || null,
    exemption_reason: given(form.exemptionReason),
    unit_code: given(form.unitCode),
    hs_code: given(form.hsCode),
    service_code: given(form.serviceCode),
    default_discount_percent: given(plain(form.defaultDiscount)),
    external_id: given(form.externalId),
    active: form.active,
    portal: form.portal,
  };
}

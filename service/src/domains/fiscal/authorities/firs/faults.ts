import type { CanonicalDocument } from "../../canonical/canonical.ts";
import type { Fault } from "../port.ts";

/** One error of the authority's response. */
export type FirsError = { field: string | null; code: string | null; message: string };

/** Maps the error to a field of our invoice. */
export function faultOf(
  { field, code, message }: FirsError,
  type: CanonicalDocument["type"] = "invoice",
): Fault {
  const about = field === null || field === "" ? "" : ` of ${field}`;
  return {
    code: code ?? "rejected",
    field: field === null ? null : ourField(field, type),
    message: `The authority says${about}: ${message}.`,
  };
}

/** The field of our invoice that corresponds to the authority's path; null where there is none. */
export function ourField(path: string, type: CanonicalDocument["type"]): string | null {
  for (const [pattern, ours] of places) {
    const match = pattern.exec(path);
    if (match) return ours(match, type);
  }
  return null;
}

type FieldLocation = [RegExp, (match: RegExpExecArray, type: CanonicalDocument["type"]) => string | null];

const places: readonly FieldLocation[] = [
  [
    /^accounting_(supplier|customer)_party(?:\.(.+))?$/,
    ([, who, rest]) => joined(who, partyFields.get(rest ?? "")),
  ],
  [
    /^invoice_line\[(\d+)\](?:\.(.+))?$/,
    ([, index, rest]) => joined(`lines[${index}]`, lineFields.get(rest ?? "")),
  ],
  [/^invoice_line$/, () => "lines"],
  [
    /^tax_total\[0\]\.tax_subtotal\[(\d+)\](?:\.(.+))?$/,
    ([, index, rest]) => joined(`taxes[${index}]`, taxFields.get(rest ?? "")),
  ],
  [/^tax_total\[0\]\.tax_amount$/, () => "tax_total"],
  [/^tax_total/, () => "taxes"],
  [/^allowance_charge/, () => "discounts"],
  [/^legal_monetary_total\.(tax_inclusive|payable)_amount$/, () => "total"],
  [/^legal_monetary_total\.(line_extension|tax_exclusive)_amount$/, () => "subtotal"],
  [/^legal_monetary_total$/, () => "total"],
  [/^issue_date$/, (_, type) => (type === "invoice" ? "invoice_date" : "issued_at")],
  [/^due_date$/, () => "due_date"],
  [/^(document|tax)_currency_code$/, () => "currency"],
  [/^note$/, () => "notes"],
  [/^order_reference$/, () => "po_number"],
  [/^(irn|invoice_reference)$/, () => "number"],
  [/^invoice_kind$/, () => "customer.kind"],
  [/^billing_reference/, () => "invoice_id"],
];

const joined = (head: string | undefined, rest: string | undefined) =>
  rest === undefined ? (head ?? null) : `${head}.${rest}`;

const partyFields = new Map(
  Object.entries({
    party_name: "name",
    tin: "tax_id",
    email: "email",
    telephone: "phone",
    postal_address: "address",
    "postal_address.street_name": "address.line1",
    "postal_address.city_name": "address.city",
    "postal_address.state": "address.region",
    "postal_address.postal_zone": "address.postal_code",
    "postal_address.country": "address.country",
  }),
);

const lineFields = new Map(
  Object.entries({
    invoiced_quantity: "quantity",
    line_extension_amount: "net_amount",
    discount_amount: "discounts",
    fee_amount: "charges",
    item: "description",
    "item.name": "description",
    "item.description": "description",
    price: "unit_price",
    "price.price_amount": "unit_price",
    "price.price_unit": "unit_code",
    hsn_code: "hs_code",
    product_category: "hs_code",
    isic_code: "service_code",
    service_category: "service_code",
  }),
);

const taxFields = new Map(
  Object.entries({
    taxable_amount: "taxable_amount",
    tax_amount: "tax_amount",
    tax_category: "category",
    "tax_category.id": "category",
    "tax_category.percent": "rate",
  }),
);

import type { Kind } from "./preview.ts";

const csv = (...rows: readonly (readonly string[])[]) =>
  `${rows.map((row) => row.join(",")).join("\r\n")}\r\n`;

/** Files to start from: every column that can be imported, and one example row. */
export const templates: Readonly<Record<Kind, string>> = {
  customers: csv(
    [
      ...["name", "email", "phone", "kind", "tax_id", "registration_number"],
      ...["address_line1", "address_line2", "address_city", "address_region"],
      ...["address_postal_code", "address_country", "external_id", "default_discount_percent"],
    ],
    [
      ...["Acme Trading Ltd", "accounts@acme.example", "+234 803 000 0000", "business", "12345678-0001"],
      ...["RC123456", "12 Marina", "", "Lagos", "Lagos", "101241", "Nigeria", "C-1001", "5"],
    ],
  ),
  products: csv(
    [
      ...["name", "description", "sku", "kind", "unit_price", "currency", "tax_rate", "tax_category"],
      ...["exemption_reason", "unit_code", "hs_code", "service_code", "active", "portal"],
      ...["external_id", "default_discount_percent"],
    ],
    [
      ...["Solar panel 450 W", "With frame", "SP-450", "goods", "22500", "NGN", "7.5", "S"],
      ...["", "C62", "8541.43", "", "true", "false", "P-1001", ""],
    ],
  ),
};

/** Every field, with a value that is not its default. */
export const full = {
  name: "Consulting hour",
  description: "One hour of a senior consultant",
  sku: "CONS-1H",
  kind: "service",
  unit_price: 45000.5,
  currency: "USD",
  tax_rate: 7.5,
  tax_category: "L",
  exemption_reason: "none, but kept",
  unit_code: "HUR",
  hs_code: "4901.10",
  service_code: "998311",
  active: false,
  portal: true,
  external_id: "erp-31",
  metadata: { shelf: "B2" },
};

/** The values of fields that were not sent. */
export const bare = {
  description: null,
  sku: null,
  kind: "goods",
  unit_price: null,
  currency: "NGN",
  tax_rate: 0,
  tax_category: "Z",
  exemption_reason: null,
  unit_code: "C62",
  hs_code: null,
  service_code: null,
  active: true,
  portal: false,
  external_id: null,
  metadata: {},
};

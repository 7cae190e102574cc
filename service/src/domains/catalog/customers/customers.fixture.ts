/** Every field, with a value that is not its default. */
export const full = {
  name: "Acme Trading Ltd",
  email: "accounts@acme.example",
  phone: "+234 803 000 0000 ext. 5",
  kind: "government",
  tax_id: "12345678-0001",
  registration_number: "RC 1234567",
  address: {
    line1: "12 Marina",
    line2: "Floor 3",
    city: "Lagos",
    region: "Lagos",
    postal_code: "101241",
    country: "NG",
  },
  language: "fr",
  default_discount_percent: 2.5,
  withholding_rate: 7.5,
  reminders_paused: true,
  external_id: "crm-881",
  metadata: { tier: "gold", deep: { list: [1, "two", null, true] } },
};

/** The values of fields that were not sent. */
export const bare = {
  email: null,
  phone: null,
  kind: "business",
  tax_id: null,
  registration_number: null,
  address: null,
  language: null,
  default_discount_percent: null,
  withholding_rate: null,
  reminders_paused: false,
  external_id: null,
  metadata: {},
};

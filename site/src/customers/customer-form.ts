import type { Customer } from "../dashboard/records.ts";
import { texts } from "../texts/customers.ts";
import { plain } from "../ui/decimals.ts";

/** The fields of a customer form. */
export type CustomerForm = {
  name: string;
  email: string;
  phone: string;
  kind: string;
  taxId: string;
  registrationNumber: string;
  /** Empty for the company's. */
  language: string;
  defaultDiscount: string;
  withholdingRate: string;
  remindersPaused: boolean;
  externalId: string;
  line1: string;
  line2: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
};

export const emptyCustomer = (country: string | null): CustomerForm => ({
  name: "",
  email: "",
  phone: "",
  kind: "business",
  taxId: "",
  registrationNumber: "",
  language: "",
  defaultDiscount: "",
  withholdingRate: "",
  remindersPaused: false,
  externalId: "",
  line1: "",
  line2: "",
  city: "",
  region: "",
  postalCode: "",
  country: country ?? "",
});

export function fromCustomer(customer: Customer): CustomerForm {
  const { address } = customer;
  return {
    name: customer.name,
    email: customer.email ?? "",
    phone: customer.phone ?? "",
    kind: customer.kind,
    taxId: customer.tax_id ?? "",
    registrationNumber: customer.registration_number ?? "",
    language: customer.language ?? "",
    defaultDiscount:
      customer.default_discount_percent === null ? "" : String(customer.default_discount_percent),
    withholdingRate: customer.withholding_rate === null ? "" : String(customer.withholding_rate),
    remindersPaused: customer.reminders_paused,
    externalId: customer.external_id ?? "",
    line1: address?.line1 ?? "",
    line2: address?.line2 ?? "",
    city: address?.city ?? "",
    region: address?.region ?? "",
    postalCode: address?.postal_code ?? "",
    country: address?.country ?? "",
  };
}

/** An empty name is sent as it is, so that the service reports it together with all other errors. */
export function toCustomerInput(form: CustomerForm) {
  const given = (text: string) => text.trim() || null;
  return {
    name: form.name.trim(),
    email: given(form.email),
    phone: given(form.phone),
    kind: form.kind,
    tax_id: given(form.taxId),
    registration_number: given(form.registrationNumber),
    language: given(form.language),
    default_discount_percent: given(plain(form.defaultDiscount)),
    withholding_rate: given(plain(form.withholdingRate)),
    reminders_paused: form.remindersPaused,
    external_id: given(form.externalId),
    address: addressOf(form),
  };
}

/** The country is preselected, so a country alone is not an address. */
function addressOf(form: CustomerForm) {
  const address = {
    line1: form.line1.trim(),
    line2: form.line2.trim(),
    city: form.city.trim(),
    region: form.region.trim(),
    postal_code: form.postalCode.trim(),
  };
  const given = Object.entries(address).filter(([, text]) => text !== "");
  if (given.length === 0) return null;
  return { ...Object.fromEntries(given), country: form.country || null };
}

export const kindName = (kind: string): string => texts.kinds[kind as keyof typeof texts.kinds] ?? kind;

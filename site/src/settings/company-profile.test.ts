import { expect, test } from "vitest";
import { type CompanyProfile, changesOf, fieldOf, profileForm } from "./company-profile.ts";

const company: CompanyProfile = {
  id: 1,
  name: "Meridian",
  email: "a@meridian.example",
  phone: "+234",
  tax_id: null,
  registration_number: null,
  address: { line1: "1 Marina", city: "Lagos" },
  country: "NG",
  currency: "NGN",
  time_zone: "Africa/Lagos",
  language: "en",
  payment_terms_days: 30,
  prices_include_tax: false,
  invoice_series: "INV",
  status: "active",
};

test("only changed fields are sent, and emptied ones are cleared", () => {
  const before = profileForm(company);
  expect(changesOf(before, before)).toEqual({});
  const after = { ...before, phone: "", tax_id: " 12 ", payment_terms_days: "14", city: "Abuja", line1: "" };
  expect(changesOf(before, after)).toEqual({
    phone: null,
    tax_id: "12",
    payment_terms_days: 14,
    address: { city: "Abuja", line1: null },
  });
});

test("an error in the address is found by its API name", () => {
  expect([fieldOf("city"), fieldOf("name")]).toEqual(["address.city", "name"]);
});

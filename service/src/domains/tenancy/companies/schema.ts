import { languages } from "../../../contract/languages.ts";
import {
  Country,
  Currency,
  Email,
  Id,
  nullable,
  optional,
  text,
  words,
} from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

/** The company's own profile fields; each is an option of `billfold company set`. */
export const ProfilePatch = Type.Object({
  name: Type.Optional(text(200)),
  email: Type.Optional(Email),
  phone: Type.Optional(text(50)),
  tax_id: Type.Optional(text(50)),
  registration_number: Type.Optional(text(50)),
  line1: Type.Optional(text(200)),
  line2: Type.Optional(text(200)),
  city: Type.Optional(text(100)),
  region: Type.Optional(text(100)),
  postal_code: Type.Optional(text(20)),
  country: Type.Optional(Country),
  currency: Type.Optional(Currency),
  time_zone: Type.Optional(Type.String({ format: "time-zone" })),
  language: Type.Optional(words(languages)),
  payment_terms_days: Type.Optional(Type.Integer({ minimum: 0, maximum: 365 })),
  prices_include_tax: Type.Optional(
    Type.Boolean({ description: "Whether the unit prices of new documents contain the tax." }),
  ),
  invoice_series: Type.Optional(
    Type.String({ format: "series", description: "Capital letters, digits and dashes, ending in a letter." }),
  ),
});
export type ProfilePatch = Type.Static<typeof ProfilePatch>;

/** The same fields in the form that the dashboard shows and changes. */
const { line1, line2, city, region, postal_code, phone, tax_id, registration_number, ...kept } =
  ProfilePatch.properties;
const clearable = { phone, tax_id, registration_number };
const addressParts = { line1, line2, city, region, postal_code };
const nullableAll = <T extends Record<string, Type.TSchema>>(fields: T) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, optional(field)])) as unknown as {
    [K in keyof T]: Type.TOptional<Type.TUnsafe<Type.Static<T[K]> | null>>;
  };

export const CompanyPatch = Type.Object(
  {
    ...kept,
    ...nullableAll(clearable),
    address: optional(Type.Object(nullableAll(addressParts))),
  },
  {
    title: "CompanyPatch",
    description:
      "Fields that are omitted stay unchanged; null clears a field. Issued invoices stay unchanged.",
  },
);
export type CompanyPatch = Type.Static<typeof CompanyPatch>;

export const CompanyProfile = Type.Object(
  {
    id: Id,
    name: Type.String(),
    status: words(["pending", "active", "suspended", "refused"]),
    email: Type.String(),
    phone: nullable(Type.String()),
    tax_id: nullable(Type.String()),
    registration_number: nullable(Type.String()),
    address: Type.Object(nullableAll(addressParts)),
    country: Country,
    currency: Currency,
    time_zone: Type.String(),
    language: words(languages),
    payment_terms_days: Type.Integer(),
    prices_include_tax: Type.Boolean(),
    invoice_series: Type.String(),
  },
  { title: "CompanyProfile" },
);
export type CompanyProfile = Type.Static<typeof CompanyProfile>;

export const companyExample = {
  id: 12,
  name: "Lagos Works Ltd",
  status: "active",
  email: "owner@lagosworks.example",
  phone: null,
  tax_id: "12345678-0001",
  registration_number: null,
  address: { line1: "12 Marina", city: "Lagos" },
  country: "NG",
  currency: "NGN",
  time_zone: "Africa/Lagos",
  language: "en",
  payment_terms_days: 30,
  prices_include_tax: false,
  invoice_series: "INV",
};

export const CompanyCreate = Type.Object({ name: text(200), email: Email });
export type CompanyCreate = Type.Static<typeof CompanyCreate>;

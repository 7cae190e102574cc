import Type from "typebox";
import { Country, Currency, Email, text } from "../../foundation/schema.ts";

/** What a company may set about itself; each is an option of `billfold company set`. */
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
  payment_terms_days: Type.Optional(Type.Integer({ minimum: 0, maximum: 365 })),
  invoice_series: Type.Optional(
    Type.String({ format: "series", description: "Capital letters, digits and dashes, ending in a letter." }),
  ),
});
export type ProfilePatch = Type.Static<typeof ProfilePatch>;

export const CompanyCreate = Type.Object({ name: text(200), email: Email });
export type CompanyCreate = Type.Static<typeof CompanyCreate>;

import { Currency, nullable, optional, Timestamp, wording, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

export const bankAccountsMax = 20;
/** More would not fit on a page beside the code for paying online. */
export const bankAccountsPerCurrencyMax = 4;

const Colour = Type.String({
  format: "colour",
  description:
    "Of headings and buttons, such as `#0a6b4e`. Where it would be hard to read, a darker shade is used.",
});
const Footer = wording(300, { description: "At the foot of every page; printed on at most two lines." });

/** The invoice for programs within the PDF. */
const embeddedXmlKinds = ["ubl", "factur_x"] as const;
const EmbeddedXml = words(embeddedXmlKinds, {
  description:
    "What the PDFs of invoices and credit notes contain for programs: their UBL document, or `factur-x.xml` as Factur-X and ZUGFeRD have it (CII, profile EN 16931).",
});

const accountFields = {
  currency: { ...Currency, description: "Shown on documents in this currency." },
  name: wording(100, { description: "Of the account's holder." }),
  bank: wording(100, { description: "The name of the bank." }),
};
const numberFields = {
  iban: Type.String({ format: "iban" }),
  account_number: wording(40),
  bic: Type.String({ format: "bic" }),
  sort_code: wording(20),
};

export const BankAccountInput = Type.Object(
  {
    ...accountFields,
    iban: optional({ ...numberFields.iban, description: "Spaces are removed. This or account_number." }),
    account_number: optional({ ...numberFields.account_number, description: "Where the bank has no IBAN." }),
    bic: optional({ ...numberFields.bic, description: "The bank's BIC, or SWIFT code." }),
    sort_code: optional({ ...numberFields.sort_code, description: "The bank's national code." }),
  },
  { title: "BankAccountInput" },
);

export const BankAccount = Type.Object(
  {
    currency: Currency,
    name: Type.String(),
    bank: Type.String(),
    iban: nullable(Type.String()),
    account_number: nullable(Type.String()),
    bic: nullable(Type.String()),
    sort_code: nullable(Type.String()),
  },
  { title: "BankAccount" },
);
export type BankAccount = Type.Static<typeof BankAccount>;

export const DocumentSettingsPatch = Type.Object(
  { accent_colour: optional(Colour), footer: optional(Footer), embedded_xml: optional(EmbeddedXml) },
  {
    title: "DocumentSettingsPatch",
    description: "Fields that are omitted stay unchanged; null clears a field. `embedded_xml` is `ubl` then.",
  },
);
export type DocumentSettingsPatch = Type.Static<typeof DocumentSettingsPatch>;

export const LogoChange = Type.Object(
  {
    file: Type.String({
      minLength: 1,
      maxLength: 360_000,
      contentEncoding: "base64",
      description: "A PNG, JPEG or SVG file of at most 256 KiB and 4000 by 4000 pixels, in base64.",
    }),
  },
  { title: "LogoChange" },
);
export type LogoChange = Type.Static<typeof LogoChange>;

export const BankAccountsChange = Type.Object(
  { bank_accounts: Type.Array(BankAccountInput, { maxItems: bankAccountsMax }) },
  { title: "BankAccountsChange", description: "All accounts, in the order in which documents show them." },
);
export type BankAccountsChange = Type.Static<typeof BankAccountsChange>;

export const DocumentSettings = Type.Object(
  {
    accent_colour: nullable(Type.String()),
    footer: nullable(Type.String()),
    embedded_xml: EmbeddedXml,
    logo: nullable(Type.Object({ sha256: Type.String(), width: Type.Integer(), height: Type.Integer() })),
    bank_accounts: Type.Array(BankAccount),
    updated_at: nullable(Timestamp),
  },
  { title: "DocumentSettings" },
);
export type DocumentSettings = Type.Static<typeof DocumentSettings>;

export const bankAccountsExample = [
  {
    currency: "NGN",
    name: "Lagos Works Ltd",
    bank: "First Bank of Nigeria",
    iban: null,
    account_number: "2031234567",
    bic: null,
    sort_code: "011",
  },
];

export const documentSettingsExample = {
  accent_colour: "#0a6b4e",
  footer: "Lagos Works Ltd · RC 123456 · Thank you for your business",
  embedded_xml: "ubl",
  logo: {
    sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    width: 480,
    height: 160,
  },
  bank_accounts: bankAccountsExample,
  updated_at: "2026-11-15T09:30:00.000Z",
};

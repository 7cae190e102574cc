import { languages } from "../../../contract/languages.ts";
import {
  AddressInput,
  AddressOutput,
  Amount,
  CreatedRange,
  Currency,
  decimal,
  Email,
  ExternalId,
  Id,
  includes,
  Metadata,
  MetadataFilter,
  nullable,
  optional,
  PageQuery,
  percentage,
  Search,
  sortedBy,
  Timestamp,
  text,
  wording,
  words,
} from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

const Kind = words(["business", "consumer", "government"], { default: "business" });

const CustomerLanguage = words(languages, {
  description: "The language of documents and pages for this customer. Without it, the company's.",
});

const fields = {
  name: wording(200, { examples: ["Acme Trading Ltd"] }),
  email: optional(Email),
  phone: optional(text(50)),
  kind: optional(Kind),
  tax_id: optional(text(50)),
  registration_number: optional(text(50)),
  address: optional(AddressInput),
  language: optional(CustomerLanguage),
  default_discount_percent: optional(
    percentage({
      description: "The discount on documents for this customer that give none of their own.",
      examples: [5],
    }),
  ),
  withholding_rate: optional(
    decimal(
      { fraction: 4, above: 0, to: 100 },
      {
        description:
          "The percentage that this customer withholds of what invoices come to without tax, unless they say otherwise.",
        examples: [5],
      },
    ),
  ),
  reminders_paused: optional(
    Type.Boolean({
      description: "Whether reminders leave out the invoices of this customer. Default: false.",
    }),
  ),
  external_id: optional(ExternalId),
  metadata: optional(Metadata),
};

export const CustomerCreate = Type.Object(fields, { title: "CustomerCreate" });
export type CustomerCreate = Type.Static<typeof CustomerCreate>;

export const CustomerPatch = Type.Partial(Type.Object(fields), {
  title: "CustomerPatch",
  description: "Fields that are omitted stay unchanged; null clears a field.",
});
export type CustomerPatch = Type.Static<typeof CustomerPatch>;

/** The part of a customer that an invoice shows and, once issued, freezes. */
export const CustomerSnapshot = Type.Object(
  {
    name: Type.String(),
    email: nullable(Type.String()),
    phone: nullable(Type.String()),
    kind: Type.String(),
    tax_id: nullable(Type.String()),
    registration_number: nullable(Type.String()),
    address: AddressOutput,
  },
  { title: "CustomerSnapshot" },
);

const CustomerBalance = Type.Object(
  {
    currency: Currency,
    due: { ...Amount, description: "The sum of amount_due of the open and partially paid invoices." },
    overdue: { ...Amount, description: "The part of it whose due date has passed." },
    credit: {
      ...Amount,
      description:
        "What was paid or credited beyond what is owed, and can be refunded or applied to other invoices: amount_to_refund of the invoices, and payments that are not allocated.",
    },
  },
  { title: "CustomerBalance" },
);

export const Customer = Type.Object(
  {
    id: Id,
    ...CustomerSnapshot.properties,
    language: nullable(words(languages)),
    default_discount_percent: nullable(Type.Number()),
    withholding_rate: nullable(Type.Number()),
    reminders_paused: Type.Boolean(),
    external_id: nullable(Type.String()),
    metadata: Metadata,
    created_at: Timestamp,
    updated_at: Timestamp,
    balance: Type.Array(CustomerBalance, {
      description: "One entry for each currency in which the customer owes or is owed something.",
    }),
  },
  { title: "Customer" },
);

export const CustomerQuery = Type.Object({
  ...PageQuery,
  ...CreatedRange,
  external_id: Type.Optional(ExternalId),
  email: Type.Optional(text(254, { description: "The whole address, in any case." })),
  tax_id: Type.Optional(text(50, { description: "Exactly as stored." })),
  phone: Type.Optional(
    text(50, {
      description: "However it is spaced: a plus, spaces, dashes, dots, slashes and brackets don't count.",
    }),
  ),
  q: Search,
  metadata: MetadataFilter,
  sort: sortedBy("created_at", "name"),
  include: includes("total_count"),
});

export const customerExample = {
  id: 7,
  name: "Acme Trading Ltd",
  email: "accounts@acme.example",
  phone: "+234 803 000 0000",
  kind: "business",
  tax_id: "12345678-0001",
  registration_number: "RC 1234567",
  address: { line1: "12 Marina", city: "Lagos", region: "Lagos", postal_code: "101241", country: "NG" },
  language: "en",
  default_discount_percent: null,
  withholding_rate: null,
  reminders_paused: false,
  external_id: "crm-881",
  metadata: {},
  created_at: "2026-11-15T09:30:00.000Z",
  updated_at: "2026-11-15T09:30:00.000Z",
  balance: [{ currency: "NGN", due: 145125, overdue: 0, credit: 0 }],
};

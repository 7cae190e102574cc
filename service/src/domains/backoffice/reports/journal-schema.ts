import {
  Amount,
  Currency,
  Day,
  Id,
  nullable,
  optional,
  PageQuery,
  wording,
  words,
} from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { PeriodQuery } from "./period.ts";

/** In the order in which the entries of a day are listed. */
export const entryTypes = [
  "invoice",
  "credit_note",
  "payment",
  "reversal",
  "refund",
  "write_off",
  "void",
] as const;
export type EntryType = (typeof entryTypes)[number];

export const JournalQuery = Type.Object({ ...PeriodQuery, ...PageQuery });
export const JournalCsvQuery = Type.Object(PeriodQuery);

const account = (description: string) => wording(50, { description });

export const JournalLine = Type.Object(
  {
    account: Type.String({ description: "By the company's mapping of accounts." }),
    debit: Amount,
    credit: Amount,
    tax_category: nullable(Type.String({ description: "On lines of tax." })),
    tax_rate: nullable(Type.Number()),
  },
  { title: "JournalLine" },
);

export const JournalEntry = Type.Object(
  {
    id: Type.String({
      description: "The same in every export, so that an import can be repeated.",
      examples: ["invoice-1042"],
    }),
    date: Day,
    type: words(entryTypes),
    reference: nullable(Type.String({ description: "The document's number, or the payment's reference." })),
    customer_id: nullable(Id),
    customer_name: nullable(Type.String()),
    invoice_id: nullable(Id),
    method: nullable(Type.String()),
    currency: Currency,
    accounting_currency: nullable({
      ...Currency,
      description: "Of documents: what `exchange_rate` leads to. Null for payments and write-offs.",
    }),
    exchange_rate: nullable(
      Type.Number({
        description:
          "Units of accounting_currency per unit of currency, as the document has kept it since it was issued. Null without one.",
      }),
    ),
    lines: Type.Array(JournalLine, { description: "Their debits and credits are equal." }),
  },
  { title: "JournalEntry" },
);

export const journalEntryExample = {
  id: "invoice-1042",
  date: "2026-11-15",
  type: "invoice",
  reference: "INV-000001",
  customer_id: 12,
  customer_name: "Acme Trading Ltd",
  invoice_id: 1042,
  method: null,
  currency: "NGN",
  accounting_currency: "NGN",
  exchange_rate: 1,
  lines: [
    { account: "1200", debit: 145125, credit: 0, tax_category: null, tax_rate: null },
    { account: "4000", debit: 0, credit: 135000, tax_category: null, tax_rate: null },
    { account: "2200", debit: 0, credit: 10125, tax_category: "S", tax_rate: 7.5 },
  ],
};

const methods = {
  description:
    "Accounts of single payment methods, such as `cash`. All others are `bank`. It is replaced as a whole.",
  examples: [{ cash: "1010" }],
};

const accountFields = {
  receivables: account("What customers owe."),
  sales: account("What is sold, without tax."),
  tax: account("Tax on sales that is owed to the state."),
  bank: account("Where payments arrive, unless their method has an account of its own."),
  withholding: account("Tax that buyers withheld."),
  write_offs: account("What is written off."),
};

export const JournalAccounts = Type.Object(
  { ...accountFields, methods: Type.Record(Type.String(), Type.String(), methods) },
  { title: "JournalAccounts" },
);

export const JournalAccountsPatch = Type.Object(
  {
    ...Object.fromEntries(Object.entries(accountFields).map(([name, field]) => [name, optional(field)])),
    methods: Type.Optional(
      Type.Unsafe<Record<string, string> | null>({
        type: ["object", "null"],
        maxProperties: 50,
        propertyNames: { minLength: 1, maxLength: 50 },
        additionalProperties: { type: "string", minLength: 1, maxLength: 50, pattern: "\\S" },
        ...methods,
      }),
    ),
  },
  { title: "JournalAccountsPatch" },
);
export type JournalAccountsPatch = Record<string, unknown>;

export const accountsExample = {
  receivables: "1200",
  sales: "4000",
  tax: "2200",
  bank: "1000",
  withholding: "1300",
  write_offs: "6100",
  methods: { cash: "1010" },
};

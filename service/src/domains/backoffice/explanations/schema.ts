import { languages } from "../../../contract/languages.ts";
import { Amount, Currency, Id, nullable, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { ruleNames } from "./rules.ts";

const Rounding = Type.Object(
  {
    exact: Type.String({ description: "Before rounding, as decimal text with at most 10 decimals." }),
    digits: Type.Integer({ description: "The decimals that are left." }),
    method: words(["half_up", "largest_remainder"], {
      description:
        "`half_up`: to the nearest, halves away from zero. `largest_remainder`: shares are rounded so that they add up to the whole.",
    }),
  },
  { title: "ExplainedRounding", description: "Null where nothing was rounded." },
);

const stepFields = {
  rule: words(ruleNames, { description: "The rule that gave the amount." }),
  reference: nullable(
    Type.String({ description: "What EN 16931 calls it, if it does.", examples: ["BT-131"] }),
  ),
  amount: { ...Amount, description: "With its sign: the amounts of the parts add up to the whole." },
  text: Type.String({ description: "The same in words." }),
  inputs: Type.Record(Type.String(), Type.Unsafe<string | number>({ type: ["string", "number"] }), {
    description: "What the rule computed with: numbers as decimal text, and ids of records.",
  }),
  rounding: nullable(Rounding),
  explained_by: nullable(
    Type.String({
      description: "The name of another entry of `amounts`, which explains this one.",
      examples: ["subtotal"],
    }),
  ),
};

export const ExplainedStep = Type.Object(stepFields, { title: "ExplainedStep" });

export const ExplainedPart = Type.Object(
  { ...stepFields, parts: Type.Array(ExplainedStep, { description: "Empty for a part that has none." }) },
  { title: "ExplainedPart" },
);

export const ExplainedAmount = Type.Object(
  {
    name: Type.String({
      description: "The field of the record.",
      examples: ["total", "lines[0].net_amount", "taxes[0].tax_amount"],
    }),
    rule: stepFields.rule,
    reference: stepFields.reference,
    amount: Amount,
    currency: Currency,
    text: stepFields.text,
    parts: Type.Array(ExplainedPart, { description: "They add up to the amount; empty for 0 from nothing." }),
  },
  { title: "ExplainedAmount" },
);

export const Explanation = Type.Object(
  {
    record: words(["invoice", "credit_note", "payment"]),
    id: Id,
    number: nullable(Type.String()),
    currency: Currency,
    amounts: Type.Array(ExplainedAmount, { description: "Every amount of the record." }),
  },
  { title: "Explanation" },
);

export const ReportExplanation = Type.Object(
  {
    report: words(["statement", "receivables", "taxes", "sales", "payments", "journal", "withholding"]),
    amounts: Type.Array(ExplainedAmount, {
      description:
        "Every amount of `totals` and `totals_accounting` of the report, such as `totals[0].due`, and of the first 500 rows (`rows[0].net`). Of the journal the amounts of lines (`journal_entries[0].lines[0].debit`), of withheld tax those of records (`withheld_taxes[0].amount`).",
    }),
  },
  { title: "ReportExplanation" },
);

export const ExplanationQuery = Type.Object({
  language: Type.Optional(words(languages, { description: "Of `text`. Default: the company's language." })),
});

const part = {
  rule: "line.net",
  reference: "BT-131",
  amount: 135000,
  text: "Line 1, Consulting, November",
  inputs: { line: 1, description: "Consulting, November" },
  rounding: null,
  explained_by: null,
  parts: [
    {
      rule: "line.gross",
      reference: "BT-129 × BT-146",
      amount: 135000,
      text: "Quantity 3 × unit price 45000",
      inputs: { quantity: "3", unit_price: "45000" },
      rounding: null,
      explained_by: null,
    },
  ],
};

const invoiceExplanation = {
  record: "invoice",
  id: 1042,
  number: "INV-000001",
  currency: "NGN",
  amounts: [
    {
      name: "subtotal",
      rule: "document.subtotal",
      reference: "BT-106",
      amount: 135000,
      currency: "NGN",
      text: "The sum of the net amounts of the lines",
      parts: [part],
    },
  ],
};

export const explanationExamples = {
  invoice: invoiceExplanation,
  credit_note: { ...invoiceExplanation, record: "credit_note", id: 21, number: "CN-000001" },
  payment: {
    record: "payment",
    id: 310,
    number: null,
    currency: "NGN",
    amounts: [
      {
        name: "amount",
        rule: "payment.received",
        reference: null,
        amount: 145125,
        currency: "NGN",
        text: "The money that was received",
        parts: [
          {
            rule: "payment.applied",
            reference: "BT-113",
            amount: 145125,
            text: "Pays invoice 1042",
            inputs: { invoice: 1042 },
            rounding: null,
            explained_by: null,
            parts: [],
          },
        ],
      },
    ],
  },
};

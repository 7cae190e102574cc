import {
  Currency,
  Day,
  decimal,
  Id,
  includes,
  optional,
  PageQuery,
  Timestamp,
} from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

/** Units of the accounting currency per unit of another currency. */
export const rateInput = (options: object) => decimal({ fraction: 10, above: 0 }, options);

export const ExchangeRateCreate = Type.Object(
  {
    currency: { ...Currency, description: "Any currency but the company's own.", examples: ["USD"] },
    date: optional({ ...Day, description: "Default: today in the company's time zone." }),
    rate: rateInput({
      description: "Units of the company's currency per unit of `currency`; at most 10 decimals.",
      examples: [1534.25],
    }),
  },
  { title: "ExchangeRateCreate" },
);
export type ExchangeRateCreate = Type.Static<typeof ExchangeRateCreate>;

export const ExchangeRate = Type.Object(
  {
    id: Id,
    currency: Currency,
    accounting_currency: {
      ...Currency,
      description:
        "The company's currency when the rate was set. Invoices take only rates to the company's present currency.",
    },
    date: Day,
    rate: Type.Number({ description: "Units of accounting_currency per unit of currency." }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "ExchangeRate" },
);

export const ExchangeRateQuery = Type.Object({
  ...PageQuery,
  currency: Type.Optional(Currency),
  date_from: Type.Optional({ ...Day, description: "Rates of this day and later ones." }),
  date_to: Type.Optional({ ...Day, description: "Rates of this day and earlier ones." }),
  include: includes("total_count"),
});
export type ExchangeRateQuery = Type.Static<typeof ExchangeRateQuery>;

export const exchangeRateCreateExample = { currency: "USD", date: "2026-11-15", rate: 1534.25 };

export const exchangeRateExample = {
  id: 31,
  accounting_currency: "NGN",
  ...exchangeRateCreateExample,
  created_at: "2026-11-15T09:30:00.000Z",
  updated_at: "2026-11-15T09:30:00.000Z",
};

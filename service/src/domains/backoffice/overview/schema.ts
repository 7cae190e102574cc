import { Amount, Currency, Day } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

export const OverviewQuery = Type.Object({
  from: Type.Optional({ ...Day, description: "The first day; 89 days before the last unless given." }),
  to: Type.Optional({ ...Day, description: "The last day; today, where the company is, unless given." }),
});
export type OverviewQuery = Type.Static<typeof OverviewQuery>;

const Count = Type.Integer({ minimum: 0 });

export const CurrencyOverview = Type.Object(
  {
    currency: Currency,
    digits: Type.Integer({ description: "Decimals that its amounts have." }),
    money_in: { ...Amount, description: "Paid on these days, refunds not taken off." },
    refunded: { ...Amount, description: "Given back on these days." },
    invoiced: { ...Amount, description: "Totals of the invoices dated on these days." },
    outstanding: { ...Amount, description: "Owed now, whenever it was invoiced." },
    overdue: { ...Amount, description: "The part of it that is past its due date." },
    drafts: { ...Count, description: "Of the company's newest 10,000." },
    invoices_open: Count,
    invoices_overdue: Count,
    series: Type.Array(Type.Object({ date: Day, money_in: Amount, invoiced: Amount })),
  },
  { title: "CurrencyOverview" },
);

export const RegistrationsOverview = Type.Object(
  {
    registered: Count,
    pending: Count,
    rejected: Count,
    cancelled: Count,
    none: Count,
    series: Type.Array(Type.Object({ date: Day, registered: Count })),
  },
  {
    title: "RegistrationsOverview",
    description: "Of the invoices dated on these days, drafts and void ones aside.",
  },
);

export const overviewExample = {
  currencies: [
    {
      currency: "NGN",
      digits: 2,
      money_in: 145125,
      refunded: 0,
      invoiced: 290250,
      outstanding: 145125,
      overdue: 0,
      drafts: 1,
      invoices_open: 1,
      invoices_overdue: 0,
      series: [
        { date: "2026-11-14", money_in: 0, invoiced: 145125 },
        { date: "2026-11-15", money_in: 145125, invoiced: 145125 },
      ],
    },
  ],
  registrations: {
    registered: 1,
    pending: 0,
    rejected: 0,
    cancelled: 0,
    none: 1,
    series: [
      { date: "2026-11-14", registered: 1 },
      { date: "2026-11-15", registered: 0 },
    ],
  },
  from: "2026-11-14",
  to: "2026-11-15",
};

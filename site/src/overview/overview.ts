/** What GET /overview answers. Amounts are exact numbers, counts are counts. */
export type CurrencyOverview = {
  currency: string;
  digits: number;
  money_in: number | string;
  refunded?: number | string;
  outstanding: number | string;
  overdue: number | string;
  drafts: number;
  invoices_open: number;
  invoices_overdue: number;
  series: { date: string; money_in: number | string; invoiced: number | string }[];
};

export type Overview = {
  currencies: CurrencyOverview[];
  registrations: {
    registered: number;
    pending: number;
    rejected: number;
    none: number;
    series: { date: string; registered: number }[];
  };
  from: string;
  to: string;
};

/** Has anything ever happened here? Then there is something to show. */
export function isEmpty({ currencies, registrations }: Overview): boolean {
  const isIdle = (one: CurrencyOverview) =>
    one.drafts + one.invoices_open === 0 &&
    Number(one.money_in) === 0 &&
    one.series.every(({ invoiced }) => Number(invoiced) === 0);
  return registrations.registered === 0 && currencies.every(isIdle);
}

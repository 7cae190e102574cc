/** The response to GET /overview. */
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

/** Whether there is no data to show yet. */
export function isEmpty({ currencies, registrations }: Overview): boolean {
  const isIdle = (one: CurrencyOverview) =>
    one.drafts + one.invoices_open === 0 &&
    Number(one.money_in) === 0 &&
    one.series.every(({ invoiced }) => Number(invoiced) === 0);
  return registrations.registered === 0 && currencies.every(isIdle);
}

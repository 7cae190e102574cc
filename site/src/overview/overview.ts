import type Type from "typebox";
import type {
  ActivityEntry as ActivitySchema,
  Attention as AttentionSchema,
  CurrencyOverview as CurrencySchema,
  RegistrationsOverview as RegistrationsSchema,
} from "../../../service/src/domains/backoffice/overview/schema.ts";

/** The response to GET /overview. */
export type CurrencyOverview = Type.Static<typeof CurrencySchema>;
export type Registrations = Type.Static<typeof RegistrationsSchema>;
export type Attention = Type.Static<typeof AttentionSchema>;
export type ActivityEntry = Type.Static<typeof ActivitySchema>;
export type Days = { from: string; to: string };

export type Overview = Days & {
  currencies: CurrencyOverview[];
  registrations: Registrations;
  attention: Attention;
  activity: ActivityEntry[];
  previous: Days;
  today: string;
};

/** Whether there is no data to show yet. */
export function isEmpty({ currencies, registrations, activity }: Overview): boolean {
  const isIdle = (one: CurrencyOverview) =>
    one.drafts + one.invoices_open + one.invoices + one.payments + one.previous.invoices === 0;
  const hasInvoices = activity.some(({ type }) => type.startsWith("invoice."));
  return !hasInvoices && registrations.registered === 0 && currencies.every(isIdle);
}

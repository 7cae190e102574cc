import type { LinkProps } from "@tanstack/react-router";
import type { CurrencyOverview, Days } from "./overview.ts";

/** Links to the lists, filtered to exactly the rows that a figure of the overview counts. */
const owing = "open,partially_paid";
const counted = "open,partially_paid,paid,uncollectible";

const invoices = (search: Record<string, string>): LinkProps => ({ to: "/app/invoices", search });

export const outstandingLink = (currency: string) => invoices({ status: owing, currency });

export const overdueLink = (currency: string) => invoices({ status: owing, currency, due: "overdue" });

export const draftsLink = (currency: string) => invoices({ status: "draft", currency });

export const invoicedLink = (currency: string, { from, to }: Days) =>
  invoices({ status: counted, currency, invoiced_from: from, invoiced_to: to });

export const receivedLink = (currency: string, { from, to }: Days): LinkProps => ({
  to: "/app/payments",
  search: { currency, paid_from: from, paid_to: to },
});

export const ageLink = (currency: string, { due_from, due_to }: CurrencyOverview["ageing"][number]) =>
  invoices({ status: owing, currency, ...(due_from && { due_from }), ...(due_to && { due_to }) });

export const registrationsLink = (fiscal_status: string, { from, to }: Days) =>
  invoices({ fiscal_status, status: counted, invoiced_from: from, invoiced_to: to });

/** Whenever they were invoiced. */
export const rejectedLink = invoices({ fiscal_status: "rejected", status: counted });

export const failedPaymentsLink = (created_from: string): LinkProps => ({
  to: "/app/events",
  search: { type: "payment.failed", created_from },
});

export const failedDeliveriesLink: LinkProps = {
  to: "/app/events",
  search: { tab: "deliveries", status: "failed" },
};

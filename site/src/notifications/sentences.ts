import type { Address } from "../palette/hits.ts";
import { texts } from "../texts/notifications.ts";
import { formatMoney, type Region } from "../ui/format.ts";
import type { IconName } from "../ui/icon.tsx";
import type { Notification } from "./notifications.ts";

export type Sentence = {
  text: string;
  detail: string | undefined;
  icon: IconName;
  tone: "good" | "bad" | "neutral";
  address: Address;
};

const { sentences, details } = texts;

/** What a notification says, and the record that it is about. */
export function sentenceOf(notification: Notification, region: Region): Sentence {
  const { kind, number, customer_name, reason } = notification;
  const invoice = { to: "/app/invoices/$id", params: { id: String(notification.invoice_id) } };
  if (kind === "payment_received") {
    const { amount, currency, payment_id } = notification;
    return {
      text: sentences.payment(formatMoney(amount ?? 0, currency ?? "", region)),
      detail: number && customer_name ? details.payment(number, customer_name) : details.unallocated,
      icon: "payments",
      tone: "good",
      address: { to: "/app/payments/$id", params: { id: String(payment_id) } },
    };
  }
  if (kind === "payment_disputed") {
    const { amount, currency, payment_id, dispute_status } = notification;
    const state = (dispute_status ?? "open") as keyof typeof sentences.disputed;
    return {
      text: sentences.disputed[state](formatMoney(amount ?? 0, currency ?? "", region)),
      detail: number && customer_name ? details.payment(number, customer_name) : undefined,
      icon: "warning",
      tone: state === "won" ? "good" : "bad",
      address: { to: "/app/payments/$id", params: { id: String(payment_id) } },
    };
  }
  if (kind === "quote_answered") {
    const { quote_id, quote_status } = notification;
    const state = (quote_status ?? "accepted") as keyof typeof sentences.quote;
    return {
      text: sentences.quote[state](number ?? ""),
      detail: [customer_name, reason].filter(Boolean).join(" · "),
      icon: "quotes",
      tone: state === "accepted" ? "good" : "bad",
      address: { to: "/app/quotes/$id", params: { id: String(quote_id) } },
    };
  }
  if (kind === "registration_failed") {
    const say = notification.credit_note_id ? sentences.creditNote : sentences.registration;
    return {
      text: say(number ?? String(notification.invoice_id)),
      detail: reason ?? customer_name ?? undefined,
      icon: "warning",
      tone: "bad",
      address: invoice,
    };
  }
  if (kind === "recurring_invoice_failed") {
    return {
      text: sentences.recurring(customer_name ?? String(notification.recurring_invoice_id)),
      detail: reason ?? undefined,
      icon: "warning",
      tone: "bad",
      address: {
        to: "/app/recurring-invoices/$id",
        params: { id: String(notification.recurring_invoice_id) },
      },
    };
  }
  if (kind === "mail_failed") {
    const { about, subject, recipient } = notification;
    return {
      text: sentences.mail(subject ?? ""),
      detail: [recipient, reason].filter(Boolean).join(" · "),
      icon: "warning",
      tone: "bad",
      address: addressOf(about),
    };
  }
  if (kind === "deliveries_failed") {
    const failed = { tab: "deliveries", status: "failed", endpoint_id: String(notification.endpoint_id) };
    return {
      text: sentences.deliveries,
      detail: [notification.url, reason].filter(Boolean).join(" · "),
      icon: "events",
      tone: "bad",
      address: { to: "/app/events", search: failed },
    };
  }
  if (kind === "endpoint_disabled") {
    const detail = [notification.url, reason].filter(Boolean).join(" · ");
    return {
      text: sentences.endpoint,
      detail,
      icon: "events",
      tone: "bad",
      address: { to: "/app/settings/webhooks" },
    };
  }
  const { file_name, created, updated, failed, sheet } = notification;
  return {
    text: sentences.import(file_name ?? ""),
    detail: details.import(created ?? 0, updated ?? 0, failed ?? 0),
    icon: "importsExports",
    tone: (failed ?? 0) > 0 ? "bad" : "neutral",
    address: { to: importPages[sheet ?? ""] ?? "/app/customers" },
  };
}

const importPages: Record<string, string> = {
  products: "/app/products",
  exchange_rates: "/app/settings/exchange-rates",
};

const pages: Record<string, string> = {
  // A statement is about its customer.
  customer: "/app/customers/$id",
  invoice: "/app/invoices/$id",
  quote: "/app/quotes/$id",
  payment: "/app/payments/$id",
};

/** The page of the record that a mail is about; a credit note is shown with its invoice, which a mail does not name. */
function addressOf(about: string | null | undefined): Address {
  const [noun = "", id = ""] = (about ?? "").split("/");
  const to = pages[noun];
  return to === undefined ? { to: "/app/invoices" } : { to, params: { id } };
}

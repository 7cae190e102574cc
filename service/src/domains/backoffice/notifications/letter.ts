import type { Company } from "../../../contract/access.ts";
import type { Language } from "../../../contract/languages.ts";
import { showAmount, showMoment } from "../../../platform/values/format.ts";
import type { Letter } from "../../tenancy/users/service.ts";
import type { Notification } from "./schema.ts";
import { type NotificationMailTexts, notificationMailTexts } from "./texts/texts.ts";

type Written = { sentence: string; detail: string | undefined; path: string };

/**
 * One notification with a button to its record, or several of them with a link each. Links name the company, because a
 * person may belong to several and have another one open.
 */
export function notificationLetter(
  notifications: readonly [Notification, ...Notification[]],
  company: Pick<Company, "id" | "name" | "timeZone">,
  language: Language,
  { siteUrl, unsubscribeUrl, isFull }: { siteUrl: string; unsubscribeUrl: string; isFull: boolean },
): Letter {
  const texts = notificationMailTexts[language];
  const name = oneLine(company.name);
  const urlOf = (path: string) => `${siteUrl}${path}${path.includes("?") ? "&" : "?"}company=${company.id}`;
  const stop = { before: texts.chosen, label: texts.stop, url: unsubscribeUrl };
  const [first, ...others] = notifications;
  if (others.length === 0) {
    const { sentence, detail, path } = written(first, language);
    const about: [string, string][] = detail ? [[texts.details, detail]] : [];
    const at = showMoment(new Date(first.created_at), company.timeZone, language);
    return {
      subject: texts.subject(name, sentence),
      company: name,
      what: [],
      facts: [[texts.what, sentence], ...about, [texts.when, at]],
      actions: [{ label: texts.open, url: urlOf(path) }, stop],
      after: [],
    };
  }
  const entries = notifications.map((notification) => {
    const { sentence, detail, path } = written(notification, language);
    return { before: [sentence, detail].filter(Boolean).join(" · "), label: texts.view, url: urlOf(path) };
  });
  return {
    subject: texts.several(name, notifications.length),
    company: name,
    what: [texts.since(name)],
    actions: [{ label: texts.openDashboard, url: urlOf("/app") }, ...entries, stop],
    after: isFull ? [texts.more] : [],
  };
}

function written(notification: Notification, language: Language): Written {
  const texts = notificationMailTexts[language];
  const { sentence, detail, path } = sentenceOf(notification, texts, language);
  return { sentence: oneLine(sentence), detail: detail ? oneLine(detail) : undefined, path };
}

/** What a notification says, and the page of its record. */
function sentenceOf(
  notification: Notification,
  { sentences, unallocated, imported }: NotificationMailTexts,
  language: Language,
): Written {
  const { kind, number, customer_name, reason, payment_id, invoice_id, url } = notification;
  const invoice = number && customer_name ? `${number} · ${customer_name}` : undefined;
  const amount = () => showAmount(notification.amount ?? 0, notification.currency ?? "", language);
  switch (kind) {
    case "payment_received":
      return {
        sentence: sentences.payment(amount()),
        detail: invoice ?? unallocated,
        path: `/app/payments/${payment_id}`,
      };
    case "payment_disputed": {
      const state = (notification.dispute_status ?? "open") as keyof typeof sentences.disputed;
      return {
        sentence: sentences.disputed[state](amount()),
        detail: invoice,
        path: `/app/payments/${payment_id}`,
      };
    }
    case "quote_answered": {
      const state = (notification.quote_status ?? "accepted") as keyof typeof sentences.quote;
      return {
        sentence: sentences.quote[state](number ?? ""),
        detail: joined(customer_name, reason),
        path: `/app/quotes/${notification.quote_id}`,
      };
    }
    case "registration_failed": {
      const say = notification.credit_note_id ? sentences.creditNote : sentences.registration;
      return {
        sentence: say(number ?? String(invoice_id)),
        detail: reason ?? customer_name ?? undefined,
        path: `/app/invoices/${invoice_id}`,
      };
    }
    case "recurring_invoice_failed": {
      const id = notification.recurring_invoice_id;
      return {
        sentence: sentences.recurring(customer_name ?? String(id)),
        detail: reason ?? undefined,
        path: `/app/recurring-invoices/${id}`,
      };
    }
    case "mail_failed":
      return {
        sentence: sentences.mail(notification.subject ?? ""),
        detail: joined(notification.recipient, reason),
        path: pageAbout(notification.about),
      };
    case "deliveries_failed":
      return {
        sentence: sentences.deliveries,
        detail: joined(url, reason),
        path: `/app/events?tab=deliveries&status=failed&endpoint_id=${notification.endpoint_id}`,
      };
    case "endpoint_disabled":
      return { sentence: sentences.endpoint, detail: joined(url, reason), path: "/app/settings/webhooks" };
    case "import_finished": {
      const { file_name, created, updated, failed, sheet } = notification;
      return {
        sentence: sentences.import(file_name ?? ""),
        detail: imported(created ?? 0, updated ?? 0, failed ?? 0),
        path: importPages[sheet ?? ""] ?? "/app/customers",
      };
    }
  }
}

const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(" · ");

const importPages: Record<string, string> = {
  products: "/app/products",
  exchange_rates: "/app/settings/exchange-rates",
};

/** The page of the record that a mail is about; a credit note is shown with its invoice, which a mail does not name. */
function pageAbout(about: string | null | undefined): string {
  const [, noun, id] = /^(invoice|quote|payment|customer)\/(\d+)$/.exec(about ?? "") ?? [];
  return noun === undefined ? "/app/invoices" : `/app/${noun}s/${id}`;
}

const wordsMax = 300;

/** Names and reasons are somebody's input: none starts a line of its own, which could pass for ours. */
const oneLine = (text: string) => text.replace(/\s+/g, " ").slice(0, wordsMax);

import type { LinkProps } from "@tanstack/react-router";
import { texts } from "../texts/overview.ts";
import type { ActivityEntry } from "./overview.ts";

const words = texts.activity;

/** A sentence in three parts; the middle one is the record that it is about. */
export type Sentence = { before: string; record: string; after: string; to: LinkProps | undefined };

/** `money` formats an amount. An event of a type that this page does not know is left out. */
export function sentenceOf(
  entry: ActivityEntry,
  money: (amount: number, currency: string) => string,
): Sentence | undefined {
  const { type, record } = entry;
  if (!isKnown(type)) return undefined;
  const { amount, currency, customer } = record;
  const template = words.sentences[type]({
    customer: customer ?? "",
    amount: amount !== null && currency ? money(Number(amount), currency) : "",
  });
  const [before = "", after = ""] = template.split("{record}");
  return { before, after, ...subjectOf(entry) };
}

const isKnown = (type: string): type is keyof typeof words.sentences => Object.hasOwn(words.sentences, type);

export function authorOf({ actor }: ActivityEntry): string {
  return actor.name ?? words.by[actor.type];
}

type Subject = Pick<Sentence, "record" | "to">;

function subjectOf({ type, record }: ActivityEntry): Subject {
  const { id, number, name, invoice_id, invoice_number, url } = record;
  const page = (to: string, key: number | null): LinkProps | undefined =>
    key === null ? undefined : ({ to, params: { id: String(key) } } as LinkProps);
  const invoice: Subject = {
    record: invoice_number ?? (invoice_id === null ? words.unknown : words.draft(invoice_id)),
    to: page("/app/invoices/$id", invoice_id),
  };
  const [kind] = type.split(".");
  if (type === "invoice.deleted") return { record: words.deleted(id ?? 0), to: undefined };
  if (kind === "invoice")
    return { record: number ?? words.draft(id ?? 0), to: page("/app/invoices/$id", id) };
  if (kind === "sale") return { record: number ?? words.sale(id ?? 0), to: page("/app/sales/$id", id) };
  if (kind === "recurring_invoice")
    return { record: words.recurringInvoice(id ?? 0), to: page("/app/recurring-invoices/$id", id) };
  if (kind === "quote") return { record: number ?? words.quote(id ?? 0), to: page("/app/quotes/$id", id) };
  if (kind === "customer") return { record: name ?? words.unknown, to: page("/app/customers/$id", id) };
  if (kind === "product")
    return { record: name ?? words.unknown, to: { to: "/app/products", search: { q: name ?? "" } } };
  if (kind === "credit_note") return { record: number ?? words.creditNote, to: invoice.to };
  if (kind === "mail") return { record: name ?? words.unknown, to: undefined };
  if (kind === "webhook") return { record: url ?? words.endpoint, to: { to: "/app/settings/webhooks" } };
  if (invoice_id !== null) return invoice;
  if (kind === "payment" && type !== "payment.failed")
    return { record: words.payment(id ?? 0), to: page("/app/payments/$id", id) };
  return { record: name ?? words.link, to: { to: "/app/payments", search: { tab: "links" } } };
}

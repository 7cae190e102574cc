import type { LinkProps } from "@tanstack/react-router";
import { texts } from "../texts/settings/audit.ts";
import { type Amount, formatMoney, type Region } from "../ui/format.ts";

export type Entry = {
  id: number;
  created_at: string;
  actor: { type: string; id: string | null; name: string | null };
  action: string;
  subject: string | null;
  details: Record<string, unknown> | null;
  request_id: string | null;
  address: string | null;
};

/** Takes the place of the record while the sentence is made: an id such as `8` may occur in amounts and addresses too. */
const RECORD_MARK = "\u0000";

/** An entry as a sentence. The part of it that names the record may be a link. */
export type Sentence = { before: string; record: string; after: string; to: LinkProps | undefined };

export function sentenceOf(entry: Entry, region: Pick<Region, "locale">): Sentence {
  const details = entry.details ?? {};
  const record = shortened(recordName(entry));
  const parts = {
    who: actorName({ ...entry.actor, id: shortened(entry.actor.id) }),
    record: RECORD_MARK,
    amount: amountOf(details, region),
    detail: (name: string) => textOf(details[name]),
  };
  const actions: Readonly<Record<string, ((known: typeof parts) => string) | undefined>> = texts.actions;
  const text = actions[entry.action]?.(parts) ?? texts.unknown(parts.who, entry.action, RECORD_MARK);
  const [before = "", after] = text.split(RECORD_MARK, 2);
  if (after === undefined) return { before, record: "", after: "", to: undefined };
  return { before, record, after, to: linkOf(entry) };
}

/** An id is known by its beginning and its end; whole, it would take a line of the list. */
const shortened = <Name extends string | null>(name: Name): Name =>
  (name && /^(bf_(test|live)|pl|pt)_\S{12,}$/.test(name)
    ? `${name.slice(0, 11)}…${name.slice(-4)}`
    : name) as Name;

export const sentenceText = ({ before, record, after }: Sentence): string => `${before}${record}${after}`;

export function actorName({ type, id, name }: Entry["actor"]): string {
  if (type === "key") return texts.byKey(name ?? id ?? "");
  if (type === "operator") return name ? texts.byOperator(name) : texts.actors.operator;
  if (type === "command_line") return texts.byCommandLine;
  if (type === "user") return name ?? texts.formerUser;
  return texts.actors.system;
}

/** The kind of record and its id: `invoice/17`. Older entries about payment links say `undefined`. */
function subjectOf({ subject }: Entry): { kind: string; id: string | undefined } {
  const [, kind = "", id] = /^([^/]*)\/(.*)$/.exec(subject ?? "") ?? [];
  return { kind, id: id && !/^(undefined|null|NaN)$/.test(id) ? id : undefined };
}

/** What people call the record: an invoice by its number, a person by the address, a key by its name. */
export function recordName(entry: Entry): string {
  const { kind, id } = subjectOf(entry);
  const details = entry.details ?? {};
  if (kind === "company") return texts.companySettings;
  if (kind === "user") return textOf(details.email) ?? entry.actor.name ?? texts.formerUser;
  if (kind === "key") return textOf(details.name) ?? textOf(details.from) ?? id ?? texts.unnamed;
  if (kind === "invoice" || kind === "credit_note") return textOf(details.number) ?? id ?? texts.unnamed;
  return (kind === "exchange_rate" ? rateName(details) : undefined) ?? id ?? texts.unnamed;
}

function rateName(details: Record<string, unknown>): string | undefined {
  const names = ["currency", "rate", "accounting_currency", "date"] as const;
  const [currency, rate, own, date] = names.map((name) => textOf(details[name]));
  return currency && rate && own && date ? texts.rate(currency, rate, own, date) : undefined;
}

function amountOf(
  { amount, total, currency }: Record<string, unknown>,
  region: Pick<Region, "locale">,
): string | undefined {
  const value = amount ?? total;
  if (typeof currency !== "string" || (typeof value !== "number" && typeof value !== "string"))
    return undefined;
  return formatMoney(value as Amount, currency, region);
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;

/** The page of the record, or the list that contains it. */
function linkOf(entry: Entry): LinkProps | undefined {
  const { kind, id } = subjectOf(entry);
  const invoiceId = textOf(entry.details?.invoice_id);
  switch (kind) {
    case "invoice":
      return id ? { to: "/app/invoices/$id", params: { id } } : undefined;
    case "payment":
      return id ? { to: "/app/payments/$id", params: { id } } : undefined;
    case "customer":
      return id ? { to: "/app/customers/$id", params: { id } } : undefined;
    case "credit_note":
      return invoiceId ? { to: "/app/invoices/$id", params: { id: invoiceId } } : undefined;
    case "payment_link":
    case "payment_attempt":
      return { to: "/app/payments", search: { tab: "links" } };
    case "company":
      return { to: "/app/settings/company" };
    case "key":
      return { to: "/app/settings/keys" };
    case "webhook":
      return { to: "/app/settings/webhooks" };
    case "user":
    case "invitation":
      return { to: "/app/settings/users" };
    case "gateway":
      return { to: "/app/settings/gateway" };
    case "exchange_rate":
      return { to: "/app/settings/exchange-rates" };
    case "einvoicing":
      return { to: "/app/settings/einvoicing" };
    case "delivery":
      return { to: "/app/events", search: { tab: "deliveries" } };
    default:
      return undefined;
  }
}

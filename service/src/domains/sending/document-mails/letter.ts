import type Type from "typebox";
import type { Language } from "../../../contract/languages.ts";
import { showAmount, showDate } from "../../../platform/values/format.ts";
import type { Invoice } from "../../billing/invoices/schema.ts";
import type { Letter } from "../../tenancy/users/service.ts";
import { documentMailTexts } from "./texts/texts.ts";

type Sent = Pick<
  Type.Static<typeof Invoice>,
  "number" | "status" | "currency" | "total" | "amount_payable" | "due_date" | "supplier"
>;

/** What the mail says: the company's own words if there are any, the figures, and one button to the buyer's page. */
export function invoiceLetter(
  invoice: Sent,
  language: Language,
  { message, url, isAttached }: { message: string | null; url: string; isAttached: boolean },
): Letter {
  const texts = documentMailTexts[language];
  const { number, status, currency, supplier } = invoice;
  const isOwed = invoice.amount_payable > 0;
  const due = showAmount(invoice.amount_payable, currency, language);
  const day = showDate(invoice.due_date, language);
  const ours = isOwed ? texts.owed(due, day) : status === "paid" ? texts.paid : texts.nothingDue;
  const total = showAmount(invoice.total, currency, language);
  return {
    subject: texts.subject(number!, supplier.name),
    sender: supplier.name,
    what: message === null ? [ours] : paragraphsOf(message),
    facts: [
      [texts.facts.number, number!],
      ...(isOwed
        ? ([
            [texts.facts.amount, due],
            [texts.facts.due, day],
          ] as [string, string][])
        : ([[texts.facts.total, total]] as [string, string][])),
    ],
    actions: [{ label: isOwed ? texts.pay : texts.view, url }],
    after: [
      ...(isAttached ? [texts.attached] : []),
      ...(supplier.email === null ? [] : [texts.reply(supplier.name)]),
    ],
  };
}

const paragraphsOf = (message: string) =>
  message
    .split(/\n/)
    .map((line) => line.trim())
    .filter(Boolean);

import type Type from "typebox";
import type { Language } from "../../../contract/languages.ts";
import { showAmount, showDate } from "../../../platform/values/format.ts";
import type { Invoice } from "../../billing/invoices/schema.ts";
import type { Letter } from "../../tenancy/users/service.ts";
import { invoiceLetter } from "../document-mails/service.ts";
import type { ReminderStep } from "./schema.ts";
import { defaultWording, fillIn } from "./wording.ts";

/** The letter that brings an invoice, with the words of the step: the company's own, or else ours. */
export function reminderLetter(
  invoice: Type.Static<typeof Invoice>,
  language: Language,
  step: ReminderStep,
  url: string,
): Letter {
  const { number, amount_payable, currency, due_date, customer, supplier } = invoice;
  const values = {
    number: number!,
    amount: showAmount(amount_payable, currency, language),
    due_date: showDate(due_date, language),
    customer: customer.name,
    company: supplier.name,
  };
  const ours = defaultWording(step.days, language);
  const message = fillIn(step.message ?? ours.message, values);
  return {
    ...invoiceLetter(invoice, language, { message, url, isAttached: true }),
    // The name of a customer may have line breaks, and a subject is one line.
    subject: fillIn(step.subject ?? ours.subject, values).replace(/\s+/g, " "),
  };
}

import type { Language } from "../../../contract/languages.ts";

/** What a reminder says. Pure, so that the dashboard shows the same text as buyers will get. */
export const placeholders = ["number", "amount", "due_date", "customer", "company"] as const;
export type Placeholder = (typeof placeholders)[number];

export type Wording = { subject: string; message: string };

/** Our own words for a step. They name dates instead of days from now, so that they stay true when a mail waits. */
export function defaultWording(days: number, language: Language): Wording {
  const texts = defaults[language];
  return days < 0 ? texts.before : days === 0 ? texts.onDueDate : texts.after;
}

const defaults: Record<Language, Record<"before" | "onDueDate" | "after", Wording>> = {
  en: {
    before: {
      subject: "Invoice {number} is due on {due_date}",
      message: "This is a reminder that {amount} for invoice {number} is due on {due_date}.",
    },
    onDueDate: {
      subject: "Invoice {number} is due on {due_date}",
      message: "The due date of invoice {number} is {due_date}, and {amount} is still to be paid.",
    },
    after: {
      subject: "Payment reminder: invoice {number}",
      message:
        "Invoice {number} was due on {due_date}, and {amount} is still to be paid.\nIf you have paid it in the meantime, please ignore this email.",
    },
  },
  fr: {
    before: {
      subject: "La facture {number} arrive à échéance le {due_date}",
      message: "Nous vous rappelons que {amount} est à régler le {due_date} pour la facture {number}.",
    },
    onDueDate: {
      subject: "La facture {number} arrive à échéance le {due_date}",
      message: "L’échéance de la facture {number} est le {due_date} ; il reste {amount} à régler.",
    },
    after: {
      subject: "Rappel de paiement : facture {number}",
      message:
        "La facture {number} était à régler le {due_date} ; il reste {amount} à payer.\nSi vous l’avez réglée entre-temps, ne tenez pas compte de cet e-mail.",
    },
  },
};

export const fillIn = (text: string, values: Record<Placeholder, string>) =>
  text.replace(/\{([a-z_]{1,20})\}/g, (written, name: string) =>
    Object.hasOwn(values, name) ? values[name as Placeholder] : written,
  );

/** Unknown names in braces: a buyer would read them unchanged. */
export const unknownPlaceholder = (text: string): string | undefined =>
  text
    .match(/\{[^{}]{0,40}\}/g)
    ?.find((written) => !(placeholders as readonly string[]).includes(written.slice(1, -1)));

import { plain } from "../ui/decimals.ts";

const hourMs = 3_600_000;
const minuteMs = 60_000;

export type LinkChoice = "fixed" | "amount" | "quantity";

/** Where a link leads, as the forms of all links hold it. */
export type LinkUrls = { returnUrl: string; cancelUrl: string };

/** A link without an invoice, as typed. */
export type LinkForm = LinkUrls & {
  label: string;
  amount: string;
  currency: string;
  hours: string;
  choice: LinkChoice;
  minAmount: string;
  minQuantity: string;
  maxQuantity: string;
  reusable: boolean;
  maxPayments: string;
};

export const emptyLinkForm = (currency: string): LinkForm => ({
  label: "",
  amount: "",
  currency,
  hours: "720",
  choice: "fixed",
  minAmount: "",
  minQuantity: "1",
  maxQuantity: "10",
  reusable: false,
  maxPayments: "",
  returnUrl: "",
  cancelUrl: "",
});

/** What the API is asked for; fields of what was not chosen are left out. */
export function linkRequest(form: LinkForm, now: Date): object {
  return {
    amount: plain(form.amount),
    currency: form.currency,
    label: form.label.trim() || null,
    expires_at: expiryOf(form.hours, now),
    ...(form.choice === "amount" && { min_amount: plain(form.minAmount) }),
    ...(form.choice === "quantity" && {
      min_quantity: wholeNumber(form.minQuantity),
      max_quantity: wholeNumber(form.maxQuantity),
    }),
    ...(form.reusable && {
      reusable: true,
      max_payments: form.maxPayments.trim() === "" ? null : wholeNumber(form.maxPayments),
    }),
    ...urlsOf(form),
  };
}

/** Rounded to the minute, so that a second press sends the same request. */
export const expiryOf = (hours: string, now: Date): string =>
  new Date(Math.floor(now.getTime() / minuteMs) * minuteMs + Number(hours) * hourMs).toISOString();

export const urlsOf = ({ returnUrl, cancelUrl }: LinkUrls) => ({
  return_url: returnUrl.trim() || null,
  cancel_url: cancelUrl.trim() || null,
});

/** What is no whole number is passed on as typed, for the service to refuse. */
function wholeNumber(text: string): number | string {
  const typed = text.replace(/\s/g, "");
  return /^\d{1,9}$/.test(typed) ? Number(typed) : typed;
}

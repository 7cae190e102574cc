import { Big } from "big.js";
import type { Invoice } from "../dashboard/records.ts";

type Claim = Pick<Invoice, "amount_due" | "amount_payable">;

/** What the buyer withholds and no payment has recorded yet, as decimal text. */
export const withheldOf = ({ amount_due, amount_payable }: Claim): string =>
  new Big(String(amount_due)).minus(String(amount_payable)).toFixed();

/** How the rest of an invoice is most likely paid: what the buyer was asked for, then the withheld tax. */
export function likelyPayment(invoice: Claim): { amount: string; method: string } {
  if (invoice.amount_payable > 0) return { amount: String(invoice.amount_payable), method: "bank_transfer" };
  return { amount: String(invoice.amount_due), method: "withholding_tax" };
}

import { texts } from "../texts/invoices.ts";

/** The payment method: common codes have a name, others are shown as given. */
export function methodName(method: string | null): string {
  if (!method) return "";
  return texts.pay.methods[method as keyof typeof texts.pay.methods] ?? method.replaceAll("_", " ");
}

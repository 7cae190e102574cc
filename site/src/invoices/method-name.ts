import { texts } from "../texts/invoices.ts";

/** How something was paid: usual words have a name, others are shown as they were given. */
export function methodName(method: string | null): string {
  if (!method) return "";
  return texts.pay.methods[method as keyof typeof texts.pay.methods] ?? method.replaceAll("_", " ");
}

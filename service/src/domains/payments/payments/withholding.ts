import type { FieldError } from "../../../contract/errors.ts";
import { type PaymentCreate, withholdingMethod } from "./schema.ts";

/** Only tax that a buyer withheld has a certificate. */
export function certificateFaults(
  payment: Pick<PaymentCreate, "method" | "certificate_number">,
): FieldError[] {
  if (payment.certificate_number == null || payment.method === withholdingMethod) return [];
  return [
    { field: "certificate_number", message: `is only for payments of the method ${withholdingMethod}` },
  ];
}

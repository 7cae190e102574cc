import type { ManualClock } from "../../../platform/values/clock.ts";
import type { PaymentRequest } from "./port.ts";

export function paymentRequest(
  { clock }: { clock: ManualClock },
  changes: Partial<PaymentRequest> = {},
): PaymentRequest {
  const now = clock.now();
  return {
    reference: "att-1-x7Yz",
    amount: "1500.50",
    currency: "NGN",
    email: "ada@example.com",
    description: "Invoice INV-001",
    returnUrl: "https://billfold.example/pay/abc?back=1",
    expiresAt: new Date(now.getTime() + 2 * 3_600_000),
    now,
    ...changes,
  };
}

import { Amount, Currency, Id, nullable, Timestamp, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

/** The data of the `payment.failed` event. No record of it can be fetched, because no payment exists. */
export const FailedPayment = Type.Object(
  {
    reference: Type.String({ description: "Reference of the attempt, also known to the gateway." }),
    payment_link_reference: Type.String(),
    invoice_id: nullable(Id),
    amount: Amount,
    currency: Currency,
    gateway: Type.String(),
    status: words(["failed"]),
    reason: nullable(Type.String({ description: "The reason given by the gateway." })),
    attempted_at: Timestamp,
    failed_at: Timestamp,
  },
  {
    title: "FailedPayment",
    description: "A failed attempt to pay by a payment link. The buyer can try again.",
  },
);
export type FailedPayment = Type.Static<typeof FailedPayment>;

import type {
  CreditNote,
  Customer,
  Endpoint,
  Event,
  Invoice,
  Payment,
  PaymentLink,
  Product,
  Sale,
} from "./api-types.ts";
import type { QueryOf } from "./contract.ts";

/** Every type of event that this version knows. */
export type EventType = NonNullable<QueryOf<"GET /events">["type"]>;

/** The record that each brings; a type of the contract that lacks here does not compile below. */
type EventObjects = {
  "invoice.created": Invoice;
  "invoice.updated": Invoice;
  "invoice.deleted": Invoice;
  "invoice.issued": Invoice;
  "invoice.registration_pending": Invoice;
  "invoice.registered": Invoice;
  "invoice.registration_failed": Invoice;
  "invoice.registration_cancelled": Invoice;
  "invoice.partially_paid": Invoice;
  "invoice.paid": Invoice;
  "invoice.overdue": Invoice;
  "invoice.voided": Invoice;
  "invoice.written_off": Invoice;
  "payment.recorded": Payment;
  "payment.failed": FailedPayment;
  "payment.refunded": Payment;
  "payment_link.created": PaymentLink;
  "payment_link.paid": PaymentLink;
  "payment_link.expired": PaymentLink;
  "payment_link.cancelled": PaymentLink;
  "sale.created": Sale;
  "sale.updated": Sale;
  "sale.cancelled": Sale;
  "sale.invoiced": Sale;
  "customer.created": Customer;
  "customer.updated": Customer;
  "product.created": Product;
  "product.updated": Product;
  "credit_note.issued": CreditNote;
  "credit_note.registration_pending": CreditNote;
  "credit_note.registered": CreditNote;
  "credit_note.registration_failed": CreditNote;
  "webhook.test": Endpoint;
  "webhook.disabled": Endpoint;
};

/**
 * An event whose `type` tells what `data.object` is. Further types will come: pass over those that you do not know,
 * with a `default` where you `switch`.
 */
export type BillfoldEvent = { [Type in EventType]: EventOf<Type> }[EventType];

export type EventOf<Type extends EventType> = Omit<Event, "type" | "data"> & {
  type: Type;
  data: { object: EventObjects[Type]; previous?: EventObjects[Type] };
};

/** A payment that a buyer tried by a payment link and that came to nothing: there is no record of money. */
export type FailedPayment = {
  reference: string;
  payment_link_reference: string;
  invoice_id: number | null;
  amount: number;
  currency: string;
  gateway: string;
  status: "failed";
  reason: string | null;
  attempted_at: string;
  failed_at: string;
};

import {
  Amount,
  CreatedRange,
  Currency,
  decimal,
  Id,
  includes,
  nullable,
  optional,
  PageQuery,
  Reference,
  Timestamp,
  text,
  words,
} from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { invoiceExample } from "../../billing/invoices/schema.ts";

/** The currency determines the allowed decimals; six are more than any currency has. */
export const AmountInput = decimal(
  { fraction: 6, above: 0 },
  { description: "In major units of the currency." },
);

export const PaymentCreate = Type.Object(
  {
    invoice_id: Type.Integer({ ...Reference, description: "The invoice that is paid.", examples: [1042] }),
    amount: { ...AmountInput, description: "At most what is due." },
    currency: optional({ ...Currency, description: "Must be the invoice's." }),
    method: optional(text(50, { description: "A short word, kept as given.", examples: ["bank_transfer"] })),
    reference: optional(
      text(200, {
        description: "Yours; unique per invoice. The same one with the same content is the same payment.",
      }),
    ),
    paid_at: optional(Type.String({ format: "moment", description: "Default: now." })),
    note: optional(text(1000)),
  },
  { title: "PaymentCreate" },
);
export type PaymentCreate = Type.Static<typeof PaymentCreate>;

export const RefundCreate = Type.Object(
  {
    amount: optional({ ...AmountInput, description: "Default: all that is left of the payment." }),
    reason: optional(text(500)),
  },
  { title: "RefundCreate" },
);
export type RefundCreate = Type.Static<typeof RefundCreate>;

export const AllocationCreate = Type.Object(
  {
    invoice_id: optional(
      Type.Integer({ ...Reference, description: "Default: the invoice that the payment was for." }),
    ),
    amount: optional({ ...AmountInput, description: "Default: as much as there is and as is due." }),
  },
  { title: "AllocationCreate" },
);
export type AllocationCreate = Type.Static<typeof AllocationCreate>;

export const Refund = Type.Object(
  {
    id: Id,
    amount: Amount,
    reason: nullable(Type.String()),
    status: words(["pending", "done", "failed"], {
      description: "Through a gateway it is `pending` until the gateway has done it, or said why not.",
    }),
    failure: nullable(Type.String({ description: "Why it failed, or why it is not done yet." })),
    created_at: Timestamp,
    settled_at: nullable(Timestamp),
  },
  { title: "Refund" },
);

export const Payment = Type.Object(
  {
    id: Id,
    invoice_id: nullable(Id),
    amount: Amount,
    currency: Currency,
    unallocated_amount: Type.Number({
      description: "What a gateway took beyond what was due; nothing of what a caller records.",
    }),
    amount_refunded: { ...Amount, description: "What has gone back; not what is still on its way." },
    refunds: Type.Array(Refund),
    method: nullable(Type.String()),
    reference: nullable(Type.String()),
    note: nullable(Type.String()),
    late: Type.Boolean({ description: "It came in when it was no longer expected." }),
    source: words(["api", "gateway", "site"]),
    payment_link_reference: nullable(Type.String()),
    gateway: nullable(Type.String()),
    gateway_reference: nullable(Type.String()),
    paid_at: Timestamp,
    created_at: Timestamp,
  },
  { title: "Payment" },
);

export const PaymentQuery = Type.Object({
  ...PageQuery,
  ...CreatedRange,
  invoice_id: Type.Optional(Id),
  include: includes("total_count"),
});
export type PaymentQuery = Type.Static<typeof PaymentQuery>;

export const paymentCreateExample = {
  invoice_id: 1042,
  amount: 145125,
  method: "bank_transfer",
  reference: "TRF-99812",
};

export const paymentExample = {
  id: 310,
  ...paymentCreateExample,
  currency: "NGN",
  unallocated_amount: 0,
  amount_refunded: 0,
  refunds: [],
  note: null,
  late: false,
  source: "api",
  payment_link_reference: null,
  gateway: null,
  gateway_reference: null,
  paid_at: "2026-11-15T09:30:00.000Z",
  created_at: "2026-11-15T09:30:00.000Z",
};

export const paidInvoiceExample = {
  ...invoiceExample,
  number: "INV-000001",
  status: "paid",
  amount_paid: 145125,
  amount_due: 0,
  issued_at: "2026-11-15T09:30:00.000Z",
  paid_at: "2026-11-15T09:30:00.000Z",
};

export const refundExample = {
  id: 12,
  amount: 45125,
  reason: "Returned in part",
  status: "done",
  failure: null,
  created_at: "2026-11-16T10:00:00.000Z",
  settled_at: "2026-11-16T10:00:00.000Z",
};

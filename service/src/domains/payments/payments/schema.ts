import {
  Amount,
  CreatedRange,
  Currency,
  decimal,
  Id,
  includes,
  Metadata,
  MetadataFilter,
  metadataWith,
  nullable,
  optional,
  PageQuery,
  Reference,
  sortedBy,
  Timestamp,
  text,
  wording,
  words,
} from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { invoiceExample } from "../../billing/invoices/schema.ts";

/** The currency determines the allowed decimals; six are more than any currency has. */
export const AmountInput = decimal(
  { fraction: 6, above: 0 },
  { description: "In major units of the currency." },
);

/** What a buyer withheld is settled by a payment of this method. */
export const withholdingMethod = "withholding_tax";

const certificateNumber = optional(
  wording(50, {
    description:
      "The certificate of the tax that the buyer withheld, for the method withholding_tax alone; it may follow by PATCH.",
    examples: ["WHT/2026/00417"],
  }),
);

const PaymentAllocationCreate = Type.Object(
  {
    invoice_id: Type.Integer({ ...Reference, examples: [1042] }),
    amount: { ...AmountInput, description: "At most the amount due of this invoice." },
  },
  { title: "PaymentAllocationCreate" },
);
export type PaymentAllocationCreate = Type.Static<typeof PaymentAllocationCreate>;

/** Each of the invoices is locked, and all of their events are written in one transaction. */
export const allocationsMax = 100;

const allocationList = (description: string) =>
  optional(Type.Array(PaymentAllocationCreate, { minItems: 1, maxItems: allocationsMax, description }));

export const PaymentCreate = Type.Object(
  {
    invoice_id: optional(
      Type.Integer({
        ...Reference,
        description: "The invoice to pay. Required unless `allocations` are given.",
        examples: [1042],
      }),
    ),
    amount: {
      ...AmountInput,
      description:
        "At most the amount due of the invoice. With `allocations`, at least what these add up to.",
    },
    allocations: allocationList(
      "Instead of `invoice_id`: the invoices to pay, each once, and how much of each. All are of one customer and in one currency. What is left of the amount stays unallocated.",
    ),
    currency: optional({ ...Currency, description: "Must be the currency of the invoice." }),
    method: optional(
      text(50, {
        description:
          "A short word, stored as given: cash, bank_transfer, card, … `withholding_tax` is tax that the buyer withheld, which lowers what is left of withholding_amount.",
        examples: ["bank_transfer"],
      }),
    ),
    reference: optional(
      text(200, {
        description:
          "Your reference; unique for each invoice that the payment pays. Repeating it with the same content returns the same payment.",
      }),
    ),
    certificate_number: certificateNumber,
    paid_at: optional(Type.String({ format: "moment", description: "Default: now." })),
    note: optional(text(1000)),
    metadata: optional(Metadata),
  },
  { title: "PaymentCreate" },
);
export type PaymentCreate = Type.Static<typeof PaymentCreate>;

export const PaymentPatch = Type.Object(
  { certificate_number: certificateNumber, metadata: optional(Metadata) },
  {
    title: "PaymentPatch",
    description:
      "Fields that are omitted stay unchanged, and null clears a field. Nothing else of a payment changes.",
  },
);
export type PaymentPatch = Type.Static<typeof PaymentPatch>;

export const RefundCreate = Type.Object(
  {
    amount: optional({ ...AmountInput, description: "Default: the amount not yet refunded." }),
    reason: optional(text(500)),
  },
  { title: "RefundCreate" },
);
export type RefundCreate = Type.Static<typeof RefundCreate>;

export const ReversalCreate = Type.Object(
  { reason: wording(500, { description: "Why the payment does not count.", examples: ["Recorded twice"] }) },
  { title: "ReversalCreate" },
);
export type ReversalCreate = Type.Static<typeof ReversalCreate>;

export const AllocationCreate = Type.Object(
  {
    invoice_id: optional(
      Type.Integer({
        ...Reference,
        description: "Default: the invoice of the payment. Another one must be of the same customer.",
      }),
    ),
    amount: optional({ ...AmountInput, description: "Default: as much as possible." }),
    allocations: allocationList(
      "Instead of `invoice_id` and `amount`: several invoices, each once, and how much of each. All are of the same customer.",
    ),
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
      description: "A refund through a gateway is `pending` until the gateway has completed or refused it.",
    }),
    failure: nullable(Type.String({ description: "Why it failed, or why it is still pending." })),
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
      description:
        "Money that is not allocated to an invoice: because a gateway took more than was due, or because the allocations of a recorded payment add up to less. 0 once the payment is reversed.",
    }),
    allocations: Type.Array(Type.Object({ invoice_id: Id, amount: Amount }, { title: "PaymentAllocation" }), {
      description: "The invoices that it pays, and how much of each.",
    }),
    amount_refunded: { ...Amount, description: "Completed refunds, without pending ones." },
    refunds: Type.Array(Refund),
    method: nullable(Type.String()),
    reference: nullable(Type.String()),
    certificate_number: nullable(
      Type.String({ description: "Of tax that the buyer withheld; null until it is known." }),
    ),
    note: nullable(Type.String()),
    metadata: metadataWith(" A payment through a payment link starts with that of the link."),
    late: Type.Boolean({
      description:
        "Received after the link was paid or cancelled or had expired, or after the invoice was void.",
    }),
    source: words(["api", "gateway", "site"]),
    payment_link_reference: nullable(Type.String()),
    quantity: nullable(
      Type.Integer({
        description: "How many the buyer paid for, if the payment link asked; otherwise null.",
      }),
    ),
    gateway: nullable(Type.String()),
    gateway_reference: nullable(Type.String()),
    paid_at: Timestamp,
    disputed_at: nullable({
      ...Timestamp,
      description: "When the gateway reported that the buyer’s bank disputes the payment.",
    }),
    dispute_status: nullable(
      words(["open", "won", "lost"], {
        description:
          "While the dispute is `open`, nothing else changes. `lost`: the money is gone, so the payment is reversed; a part is recorded as a refund.",
      }),
    ),
    dispute_reason: nullable(
      Type.String({ description: "The gateway’s word for it, such as `fraudulent`." }),
    ),
    reversed_at: nullable({
      ...Timestamp,
      description:
        "When it was reversed: because it was recorded by mistake, or because a dispute was lost. A reversed payment settles nothing.",
    }),
    reversal_reason: nullable(Type.String()),
    sent_at: nullable({ ...Timestamp, description: "When its receipt was last sent to the buyer by mail." }),
    created_at: Timestamp,
  },
  { title: "Payment" },
);

export const PaymentQuery = Type.Object({
  ...PageQuery,
  ...CreatedRange,
  invoice_id: Type.Optional({ ...Id, description: "An invoice that the payment was made for, or pays." }),
  reference: Type.Optional(text(200, { description: "Exactly as recorded." })),
  customer_id: Type.Optional({
    ...Id,
    description: "The customer of the invoice that the payment was made for.",
  }),
  customer_external_id: Type.Optional(text(200, { description: "The external_id of that customer." })),
  method: Type.Optional(text(50, { description: "Exactly as recorded, such as bank_transfer." })),
  paid_from: Type.Optional(
    Type.String({
      format: "moment",
      description: "Paid at or after: a date (in the company's time zone), or a timestamp.",
      examples: ["2026-11-01"],
    }),
  ),
  paid_to: Type.Optional(
    Type.String({
      format: "moment",
      description: "Paid at or before: a date (that whole day), or a timestamp.",
      examples: ["2026-11-30"],
    }),
  ),
  metadata: MetadataFilter,
  sort: sortedBy("created_at", "paid_at", "amount"),
  include: includes("total_count"),
});
export type PaymentQuery = Type.Static<typeof PaymentQuery>;

export const WithholdingQuery = Type.Object({
  ...PageQuery,
  ...CreatedRange,
  certificate: Type.Optional(
    words(["missing", "received", "any"], {
      default: "missing",
      description: "Default: payments whose certificate is missing.",
    }),
  ),
  include: includes("total_count"),
});
export type WithholdingQuery = Type.Static<typeof WithholdingQuery>;

export const WithheldTax = Type.Object(
  {
    payment_id: Id,
    invoice_id: Id,
    invoice_number: nullable(Type.String()),
    customer_name: Type.String({ description: "As on the invoice." }),
    amount: Amount,
    currency: Currency,
    allocations: Type.Array(
      Type.Object(
        { invoice_id: Id, invoice_number: nullable(Type.String()), amount: Amount },
        { title: "WithheldTaxAllocation" },
      ),
      {
        description:
          "The invoices from which it was withheld, and how much of each; `invoice_id` is the first of them.",
      },
    ),
    certificate_number: nullable(Type.String()),
    paid_at: Timestamp,
    created_at: Timestamp,
  },
  { title: "WithheldTax" },
);

export const withheldTaxExample = {
  payment_id: 311,
  invoice_id: 1042,
  invoice_number: "INV-000001",
  customer_name: "Acme Trading Ltd",
  amount: 6750,
  currency: "NGN",
  allocations: [{ invoice_id: 1042, invoice_number: "INV-000001", amount: 6750 }],
  certificate_number: null,
  paid_at: "2026-11-15T09:30:00.000Z",
  created_at: "2026-11-15T09:30:00.000Z",
};

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
  allocations: [{ invoice_id: 1042, amount: 145125 }],
  amount_refunded: 0,
  refunds: [],
  certificate_number: null as string | null,
  note: null,
  metadata: {},
  late: false,
  source: "api",
  payment_link_reference: null,
  quantity: null,
  gateway: null,
  gateway_reference: null,
  paid_at: "2026-11-15T09:30:00.000Z",
  disputed_at: null,
  dispute_status: null,
  dispute_reason: null,
  reversed_at: null,
  reversal_reason: null,
  sent_at: null,
  created_at: "2026-11-15T09:30:00.000Z",
};

export const certifiedPaymentExample = {
  ...paymentExample,
  amount: 6750,
  allocations: [{ invoice_id: 1042, amount: 6750 }],
  method: withholdingMethod,
  reference: null,
  certificate_number: "WHT/2026/00417",
};

export const reversedPaymentExample = {
  ...paymentExample,
  allocations: [],
  reversed_at: "2026-11-16T10:00:00.000Z",
  reversal_reason: "Recorded twice",
};

export const reopenedInvoiceExample = {
  ...invoiceExample,
  number: "INV-000001",
  status: "open",
  issued_at: "2026-11-15T09:30:00.000Z",
};

export const paidInvoiceExample = {
  ...invoiceExample,
  number: "INV-000001",
  status: "paid",
  amount_paid: 145125,
  amount_due: 0,
  amount_payable: 0,
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

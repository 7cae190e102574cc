import {
  Amount,
  CreatedRange,
  Currency,
  Email,
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
  words,
} from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { AmountInput } from "../payments/schema.ts";

export const linkStatuses = ["active", "paid", "expired", "cancelled"] as const;
export type LinkStatus = (typeof linkStatuses)[number];

export const referencePattern = "^pl_[1-9]\\d{0,15}_[\\w-]{22}$";

const quantityMax = 10_000;

const url = (description: string, example: string) => text(1900, { description, examples: [example] });

export const LinkCreate = Type.Object(
  {
    amount: AmountInput,
    currency: optional({ ...Currency, description: "Default: the currency of the invoice or the company." }),
    invoice_id: optional(
      Type.Integer({ ...Reference, description: "The invoice to pay.", examples: [1042] }),
    ),
    email: optional({ ...Email, description: "The buyer's email address." }),
    phone: optional(
      Type.String({
        format: "international-phone",
        maxLength: 40,
        description: "The buyer's phone number in international format. Spaces and dashes are removed.",
        examples: ["+234 803 000 0000"],
      }),
    ),
    purpose: optional(text(100, { examples: ["deposit"] })),
    label: optional(
      text(200, {
        description: "Shown to the buyer as the purpose of the payment.",
        examples: ["Order 4711"],
      }),
    ),
    return_url: optional(
      url(
        "Your page that the buyer is led to after the payment, on a site that the company allows (`POST /portal/settings`). `payment_link` and `payment_status=paid` are added to it.",
        "https://shop.example/thanks",
      ),
    ),
    cancel_url: optional(
      url(
        "Your page for buyers who leave the checkout without paying, on a site that the company allows. `payment_link` is added to it.",
        "https://shop.example/basket",
      ),
    ),
    min_amount: optional({
      ...AmountInput,
      description:
        "Lets the buyer choose the amount: at least this, and at most what is payable of the invoice, if there is one. `amount` is then what the page suggests.",
      examples: [1000],
    }),
    reusable: optional(
      Type.Boolean({
        description:
          "Lets any number of buyers pay, each once or more, until the link expires, is cancelled or has been paid `max_payments` times. Not for an invoice, which is paid once.",
        examples: [true],
      }),
    ),
    max_payments: optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: "How often a reusable link can be paid. Default: as often as buyers want.",
        examples: [50],
      }),
    ),
    min_quantity: optional(
      Type.Integer({
        minimum: 1,
        maximum: quantityMax,
        description: "The least that the buyer may choose, with `max_quantity`. Default: 1.",
        examples: [1],
      }),
    ),
    max_quantity: optional(
      Type.Integer({
        minimum: 1,
        maximum: quantityMax,
        description:
          "Lets the buyer choose how many to pay for, up to this. `amount` is then the price of one. Not together with `invoice_id` or `min_amount`.",
        examples: [10],
      }),
    ),
    expires_at: optional(
      Type.String({
        format: "moment",
        description: "Between 15 minutes and 30 days from now. Default: 24 hours.",
        examples: ["2026-11-20T18:00:00Z"],
      }),
    ),
    metadata: optional(metadataWith(" Payments through the link start with it.")),
  },
  { title: "PaymentLinkCreate" },
);
export type LinkCreate = Type.Static<typeof LinkCreate>;

export const paymentAttemptStatuses = ["starting", "open", "processing", "paid", "failed", "closed"] as const;
export type PaymentAttemptStatus = (typeof paymentAttemptStatuses)[number];

const PaymentAttempt = Type.Object(
  {
    reference: Type.String({ description: "Our reference, also known to the gateway." }),
    gateway: Type.String(),
    amount: Amount,
    currency: Currency,
    quantity: nullable(
      Type.Integer({ description: "How many the buyer chose; null if the link does not ask." }),
    ),
    status: words(paymentAttemptStatuses, {
      description:
        "`open`: the buyer is on the gateway's page. `processing`: the gateway has not decided yet. A failed attempt may still succeed, because gateways let buyers try again.",
    }),
    reason: nullable(Type.String({ description: "Why it failed." })),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "PaymentAttempt" },
);

export const linkFields = {
  reference: Type.String({
    pattern: referencePattern,
    description: "Unguessable: anyone who has it can pay.",
  }),
  checkout_url: Type.String(),
  amount: Amount,
  currency: Currency,
  invoice_id: nullable(Id),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
  purpose: nullable(Type.String()),
  label: nullable(Type.String()),
  return_url: nullable(Type.String()),
  cancel_url: nullable(Type.String()),
  min_amount: nullable({
    ...Amount,
    description: "The least that the buyer may choose to pay; null if `amount` is fixed.",
  }),
  reusable: Type.Boolean({ description: "Whether more than one buyer can pay." }),
  max_payments: nullable(
    Type.Integer({ description: "How often a reusable link can be paid; null if that is not limited." }),
  ),
  payment_count: Type.Integer({
    description:
      "How often the link has been paid. Late payments and those of less than was requested do not count; refunded ones do.",
  }),
  min_quantity: nullable(Type.Integer()),
  max_quantity: nullable(
    Type.Integer({
      description: "How many the buyer may pay for, at `amount` each; null if the buyer is not asked.",
    }),
  ),
  metadata: Metadata,
  status: words(linkStatuses, {
    description: "A reusable link is `active` until it has been paid `max_payments` times, and then `paid`.",
  }),
  attempts: Type.Array(PaymentAttempt, { description: "The last ten payment attempts, newest first." }),
  expires_at: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
  qr: Type.String({ description: "QR code of the checkout URL: a PNG in base64, without a data: prefix." }),
};

export const PaymentLink = Type.Object(linkFields, { title: "PaymentLink" });

export const LinkQuery = Type.Object({
  ...PageQuery,
  ...CreatedRange,
  status: Type.Optional(words(linkStatuses)),
  invoice_id: Type.Optional(Id),
  metadata: MetadataFilter,
  sort: sortedBy("created_at", "expires_at", "amount"),
  include: includes("total_count"),
});
export type LinkQuery = Type.Static<typeof LinkQuery>;

export const linkCreateExample = {
  amount: 145125,
  email: "buyer@example.com",
  phone: "+2348030000000",
  purpose: "invoice",
  label: "Order 4711",
};

const reference = "pl_88_x7Qm0wz9Lr3TnVbY2cKd5A";

export const linkExample = {
  reference,
  checkout_url: `http://127.0.0.1:8080/checkout/${reference}`,
  ...linkCreateExample,
  currency: "NGN",
  invoice_id: null,
  return_url: null,
  cancel_url: null,
  min_amount: null,
  reusable: false,
  max_payments: null,
  payment_count: 0,
  min_quantity: null,
  max_quantity: null,
  metadata: {},
  status: "active",
  attempts: [],
  expires_at: "2026-11-16T09:30:00.000Z",
  created_at: "2026-11-15T09:30:00.000Z",
  updated_at: "2026-11-15T09:30:00.000Z",
  qr: "iVBORw0KGgo…",
};

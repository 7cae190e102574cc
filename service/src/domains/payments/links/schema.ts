import {
  Amount,
  CreatedRange,
  Currency,
  Email,
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
import { AmountInput } from "../payments/schema.ts";

export const linkStatuses = ["active", "paid", "expired", "cancelled"] as const;
export type LinkStatus = (typeof linkStatuses)[number];

export const referencePattern = "^pl_[1-9]\\d{0,15}_[\\w-]{22}$";

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
    expires_at: optional(
      Type.String({
        format: "moment",
        description: "Between 15 minutes and 30 days from now. Default: 24 hours.",
        examples: ["2026-11-20T18:00:00Z"],
      }),
    ),
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
  status: words(linkStatuses),
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
  status: "active",
  attempts: [],
  expires_at: "2026-11-16T09:30:00.000Z",
  created_at: "2026-11-15T09:30:00.000Z",
  updated_at: "2026-11-15T09:30:00.000Z",
  qr: "iVBORw0KGgo…",
};

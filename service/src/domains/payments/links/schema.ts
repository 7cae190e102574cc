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

export const LinkCreate = Type.Object(
  {
    amount: AmountInput,
    currency: optional({ ...Currency, description: "Default: the invoice's, or the company's." }),
    invoice_id: optional(
      Type.Integer({ ...Reference, description: "The invoice that the link pays.", examples: [1042] }),
    ),
    email: optional({ ...Email, description: "The buyer's." }),
    phone: optional(
      Type.String({
        format: "international-phone",
        maxLength: 40,
        description: "The buyer's, in international format; spaces and dashes are dropped.",
        examples: ["+234 803 000 0000"],
      }),
    ),
    purpose: optional(text(100, { examples: ["deposit"] })),
    label: optional(
      text(200, { description: "Shown to the buyer as what is paid for.", examples: ["Order 4711"] }),
    ),
    expires_at: optional(
      Type.String({
        format: "moment",
        description: "From 15 minutes to 30 days ahead; default: in 24 hours.",
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
    reference: Type.String({ description: "Ours, under which the gateway knows it too." }),
    gateway: Type.String(),
    amount: Amount,
    currency: Currency,
    status: words(paymentAttemptStatuses, {
      description:
        "`open`: the buyer is at the gateway's page. `processing`: the gateway has not decided yet. A failed one may still be paid: gateways let buyers try again.",
    }),
    reason: nullable(Type.String({ description: "Why it failed." })),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "PaymentAttempt" },
);

export const linkFields = {
  reference: Type.String({ pattern: referencePattern, description: "Unguessable: whoever has it may pay." }),
  checkout_url: Type.String(),
  amount: Amount,
  currency: Currency,
  invoice_id: nullable(Id),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
  purpose: nullable(Type.String()),
  label: nullable(Type.String()),
  status: words(linkStatuses),
  attempts: Type.Array(PaymentAttempt, { description: "The last ten tries of buyers to pay, newest first." }),
  expires_at: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
  qr: Type.String({ description: "The checkout URL as a QR code: a PNG in base64, without a prefix." }),
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
  status: "active",
  attempts: [],
  expires_at: "2026-11-16T09:30:00.000Z",
  created_at: "2026-11-15T09:30:00.000Z",
  updated_at: "2026-11-15T09:30:00.000Z",
  qr: "iVBORw0KGgo…",
};

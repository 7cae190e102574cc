import { Email, nullable, optional, wording } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { quoteSendFields } from "../../billing/quotes/schema.ts";

export const recipientsMax = 5;
const messageMax = 5000;

/** One address, or a list of them. As a list of types it keeps one clear message, where anyOf would give three. */
const recipients = (description: string) =>
  Type.Unsafe<string | string[]>({
    ...Email,
    type: ["string", "array"],
    items: Email,
    minItems: 1,
    maxItems: recipientsMax,
    description,
  });

export const sendFields = {
  to: optional(
    recipients(`One address, or up to ${recipientsMax}. Default: the email address of the customer.`),
  ),
  cc: optional(recipients(`Who else gets it, up to ${recipientsMax} addresses.`)),
  message: optional(
    wording(messageMax, {
      description: "Your own words, instead of ours, above the facts and the button.",
      examples: ["Thank you for your order. Here is the invoice."],
    }),
  ),
  attach_pdf: optional(Type.Boolean({ description: "Whether the PDF is attached. Default: true." })),
};

export const InvoiceSend = Type.Object(
  {
    ...sendFields,
    issue: optional(
      Type.Boolean({
        description: "Issue a draft first, in the same step. Default: false, and a draft is refused.",
      }),
    ),
  },
  { title: "InvoiceSend" },
);
export type InvoiceSend = Type.Static<typeof InvoiceSend>;

export const QuoteSend = Type.Object({ ...quoteSendFields, ...sendFields }, { title: "QuoteSend" });
export type QuoteSend = Type.Static<typeof QuoteSend>;

export const CreditNoteSend = Type.Object(sendFields, { title: "CreditNoteSend" });
export const ReceiptSend = Type.Object(sendFields, { title: "ReceiptSend" });
export type DocumentSend = Type.Static<typeof CreditNoteSend>;

const url = {
  description: "The page that the button leads to, if there is one. Anyone who has it can see the document.",
};

const sentFields = {
  to: Type.Array(Type.String()),
  cc: Type.Array(Type.String()),
  subject: Type.String(),
  url: nullable(Type.String(url)),
};
export const SentMail = Type.Object(sentFields, { title: "SentMail" });
/** Null where the quote was opened without a mail. */
export const QuoteMail = nullable(Type.Object(sentFields, { title: "QuoteMail" }));
export type SentMail = Type.Static<typeof SentMail>;

export const MailPreviewQuery = Type.Object({
  message: Type.Optional(
    Type.String({ maxLength: messageMax, description: "Your own words, as in the request that sends it." }),
  ),
  attach_pdf: Type.Optional(
    Type.Boolean({ default: true, description: "Whether the mail says that the PDF is attached." }),
  ),
});
export type MailPreviewQuery = Type.Static<typeof MailPreviewQuery>;

export const MailPreview = Type.Object(
  {
    to: Type.Array(Type.String(), {
      description:
        "The customer's address; empty if it has none, and `to` is then required to send the mail.",
    }),
    subject: Type.String(),
    text: Type.String({ description: "The mail as plain text, as readers without HTML show it." }),
    url: nullable(Type.String(url)),
  },
  { title: "MailPreview" },
);
export type MailPreview = Type.Static<typeof MailPreview>;

import { Email, optional, wording } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

export const recipientsMax = 5;

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

export const InvoiceSend = Type.Object(
  {
    to: optional(
      recipients(`One address, or up to ${recipientsMax}. Default: the email address of the customer.`),
    ),
    cc: optional(recipients(`Who else gets it, up to ${recipientsMax} addresses.`)),
    message: optional(
      wording(5000, {
        description: "Your own words, instead of ours, above the facts and the button.",
        examples: ["Thank you for your order. Here is the invoice."],
      }),
    ),
    attach_pdf: optional(Type.Boolean({ description: "Whether the PDF is attached. Default: true." })),
    issue: optional(
      Type.Boolean({
        description: "Issue a draft first, in the same step. Default: false, and a draft is refused.",
      }),
    ),
  },
  { title: "InvoiceSend" },
);
export type InvoiceSend = Type.Static<typeof InvoiceSend>;

export const SentMail = Type.Object(
  {
    to: Type.Array(Type.String()),
    cc: Type.Array(Type.String()),
    subject: Type.String(),
    url: Type.String({
      description: "The page that the button leads to. Anyone who has it can see the invoice.",
    }),
  },
  { title: "SentMail" },
);

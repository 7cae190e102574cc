import { Currency, Day, optional, Reference } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { MailPreviewQuery, sendFields } from "../../sending/document-mails/schema.ts";

const customer_id = { ...Reference, description: "Whose statement it is." };
const first = { ...Day, description: "The first day; the first of the month of `period_to` unless given." };
const last = { ...Day, description: "The last day; today, where the company is, unless given." };
const only = { ...Currency, description: "Only what is in this currency." };

export const StatementSend = Type.Object(
  {
    customer_id,
    period_from: optional(first),
    period_to: optional(last),
    currency: optional(only),
    ...sendFields,
  },
  { title: "StatementSend" },
);
export type StatementSend = Type.Static<typeof StatementSend>;

/** Whose account it is, and of which days. */
export type StatementMail = Pick<StatementSend, "customer_id" | "period_from" | "period_to" | "currency">;

export const StatementPreviewQuery = Type.Object({
  customer_id,
  period_from: Type.Optional(first),
  period_to: Type.Optional(last),
  currency: Type.Optional(only),
  ...MailPreviewQuery.properties,
});

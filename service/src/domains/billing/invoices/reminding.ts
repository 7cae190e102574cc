import type Type from "typebox";
import type { Change } from "../../../context.ts";
import { statement } from "../../../platform/db/database.ts";
import { fragment } from "../../../platform/db/fragments.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { remindersPausedSql } from "../../catalog/customers/service.ts";
import { emit } from "../../webhooks/events/service.ts";
import { isPayableSql, owingSql } from "./fields.ts";
import { lockInvoice } from "./queries.ts";
import { getInvoice, lockFor } from "./record.ts";
import type { Invoice } from "./schema.ts";

type Reminded = Type.Static<typeof Invoice>;

/** Invoices of a company that somebody has yet to pay, in the words of the index `invoices_payable`, and are not paused. */
export const remindableInvoicesSql = (company: string) =>
  fragment(`(select i.id, i.due_date from invoices i
     where i.company_id = ${company} and ${owingSql("i")} and ${isPayableSql("i")} and i.currency <> ''
       and not i.reminders_paused and not ${remindersPausedSql("i.company_id", "i.customer_id")})`);

/** Whether the buyer of one invoice may be reminded of it now. */
export const reminderStateSql = (company: string, id: string) =>
  fragment(`(select ${owingSql("i")} and ${isPayableSql("i")} as is_owed,
       i.reminders_paused or ${remindersPausedSql("i.company_id", "i.customer_id")} as is_paused
     from invoices i where i.company_id = ${company} and i.id = ${id})`);

const markReminded = statement(
  "invoice_mark_reminded",
  "update invoices set reminded_at = $3, updated_at = $3 where company_id = $1 and id = $2",
);

/**
 * Notes that the buyer is reminded now, unless nothing is owed any more. The invoice stays locked until the end of the
 * transaction, so that no payment comes between. `store` stores the mail, and returns false if there is none.
 */
export async function noteInvoiceReminded(
  change: Change,
  id: number,
  store: (invoice: Reminded) => Promise<boolean>,
): Promise<boolean> {
  const { tx, company, now } = change;
  const today = dateIn(company.timeZone, now);
  const before = await lockInvoice(tx, company.id, today, id);
  if (before === undefined) return false;
  const invoice = JSON.parse(before) as Reminded;
  const isOwing = invoice.status === "open" || invoice.status === "partially_paid";
  if (!isOwing || invoice.amount_payable <= 0 || invoice.reminders_paused) return false;
  if (!(await store(invoice))) return false;
  await tx.query(markReminded, [company.id, id, now]);
  await emit(change, "invoice.reminded", await getInvoice(tx, company.id, today, id), before);
  return true;
}

const setPaused = statement(
  "invoice_set_reminders_paused",
  "update invoices set reminders_paused = $4, updated_at = $3 where company_id = $1 and id = $2",
);

/** Pauses or resumes the reminders of one invoice. If that is how it is already, nothing changes. */
export async function setRemindersPaused(change: Change, id: number, isPaused: boolean): Promise<Json> {
  const { tx, company, now } = change;
  const { json: before } = await lockFor(change, id, isPaused ? "pause_reminders" : "resume_reminders");
  if ((JSON.parse(before) as Reminded).reminders_paused === isPaused) return before;
  await tx.query(setPaused, [company.id, id, now, isPaused]);
  const after = await getInvoice(tx, company.id, dateIn(company.timeZone, now), id);
  await emit(change, "invoice.updated", after, before);
  return after;
}

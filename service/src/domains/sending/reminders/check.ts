import type { Context } from "../../../context.ts";
import { clockAhead } from "../../../platform/values/clock.ts";
import { getCompany } from "../../tenancy/companies/service.ts";
import type { ClaimedMail, Objection } from "../mails/service.ts";
import { nextOpening } from "./calendar.ts";
import { findReminderState } from "./queries.ts";

/**
 * Whether a reminder that is about to be sent may still go. The answer comes from the invoice itself and not from a
 * second record that every payment would have to keep up to date: once a payment, a void or a write-off is committed, no
 * reminder begins to be sent.
 */
export async function objectionToReminder(
  { db, clock }: Context,
  { company_id: companyId, about, message_id }: Pick<ClaimedMail, "company_id" | "about" | "message_id">,
): Promise<Objection | undefined> {
  const invoiceId = Number(/^invoice\/(\d+)$/.exec(about ?? "")?.[1]);
  const state = companyId === null ? undefined : await findReminderState(db, companyId, invoiceId);
  if (!state?.is_owed) return { reason: "Nothing is left to pay on the invoice." };
  if (state.is_paused) return { reason: "Reminders were paused." };
  if (!state.enabled) return { reason: "Reminders were switched off." };
  if (state.message_id !== message_id) return { reason: "A later reminder has taken its place." };
  const { time_zone, clock_offset_ms } = await getCompany(db, companyId!);
  const now = clockAhead(clock, clock_offset_ms).now();
  const delayMs = nextOpening(time_zone, state, now).getTime() - now.getTime();
  if (delayMs > 0) return { reason: "It waits for the hours in which reminders are sent.", delayMs };
  return undefined;
}

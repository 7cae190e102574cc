import type { Change } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import { type FieldError, invalid, notFound } from "../../../contract/errors.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { patched } from "../../../platform/values/patched.ts";
import { invoiceExists } from "../../billing/invoices/service.ts";
import { audit } from "../../tenancy/audit/service.ts";
import { nextOpening } from "./calendar.ts";
import { findReminders, findSettings, lockSettings, storeSettings } from "./queries.ts";
import { defaultSettings, type ReminderSettings, type ReminderSettingsPatch } from "./schema.ts";
import { placeholders, unknownPlaceholder } from "./wording.ts";

/**
 * Reminders: mails to buyers on days relative to the due date of what they have yet to pay. run.ts queues them, one for
 * each invoice and step, and check.ts decides in the moment of sending whether they may still go.
 */
export async function getReminderSettings(db: Queryable, companyId: number): Promise<ReminderSettings> {
  return (await findSettings(db, companyId)) ?? defaultSettings;
}

export async function changeReminderSettings(
  change: Change,
  patch: ReminderSettingsPatch,
): Promise<ReminderSettings> {
  const { tx, company, now } = change;
  const before = (await lockSettings(tx, company.id)) ?? defaultSettings;
  const given = merged(before, patch);
  const faults = [...stepFaults(given), ...hourFaults(given)];
  if (faults.length > 0) throw invalid(faults);
  const settings = { ...given, steps: given.steps.toSorted((one, other) => one.days - other.days) };
  await storeSettings(tx, company.id, now, settings);
  const { steps, ...rest } = settings;
  audit(change, company.id, "reminders.set", `company/${company.id}`, {
    ...rest,
    days: steps.map(({ days }) => days),
  });
  return settings;
}

/** The next moment from which a company's reminders may be sent; undefined if they are switched off. */
export async function openingOn(
  db: Queryable,
  { id, timeZone }: Pick<Company, "id" | "timeZone">,
  now: Date,
): Promise<Date | undefined> {
  const settings = await findSettings(db, id);
  return settings?.enabled ? nextOpening(timeZone, settings, now) : undefined;
}

/** One for each step that has come, oldest first. */
export async function listReminders(db: Queryable, companyId: number, invoiceId: number): Promise<Json> {
  if (!(await invoiceExists(db, companyId, invoiceId))) throw notFound("The invoice");
  return findReminders(db, companyId, invoiceId);
}

function merged(before: ReminderSettings, patch: ReminderSettingsPatch): ReminderSettings {
  const { steps } = patch;
  const settings = patched(before, patch, defaultSettings);
  if (steps == null) return settings;
  const whole = steps.map(({ days, subject, message }) => ({
    days,
    subject: subject ?? null,
    message: message ?? null,
  }));
  return { ...settings, steps: whole };
}

function stepFaults({ steps }: ReminderSettings): FieldError[] {
  const errors: FieldError[] = [];
  const known = placeholders.map((name) => `{${name}}`).join(", ");
  steps.forEach(({ days, ...texts }, index) => {
    if (steps.findIndex((step) => step.days === days) < index) {
      errors.push({
        field: `steps[${index}].days`,
        message: "is the same as in another step; give each its own",
      });
    }
    for (const [name, text] of Object.entries(texts)) {
      const unknown = text === null ? undefined : unknownPlaceholder(text);
      if (unknown === undefined) continue;
      errors.push({
        field: `steps[${index}].${name}`,
        message: `contains the unknown placeholder ${unknown}; these are known: ${known}`,
      });
    }
  });
  return errors;
}

function hourFaults({ send_from_hour, send_until_hour }: ReminderSettings): FieldError[] {
  if (send_from_hour < send_until_hour) return [];
  return [{ field: "send_until_hour", message: `must be after send_from_hour (${send_from_hour})` }];
}

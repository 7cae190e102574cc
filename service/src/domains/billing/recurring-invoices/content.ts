import type { Change } from "../../../context.ts";
import type { FieldError } from "../../../contract/errors.ts";
import { addDays, dateIn } from "../../../platform/values/clock.ts";
import { findCustomerDefaults, notACustomer } from "../../catalog/customers/service.ts";
import type { Rule } from "./calendar.ts";
import { priceDocument } from "./document.ts";
import type { RecurringContent } from "./fields.ts";
import type { RecurringInvoiceCreate } from "./schema.ts";

/** Completes what a request says by the defaults, and prices the lines as an invoice of the first date would. */
export async function contentOf(
  change: Change,
  input: RecurringInvoiceCreate,
  options: { storedLines?: boolean; startIsNew: boolean },
): Promise<RecurringContent> {
  const { tx, company } = change;
  const rule = {
    interval: input.interval,
    interval_count: input.interval_count ?? 1,
    day_of_month: input.day_of_month ?? null,
    start_date: input.start_date,
    end_date: input.end_date ?? null,
    count: input.count ?? null,
  };
  const action = input.action ?? "draft";
  const errors = [...ruleFaults(rule), ...(options.startIsNew ? startFaults(change, rule) : [])];
  const customer = await findCustomerDefaults(tx, company.id, input.customer_id);
  if (!customer) errors.push(notACustomer);
  const stored = options.storedLines ?? false;
  const { document, currency } = await priceDocument(change, input, { stored, errors, customer });
  return {
    ...rule,
    customer_id: input.customer_id,
    currency,
    action,
    missed: input.missed ?? "catch_up",
    payment_terms_days: input.payment_terms_days ?? null,
    external_id: input.external_id ?? null,
    document,
  };
}

function ruleFaults(rule: Rule & Pick<RecurringContent, "end_date" | "count">): FieldError[] {
  const errors: FieldError[] = [];
  const refuse = (field: string, message: string) => errors.push({ field, message });
  if (rule.day_of_month !== null && (rule.interval === "day" || rule.interval === "week")) {
    refuse("day_of_month", `is for interval month and year, not for ${rule.interval}`);
  }
  if (rule.end_date !== null && rule.count !== null) {
    refuse("count", "can't be combined with end_date; set one of them to null");
  }
  if (rule.end_date !== null && rule.end_date < rule.start_date) {
    refuse("end_date", `must not be before start_date (${rule.start_date})`);
  }
  return errors;
}

const startedDaysMax = 31;

/** Each date since the start would get its invoice at once, so that a mistyped year would make hundreds. */
function startFaults({ company, now }: Change, { start_date }: Rule): FieldError[] {
  const earliest = addDays(dateIn(company.timeZone, now), -startedDaysMax);
  if (start_date >= earliest) return [];
  const message = `must not be more than ${startedDaysMax} days ago (${earliest}); day_of_month says on which day invoices are dated`;
  return [{ field: "start_date", message }];
}

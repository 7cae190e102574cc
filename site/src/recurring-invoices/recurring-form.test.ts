import { expect, test } from "vitest";
import { recurringExample } from "../../../service/src/domains/billing/recurring-invoices/schema.ts";
import type { RecurringInvoice } from "../dashboard/records.ts";
import { ApiFailure } from "../data/api.ts";
import {
  checkRecurring,
  emptyRecurring,
  firstDates,
  fromRecurring,
  type RecurringForm,
  toRecurringInput,
} from "./recurring-form.ts";

const form = (fields: Partial<RecurringForm> = {}): RecurringForm => ({
  ...emptyRecurring("NGN", "2031-01-31"),
  customer: { value: "7", label: "Ada Stores" },
  lines: [{ ...emptyRecurring("NGN", "2031-01-31").lines[0]!, description: "Rent", unitPrice: "100" }],
  ...fields,
});

const faulty = (fields: Partial<RecurringForm>) => {
  const failure = checkRecurring(form(fields));
  return failure instanceof ApiFailure ? failure.errors.map(({ field }) => field) : [];
};

test("only what belongs to the chosen interval and ending is sent", () => {
  const typed = { dayOfMonth: "15", endDate: "2032-01-01", count: "5" };
  expect(toRecurringInput(form({ ...typed, ends: "on" }))).toMatchObject({
    day_of_month: 15,
    end_date: "2032-01-01",
    count: null,
  });
  expect(toRecurringInput(form({ ...typed, ends: "after", interval: "week" }))).toMatchObject({
    day_of_month: null,
    end_date: null,
    count: 5,
  });
  expect(toRecurringInput(form(typed))).toMatchObject({
    end_date: null,
    count: null,
    payment_terms_days: null,
  });
});

test("withholding is the customer's until it is typed, and an empty rate is none", () => {
  expect(toRecurringInput(form())).not.toHaveProperty("withholding");
  const typed = { withholdingRate: "5", withholdingReason: " WHT " };
  expect(toRecurringInput(form(typed))).toMatchObject({ withholding: { rate: "5", reason: "WHT" } });
  expect(toRecurringInput(form({ ...typed, withholdingRate: "" }))).toMatchObject({ withholding: null });
  const stored = { ...recurringExample, withholding: { rate: 7.5 } } as unknown as RecurringInvoice;
  expect(toRecurringInput(fromRecurring(stored, null))).toMatchObject({
    withholding: { rate: "7.5", reason: null },
  });
});

test("what is missing or unreadable is found before anything is sent", () => {
  expect(faulty({})).toEqual([]);
  expect(faulty({ customer: null, every: "1.5", startDate: "" })).toEqual([
    "customer_id",
    "interval_count",
    "start_date",
  ]);
  expect(faulty({ ends: "on" })).toEqual(["end_date"]);
  expect(faulty({ ends: "after", count: "0" })).toEqual(["count"]);
  expect(faulty({ paymentTerms: "367" })).toEqual(["payment_terms_days"]);
});

test("the first dates are those that the service would use", () => {
  expect(firstDates(form(), 3)).toEqual(["2031-01-31", "2031-02-28", "2031-03-31"]);
  expect(firstDates(form({ ends: "after", count: "2", interval: "year" }), 3)).toEqual([
    "2031-01-31",
    "2032-01-31",
  ]);
  expect(firstDates(form({ ends: "on", endDate: "2031-02-01" }), 3)).toEqual(["2031-01-31"]);
  expect(firstDates(form({ every: "x" }), 3)).toEqual([]);
});

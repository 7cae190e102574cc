import { describe, expect, test } from "vitest";
import { fiscalStatuses, invoiceStatuses } from "../../../service/src/domains/billing/invoices/status.ts";
import { allowedActions } from "./allowed-actions.ts";

const all = () => true;
const invoice = {
  id: 1042,
  number: "INV-000001",
  status: "open",
  fiscal_status: "none",
  total: 100,
  amount_due: 100,
  amount_payable: 100,
  amount_paid: 0,
  amount_credited: 0,
  credit_applied: 0,
} as const;
const allowed = (changes: object, can = all as (scope: string, feature?: string) => boolean) =>
  [...allowedActions({ ...invoice, ...changes }, can)].sort();

describe("allowed actions", () => {
  test("a draft can be edited, issued, registered and deleted, but not paid", () => {
    expect(allowed({ status: "draft" })).toEqual(["delete", "edit", "issue", "register"]);
  });

  test("an open invoice can be paid, credited, voided, written off and registered", () => {
    expect(allowed({})).toEqual([
      "credit",
      "link",
      "pay",
      "refreshParties",
      "register",
      "send",
      "void",
      "writeOff",
    ]);
  });

  test("reminders can be paused or resumed until the invoice is settled", () => {
    for (const status of ["draft", "open", "partially_paid"]) {
      expect(allowed({ status, reminders_paused: false })).toContain("pauseReminders");
      expect(allowed({ status, reminders_paused: true })).toContain("resumeReminders");
      expect(allowed({ status, reminders_paused: true })).not.toContain("pauseReminders");
    }
    for (const status of ["paid", "void", "uncollectible"])
      for (const reminders_paused of [true, false])
        expect(allowed({ status, reminders_paused }).join()).not.toContain("Reminders");
  });

  test("a void invoice has none, whatever its fiscal status", () => {
    for (const fiscal_status of fiscalStatuses.filter((status) => status !== "registered"))
      expect(allowed({ status: "void", amount_due: 0, fiscal_status })).toEqual([]);
  });

  test("an invoice that is partly paid, credited or registered cannot be voided", () => {
    for (const changes of [
      { status: "partially_paid", amount_paid: 10 },
      { amount_credited: 10 },
      { fiscal_status: "registered" },
      { fiscal_status: "pending" },
    ])
      expect(allowed(changes)).not.toContain("void");
  });

  test("an issued invoice cannot be edited; a rejected one can refresh its parties and be registered again", () => {
    for (const status of invoiceStatuses.filter((status) => status !== "draft"))
      for (const fiscal_status of fiscalStatuses)
        expect(allowed({ status, fiscal_status })).not.toContain("edit");
    expect(allowed({ fiscal_status: "rejected" })).toEqual(
      expect.arrayContaining(["refreshParties", "register"]),
    );
  });

  test("parties can be refreshed until an authority has them, except on draft and void invoices", () => {
    const offering = fiscalStatuses.filter((fiscal_status) =>
      allowed({ fiscal_status }).includes("refreshParties"),
    );
    expect(offering).toEqual(["none", "rejected"]);
    for (const status of ["draft", "void"]) expect(allowed({ status })).not.toContain("refreshParties");
  });

  test("an invoice is registered once, and its registration cancelled only while nothing is paid", () => {
    expect(allowed({ fiscal_status: "registered" })).not.toContain("register");
    expect(allowed({ fiscal_status: "registered" })).toContain("cancelRegistration");
    expect(allowed({ fiscal_status: "registered", amount_paid: 5 })).not.toContain("cancelRegistration");
  });

  test("a user who may only read has none", () => {
    for (const status of invoiceStatuses) expect(allowed({ status }, () => false)).toEqual([]);
  });

  test("payments are hidden if the plan does not include them", () => {
    const withoutPayments = (_scope: string, feature?: string) => feature !== "payments";
    expect(allowed({}, withoutPayments)).toEqual([
      "credit",
      "refreshParties",
      "register",
      "send",
      "void",
      "writeOff",
    ]);
  });
});

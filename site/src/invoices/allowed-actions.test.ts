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
  amount_paid: 0,
  amount_credited: 0,
} as const;
const allowed = (changes: object, can = all as (scope: string, feature?: string) => boolean) =>
  [...allowedActions({ ...invoice, ...changes }, can)].sort();

describe("what is allowed", () => {
  test("for a draft: to write on, to issue, to register, to delete; money is asked for later", () => {
    expect(allowed({ status: "draft" })).toEqual(["delete", "edit", "issue", "register"]);
  });

  test("for an open invoice: to be paid, credited, voided, written off, registered", () => {
    expect(allowed({})).toEqual(["credit", "link", "pay", "refreshParties", "register", "void", "writeOff"]);
  });

  test("nothing for a void one, in whatever fiscal state", () => {
    for (const fiscal_status of fiscalStatuses.filter((status) => status !== "registered"))
      expect(allowed({ status: "void", amount_due: 0, fiscal_status })).toEqual([]);
  });

  test("no void for what was paid in part, credited, or registered", () => {
    for (const changes of [
      { status: "partially_paid", amount_paid: 10 },
      { amount_credited: 10 },
      { fiscal_status: "registered" },
      { fiscal_status: "pending" },
    ])
      expect(allowed(changes)).not.toContain("void");
  });

  test("an issued one is never edited; a rejected one takes its parties' data anew and is registered again", () => {
    for (const status of invoiceStatuses.filter((status) => status !== "draft"))
      for (const fiscal_status of fiscalStatuses)
        expect(allowed({ status, fiscal_status })).not.toContain("edit");
    expect(allowed({ fiscal_status: "rejected" })).toEqual(
      expect.arrayContaining(["refreshParties", "register"]),
    );
  });

  test("the parties' data is refreshed while no authority has it, and never of a draft or a void invoice", () => {
    const offering = fiscalStatuses.filter((fiscal_status) =>
      allowed({ fiscal_status }).includes("refreshParties"),
    );
    expect(offering).toEqual(["none", "rejected"]);
    for (const status of ["draft", "void"]) expect(allowed({ status })).not.toContain("refreshParties");
  });

  test("registration once only, and its cancellation only while nothing was paid", () => {
    expect(allowed({ fiscal_status: "registered" })).not.toContain("register");
    expect(allowed({ fiscal_status: "registered" })).toContain("cancelRegistration");
    expect(allowed({ fiscal_status: "registered", amount_paid: 5 })).not.toContain("cancelRegistration");
  });

  test("nothing at all to whoever may only read", () => {
    for (const status of invoiceStatuses) expect(allowed({ status }, () => false)).toEqual([]);
  });

  test("no money where the plan has no payments", () => {
    const withoutPayments = (_scope: string, feature?: string) => feature !== "payments";
    expect(allowed({}, withoutPayments)).toEqual([
      "credit",
      "refreshParties",
      "register",
      "void",
      "writeOff",
    ]);
  });
});

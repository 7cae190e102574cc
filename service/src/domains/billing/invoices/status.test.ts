import { describe, expect, test } from "vitest";
import {
  assertAllowed,
  fiscalStatuses,
  invoiceStatuses,
  isAllowed,
  refusedRefresh,
  refusedTransition,
  type Transition,
  transitions,
} from "./status.ts";

const invoice = { id: 7, number: "INV-000001", fiscal_status: "none" as const };

/** Where each may be done, from the decisions and not from the code. */
const allowed: Record<Transition, string> = {
  change: "draft",
  delete: "draft",
  issue: "draft",
  void: "draft open uncollectible",
  pay: "draft open partially_paid uncollectible",
  credit: "open partially_paid paid uncollectible",
  apply_credit: "open partially_paid uncollectible",
  write_off: "open partially_paid",
  send: "open partially_paid paid uncollectible",
  pause_reminders: "draft open partially_paid",
  resume_reminders: "draft open partially_paid",
};

test.each(Object.entries(allowed) as [Transition, string][])("%s is for %s alone", (transition, from) => {
  expect(invoiceStatuses.filter((status) => isAllowed(transition, { ...invoice, status })).join(" ")).toBe(
    from,
  );
  for (const status of invoiceStatuses) {
    const act = () => assertAllowed(transition, { ...invoice, status });
    if (from.split(" ").includes(status)) expect(act).not.toThrow();
    else expect(act).toThrow(expect.objectContaining({ status: 422, code: "invalid_state" }));
  }
});

test("some lead to a status of their own", () => {
  const led = Object.entries(transitions).map(([name, rule]) => [name, "to" in rule ? rule.to : undefined]);
  expect(Object.fromEntries(led)).toEqual({
    change: undefined,
    delete: undefined,
    issue: "open",
    void: "void",
    pay: undefined,
    credit: undefined,
    apply_credit: undefined,
    write_off: "uncollectible",
    pause_reminders: undefined,
    resume_reminders: undefined,
  });
});

test("a refusal names the invoice, its status, those that would do, and what to do instead", () => {
  const reported = (transition: Transition, fields: object) =>
    refusedTransition(transition, { ...invoice, status: "open", ...fields }).message;
  expect(reported("issue", {})).toBe("Invoice INV-000001 is open and can't be issued. Only drafts can.");
  expect(reported("delete", { number: null, status: "partially_paid" })).toBe(
    "Invoice 7 is partially paid and can't be deleted. Only drafts can.",
  );
  for (const [status, text] of [
    ["paid", "paid"],
    ["partially_paid", "partially paid"],
  ]) {
    expect(reported("void", { status })).toBe(
      `Invoice INV-000001 is ${text} and can't be voided. Only draft, open or uncollectible invoices can. ` +
        "Issue a credit note instead.",
    );
  }
  expect(reported("void", { status: "void" })).not.toContain("credit note");
  const done = { change: "changed", pay: "paid", credit: "credited", write_off: "written off" } as const;
  for (const [transition, word] of Object.entries(done)) {
    expect(reported(transition as Transition, { status: "void" })).toContain(` and can't be ${word}. Only `);
  }
});

test("a status of two words is shown as words, also among those that would do", () => {
  expect(refusedTransition("credit", { ...invoice, status: "void" }).message).toContain(
    "Only open, partially paid, paid or uncollectible invoices can",
  );
});

describe("the data of the parties can be refreshed", () => {
  const refused = (fields: object) =>
    refusedRefresh({ ...invoice, status: "open", fiscal_status: "none", ...fields });

  test("while the invoice is issued and not void, and no authority has taken it", () => {
    const refreshable = invoiceStatuses.flatMap((status) =>
      fiscalStatuses
        .filter((fiscal_status) => refused({ status, fiscal_status }) === undefined)
        .map((fiscal_status) => `${status} ${fiscal_status}`),
    );
    const issued = ["open", "partially_paid", "paid", "uncollectible"];
    expect(refreshable).toEqual(issued.flatMap((status) => [`${status} none`, `${status} rejected`]));
  });

  test.each([
    [{ status: "draft", number: null }, "Invoice 7 is a draft, so there is nothing to refresh"],
    [{ status: "draft", fiscal_status: "pending" }, "Invoice INV-000001 is a draft"],
    [{ status: "void", fiscal_status: "cancelled" }, "Invoice INV-000001 is void"],
    [{ fiscal_status: "pending" }, "Invoice INV-000001 may already be registered with the revenue authority"],
    [{ fiscal_status: "registered" }, "Invoice INV-000001 is registered with the revenue authority"],
    [{ fiscal_status: "cancelled" }, "The registration of invoice INV-000001 was cancelled"],
  ])("not for %j, and why is told", (fields, reason) => {
    expect(refused(fields)?.startsWith(reason)).toBe(true);
  });
});

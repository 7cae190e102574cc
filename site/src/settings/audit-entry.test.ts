import { expect, test } from "vitest";
import { auditActions } from "../../../service/src/contract/audit-actions.ts";
import { type Entry, sentenceOf, sentenceText } from "./audit-entry.ts";

const entry = (changes: Partial<Entry>): Entry => ({
  id: 1,
  created_at: "2026-11-15T10:00:00.000Z",
  actor: { type: "user", id: "5", name: "Ada Obi" },
  action: "payment_link.created",
  subject: "payment_link/pl_1_abc",
  details: { amount: 842800, currency: "NGN" },
  request_id: null,
  address: null,
  ...changes,
});
const region = { locale: "en-NG" };
const said = (changes: Partial<Entry>) => sentenceText(sentenceOf(entry(changes), region));

test("an entry reads as a sentence with person, record and amount", () => {
  expect(said({})).toBe("Ada Obi created payment link pl_1_abc for ₦842,800.00");
});

test("an old entry that names no record says so, and never 'undefined'", () => {
  expect(said({ subject: "payment_link/undefined" })).toBe(
    "Ada Obi created payment link (reference not recorded) for ₦842,800.00",
  );
  expect(said({ action: "key.created", subject: null, details: null })).not.toContain("undefined");
});

test("keys and the command line are named too", () => {
  const actor = { type: "key", id: "bf_test_1", name: "Web shop" };
  expect(said({ actor })).toMatch(/^API key Web shop created/);
  expect(said({ actor: { ...actor, name: null } })).toMatch(/^API key bf_test_1 created/);
  expect(said({ actor: { type: "command_line", id: null, name: null } })).toMatch(/^An operator on the/);
});

test("an invoice is called by its number and leads to its page", () => {
  const issued = entry({
    action: "invoice.issued",
    subject: "invoice/17",
    details: { number: "INV-000017", total: 100, currency: "NGN" },
  });
  expect(sentenceOf(issued, region)).toEqual({
    before: "Ada Obi issued invoice ",
    record: "INV-000017",
    after: " for ₦100.00",
    to: { to: "/app/invoices/$id", params: { id: "17" } },
  });
});

test.each([
  ["payment.recorded", "payment/8", { amount: 842800, currency: "NGN" }, " for ₦842,800.00"],
  ["webhook.created", "webhook/1", { url: "http://192.0.2.1/orders" }, " (http://192.0.2.1/orders)"],
] as const)(
  "%s: the record is the link, also where its id occurs again later",
  (action, subject, details, after) => {
    const record = subject.split("/")[1];
    expect(sentenceOf(entry({ action, subject, details }), region)).toMatchObject({ record, after });
  },
);

test.each(auditActions)("%s has a sentence without a gap", (action) => {
  const details = {
    name: "Shop",
    email: "bola@example.com",
    role: "viewer",
    from: "a",
    to: "b",
    count: 3,
    url: "https://h.example",
    reason: "A trial.",
    number: "INV-000001",
    total: 5,
    currency: "NGN",
  };
  const kind = action.split(".")[0]!;
  const text = said({ action, subject: `${kind}/1`, details });
  expect(text).not.toMatch(/undefined|null|\s{2}/);
  expect(said({ action, subject: `${kind}/1`, details: {} })).not.toMatch(/null|NaN/);
});

test("an action of a newer version is still shown", () => {
  expect(said({ action: "moon.landed", subject: "moon/1" })).toBe("Ada Obi: moon.landed (1)");
});

import { expect, test } from "vitest";
import { nearestOf } from "./nearest.ts";

const types = ["invoice.paid", "invoice.issued", "payment.recorded"];

test.each([
  ["invoice.payed", "invoice.paid"],
  ["Invoice.Paid", "invoice.paid"],
  ["invoices.paid", "invoice.paid"],
  ["payment.record", "payment.recorded"],
])("%s most likely means %s", (given, meant) => {
  expect(nearestOf(given, types)).toBe(meant);
});

test("a word that resembles none has no nearest word, however long it is", () => {
  expect(nearestOf("refund", types)).toBeUndefined();
  expect(nearestOf("x".repeat(100_000), types)).toBeUndefined();
  expect(nearestOf("X", ["S", "Z"])).toBeUndefined();
  expect(nearestOf("", types)).toBeUndefined();
  expect(nearestOf("invoice", [])).toBeUndefined();
});

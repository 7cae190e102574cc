import { expect, test } from "vitest";
import { ApiFailure } from "../data/api.ts";
import { remainingErrors } from "./remaining-errors.ts";

const refusal = (...fields: string[]) =>
  new ApiFailure(422, "validation", "Invalid.", {
    errors: fields.map((field) => ({ field, message: "is wrong" })),
  });
const fieldsOf = (error: unknown) => (error as ApiFailure | null)?.errors.map(({ field }) => field);

test("the error of a field disappears when the field changes, and the others stay", () => {
  const error = refusal("name", "address.city");
  const sent = { name: "", address: { city: "" } };
  expect(fieldsOf(remainingErrors(error, sent, sent))).toEqual(["name", "address.city"]);
  expect(fieldsOf(remainingErrors(error, sent, { name: "Ada", address: { city: "" } }))).toEqual([
    "address.city",
  ]);
  expect(remainingErrors(error, sent, { name: "Ada", address: { city: "Lagos" } })).toBeNull();
});

test("a field that appears or disappears has changed", () => {
  expect(remainingErrors(refusal("address.city"), { address: null }, { address: { city: "x" } })).toBeNull();
});

test("the error of a line follows the line, and goes with it", () => {
  const error = refusal("lines[0].quantity", "lines[1].quantity");
  const sent = { lines: [{ quantity: "a" }, { quantity: "b" }] };
  const swapped = { lines: [{ quantity: "b" }, { quantity: "a" }] };
  expect(fieldsOf(remainingErrors(error, sent, swapped, { sent: ["x", "y"], now: ["y", "x"] }))).toEqual([
    "lines[1].quantity",
    "lines[0].quantity",
  ]);
  const removed = { lines: [{ quantity: "b" }] };
  expect(fieldsOf(remainingErrors(error, sent, removed, { sent: ["x", "y"], now: ["y"] }))).toEqual([
    "lines[0].quantity",
  ]);
});

test("an error that names no field stays", () => {
  const error = new ApiFailure(503, "busy", "Try again.");
  expect(remainingErrors(error, {}, { name: "x" })).toBe(error);
  expect(remainingErrors(null, undefined, {})).toBeNull();
});

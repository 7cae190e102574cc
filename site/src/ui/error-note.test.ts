import { expect, test } from "vitest";
import { ApiFailure } from "../data/api.ts";
import { fieldErrors, messageOf } from "./error-note.tsx";

test("field errors are sentences, by field", () => {
  const errors = [{ field: "lines[0].quantity", message: "must be greater than 0" }];
  const error = new ApiFailure(422, "invalid_request", "no", { errors });
  expect(fieldErrors(error)).toEqual({ "lines[0].quantity": "Must be greater than 0." });
  expect(fieldErrors(new Error("x"))).toEqual({});
});

test("the message of a programming error is not shown", () => {
  expect(messageOf(new TypeError("x is undefined"))).not.toContain("undefined");
  expect(messageOf(new ApiFailure(404, "not_found", "The sale was not found."))).toBe(
    "The sale was not found.",
  );
});

import { describe, expect, test } from "vitest";
import { Id, text } from "../platform/values/schema.ts";
import * as Type from "../platform/values/typebox.ts";
import { coerceQuery, compileValidator } from "./validation.ts";

describe("coerceQuery", () => {
  const faults = (query: unknown) => compileValidator(Query)(query).errors;
  const Query = Type.Object({
    limit: Type.Optional(Id),
    active: Type.Optional(Type.Boolean()),
    q: Type.Optional(text(9)),
  });

  test("converts whole numbers and booleans, and does not change text", () => {
    expect(coerceQuery(Query, { limit: "25", active: "false", q: "25", other: "7" })).toEqual({
      limit: 25,
      active: false,
      q: "25",
      other: "7",
    });
  });

  test.each(["", "1.5", "abc", "1e2", " 5", "0x10", "99999999999999999999"])(
    "does not convert limit=%j, so that it is refused",
    (limit) => {
      const query = coerceQuery(Query, { limit });
      expect(query).toEqual({ limit });
      expect(faults(query)).toEqual([{ field: "limit", message: "must be a whole number" }]);
    },
  );

  test("does not convert a parameter that is given twice, so that it is refused", () => {
    expect(faults(coerceQuery(Query, { limit: ["1", "2"], q: ["a", "b"] }))).toEqual([
      { field: "limit", message: "must be a whole number" },
      { field: "q", message: "must be a string" },
    ]);
  });
});

import { expect, test } from "vitest";
import { addUp, nothingYet } from "./preview.ts";

test("errors of a chunk are reported with the row numbers of the whole file", () => {
  const first = addUp(nothingYet, { created: 2, updated: 0, unchanged: 1, errors: [] }, [2, 3, 5]);
  const part = {
    created: 0,
    updated: 1,
    unchanged: 0,
    errors: [{ row: 3, field: "name", message: "is needed" }],
  };
  expect(addUp(first, part, [6, 9])).toEqual({
    created: 2,
    updated: 1,
    unchanged: 1,
    errors: [{ row: 9, field: "name", message: "is needed" }],
  });
});

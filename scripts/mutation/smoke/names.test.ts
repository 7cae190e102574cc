import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../../../service/test/harness.ts";
import { initialOf, nameOf } from "./names.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test("a name of the company's own, and no other's", async () => {
  const [company, outsider] = [await service.company(), await service.company()];
  const [first, second] = [
    await company.customer({ name: "First" }),
    await company.customer({ name: "Second" }),
  ];
  const { db } = service.context;
  expect([await nameOf(db, company.id, first), await nameOf(db, company.id, second)]).toEqual([
    "First",
    "Second",
  ]);
  expect(await nameOf(db, outsider.id, first)).toBeUndefined();
});

test("the initial of a name, and of none", () => {
  expect([initialOf("Ada"), initialOf("")]).toEqual(["A", "?"]);
});

import { expect, test } from "vitest";
import { createCompanyCache } from "./cache.ts";

function newCache(heard: { isListening: boolean }) {
  const cache = createCompanyCache<string>(() => heard.isListening);
  let asked = 0;
  const get = (companyId: number, value = "value", name = "name") =>
    cache.get(companyId, name, async () => {
      asked += 1;
      return value;
    });
  return { ...cache, get, asked: () => asked };
}

test("a value that was found is not looked up again, for the same company and name", async () => {
  const { get, asked } = newCache({ isListening: true });
  expect([await get(1, "first"), await get(1, "second")]).toEqual(["first", "first"]);
  expect([await get(2, "third"), await get(1, "fourth", "other")]).toEqual(["third", "fourth"]);
  expect(asked()).toBe(3);
});

test("a value that was not found is looked up again", async () => {
  const cache = createCompanyCache<string>(() => true);
  expect(await cache.get(1, "name", async () => undefined)).toBeUndefined();
  expect(await cache.get(1, "name", async () => "now")).toBe("now");
});

test("an announcement invalidates the companies that it names, and no others", async () => {
  const { get, invalidate } = newCache({ isListening: true });
  for (const companyId of [1, 2, 3]) await get(companyId, "old");
  invalidate("1,3");
  expect([await get(1, "new"), await get(2, "new"), await get(3, "new")]).toEqual(["new", "old", "new"]);
});

test("an empty announcement invalidates everything", async () => {
  const { get, invalidate } = newCache({ isListening: true });
  await get(1, "old");
  invalidate("");
  expect(await get(1, "new")).toBe("new");
});

test("nothing is served from the cache while announcements are not received", async () => {
  const heard = { isListening: true };
  const { get } = newCache(heard);
  await get(1, "old");
  heard.isListening = false;
  expect(await get(1, "new")).toBe("new");
});

test("a value that changed while it was read is returned, and not cached", async () => {
  const cache = createCompanyCache<string>(() => true);
  const slow = Promise.withResolvers<string>();
  const first = cache.get(1, "name", () => slow.promise);
  cache.invalidate("2,1");
  slow.resolve("old");
  expect(await first).toBe("old");
  expect(await cache.get(1, "name", async () => "new")).toBe("new");
});

test("the size of the cache is bounded", async () => {
  const { get, asked } = newCache({ isListening: true });
  for (let companyId = 0; companyId <= 1000; companyId++) await get(companyId);
  await get(0);
  expect(asked()).toBe(1002);
});

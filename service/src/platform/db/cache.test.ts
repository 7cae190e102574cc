import { expect, test } from "vitest";
import { createMemory } from "./cache.ts";

function memoryThat(heard: { isHeard: boolean }) {
  const memory = createMemory<string>(() => heard.isHeard);
  let asked = 0;
  const recall = (companyId: number, value = "value", name = "name") =>
    memory.recall(companyId, name, async () => {
      asked += 1;
      return value;
    });
  return { ...memory, recall, asked: () => asked };
}

test("what was found is not looked up again, for the same company and name", async () => {
  const { recall, asked } = memoryThat({ isHeard: true });
  expect([await recall(1, "first"), await recall(1, "second")]).toEqual(["first", "first"]);
  expect([await recall(2, "third"), await recall(1, "fourth", "other")]).toEqual(["third", "fourth"]);
  expect(asked()).toBe(3);
});

test("what was not found is looked up again", async () => {
  const memory = createMemory<string>(() => true);
  expect(await memory.recall(1, "name", async () => undefined)).toBeUndefined();
  expect(await memory.recall(1, "name", async () => "now")).toBe("now");
});

test("an announcement makes the companies that it names forgotten, and no others", async () => {
  const { recall, forget } = memoryThat({ isHeard: true });
  for (const companyId of [1, 2, 3]) await recall(companyId, "old");
  forget("1,3");
  expect([await recall(1, "new"), await recall(2, "new"), await recall(3, "new")]).toEqual([
    "new",
    "old",
    "new",
  ]);
});

test("an empty announcement makes everything forgotten", async () => {
  const { recall, forget } = memoryThat({ isHeard: true });
  await recall(1, "old");
  forget("");
  expect(await recall(1, "new")).toBe("new");
});

test("nothing is trusted while announcements are not heard", async () => {
  const heard = { isHeard: true };
  const { recall } = memoryThat(heard);
  await recall(1, "old");
  heard.isHeard = false;
  expect(await recall(1, "new")).toBe("new");
});

test("what was read while it changed is given, and not kept", async () => {
  const memory = createMemory<string>(() => true);
  const slow = Promise.withResolvers<string>();
  const first = memory.recall(1, "name", () => slow.promise);
  memory.forget("2,1");
  slow.resolve("old");
  expect(await first).toBe("old");
  expect(await memory.recall(1, "name", async () => "new")).toBe("new");
});

test("it does not grow without end", async () => {
  const { recall, asked } = memoryThat({ isHeard: true });
  for (let companyId = 0; companyId <= 1000; companyId++) await recall(companyId);
  await recall(0);
  expect(asked()).toBe(1002);
});

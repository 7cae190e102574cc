import { expect, test } from "vitest";
import { createPdfCache } from "./pdf-cache.ts";

/** Ten bytes a document, room for five, three of one company. */
function scene() {
  const kept = createPdfCache({ bytesMax: 50, companyBytesMax: 30 });
  const drawn: string[] = [];
  const ask = (companyId: number, source: string, bytes = 10) =>
    kept(companyId, source, async () => {
      drawn.push(`${companyId}${source}`);
      return Buffer.alloc(bytes, source);
    });
  return { ask, drawn };
}

test("is drawn once for each company and content", async () => {
  const { ask, drawn } = scene();
  const [first, again] = await Promise.all([ask(1, "a"), ask(1, "a")]);
  expect(again).toBe(first);
  expect(await ask(1, "a")).toBe(first);
  await ask(2, "a");
  await ask(1, "b");
  expect(drawn).toEqual(["1a", "2a", "1b"]);
});

test("a company evicts its own oldest documents first", async () => {
  const { ask, drawn } = scene();
  await ask(2, "z");
  for (const source of ["a", "b", "c", "a", "d"]) await ask(1, source);
  drawn.length = 0;
  for (const source of ["a", "c", "d"]) await ask(1, source);
  await ask(2, "z");
  expect(drawn).toEqual([]);
  await ask(1, "b");
  expect(drawn).toEqual(["1b"]);
});

test("all companies together have a limit, and the least recently used document is evicted", async () => {
  const { ask, drawn } = scene();
  for (const company of [1, 2, 3, 4, 5, 6]) await ask(company, "a");
  drawn.length = 0;
  for (const company of [6, 5, 4, 3, 2]) await ask(company, "a");
  expect(drawn).toEqual([]);
  await ask(1, "a");
  expect(drawn).toEqual(["1a"]);
});

test("neither a document larger than a company's limit nor a failure is cached", async () => {
  const { ask, drawn } = scene();
  await ask(1, "a");
  await ask(1, "huge", 31);
  await ask(1, "huge", 31);
  await ask(1, "a");
  expect(drawn).toEqual(["1a", "1huge", "1huge"]);
  const kept = createPdfCache();
  await expect(kept(1, "x", () => Promise.reject(new Error("no paper")))).rejects.toThrow("no paper");
  expect((await kept(1, "x", async () => Buffer.from("y"))).toString()).toBe("y");
});

import { describe, expect, test } from "vitest";
import type { Queryable, Statement } from "../database.ts";
import { containsPattern, type Listing, type PageRequest, readPage, readRenderedPage } from "./page.ts";
import { createRenderedTexts } from "./rendered.ts";

type Asked = { statement: Statement; values: readonly unknown[] };

const entry = (id: number) =>
  JSON.stringify({ id, created_at: `2026-11-15T11:00:00.${String(id).padStart(3, "0")}Z` });

/** A fake database that records its queries and returns a given number of rows. */
function fakeDatabase(rows: number, count = rows) {
  const asked: Asked[] = [];
  const query = async (statement: Statement, values: readonly unknown[]) => {
    asked.push({ statement, values });
    if (statement.text.includes("count(*)")) return [{ count, more: count > 10_000 }];
    return Array.from({ length: rows }, (_, index) => ({ json: entry(rows - index) }));
  };
  return { asked, db: { query } as unknown as Queryable };
}

let made = 0;
/** Statements are cached by the listing's name, so every test uses a separate listing. */
function listing(extra: Partial<Listing> = {}): Listing {
  made += 1;
  return {
    name: `things${made}`,
    table: "things",
    paths: [],
    filters: {
      colour: (value) => `r.colour = ${value}`,
      size: (value) => `r.size > ${value} or r.size < ${value}`,
    },
    render: (page) => `select row_to_json(r) as json from ${page} r`,
    ...extra,
  };
}

const read = async (
  db: Queryable,
  of: Listing,
  request: PageRequest,
  filters: Record<string, unknown> = {},
) => {
  const { entries, pagination } = await readPage(db, of, 7, "2026-11-15", request, filters);
  return { items: entries.map((entry) => JSON.parse(entry)), pagination: JSON.parse(pagination) };
};

const cursorOf = (text: string) => Buffer.from(text).toString("base64url");

describe("a page", () => {
  test("has 25 entries by default, and requests one more to know whether there is a next page", async () => {
    const { asked, db } = fakeDatabase(26);
    const { items, pagination } = await read(db, listing(), {});
    expect(items).toHaveLength(25);
    expect(asked[0]!.values.at(-1)).toBe(26);
    expect(pagination).toEqual({ limit: 25, has_more: true, next_cursor: expect.any(String) });
  });

  test("that holds all entries has no next cursor", async () => {
    const { db } = fakeDatabase(25);
    const { items, pagination } = await read(db, listing(), {});
    expect(items).toHaveLength(25);
    expect(pagination).toEqual({ limit: 25, has_more: false, next_cursor: null });
  });

  test("continues after the last entry of the previous page", async () => {
    const { db } = fakeDatabase(3);
    const of = listing();
    const { pagination } = await read(db, of, { limit: 2 });
    const next = fakeDatabase(1);
    await read(next.db, of, { limit: 2, cursor: pagination.next_cursor });
    const { statement, values } = next.asked[0]!;
    expect(values.slice(-2)).toEqual(["2026-11-15T11:00:00.002Z", 2]);
    expect(statement.text).toContain(`(r.created_at, r.id) < ($${values.length - 1}, $${values.length})`);
  });

  test("never uses OFFSET", async () => {
    const { asked, db } = fakeDatabase(1);
    await read(db, listing(), { cursor: cursorOf("2026-11-15T11:00:00.000Z 1") }, { colour: "red" });
    expect(asked[0]!.statement.text).not.toMatch(/\boffset\b/i);
  });
});

describe("filters", () => {
  test("that are not given are not in the statement; each that is given has its value at every $", async () => {
    const { asked, db } = fakeDatabase(0);
    const of = listing();
    await read(db, of, {}, { colour: undefined, size: 4 });
    const { statement, values } = asked[0]!;
    const place = values.indexOf(4) + 1;
    expect(statement.text).toContain(`(r.size > $${place} or r.size < $${place})`);
    expect(statement.text).not.toContain("colour");
    expect(values[0]).toBe(7);
  });

  test("that a listing does not have are ignored", async () => {
    const { asked, db } = fakeDatabase(0);
    await read(db, listing(), {}, { taste: "sour" });
    expect(asked[0]!.values).not.toContain("sour");
  });

  test("have a statement for every combination, whose name PostgreSQL does not truncate", async () => {
    const { asked, db } = fakeDatabase(0);
    const names = [
      "fiscal_status",
      "customer_id",
      "currency",
      "external_id",
      "created_from",
      "created_to",
      "q",
    ];
    const of = listing({
      filters: Object.fromEntries(names.map((name) => [name, (value: string) => `r.${name} = ${value}`])),
    });
    const all = Object.fromEntries(names.map((name) => [name, "x"]));
    const cursor = cursorOf("2026-11-15T11:00:00.000Z 1");
    const { q: _q, ...butOne } = all;
    for (const filters of [all, butOne]) {
      for (const include of ["lines", "total_count"]) {
        await read(db, of, { include }, filters);
        await read(db, of, { include, cursor }, filters);
      }
    }
    const texts = new Map(asked.map(({ statement }) => [statement.text, statement.name.slice(0, 63)]));
    expect(new Set(texts.values()).size).toBe(texts.size);
  });
});

describe("texts that were rendered before", () => {
  /** A fake database whose records have versions, with the ids that each query rendered. */
  function versionedDatabase(versions: Map<number, string>) {
    const rendered: (number[] | "page")[] = [];
    let onVersions = () => {};
    const textOf = (id: number) => ({ id, version: versions.get(id)!, json: entry(id) });
    const query = async ({ text }: Statement, values: readonly unknown[]) => {
      if (text.includes("string_agg")) {
        const found = [...versions].map(([id, version]) => `${id}:${version}`).join(",");
        onVersions();
        return [{ versions: found === "" ? null : found }];
      }
      const ids = values.find(Array.isArray) as number[] | undefined;
      rendered.push(ids ?? "page");
      return (ids ?? [...versions.keys()]).filter((id) => versions.has(id)).map(textOf);
    };
    const db = { query, rendered: createRenderedTexts() } as unknown as Parameters<
      typeof readRenderedPage
    >[0];
    const beforeRendering = (work: () => void) => {
      onVersions = work;
    };
    return { db, rendered, beforeRendering };
  }
  const idsOf = async (db: Parameters<typeof readRenderedPage>[0], of: Listing) => {
    const { entries } = await readRenderedPage(db, of, 7, "2026-11-15", {}, {});
    return entries.map((text) => JSON.parse(text.toString()).id);
  };

  test("are rendered again only where their version changed", async () => {
    const versions = new Map([
      [3, "a"],
      [2, "a"],
      [1, "a"],
    ]);
    const { db, rendered } = versionedDatabase(versions);
    const of = listing({ version: "r.xmin" });
    expect(await idsOf(db, of)).toEqual([3, 2, 1]);
    versions.set(2, "b");
    expect(await idsOf(db, of)).toEqual([3, 2, 1]);
    expect(await idsOf(db, of)).toEqual([3, 2, 1]);
    expect(rendered).toEqual([[3, 2, 1], [2]]);
  });

  test("are not used for a page of which a record changed meanwhile", async () => {
    const versions = new Map([
      [3, "a"],
      [2, "a"],
      [1, "a"],
    ]);
    const { db, rendered, beforeRendering } = versionedDatabase(versions);
    beforeRendering(() => versions.delete(2));
    expect(await idsOf(db, listing({ version: "r.xmin" }))).toEqual([3, 1]);
    expect(rendered).toEqual([[3, 2, 1], "page"]);
  });

  test("are not asked for where there are no records", async () => {
    const { db, rendered } = versionedDatabase(new Map());
    expect(await idsOf(db, listing({ version: "r.xmin" }))).toEqual([]);
    expect(rendered).toEqual([]);
  });
});

describe("total_count", () => {
  test("is returned only on request", async () => {
    const { asked, db } = fakeDatabase(1);
    expect((await read(db, listing(), {})).pagination).not.toHaveProperty("total_count");
    expect(asked).toHaveLength(1);
    const { pagination } = await read(db, listing(), { include: "lines,total_count" });
    expect(pagination).toMatchObject({ total_count: 1, total_count_capped: false });
  });

  test.each([
    [9_999, 9_999, false],
    [10_000, 10_000, false],
    [10_001, 10_000, true],
  ])("of %i counted rows is %i, capped: %s", async (count, total_count, total_count_capped) => {
    const { db } = fakeDatabase(1, count);
    const { pagination } = await read(db, listing(), { include: "total_count" });
    expect(pagination).toMatchObject({ total_count, total_count_capped });
  });

  test("counts the whole list, not only what follows the cursor", async () => {
    const { asked, db } = fakeDatabase(1);
    await read(db, listing(), { include: "total_count", cursor: cursorOf("2026-11-15T11:00:00.000Z 1") });
    const counting = asked.find(({ statement }) => statement.text.includes("count(*)"))!;
    expect(counting.statement.text).not.toContain("(r.created_at, r.id) <");
  });
});

describe("an invalid cursor is refused with 422 and its field", () => {
  test.each([
    ["no base64", "~~~"],
    ["empty", ""],
    ["of other text", cursorOf("hello")],
    ["without an id", cursorOf("2026-11-15T11:00:00.000Z")],
    ["with an id that is no number", cursorOf("2026-11-15T11:00:00.000Z one")],
    ["with a negative id", cursorOf("2026-11-15T11:00:00.000Z -1")],
    ["with an id beyond bigint", cursorOf("2026-11-15T11:00:00.000Z 99999999999999999999")],
    ["with a moment that is none", cursorOf("2026-11-15T99:00:00.000Z 1")],
    ["with a day that does not exist, which PostgreSQL would refuse", cursorOf("2026-02-30T11:00:00.000Z 1")],
    ["with the year 0, which PostgreSQL does not know", cursorOf("0000-01-01T00:00:00.000Z 1")],
  ])("%s", async (_what, cursor) => {
    const { asked, db } = fakeDatabase(0);
    await expect(read(db, listing(), { cursor })).rejects.toMatchObject({
      status: 422,
      errors: [{ field: "cursor", message: expect.any(String) }],
    });
    expect(asked).toEqual([]);
  });
});

describe("containsPattern", () => {
  test.each([
    ["acme", "%acme%"],
    ["100%", "%100\\%%"],
    ["a_b", "%a\\_b%"],
    ["c:\\d", "%c:\\\\d%"],
  ])("finds %j literally", (text, pattern) => {
    expect(containsPattern(text)).toBe(pattern);
  });
});

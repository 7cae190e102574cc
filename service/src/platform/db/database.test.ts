import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openDatabaseProxy } from "../../../test/database-proxy.ts";
import { freshDatabase } from "../../../test/fresh-database.ts";
import { type Database, inTransaction, openDatabase, statement } from "./database.ts";
import { isConnectionFailure } from "./failures.ts";

const reported: (string | number)[] = [];
const open = new AsyncDisposableStack();
let db: Database;
beforeAll(async () => {
  const { connectionString, drop } = await freshDatabase();
  open.defer(drop);
  const notify = (_channel: string, word: string | number) => void reported.push(word);
  db = openDatabase({ connectionString, connectionsMax: 3, onError: () => undefined, notify: notify });
  open.defer(() => db.close());
  await db.query("create table notes (id serial primary key, text text not null check (text <> 'wrong'))");
});
beforeEach(async () => {
  reported.length = 0;
  await db.query("truncate notes");
});
afterAll(() => open.disposeAsync());

const add = statement("test_add", "insert into notes (text) values ($1)");
const texts = async () =>
  (await db.query<{ text: string }>("select text from notes order by id")).map(({ text }) => text);

test("bytes from the database take no memory but their own, so that they can be kept", async () => {
  const [row] = await db.query<{ bytes: Buffer }>("select '\\x00ff10'::bytea as bytes");
  expect([...row!.bytes]).toEqual([0, 255, 16]);
  expect(row!.bytes.buffer.byteLength).toBe(3);
});

test("a connection that ends while it is handed to the next caller fails that caller's work, not the process", async () => {
  const proxy = await openDatabaseProxy();
  const onError = () => undefined;
  const one = openDatabase({ connectionString: proxy.connectionString, connectionsMax: 1, onError });
  open.defer(() => one.close());
  await one.query("select 1");
  proxy.terminateBehindResult();
  const result = one.query<{ word: string }>("select 'last' as word");
  const next = inTransaction(one, (tx) => tx.query("select 1")).catch((error: unknown) => error);
  expect(await result).toEqual([{ word: "last" }]);
  expect(await next).toSatisfy(isConnectionFailure);
  expect(await one.query("select 1 as again")).toEqual([{ again: 1 }]);
});

describe("a transaction", () => {
  test("runs the statements that go with the commit last, in order", async () => {
    await inTransaction(db, async (tx) => {
      tx.queryBeforeCommit(add, ["third"]);
      tx.queryBeforeCommit(add, ["fourth"]);
      await tx.query(add, ["first"]);
      await tx.query(add, ["second"]);
    });
    expect(await texts()).toEqual(["first", "second", "third", "fourth"]);
  });

  test("that fails at the end stores and announces nothing, and its connection can be used again", async () => {
    for (const last of [["last", "wrong"], ["wrong", "last"], ["wrong"]]) {
      const failing = inTransaction(db, async (tx) => {
        tx.notify("notes", "told");
        for (const text of last) tx.queryBeforeCommit(add, [text]);
        await tx.query(add, ["first"]);
      });
      await expect(failing).rejects.toMatchObject({ code: "23514" });
    }
    expect([await texts(), reported]).toEqual([[], []]);
    await Promise.all(["a", "b", "c"].map((text) => inTransaction(db, (tx) => tx.query(add, [text]))));
    expect((await texts()).toSorted()).toEqual(["a", "b", "c"]);
  });

  test("that fails earlier stores nothing that was to go with its commit", async () => {
    const failing = inTransaction(db, async (tx) => {
      tx.queryBeforeCommit(add, ["last"]);
      await tx.query(add, ["wrong"]);
    });
    await expect(failing).rejects.toMatchObject({ code: "23514" });
    expect(await texts()).toEqual([]);
  });

  test("reports the cause of its failure, also to a caller that first sees a consequence of it", async () => {
    const asked = inTransaction(db, async (tx) => {
      const wrong = tx.query(add, ["wrong"]).then(
        (rows) => rows,
        async (error: unknown) => {
          for (let turn = 0; turn < 10; turn++) await undefined;
          throw error;
        },
      );
      await Promise.all([wrong, tx.query(add, ["after it"])]);
    });
    await expect(asked).rejects.toMatchObject({ code: "23514" });
    expect(await texts()).toEqual([]);
  });

  test("holds no lock for statements that go with its commit while it is still in progress", async () => {
    await db.query(add, ["shared"]);
    const change = statement("test_change", "update notes set text = text || $1");
    const { promise: work, resolve: finish } = Promise.withResolvers<void>();
    const working = inTransaction(db, (tx) => {
      tx.queryBeforeCommit(change, [", then this"]);
      return work;
    });
    await inTransaction(db, (tx) => tx.query(change, [" first"]));
    finish();
    await working;
    expect(await texts()).toEqual(["shared first, then this"]);
  });
});

describe("a savepoint", () => {
  test("leaves nothing behind when its work fails, and the rest of the transaction continues", async () => {
    await inTransaction(db, async (tx) => {
      await tx.query(add, ["before"]);
      tx.queryBeforeCommit(add, ["last"]);
      const refused = tx.savepoint(async () => {
        tx.queryBeforeCommit(add, ["never"]);
        tx.notify("notes", "never");
        await tx.query(add, ["undone"]);
        await tx.query(add, ["wrong"]);
      });
      await expect(refused).rejects.toMatchObject({ code: "23514" });
      tx.notify("notes", "told");
      await tx.query(add, ["after"]);
    });
    expect([await texts(), reported]).toEqual([["before", "after", "last"], ["told"]]);
  });

  test("keeps its work when it succeeds", async () => {
    const given = await inTransaction(db, (tx) =>
      tx.savepoint(async () => {
        tx.queryBeforeCommit(add, ["last"]);
        await tx.query(add, ["first"]);
        return "done";
      }),
    );
    expect([given, await texts()]).toEqual(["done", ["first", "last"]]);
  });
});

describe("an unavailable database", () => {
  const failureAt = async (address: string) => {
    const readOnly = { name: "test", waitMaxMs: 100 };
    const away = openDatabase({
      connectionString: `postgres://nobody@${address}/none`,
      connectionsMax: 1,
      onError: () => undefined,
      readOnly,
    });
    try {
      return await away.query("select 1").then(
        () => "answered",
        (error: Error) => (isConnectionFailure(error) ? "away" : error.message),
      );
    } finally {
      await away.close();
    }
  };

  test("is distinguished from one that refuses a statement", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    try {
      expect(await failureAt(`127.0.0.1:${port}`)).toBe("away");
    } finally {
      silent.close();
    }
    expect(await failureAt("127.0.0.1:1")).toBe("away");
    expect(await failureAt("nowhere.invalid:5432")).toBe("away");
    expect(isConnectionFailure(await db.query("select nonsense").catch((error: Error) => error))).toBe(false);
  });
});

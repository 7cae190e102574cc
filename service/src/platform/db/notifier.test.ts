import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { createLog } from "../ops/log.ts";
import { inTransaction, openDatabase, type Queryable } from "./database.ts";
import { createNotifier } from "./notifier.ts";

// A separate channel: tests share the database, and every listener of a channel receives everything.
const channel = `announcer_test_${process.pid}`;
const heard: string[] = [];
const logged: string[] = [];
const log = createLog({ level: "debug", write: (line) => logged.push(line) });
const connectionString = inject("connectionString");
const options = { connectionString, connectionsMax: 2, onError: () => undefined };
const background = openDatabase(options);
const notifier = createNotifier(background, log);
const database = openDatabase({ ...options, notify: notifier.notify });
const listening = new pg.Client({ connectionString });

beforeAll(async () => {
  await listening.connect();
  listening.on("notification", ({ payload }) => heard.push(payload ?? ""));
  await listening.query(`listen ${channel}; listen ${channel}_other`);
});
beforeEach(() => {
  heard.length = 0;
  logged.length = 0;
});
afterAll(async () => {
  await notifier.idle();
  await Promise.all([database.close(), background.close(), listening.end()]);
});

/** Waits until every announcement so far has been sent and received. */
const settle = async (one = notifier) => {
  await one.idle();
  await listening.query("select 1");
};
const wordsHeard = () => heard.flatMap((payload) => payload.split(","));

/** A database that fails a given number of times. */
const failing = (times: number): Queryable => {
  let left = times;
  return {
    query: (sql, values) => {
      left -= 1;
      return left >= 0 ? Promise.reject(new Error("the database is away")) : background.query(sql, values);
    },
  };
};

test("an announcement is sent after the commit, and not before", async () => {
  await inTransaction(database, async (tx) => {
    tx.notify(channel, 7);
    await settle();
    expect(heard).toEqual([]);
  });
  await settle();
  expect(heard).toEqual(["7"]);
});

test("an announcement is not sent after a rollback", async () => {
  const failure = inTransaction(database, async (tx) => {
    tx.notify(channel, 8);
    throw new Error("no");
  });
  await expect(failure).rejects.toThrow("no");
  const refused = inTransaction(database, async (tx) => {
    tx.notify(channel, 9);
    await tx.query("select 1 / 0");
  });
  await expect(refused).rejects.toThrow("division by zero");
  await settle();
  expect(heard).toEqual([]);
});

test("the announcements of a transaction that was retried after a deadlock are sent once", async () => {
  let runs = 0;
  await inTransaction(database, async (tx) => {
    runs += 1;
    tx.notify(channel, `run${runs}`);
    if (runs === 1) throw Object.assign(new Error("deadlock detected"), { code: "40P01" });
  });
  await settle();
  expect(heard).toEqual(["run2"]);
});

test("many announcements at once are one message, each of them once", async () => {
  for (const word of [1, 2, 3, 2, 1]) notifier.notify(channel, word);
  notifier.notify(channel, "4");
  await settle();
  expect(heard).toEqual(["1,2,3,4"]);
});

test("announcements made while a message is being sent are the next message", async () => {
  notifier.notify(channel, 1);
  await new Promise(setImmediate);
  notifier.notify(channel, 1);
  notifier.notify(channel, 2);
  await settle();
  expect(wordsHeard()).toEqual(["1", "1", "2"]);
  expect(heard).toHaveLength(2);
});

test("each channel has its own message", async () => {
  notifier.notify(channel, 1);
  notifier.notify(`${channel}_other`, 2);
  notifier.notify(channel, 3);
  await settle();
  expect(heard).toEqual(["1,3", "2"]);
});

test("more than 400 announcements are several messages, and none is lost", async () => {
  // This uses the longest possible ids, because a message must stay within 8,000 bytes.
  const words = Array.from({ length: 1000 }, (_, index) => String(9_007_199_254_740_991 - index));
  for (const word of words) notifier.notify(channel, word);
  await settle();
  expect(heard.map((payload) => payload.split(",").length)).toEqual([400, 400, 200]);
  expect(wordsHeard()).toEqual(words);
  expect(logged).toEqual([]);
});

test("a database failure loses its message, is logged, and does not break later ones", async () => {
  const one = createNotifier(failing(1), log);
  one.notify(channel, 1);
  await settle(one);
  expect(heard).toEqual([]);
  expect(logged.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ msg: "sending notification failed", reason: "the database is away" }),
  ]);
  one.notify(channel, 2);
  await settle(one);
  expect(wordsHeard()).toContain("2");
});

test("a message that fails affects no other one, neither of its channel nor of another", async () => {
  const one = createNotifier(failing(1), log);
  for (const word of Array.from({ length: 401 }, (_, index) => index)) one.notify(channel, word);
  one.notify(`${channel}_other`, "other");
  await settle(one);
  expect(wordsHeard()).toEqual(expect.arrayContaining(["400", "other"]));
});

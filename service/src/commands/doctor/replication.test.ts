import { expect, test } from "vitest";
import { replicationFindings } from "./replication.ts";

const standby = (name: string, sync_state: string | null = null) => ({
  name,
  state: sync_state === null ? null : "streaming",
  sync_state,
  behind_bytes: sync_state === null ? null : 0,
});
type Settings = Parameters<typeof replicationFindings>[0];
const settings = (changes: Partial<Settings>): Settings => ({
  standbys: [standby("db2"), standby("db3")],
  idle_slots: [],
  synchronous_standby_names: "db2",
  synchronous_commit: "on",
  ...changes,
});
const findings = (changes: Partial<Settings>, environment = "production") =>
  replicationFindings(settings(changes), environment).map(({ level, says }) => `${level}: ${says}`);

test("two standbys of which one is synchronous are what zero loss needs, also for a role that can't see their state", () => {
  const sound = [
    "ok: 2 standbys; a commit waits for 1 of them (db2)",
    "ok: 2 standbys; a commit waits for 1 of them (*)",
    'ok: 2 standbys; a commit waits for 1 of them (ANY 1 (db2, "db3"))',
    "ok: 2 standbys; a commit waits for 1 of them (FIRST 1 (DB3,db2))",
  ];
  const names = ["db2", "*", 'ANY 1 (db2, "db3")', "FIRST 1 (DB3,db2)"];
  expect(names.flatMap((one) => findings({ synchronous_standby_names: one }))).toEqual(sound);
});

test("a primary without standbys, and without the wish for one, is no finding", () => {
  expect(findings({ standbys: [], synchronous_standby_names: "" })).toEqual([]);
});

test("asynchronous standbys are noted in production, and named elsewhere", () => {
  const says = "commits do not wait for a standby: the last confirmed payments may be lost in a failover";
  expect(findings({ synchronous_standby_names: "" })).toEqual([`note: ${says}`]);
  expect(findings({ synchronous_standby_names: " " }, "sandbox")).toEqual([`ok: 2 standbys; ${says}`]);
});

test("a commit that does not wait for the standby's disk is noted", () => {
  for (const value of ["local", "remote_write", "off"])
    expect(findings({ synchronous_commit: value })).toEqual([
      `note: synchronous_commit is ${value}, so a commit is confirmed before the standby has it on disk`,
    ]);
  expect(findings({ synchronous_commit: "remote_apply" })).toEqual([
    "ok: 2 standbys; a commit waits for 1 of them (db2)",
  ]);
});

test("a standby that commits wait for and that is not connected is a problem everywhere", () => {
  expect(findings({ synchronous_standby_names: "db1" }, "sandbox")).toEqual([
    "problem: every change waits: a commit needs 1 standby of 'db1', and none is connected",
  ]);
  expect(findings({ synchronous_standby_names: "*", standbys: [] })).toEqual([
    "problem: every change waits: a commit needs 1 standby of '*', and none is connected",
  ]);
  expect(findings({ synchronous_standby_names: "2 (db1, db2)" })).toEqual([
    "problem: every change waits: a commit needs 2 standbys of '2 (db1, db2)', and only db2 is connected",
  ]);
});

test("without a spare standby the next failure stops all changes", () => {
  expect(findings({ standbys: [standby("db2", "sync")] })).toEqual([
    "note: there is no spare standby: when db2 fails, every change waits",
  ]);
});

test("a slot without its standby, while commits wait for nobody, is what Patroni does without strict mode", () => {
  expect(
    findings({
      standbys: [],
      synchronous_standby_names: "",
      idle_slots: [{ name: "db2", retained_bytes: 5_000_000 }],
    }),
  ).toEqual([
    "note: the replication slot db2 is unused and retains 5 MB of log",
    "note: no standby is connected, and commits do not wait for one: what is confirmed now exists only on this server",
  ]);
});

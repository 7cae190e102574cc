import { hash } from "node:crypto";
import { onTestFinished } from "vitest";
import { freePort } from "../../test/free-port.ts";
import { freshDatabase, migratedDatabase } from "../../test/fresh-database.ts";
import { startService, type TestService } from "../../test/harness.ts";
import { openDatabase } from "../platform/db/database.ts";
import { type Clock, systemClock } from "../platform/values/clock.ts";
import type { Finding } from "./doctor/finding.ts";
import { examine } from "./doctor.ts";

export const testKey = (id = "test", byte = 7) => `${id}:${hash("sha256", `${byte}`, "base64")}`;

export type DoctorFixture = {
  /** The settings of a service on its own database. */
  env: Record<string, string>;
  sql(text: string): Promise<unknown>;
  /** Starts a service on the database, with the real time. */
  serve(env?: Record<string, string>): Promise<TestService>;
  runDoctor(changes?: Record<string, string>, clock?: Clock): Promise<Report>;
};

export type Report = {
  all: Finding[];
  /** The messages of findings with this level and name, such as `problem clock`. */
  of(check: string): string[];
  problems(): string[];
};

/** Each fixture has its own database, since the doctor checks all companies and all nodes. */
export async function newDoctorFixture(options: { isEmpty?: boolean } = {}): Promise<DoctorFixture> {
  const { connectionString, drop } = await (options.isEmpty ? freshDatabase() : migratedDatabase());
  onTestFinished(drop);
  const db = openDatabase({ connectionString, connectionsMax: 1, onError: () => undefined });
  onTestFinished(() => db.close());
  const port = await freePort();
  const env = {
    DATABASE_URL: connectionString,
    BILLFOLD_ENCRYPTION_KEYS: testKey(),
    // Nothing listens on this port unless a test starts a service.
    BILLFOLD_BASE_URL: `http://127.0.0.1:${port}/api/v1`,
    BILLFOLD_SITE_URL: `http://127.0.0.1:${port}`,
  };
  return {
    env,
    sql: (text) => db.query(text),
    serve: async (changes = {}) => {
      const service = await startService({ env: { ...env, ...changes }, now: new Date() });
      let closing: Promise<void> | undefined;
      const close = () => (closing ??= service.close());
      onTestFinished(close);
      return { ...service, close };
    },
    runDoctor: (changes, clock) => runDoctor({ ...env, ...changes }, clock),
  };
}

export async function runDoctor(env: Record<string, string>, clock: Clock = systemClock): Promise<Report> {
  const all = await examine(env, clock);
  return {
    all,
    of: (check) =>
      all.filter((finding) => finding.check === check).map(({ level, says }) => `${level}: ${says}`),
    problems: () =>
      all.filter(({ level }) => level === "problem").map(({ check, says }) => `${check}: ${says}`),
  };
}

export const fastForward = (minutes: number): Clock => ({
  now: () => new Date(Date.now() + minutes * 60_000),
});

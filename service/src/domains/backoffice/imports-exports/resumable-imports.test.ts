import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabaseProxy } from "../../../../test/database-proxy.ts";
import { startService, type TestService } from "../../../../test/harness.ts";
import { signIn } from "../../../../test/site-session.ts";
import { type DashboardSession, openDashboard } from "./imports.fixture.ts";
import { importRetentionDays, purgeImports } from "./resumable-imports.ts";

let service: TestService;
let dashboard: DashboardSession;
let wire: Awaited<ReturnType<typeof openDatabaseProxy>>;
beforeAll(async () => {
  wire = await openDatabaseProxy();
  service = await startService({ env: { DATABASE_URL: wire.connectionString } });
  dashboard = await openDashboard(service);
});
afterAll(() => service.close());

/** Rows without an identifier: whoever stores one twice has two customers. */
const fileOf = (rows: number, prefix = "Customer") =>
  ["name", ...Array.from({ length: rows }, (_, index) => `${prefix} ${index}`)].join("\n");

const start = async (by: DashboardSession, csv: string, kind = "customers") =>
  by.call("POST", "/imports", { kind, file_name: `${kind}.csv`, csv });
const goOn = (by: DashboardSession, id: number) => by.call("POST", `/imports/${id}/continue`);
const unfinished = async (by: DashboardSession) => (await by.call("GET", "/imports")).body.imports;

async function namesOf({ company }: DashboardSession, prefix: string): Promise<string[]> {
  const rows = await service.context.db.query<{ name: string }>(
    "select name from customers where company_id = $1 and starts_with(name, $2) order by id",
    [company.id, prefix],
  );
  return rows.map(({ name }) => name);
}

test("a file is stored before its first row is, and is imported a part at a time", async () => {
  const { status, body } = await start(dashboard, fileOf(700));
  expect([status, body.import]).toEqual([
    201,
    expect.objectContaining({ status: "running", rows: 700, done: 0, created: 0 }),
  ]);
  const { id } = body.import;
  const parts = [await goOn(dashboard, id), await goOn(dashboard, id)];
  expect(parts.map(({ body: part }) => [part.import.done, part.import.status])).toEqual([
    [500, "running"],
    [700, "finished"],
  ]);
  expect(await namesOf(dashboard, "Customer")).toEqual(fileOf(700).split("\n").slice(1));
  // Once more changes nothing.
  expect((await goOn(dashboard, id)).body.import).toMatchObject({ status: "finished", created: 700 });
  const [stored] = await service.context.db.query("select csv from imports where id = $1", [id]);
  expect(stored).toEqual({ csv: null });
});

test("an import that the database interrupted goes on behind the last row that was stored", async () => {
  const own = await openDashboard(service);
  const { id } = (await start(own, fileOf(500, "Cut"))).body.import;
  const { repair } = wire.breakAfter(60_000);
  const broken = await goOn(own, id).finally(repair);
  expect(broken.status).toBe(503);
  const [stopped] = await expect
    .poll(() => unfinished(own).catch(() => []), { timeout: 30_000 })
    .toHaveLength(1)
    .then(() => unfinished(own));
  expect(stopped).toMatchObject({ id, status: "running", rows: 500 });
  expect(await namesOf(own, "Cut")).toHaveLength(stopped.done);
  expect((await goOn(own, id)).body.import).toMatchObject({ status: "finished", done: 500, created: 500 });
  expect(await namesOf(own, "Cut")).toEqual(fileOf(500, "Cut").split("\n").slice(1));
});

test("two windows that continue the same import store each row once", async () => {
  const own = await openDashboard(service);
  const { id } = (await start(own, fileOf(900, "Both"))).body.import;
  const replies = await Promise.all([goOn(own, id), goOn(own, id)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(await unfinished(own)).toEqual([]);
  expect(await namesOf(own, "Both")).toEqual(fileOf(900, "Both").split("\n").slice(1));
});

test("rows with errors are reported with their number in the file, wherever the import was interrupted", async () => {
  const own = await openDashboard(service);
  const lines = Array.from({ length: 600 }, (_, index) => `Row ${index},${index % 300 === 299 ? "no" : ""}`);
  const { id } = (await start(own, ["name,email", ...lines].join("\n"))).body.import;
  await goOn(own, id);
  const { body } = await goOn(own, id);
  expect(body.import).toMatchObject({ status: "finished", done: 600, created: 598, errors_total: 2 });
  expect(body.import.errors.map(({ row }: { row: number }) => row)).toEqual([301, 601]);
  const { notifications } = (await signedInOther(own).then((other) => other.call("GET", "/notifications")))
    .body;
  expect(JSON.stringify(notifications)).toContain("customers.csv");
});

const signedInOther = ({ company }: DashboardSession) => signIn(service, { companyId: company.id });

describe("an import", () => {
  test("that is discarded stops where it is, and can't be continued", async () => {
    const own = await openDashboard(service);
    const { id } = (await start(own, fileOf(700, "Half"))).body.import;
    await goOn(own, id);
    expect((await own.call("POST", `/imports/${id}/discard`)).body.import).toMatchObject({
      status: "discarded",
      done: 500,
    });
    expect((await goOn(own, id)).status).toBe(422);
    expect((await own.call("POST", `/imports/${id}/discard`)).status).toBe(422);
    expect(await unfinished(own)).toEqual([]);
    expect(await namesOf(own, "Half")).toHaveLength(500);
  });

  test("belongs to its company, and needs the right to import", async () => {
    const { id } = (await start(dashboard, fileOf(1))).body.import;
    const other = await openDashboard(service);
    expect((await goOn(other, id)).status).toBe(404);
    expect((await other.call("POST", `/imports/${id}/discard`)).status).toBe(404);
    expect(await unfinished(other)).toEqual([]);
    const viewer = await signIn(service, { companyId: dashboard.company.id, role: "viewer" });
    expect((await viewer.call("POST", `/imports/${id}/continue`)).status).toBe(403);
  });

  test("of a file that can't be read is refused before anything is stored", async () => {
    const own = await openDashboard(service);
    expect((await start(own, "colour\nred")).status).toBe(422);
    expect(await unfinished(own)).toEqual([]);
  });

  test("that nobody continues is deleted with its file after a week", async () => {
    const own = await openDashboard(service);
    const { id } = (await start(own, fileOf(1))).body.import;
    const find = () => service.context.db.query("select id from imports where id = $1", [id]);
    const { context, clock } = service;
    const later = { ...clock, now: () => new Date(clock.now().getTime() + importRetentionDays * 86_400_000) };
    await purgeImports({ ...context, clock: later });
    expect(await find()).toHaveLength(1);
    const after = { ...clock, now: () => new Date(later.now().getTime() + 1) };
    await purgeImports({ ...context, clock: after });
    expect(await find()).toEqual([]);
  });
});

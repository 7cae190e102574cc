import { randomInt, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openDatabaseProxy } from "../../../../test/database-proxy.ts";
import { type Reply, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { waitsFor } from "../../../../test/locked-rows.ts";
import { scopeNames } from "../../../contract/access.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { idsInPayload } from "../../../platform/db/notifier.ts";
import { approveCompany, companiesChannel, suspendCompany } from "../companies/service.ts";
import { setPlan } from "../plans/service.ts";
import { type IssuedKey, renameKey, revokeKey, rotateKey, setKeyScopes } from "./service.ts";

type Administration = Parameters<typeof revokeKey>[0];

/** A busy machine is slow, not wrong. */
const sometime = { timeout: 30_000, interval: 20 };

/** Every node ends with the file. */
const nodes: TestService[] = [];
async function node(connectionString: string): Promise<TestService> {
  const started = await startService({ env: { DATABASE_URL: connectionString } });
  nodes.push(started);
  return started;
}

let here: TestService;
let there: TestService;
// A name for its connections, which distinguishes them from those of all the other nodes on this database.
const thereName = `node ${randomUUID()}`;
beforeAll(async () => {
  const named = new URL(inject("connectionString"));
  named.searchParams.set("application_name", thereName);
  [here, there] = await Promise.all([node(inject("connectionString")), node(named.href)]);
});
afterAll(() => Promise.all(nodes.map((started) => started.close())));

const administer = <T>(work: (administration: Administration) => Promise<T>): Promise<T> =>
  inTransaction(here.context.db, (tx) => work({ tx, now: here.clock.now() }));

async function ask(on: TestService, path: string, { appId, secret }: { appId: string; secret: string }) {
  const response = await fetch(`${on.url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${appId}:${secret}` },
  });
  const body = (await response.json()) as Reply["body"];
  return { status: response.status, body };
}
const statusOf = async (on: TestService, secret: string, company: TestCompany) =>
  (await ask(on, "/ping", { appId: company.appId, secret })).status;

/** The status on a node that has heard everything announced so far: announcements arrive in order. */
async function statusOnceHeard(on: TestService, company: TestCompany, path = "/ping"): Promise<number> {
  await hears(on);
  return (await ask(on, path, company)).status;
}

async function hears(on: TestService): Promise<void> {
  const word = randomInt(2 ** 40, 2 ** 45);
  let isHeard = false;
  on.context.listener.on(companiesChannel, (payload) => {
    isHeard ||= idsInPayload(payload)?.has(word) === true;
  });
  // Again, for a node that was listening anew when it was said.
  const say = () => {
    if (!isHeard) here.context.db.notify(companiesChannel, word);
    return isHeard;
  };
  await expect.poll(say, sometime).toBe(true);
}

/**
 * A company whose key the nodes have used and remember. A node that was told of a change meanwhile, of whatever
 * company, does not keep what it has just looked up: hence it is asked until it does.
 */
async function knownCompany(...onNodes: TestService[]): Promise<TestCompany> {
  const company = await here.company();
  for (const on of onNodes) await expect.poll(() => isRemembered(on, company), sometime).toBe(true);
  return company;
}

/** What is written to the table without a word to anybody shows only where the key has to be looked up. */
async function isRemembered(on: TestService, company: TestCompany): Promise<boolean> {
  const write = (scopes: readonly string[]) =>
    here.context.db.query("update api_keys set scopes = $2 where app_id = $1", [company.appId, scopes]);
  expect((await ask(on, "/ping", company)).status).toBe(200);
  await write([]);
  const { scopes } = (await ask(on, "/ping", company)).body;
  await write(scopeNames);
  if (scopes.length > 0) return true;
  here.context.db.notify(companiesChannel, company.id);
  await hears(on);
  return false;
}

const rotate = (company: TestCompany, grace: number): Promise<IssuedKey> =>
  administer((administration) => rotateKey(administration, company.id, company.appId, grace));

function advance(milliseconds: number): void {
  for (const on of nodes) on.clock.advance(milliseconds);
}

describe("rotation", () => {
  test("keeps the App ID, and the old secret until the new one is first used, however long that takes", async () => {
    const company = await knownCompany(here, there);
    const { app_id: appId, secret } = await rotate(company, 3600);
    expect(appId).toBe(company.appId);
    expect(secret).not.toBe(company.secret);
    advance(30 * 24 * 3600 * 1000);
    expect(await statusOf(here, company.secret, company)).toBe(200);
    expect(await statusOf(there, company.secret, company)).toBe(200);
  });

  test("lets the old secret live for the grace period after that first use, on every node, and then refuses it", async () => {
    const company = await knownCompany(here, there);
    const { secret } = await rotate(company, 3600);
    await expect.poll(() => statusOf(there, secret, company)).toBe(200);
    advance(3600 * 1000 - 1);
    for (const on of [here, there]) expect(await statusOf(on, company.secret, company)).toBe(200);
    // Later uses of the new secret do not start the period again.
    expect(await statusOf(here, secret, company)).toBe(200);
    advance(1);
    for (const on of [here, there]) expect(await statusOf(on, company.secret, company)).toBe(401);
    for (const on of [here, there]) expect(await statusOf(on, secret, company)).toBe(200);
  });

  test("makes the new secret good on every node from the moment it is shown, not only when the news has come", async () => {
    const wire = await openDatabaseProxy();
    const behind = await node(wire.connectionString);
    const company = await knownCompany(behind);
    wire.silence(true);
    const { secret } = await rotate(company, 3600);
    expect(await statusOf(behind, secret, company)).toBe(200);
  });

  test("without grace ends the old secret at once, before the new one is used", async () => {
    const company = await knownCompany(here, there);
    const { secret } = await rotate(company, 0);
    for (const on of [here, there]) expect(await statusOnceHeard(on, company)).toBe(401);
    expect(await statusOf(there, secret, company)).toBe(200);
  });

  test("without grace also ends an old secret that an earlier rotation still let live", async () => {
    const company = await knownCompany(here, there);
    const second = await rotate(company, 3600);
    await expect.poll(() => statusOf(here, second.secret, company)).toBe(200);
    const third = await rotate(company, 0);
    expect(await statusOnceHeard(there, company)).toBe(401);
    await hears(here);
    expect(await statusOf(here, second.secret, company)).toBe(401);
    expect(await statusOf(here, third.secret, company)).toBe(200);
  });

  test("done twice before the first new secret was used keeps the one in use valid: a lost response locks nobody out", async () => {
    const company = await knownCompany(here, there);
    await rotate(company, 3600);
    const third = await rotate(company, 3600);
    await expect.poll(() => statusOf(here, third.secret, company)).toBe(200);
    expect(await statusOf(here, company.secret, company)).toBe(200);
    await hears(here);
    advance(3600 * 1000);
    expect(await statusOf(here, company.secret, company)).toBe(401);
  });

  test("of a key that does not live, or is another company's, is refused", async () => {
    const [company, other] = [await here.company(), await here.company()];
    for (const act of [rotateKey, revokeKey, setKeyScopes] as const) {
      const detail = act === setKeyScopes ? [] : 0;
      const tried = administer<unknown>((a) => act(a, other.id, company.appId, detail as never));
      await expect(tried).rejects.toThrow(company.appId);
      expect(await statusOnceHeard(here, company)).toBe(200);
    }
    expect((await ask(here, "/ping", company)).body.scopes).toHaveLength(scopeNames.length);
    await administer((a) => revokeKey(a, company.id, company.appId));
    await expect(rotate(company, 0)).rejects.toThrow("There is no key");
    await expect(administer((a) => revokeKey(a, company.id, company.appId))).rejects.toThrow(
      "There is no key",
    );
  });

  test("keeps secrets only as hashes", async () => {
    const company = await here.company();
    const { secret } = await rotate(company, 3600);
    const [row] = await here.context.db.query<{ row: string }>(
      "select k::text as row from api_keys k where app_id = $1",
      [company.appId],
    );
    for (const plain of [company.secret, secret]) {
      expect(row!.row).not.toContain(plain);
      expect(row!.row).not.toContain(Buffer.from(plain).toString("hex"));
    }
  });
});

describe("as soon as the news has come, on every node", () => {
  test("a revoked key is 401", async () => {
    const company = await knownCompany(here, there);
    await administer((a) => revokeKey(a, company.id, company.appId));
    for (const on of [there, here]) expect(await statusOnceHeard(on, company)).toBe(401);
  });

  test("a suspended company gets 403, and /ping shows it; approval restores access", async () => {
    const company = await knownCompany(here, there);
    await administer((a) => suspendCompany(a, company.id));
    expect(await statusOnceHeard(there, company, "/customers")).toBe(403);
    expect((await ask(there, "/customers", company)).body.code).toBe("subscription_inactive");
    expect((await ask(there, "/ping", company)).body.tenant.status).toBe("suspended");
    await administer((a) => approveCompany(a, company.id));
    expect(await statusOnceHeard(there, company, "/customers")).toBe(200);
  });

  test("a scope that was taken away is 403, and one that was given works", async () => {
    const company = await knownCompany(here, there);
    await administer((a) => setKeyScopes(a, company.id, company.appId, ["products:read"]));
    expect(await statusOnceHeard(there, company, "/customers")).toBe(403);
    expect((await ask(there, "/ping", company)).body.scopes).toEqual(["products:read"]);
    await administer((a) => setKeyScopes(a, company.id, company.appId, ["customers:read"]));
    expect(await statusOnceHeard(there, company, "/customers")).toBe(200);
  });

  test("a feature that was disabled is 403", async () => {
    const company = await knownCompany(here, there);
    await administer((a) => setPlan(a, company.id, { disable: ["catalog"] }));
    expect(await statusOnceHeard(there, company, "/customers")).toBe(403);
  });

  test("other companies' keys keep working", async () => {
    const [company, bystander] = [await knownCompany(there), await knownCompany(there)];
    await administer((a) => revokeKey(a, company.id, company.appId));
    expect((await ask(there, "/ping", bystander)).status).toBe(200);
  });
});

describe("a look-up that a revocation overtakes", () => {
  test("is not remembered", async () => {
    const wire = await openDatabaseProxy();
    const behind = await node(wire.connectionString);
    // Every connection that reads is open by then, so that only answers are held.
    for (let count = 0; count < 8; count++)
      expect(await statusOf(behind, "none", await here.company())).toBe(401);
    const company = await here.company();
    const held = wire.holdReads();
    const early = ask(behind, "/ping", company);
    await expect.poll(held.hasHeld, sometime).toBe(true);
    await administer((a) => revokeKey(a, company.id, company.appId));
    await hears(behind);
    held.release();
    expect((await early).status).toBe(200);
    expect(await statusOf(behind, company.secret, company)).toBe(401);
  });
});

describe("when a node no longer receives notifications", () => {
  test("because its connection was cut, a revocation made at that moment still holds", async () => {
    const company = await knownCompany(here, there);
    const cut = await here.context.db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and query ~ '^(listen |select extract)'`,
      [thereName],
    );
    expect(cut).toHaveLength(1);
    await administer((a) => revokeKey(a, company.id, company.appId));
    await expect.poll(() => statusOf(there, company.secret, company), sometime).toBe(401);
    await expect.poll(() => there.context.listener.alive(), sometime).toBe(true);
    const later = await knownCompany(there);
    await administer((a) => revokeKey(a, later.id, later.appId));
    expect(await statusOnceHeard(there, later)).toBe(401);
  });

  test("because its connection hangs without closing, it trusts none of its cached keys", async () => {
    const wire = await openDatabaseProxy();
    const behind = await node(wire.connectionString);
    const company = await knownCompany(behind);
    wire.silence(true);
    await expect.poll(() => behind.context.listener.alive(), sometime).toBe(false);
    await administer((a) => revokeKey(a, company.id, company.appId));
    expect(await statusOf(behind, company.secret, company)).toBe(401);
    // Its next attempts to listen get no response either; once that ends, it receives announcements again.
    const failures = () =>
      behind.logged.filter((line) => line.includes("notification listener is disconnected")).length;
    const before = failures();
    await expect.poll(failures, sometime).toBeGreaterThanOrEqual(before + 2);
    expect(behind.context.listener.alive()).toBe(false);
    wire.silence(false);
    await expect.poll(() => behind.context.listener.alive(), sometime).toBe(true);
  });
});

test("of two people who rename a key at once, the second replaces the name that the first gave it", async () => {
  const company = await here.company();
  const rename = (name: string) =>
    administer((administration) => renameKey(administration, company.id, company.appId, name));
  await rename("Till");
  const first = {
    text: "update api_keys set name = 'Shop' where company_id = $1 and app_id = $2",
    values: [company.id, company.appId],
  };
  expect(await waitsFor(here.context.db, first, () => rename("Web shop"))).toBe(true);
  const audited =
    "select details from audit_entries where company_id = $1 and action = 'key.renamed' order by id";
  const entries = await here.context.db.query(audited, [company.id]);
  expect(entries.at(-1)).toMatchObject({ details: { from: "Shop", to: "Web shop" } });
});

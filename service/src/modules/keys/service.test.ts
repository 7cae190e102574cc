import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Reply, startService, type TestCompany, type TestService } from "../../../test/harness.ts";
import { openSilentWire } from "../../../test/silent-wire.ts";
import { inTransaction } from "../../foundation/database.ts";
import { approveCompany, suspendCompany } from "../companies/service.ts";
import { setPlan } from "../subscriptions/service.ts";
import { type IssuedKey, revokeKey, rotateKey, setKeyScopes } from "./service.ts";

type Administration = Parameters<typeof revokeKey>[0];

/** Every node ends with the file. */
const nodes: TestService[] = [];
async function node(connectionString: string): Promise<TestService> {
  const started = await startService({ env: { DATABASE_URL: connectionString } });
  nodes.push(started);
  return started;
}

let here: TestService;
let there: TestService;
// A name for its connections, by which they are told from those of all the other nodes on this database.
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

/** Milliseconds from now until the answer on a node has the status, asked again and again. */
async function until(on: TestService, company: TestCompany, status: number, path = "/ping"): Promise<number> {
  const started = performance.now();
  for (;;) {
    const reply = await ask(on, path, company);
    const elapsed = performance.now() - started;
    if (reply.status === status || elapsed > 5000) return elapsed;
  }
}

/** A company whose key both nodes have used, and so remember. */
async function knownCompany(...onNodes: TestService[]): Promise<TestCompany> {
  const company = await here.company();
  for (const on of onNodes) expect((await ask(on, "/ping", company)).status).toBe(200);
  return company;
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
    const wire = await openSilentWire();
    const behind = await node(wire.connectionString);
    const company = await knownCompany(behind);
    wire.silence(true);
    const { secret } = await rotate(company, 3600);
    expect(await statusOf(behind, secret, company)).toBe(200);
  });

  test("without grace ends the old secret at once, before the new one is used", async () => {
    const company = await knownCompany(here, there);
    const { secret } = await rotate(company, 0);
    expect(await until(here, company, 401)).toBeLessThan(1000);
    expect(await until(there, company, 401)).toBeLessThan(1000);
    expect(await statusOf(there, secret, company)).toBe(200);
  });

  test("without grace also ends an old secret that an earlier rotation still let live", async () => {
    const company = await knownCompany(here, there);
    const second = await rotate(company, 3600);
    await expect.poll(() => statusOf(here, second.secret, company)).toBe(200);
    const third = await rotate(company, 0);
    expect(await until(there, company, 401)).toBeLessThan(1000);
    expect(await statusOf(here, second.secret, company)).toBe(401);
    expect(await statusOf(here, third.secret, company)).toBe(200);
  });

  test("done twice before the first new secret was used leaves the one in use alive: a lost answer cuts nobody off", async () => {
    const company = await knownCompany(here, there);
    await rotate(company, 3600);
    const third = await rotate(company, 3600);
    await expect.poll(() => statusOf(here, third.secret, company)).toBe(200);
    expect(await statusOf(here, company.secret, company)).toBe(200);
    advance(3600 * 1000);
    expect(await until(here, company, 401)).toBeLessThan(1000);
  });

  test("of a key that does not live, or is another company's, is refused", async () => {
    const [company, other] = [await here.company(), await here.company()];
    await expect(administer((a) => rotateKey(a, other.id, company.appId, 0))).rejects.toThrow(company.appId);
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

describe("within a second, on every node", () => {
  test("a revoked key is 401", async () => {
    const company = await knownCompany(here, there);
    await administer((a) => revokeKey(a, company.id, company.appId));
    expect(await until(there, company, 401)).toBeLessThan(1000);
    expect(await until(here, company, 401)).toBeLessThan(1000);
  });

  test("a suspended company is 403, and /ping tells it; approval opens it again", async () => {
    const company = await knownCompany(here, there);
    await administer((a) => suspendCompany(a, company.id));
    expect(await until(there, company, 403, "/customers")).toBeLessThan(1000);
    expect((await ask(there, "/customers", company)).body.code).toBe("subscription_inactive");
    expect((await ask(there, "/ping", company)).body.tenant.status).toBe("suspended");
    await administer((a) => approveCompany(a, company.id));
    expect(await until(there, company, 200, "/customers")).toBeLessThan(1000);
  });

  test("a scope that was taken away is 403, and one that was given works", async () => {
    const company = await knownCompany(here, there);
    await administer((a) => setKeyScopes(a, company.id, company.appId, ["products:read"]));
    expect(await until(there, company, 403, "/customers")).toBeLessThan(1000);
    expect((await ask(there, "/ping", company)).body.scopes).toEqual(["products:read"]);
    await administer((a) => setKeyScopes(a, company.id, company.appId, ["customers:read"]));
    expect(await until(there, company, 200, "/customers")).toBeLessThan(1000);
  });

  test("a feature that was disabled is 403", async () => {
    const company = await knownCompany(here, there);
    await administer((a) => setPlan(a, company.id, { disable: ["catalog"] }));
    expect(await until(there, company, 403, "/customers")).toBeLessThan(1000);
  });

  test("other companies' keys go on working meanwhile", async () => {
    const [company, bystander] = [await knownCompany(there), await knownCompany(there)];
    await administer((a) => revokeKey(a, company.id, company.appId));
    expect((await ask(there, "/ping", bystander)).status).toBe(200);
  });
});

describe("when a node no longer hears the others", () => {
  test("because its connection was cut, a revocation made at that moment still holds within a second", async () => {
    const company = await knownCompany(here, there);
    const cut = await here.context.db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and query ~ '^(listen |select 1$)'`,
      [thereName],
    );
    expect(cut).toHaveLength(1);
    await administer((a) => revokeKey(a, company.id, company.appId));
    expect(await until(there, company, 401)).toBeLessThan(1000);
    await expect.poll(() => there.context.listener.alive(), { timeout: 3000 }).toBe(true);
    const later = await knownCompany(there);
    await administer((a) => revokeKey(a, later.id, later.appId));
    expect(await until(there, later, 401)).toBeLessThan(1000);
  });

  test("because its connection fell silent without an end, a revocation still holds within a second", async () => {
    const wire = await openSilentWire();
    const behind = await node(wire.connectionString);
    const company = await knownCompany(behind);
    wire.silence(true);
    await administer((a) => revokeKey(a, company.id, company.appId));
    expect(await until(behind, company, 401)).toBeLessThan(1000);
    // Also its next tries to listen meet silence; once that ends, it hears again.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(behind.context.listener.alive()).toBe(false);
    wire.silence(false);
    await expect.poll(() => behind.context.listener.alive(), { timeout: 5000 }).toBe(true);
  });
});

import { randomUUID } from "node:crypto";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Receiver, startReceiver } from "billfold-sandbox/receiver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Key, newOperator, type Operator, type Result } from "./commands.fixture.ts";

const patience = { timeout: 120_000, interval: 100 };
const slow = 400_000;
const local = { BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1" };

type Sale = { id: number; number: string; paid: number };

/** As a client should: a request that was not carried out, or came too soon, is repeated under its key after the time that the answer names. */
async function send({ url }: Operator, key: Key, route: string, body: object): Promise<Result> {
  const headers = {
    "X-API-Key": key.app_id,
    "X-API-Secret": key.secret,
    "Content-Type": "application/json",
    "Idempotency-Key": randomUUID(),
  };
  for (;;) {
    const response = await fetch(`${url}/api/v1${route}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Result;
    if (response.status === 503 || response.status === 429) {
      await setTimeout(Number(response.headers.get("Retry-After")) * 1000);
      continue;
    }
    expect(response.ok, JSON.stringify(answer)).toBe(true);
    return answer;
  }
}

/** Clients that create, issue and pay invoices until they are stopped, and remember what was acknowledged. */
function startWriters(operator: Operator, key: Key, customerId: number) {
  const acknowledged: Sale[] = [];
  let stopped = false;
  const write = async () => {
    while (!stopped) {
      const lines = [{ description: "Work", quantity: 1, unit_price: 100 }];
      const { id } = (await send(operator, key, "/invoices", { customer_id: customerId, lines })).invoice;
      const { invoice } = await send(operator, key, `/invoices/${id}/issue`, {});
      await send(operator, key, "/payments", { invoice_id: id, amount: 40, method: "cash" });
      acknowledged.push({ id, number: invoice.number, paid: 40 });
    }
  };
  const writing = Promise.all([write(), write(), write()]);
  return {
    acknowledged,
    stop: () => {
      stopped = true;
      return writing;
    },
  };
}

async function allOf(operator: Operator, key: Key, list: string, name: string): Promise<Result[]> {
  const found: Result[] = [];
  for (let cursor = ""; ; ) {
    const { status, body } = await operator.get(`/${list}?limit=100${cursor}`, key);
    expect(status).toBe(200);
    found.push(...body[name]);
    if (!body.pagination.has_more) return found;
    cursor = `&cursor=${body.pagination.next_cursor}`;
  }
}

const numberOf = (invoice: Result) => Number(/^INV-0*(\d+)$/.exec(invoice.number)![1]);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const ready = async ({ url }: Operator) => {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, body: (await response.json()) as Result };
};

describe("a backup of the embedded database, taken while the service is written to", () => {
  let original: Operator;
  let copy: Operator;
  let receiver: Receiver;
  let key: Key & Result;
  let file: string;
  let before: Sale[];
  let atTheEnd: Result[];
  beforeAll(async () => {
    [original, copy, receiver] = [await newOperator(), await newOperator(), await startReceiver()];
    file = path.join(original.dataDir, "books.backup");
  });
  afterAll(async () => {
    await original.cleanUp();
    await copy.cleanUp();
    await receiver.close();
  });

  test(
    "is written to a folder or file while writers go on, and an existing file is never overwritten",
    async () => {
      const running = await original.serve(local);
      const created = await original.json("company create --name Kept --email kept@example.com --approve");
      key = {
        ...created,
        ...(await original.json(`key create --company ${created.company_id} --scopes all`)),
      } as never;
      // Nothing is delivered for now, so that deliveries are waiting when the backup is taken.
      receiver.behave(() => ({ status: 503 }));
      await original.json(`webhook set --company ${created.company_id} --url ${receiver.url}`, local);
      const { body } = await original.post("/customers", key, { name: "Acme Trading Ltd" });
      const writers = startWriters(original, key, body.customer.id);
      await expect.poll(() => writers.acknowledged.length, patience).toBeGreaterThan(20);
      before = [...writers.acknowledged];
      const written = await original.json(`backup ${file}`);
      const during = writers.acknowledged.length - before.length;
      await writers.stop();
      expect(written).toMatchObject({
        file,
        bytes: expect.any(Number),
        sha256: expect.stringMatching(/^\w{64}$/),
      });
      expect(during, "writers went on while the backup ran").toBeGreaterThan(0);
      const again = await original.run(["backup", file]);
      expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("exists already")]);
      const folder = path.join(original.dataDir, "backups");
      mkdirSync(folder);
      const named = await original.json(`backup ${folder}`);
      expect(readdirSync(folder)).toEqual([path.basename(named.file)]);
      expect(named.file).toMatch(/billfold-\d{4}-\d\d-\d\dT\d{6}Z\.backup$/);
      atTheEnd = await allOf(original, key, "events", "events");
      running.signal("SIGTERM");
      expect(await running.ended()).toBe(0);
    },
    slow,
  );

  test(
    "is checked by restoring it into a temporary database, of which nothing is left",
    async () => {
      const folder = path.join(copy.dataDir, "empty");
      const checked = await copy.json(`restore ${file} --check`, { BILLFOLD_DATA_DIR: folder });
      expect(checked).toMatchObject({ checked: true, audit: "ok", tables: expect.any(Number) });
      expect(readdirSync(folder)).toEqual([]);
    },
    slow,
  );

  test(
    "restores everything that was acknowledged before it began, with gapless numbers and books that balance",
    async () => {
      copyFileSync(
        path.join(original.dataDir, "encryption.keys"),
        path.join(copy.dataDir, "encryption.keys"),
      );
      const restored = await copy.run(["restore", file, "--json"]);
      expect(restored.code, restored.stderr).toBe(0);
      expect(JSON.parse(restored.stdout)).toMatchObject({ audit: "ok", migrations: 0 });
      expect(restored.stderr).not.toContain("encryption keys");
      await copy.serve(local);
      const invoices = await allOf(copy, key, "invoices", "invoices");
      const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
      for (const { id, number, paid } of before)
        expect(byId.get(id)).toMatchObject({ number, amount_paid: paid, amount_due: 60 });
      const issued = invoices.filter(({ status }) => status !== "draft");
      expect(issued.map(numberOf).sort((a, b) => a - b)).toEqual(upTo(issued.length));
      const payments = await allOf(copy, key, "payments", "payments");
      const paidOf = (id: number) =>
        payments.filter((payment) => payment.invoice_id === id).reduce((sum, { amount }) => sum + amount, 0);
      for (const invoice of invoices) expect(invoice.amount_paid).toBe(paidOf(invoice.id));
      const events = await allOf(copy, key, "events", "events");
      expect(events.map(({ sequence }) => sequence)).toEqual(upTo(events.length));
      expect(atTheEnd.slice(0, events.length)).toEqual(events);
      expect(atTheEnd.length).toBeGreaterThan(events.length);
    },
    slow,
  );

  test(
    "as a copy is read, but sends and changes nothing and says so, until it is activated",
    async () => {
      receiver.behave(() => ({ status: 200 }));
      const { length: sentByOriginal } = receiver.received;
      expect(await ready(copy)).toMatchObject({
        status: 503,
        body: {
          checks: { database: true, active: false },
          notice: expect.stringContaining("billfold activate"),
        },
      });
      const refused = await copy.post("/customers", key, { name: "New" });
      expect([refused.status, refused.body.code]).toEqual([503, "inactive_copy"]);
      const examined = await copy.run(["doctor", "--json"]);
      expect(JSON.parse(examined.stdout).checks).toContainEqual(
        expect.objectContaining({ check: "installation", level: "problem" }),
      );
      const { active, waiting } = await copy.json("activate --check");
      expect([active, waiting.webhook_events + waiting.webhook_retries]).toEqual([false, expect.any(Number)]);
      expect(waiting.webhook_events + waiting.webhook_retries).toBeGreaterThan(0);
      expect(receiver.received).toHaveLength(sentByOriginal);

      expect(await copy.json("activate")).toMatchObject({ active: true, was_active: false, waiting });
      await expect.poll(async () => (await ready(copy)).status, patience).toBe(200);
      await expect.poll(() => receiver.received.length, patience).toBeGreaterThan(sentByOriginal);
      const afterwards = await copy.run(["doctor", "--json"]);
      expect(JSON.parse(afterwards.stdout).checks).toContainEqual(
        expect.objectContaining({
          check: "installation",
          level: "note",
          says: expect.stringContaining("was restored on"),
        }),
      );
    },
    slow,
  );

  test("gives no event an id that the original has given", async () => {
    const known = new Set(atTheEnd.map(({ id }) => id));
    const { length: kept } = await allOf(copy, key, "events", "events");
    for (let count = 0; count < 3; count += 1) await copy.post("/customers", key, { name: randomUUID() });
    const added = (await allOf(copy, key, "events", "events")).slice(kept);
    expect(added.map(({ sequence }) => sequence)).toEqual(upTo(3).map((number) => kept + number));
    expect(added.filter(({ id }) => known.has(id))).toEqual([]);
    const ahead = await copy.get(`/events?after=${kept + 100_000}`, key);
    expect([ahead.status, ahead.body.code]).toEqual([422, "feed_position_ahead"]);
  });

  test(
    "is refused where a database is already, and a damaged file is refused everywhere and leaves nothing",
    async () => {
      const there = await copy.run(["restore", file]);
      expect([there.code, there.stderr]).toEqual([2, expect.stringContaining("already has a database")]);
      const broken = path.join(original.dataDir, "broken.backup");
      writeFileSync(broken, "not a backup");
      const folder = path.join(original.dataDir, "new");
      const ended = await original.run(["restore", broken], { BILLFOLD_DATA_DIR: folder });
      expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining("can't be restored")]);
      expect(existsSync(folder)).toBe(false);
    },
    slow,
  );

  test(
    "a copied data folder is recognised as a copy, and the original stays active",
    async () => {
      const folder = path.join(original.dataDir, "copied");
      mkdirSync(folder);
      for (const name of ["postgres", "postgres.password", "encryption.keys"])
        cpSync(path.join(original.dataDir, name), path.join(folder, name), {
          recursive: true,
          preserveTimestamps: true,
        });
      expect(await original.json("activate --check", { BILLFOLD_DATA_DIR: folder })).toMatchObject({
        active: false,
      });
      expect(await original.json("activate --check")).toMatchObject({ active: true });
      await original.json("deactivate");
      expect(await original.json("activate --check")).toMatchObject({ active: false });
    },
    slow,
  );
});

import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Received, type Receiver, startReceiver } from "billfold-sandbox/receiver";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freePort } from "../../test/free-port.ts";
import { type FreshDatabase, migratedDatabase } from "../../test/fresh-database.ts";
import { type Key, newOperator, type Operator, type Result, type Running } from "./commands.fixture.ts";

let operator: Operator;
let database: FreshDatabase;
let receiver: Receiver;
let demo: Key & Result;
beforeAll(async () => {
  operator = await newOperator();
  database = await migratedDatabase();
  receiver = await startReceiver();
  await operator.serve(settings());
  demo = JSON.parse(readFileSync(path.join(operator.dataDir, "demo.json"), "utf8"));
});
afterAll(async () => {
  await operator.cleanUp();
  await receiver.close();
  await database.drop();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.behave(() => ({ status: 200 }));
});

const patience = { timeout: 15_000 };
const settings = () => ({ DATABASE_URL: database.connectionString });
const listen = (words: string[]): Promise<Running> =>
  operator.start(["listen", "--forward", `${receiver.url}/mine`, ...words], /Forwarding .*\n/, settings());
const lines = (listening: Running): Result[] =>
  listening
    .stdout()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

async function end(listening: Running): Promise<number | null> {
  listening.signal("SIGINT");
  return listening.ended();
}

/** Verifies the signature without our own code, only from its documentation. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers["x-pay-signature"] ?? "")!;
  return createHmac("sha256", secret).update(`${t}.${body}`).digest("hex") === v1;
}

const addCustomer = (key: Key) => operator.post("/customers", key, { name: "Amaka Obi" });

describe("listen --forward", () => {
  test("sends each event on as it happens, signed with the company's secret, until SIGINT ends it with 0", async () => {
    const listening = await listen(["--json"]);
    const { body } = await addCustomer(demo);
    const [got] = (await receiver.waitFor(1)) as [Received];
    expect(got.path).toBe("/mine");
    expect(isSigned(got, demo.webhook_secret)).toBe(true);
    expect(new Webhook(demo.webhook_secret).verify(got.body, got.headers)).toMatchObject({
      type: "customer.created",
      company_id: demo.company_id,
      data: { object: { id: body.customer.id } },
    });
    await expect.poll(listening.stdout, patience).toMatch(/\n$/);
    expect(lines(listening)).toEqual([
      {
        event_id: got.headers["webhook-id"],
        type: "customer.created",
        status_code: 200,
        error: null,
        duration_ms: expect.any(Number),
      },
    ]);
    expect(await end(listening)).toBe(0);
  });

  test("takes nothing away: the company's own endpoint gets the event too", async () => {
    const listening = await listen([]);
    await addCustomer(demo);
    const [got] = (await receiver.waitFor(1)) as [Received];
    expect(await end(listening)).toBe(0);
    const inbox = async () => {
      const { entries } = (await operator.get("/webhooks/inbox?limit=1", demo)).body;
      return entries[0]?.event.id as string;
    };
    await expect.poll(inbox, patience).toBe(got.headers["webhook-id"]);
  });

  test("--events lets the named types through only", async () => {
    const listening = await listen(["--json", "--events", "product.created,product.updated"]);
    await addCustomer(demo);
    await operator.post("/products", demo, { name: "Ink", unit_price: 5 });
    await receiver.waitFor(1);
    await expect.poll(() => lines(listening).map(({ type }) => type), patience).toEqual(["product.created"]);
    expect(receiver.received).toHaveLength(1);
    await end(listening);
  });

  test("--after sends what there is after that one first, in order", async () => {
    const { body } = await operator.get("/events?limit=100", demo);
    const listening = await listen(["--json", "--after", "2"]);
    const sent = body.events.slice(2).map(({ id }: Result) => id);
    await expect.poll(() => lines(listening).map(({ event_id }) => event_id), patience).toEqual(sent);
    expect(await end(listening)).toBe(0);
  });

  test("--after a number that the feed has not reached is refused, with the newest one", async () => {
    const { body } = await operator.get("/events?limit=100", demo);
    const newest = body.events.at(-1).sequence as number;
    const refused = await operator.run(
      ["listen", "--forward", receiver.url, "--after", String(newest + 1)],
      settings(),
    );
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain(`the newest event has sequence ${newest}`);
  });

  test("tells of an address that fails, on one line, and goes on", async () => {
    receiver.behave(({ path: at }) =>
      receiver.received.length === 1 ? { status: 503 } : { status: 200, body: at },
    );
    const listening = await listen([]);
    await addCustomer(demo);
    await addCustomer(demo);
    await expect.poll(() => listening.stdout().split("\n"), patience).toHaveLength(3);
    expect(listening.stdout().split("\n")).toEqual([
      expect.stringMatching(/^evt_\S+ {2}customer\.created {2}503 {2}\d+ ms {2}the endpoint returned 503$/),
      expect.stringMatching(/^evt_\S+ {2}customer\.created {2}200 {2}\d+ ms$/),
      "",
    ]);
    await end(listening);
  });

  test("--company follows another company than the demo's, and no other", async () => {
    const made = await operator.json(
      "company create --name Other --email other@example.com --approve",
      settings(),
    );
    const key = await operator.json(`key create --company ${made.company_id} --scopes all`, settings());
    const listening = await listen(["--json", "--company", String(made.company_id)]);
    await addCustomer(demo);
    await addCustomer(key as never);
    const [got] = (await receiver.waitFor(1)) as [Received];
    expect(isSigned(got, made.webhook_secret)).toBe(true);
    expect(await end(listening)).toBe(0);
    expect(receiver.received).toHaveLength(1);
  });
});

describe("a bad value", () => {
  test.each<[line: string, reported: string]>([
    ["listen", "Missing --forward"],
    ["listen --forward somewhere", "--forward must be an http:// or https:// address, not 'somewhere'"],
    ["listen --forward ftp://example.com/", "--forward must be an http:// or https:// address"],
    ["listen --forward http://127.0.0.1:9/ --events customer.born", "unknown event type customer.born"],
    ["listen --forward http://127.0.0.1:9/ --company 999999", "There is no company 999999"],
    ["listen --forward http://127.0.0.1:9/ --after noon", "after must be a whole number"],
  ])("exit 2 and one clear message: %s", async (line, reported) => {
    const ended = await operator.run(line.split(" "), settings());
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toMatch(/^billfold: .*\n$/);
    expect(ended.stderr).toContain(reported);
  });

  test("without a demo, the company must be named", async () => {
    const env = { ...settings(), BILLFOLD_DATA_DIR: path.join(operator.dataDir, "other") };
    const ended = await operator.run(["listen", "--forward", receiver.url, "--json"], env);
    expect(ended).toMatchObject({ code: 2, stderr: "" });
    expect(JSON.parse(ended.stdout)).toMatchObject({ success: false, error: "--company is missing" });
  });

  test("beside a service with another PORT it says what is missing", async () => {
    const env = { BILLFOLD_DATA_DIR: path.join(operator.dataDir, "other"), PORT: String(await freePort()) };
    const ended = await operator.run(["listen", "--forward", receiver.url, "--company", "1"], env);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain("on another PORT, set the same PORT here");
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reply, startService, type TestCompany, type TestService } from "../../test/harness.ts";
import { createKey } from "../domains/tenancy/keys/service.ts";
import { setPlan } from "../domains/tenancy/plans/service.ts";
import { inTransaction } from "../platform/db/database.ts";

type Key = { appId: string; secret: string };

const lease = 25;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

// An empty body is refused with 422 after the throttle, so it is the cheapest POST.
const passed = ({ status }: Reply) => status === 422;

/** `count` POSTs at once. */
const post = (company: TestCompany, count: number, key?: Key) =>
  Promise.all(
    Array.from({ length: count }, () => company.call("POST /customers", { body: {}, ...(key && { key }) })),
  );

const passing = (replies: Reply[]) => replies.filter(passed).length;

/** A company with default settings: its plan sets no rate. */
async function plain(on = service): Promise<TestCompany> {
  const company = await on.company();
  await inTransaction(on.context.db, (tx) =>
    setPlan({ tx, now: on.clock.now() }, company.id, {
      postRate: null,
      companyPostRate: null,
      readRate: null,
    }),
  );
  return company;
}

async function secondKey(company: TestCompany): Promise<Key> {
  const { db, clock } = service.context;
  const made = await inTransaction(db, (tx) =>
    createKey({ tx, now: clock.now() }, company.id, ["customers:write"], "sandbox"),
  );
  return { appId: made.app_id, secret: made.secret };
}

describe("the default bucket: 25 a second, 120 in a burst", () => {
  test("lets exactly 120 of 200 POSTs pass while no time passes, and 50 more after 2 s", async () => {
    const company = await plain();
    const replies = await post(company, 200);
    expect(passing(replies)).toBe(120);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(80);

    service.clock.advance(2000);
    expect(passing(await post(company, 80))).toBe(50);
    // However long a key is idle, it accumulates no more than the burst and the tokens that the node has leased.
    service.clock.advance(60_000);
    const saved = passing(await post(company, 170));
    expect(saved).toBeGreaterThanOrEqual(120);
    expect(saved).toBeLessThanOrEqual(120 + lease);
  });

  test("refills continuously, not at whole seconds", async () => {
    const company = await plain();
    await post(company, 121);
    service.clock.advance(39);
    expect(passing(await post(company, 1))).toBe(0);
    service.clock.advance(1);
    expect(passing(await post(company, 2))).toBe(1);
  });

  test("returns limit, remaining and reset as whole numbers on every POST", async () => {
    const company = await plain();
    for (const remaining of [119, 118, 117]) {
      const [reply] = await post(company, 1);
      expect(reply!.headers.get("ratelimit-limit")).toBe("120");
      expect(reply!.headers.get("ratelimit-remaining")).toBe(String(remaining));
      expect(reply!.headers.get("ratelimit-reset")).toBe("1");
    }
    const made = await company.call("POST /customers", { body: { name: "Acme" } });
    expect(made.status).toBe(201);
    expect(made.headers.get("ratelimit-remaining")).toBe("116");
  });

  test("refuses with 429 rate_limited, a Retry-After in whole seconds, and nothing remaining", async () => {
    const company = await plain();
    await post(company, 120);
    const [refused] = await post(company, 1);
    expect(refused!.status).toBe(429);
    expect(refused!.body).toMatchObject({
      success: false,
      code: "rate_limited",
      error: expect.stringContaining("25 per second"),
    });
    expect(refused!.headers.get("retry-after")).toBe("1");
    expect(refused!.headers.get("ratelimit-limit")).toBe("120");
    expect(refused!.headers.get("ratelimit-remaining")).toBe("0");
    expect(refused!.headers.get("ratelimit-reset")).toBe("5");
  });

  test("waiting as long as Retry-After says is enough", async () => {
    const company = await plain();
    await post(company, 120);
    const [refused] = await post(company, 1);
    service.clock.advance(Number(refused!.headers.get("retry-after")) * 1000);
    expect(passing(await post(company, 1))).toBe(1);
  });
});

describe("requests outside the POST limit", () => {
  test("GET and PATCH pass while POST is refused, and their headers describe the budget of reads", async () => {
    const company = await plain();
    const id = await company.customer();
    await post(company, 120);
    expect(passing(await post(company, 1))).toBe(0);
    const reads = await Promise.all(
      Array.from({ length: 150 }, () => company.call("GET /customers?limit=1")),
    );
    expect(reads.every(({ status }) => status === 200)).toBe(true);
    expect(reads[0]!.headers.get("ratelimit-limit")).toBe("2000");
    expect((await company.call(`PATCH /customers/${id}`, { body: { phone: "1" } })).status).toBe(200);
  });

  test("a POST that is refused with 401 or 403 costs no token", async () => {
    const company = await plain();
    const key = await secondKey(company);
    const denied = Array.from({ length: 150 }, () =>
      company.call("POST /products", { body: { name: "Rice" }, key }),
    );
    expect((await Promise.all(denied)).every(({ status }) => status === 403)).toBe(true);
    expect(passing(await post(company, 121, key))).toBe(120);
  });
});

describe("one bucket for each key", () => {
  test("another key of the same company has its own", async () => {
    const company = await plain();
    const other = await secondKey(company);
    expect(passing(await post(company, 130))).toBe(120);
    expect(passing(await post(company, 130, other))).toBe(120);
  });

  test("429 comes before 404 and 422, and creates nothing", async () => {
    const company = await plain();
    await post(company, 120);
    expect((await company.call("POST /invoices/999999999/issue")).status).toBe(429);
    expect((await company.call("POST /customers", { raw: "{not json" })).status).toBe(429);
    expect((await company.call("POST /customers", { body: { name: "Acme" } })).status).toBe(429);
    expect((await company.call("GET /customers")).body.customers).toEqual([]);
  });
});

describe("a plan", () => {
  test("with a higher rate has a burst that grows with it", async () => {
    const company = await service.company({ postRate: 50 });
    const replies = await post(company, 300);
    expect(passing(replies)).toBe(240);
    expect(replies[0]!.headers.get("ratelimit-limit")).toBe("240");
    service.clock.advance(2000);
    expect(passing(await post(company, 150))).toBe(100);
  });

  test("with a lower rate keeps the burst of 120", async () => {
    const company = await service.company({ postRate: 1 });
    expect(passing(await post(company, 130))).toBe(120);
    service.clock.advance(3000);
    expect(passing(await post(company, 10))).toBe(3);
  });

  test("can be changed while a key is at its limit, and the new rate applies from then on", async () => {
    const company = await plain();
    expect(passing(await post(company, 130))).toBe(120);
    await inTransaction(service.context.db, (tx) =>
      setPlan({ tx, now: service.clock.now() }, company.id, { postRate: 100 }),
    );
    await expect.poll(async () => (await post(company, 1))[0]!.headers.get("ratelimit-limit")).toBe("480");
    service.clock.advance(1000);
    expect(passing(await post(company, 150))).toBe(100);
  });

  test("the rate and burst of the settings apply where the plan sets none", async () => {
    const small = await startService({ env: { BILLFOLD_POST_RATE: "2", BILLFOLD_POST_BURST: "5" } });
    try {
      const company = await plain(small);
      expect(passing(await post(company, 10))).toBe(5);
      small.clock.advance(1000);
      expect(passing(await post(company, 10))).toBe(2);
    } finally {
      await small.close();
    }
  });
});

describe("two nodes", () => {
  test("together admit the burst, to within one lease of tokens per node", async () => {
    const other = await startService();
    try {
      const company = await plain();
      const elsewhere = (path: string, key: Key) =>
        fetch(`${other.url}/api/v1${path}`, {
          method: "POST",
          headers: { authorization: `Bearer ${key.appId}:${key.secret}`, "content-type": "application/json" },
          body: "{}",
        }).then(async (response) => ({ status: response.status, text: await response.text() }));
      other.clock.set(service.clock.now());
      const both = () =>
        Promise.all([
          post(company, 150).then(passing),
          Promise.all(Array.from({ length: 150 }, () => elsewhere("/customers", company))).then(
            (replies) => replies.filter(({ status }) => status === 422).length,
          ),
        ]);
      const [here, there] = await both();
      expect(here + there).toBeLessThanOrEqual(120 + 2 * lease);
      expect(here + there).toBeGreaterThanOrEqual(120 - 2 * lease);

      service.clock.advance(2000);
      other.clock.advance(2000);
      const [hereAgain, thereAgain] = await both();
      expect(hereAgain + thereAgain).toBeLessThanOrEqual(50 + 2 * lease);
      expect(hereAgain + thereAgain).toBeGreaterThanOrEqual(50 - 2 * lease);
    } finally {
      await other.close();
    }
  });
});

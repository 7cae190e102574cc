import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { expireLinks } from "../src/domains/payments/links/service.ts";
import { startLoops } from "../src/platform/ops/loops.ts";
import type { Reply, TestCompany } from "./harness.ts";
import { linkOf, openPage, type PaymentService, startPaymentService } from "./payment-service.ts";

// One company's changes wait for a row that is locked. However many they are, other companies' changes are made
// meanwhile.
let service: PaymentService;
let locker: pg.Client;
let [stuck, neighbour] = [] as unknown as [TestCompany, TestCompany];
beforeAll(async () => {
  service = await startPaymentService();
  locker = new pg.Client({ connectionString: service.context.config.databaseUrl! });
  await locker.connect();
});
afterAll(async () => {
  await locker.end();
  await service.close();
});
beforeEach(async () => {
  stuck = await service.company();
  neighbour = await service.company();
});

const many = Array.from({ length: 60 }, (_, index) => index);

/** How many sessions wait for what the locker holds. */
async function countWaiting(): Promise<number> {
  // Within a transaction, pg_stat_activity shows what it showed at first.
  const waiting =
    "select count(distinct pid)::int as count from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))";
  return (await locker.query<{ count: number }>(waiting)).rows[0]!.count;
}

/** Does the work while a row is locked and as many of the requests wait for it as ever will. */
async function whileStuck<T>(
  lock: { table: string; id: number },
  requests: () => Promise<T>[],
  work: (answered: () => number) => Promise<unknown>,
): Promise<T[]> {
  await locker.query("begin");
  const { rowCount } = await locker.query(
    `select from ${lock.table} where company_id = $1 and id = $2 for update`,
    [stuck.id, lock.id],
  );
  expect(rowCount).toBe(1);
  try {
    let answered = 0;
    const sent = requests().map((request) => request.finally(() => (answered += 1)));
    const all = Promise.all(sent);
    await expect.poll(countWaiting, { interval: 20, timeout: 4000 }).toBeGreaterThan(0);
    // This request was sent after them, and is answered although they are not.
    expect((await stuck.call("GET /customers")).status).toBe(200);
    await work(() => answered);
    const replies = await all;
    expect(await countWaiting()).toBe(0);
    return replies;
  } finally {
    await locker.query("rollback");
  }
}

async function neighbourWorks(): Promise<void> {
  const { id } = await neighbour.draft();
  const replies = [
    await neighbour.call(`PATCH /invoices/${id}`, { body: { notes: "Thank you" } }),
    await neighbour.call(`POST /invoices/${id}/issue`, { headers: { "idempotency-key": `issue ${id}` } }),
    await neighbour.call("POST /payments", { body: { invoice_id: id, amount: 1 } }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 201]);
}

function expectNothingChanged(replies: Reply[]): void {
  for (const { status, body, headers } of replies) {
    expect([status, body.code]).toEqual([503, "database_unavailable"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
}

describe("while one company's changes wait for a lock, a neighbour creates, changes, issues and records payments", () => {
  test("changes of one customer", async () => {
    const id = await stuck.customer();
    const path = `/customers/${id}`;
    const replies = await whileStuck(
      { table: "customers", id },
      () => many.map((index) => stuck.call(`PATCH ${path}`, { body: { name: `Name ${index}` } })),
      async (answered) => {
        await neighbourWorks();
        expect(answered()).toBeLessThan(many.length);
      },
    );
    expectNothingChanged(replies);
    expect((await stuck.call(`GET ${path}`)).body.customer.name).not.toMatch(/^Name /);
    expect((await stuck.call(`PATCH ${path}`, { body: { name: "Name" } })).status).toBe(200);
  });

  test("the issue of one invoice, with an Idempotency-Key each", async () => {
    const { id } = await stuck.draft();
    const issue = (index: number) =>
      stuck.call(`POST /invoices/${id}/issue`, { headers: { "idempotency-key": `issue ${index}` } });
    const replies = await whileStuck(
      { table: "invoices", id },
      () => many.map(issue),
      async (answered) => {
        await neighbourWorks();
        expect(answered()).toBeLessThan(many.length);
      },
    );
    expectNothingChanged(replies);
    expect((await stuck.call(`GET /invoices/${id}`)).body.invoice.status).toBe("draft");
    // What was refused so is not stored under the key.
    expect((await issue(0)).body.invoice.status).toBe("open");
  });

  test("buyers who pay one link", async () => {
    const [of, other] = [await linkOf(stuck), await linkOf(neighbour)];
    const { rows } = await locker.query("select id from payment_links where company_id = $1", [stuck.id]);
    const pay = ({ checkout_url }: typeof of) => openPage(`${checkout_url}/pay`, {});
    const pages = await whileStuck(
      { table: "payment_links", id: Number(rows[0].id) },
      () => many.map(() => pay(of)),
      async (answered) => {
        expect((await pay(other)).status).toBe(303);
        await neighbourWorks();
        expect(answered()).toBeLessThan(many.length);
      },
    );
    expect([...new Set(pages.map(({ status }) => status))]).toEqual([503]);
    expect((await pay(of)).status).toBe(303);
  });
});

test("a background pass that waits too long for a lock fails, changes nothing, and works once the lock is gone", async () => {
  const { context, clock, logged } = service;
  const { reference } = await linkOf(stuck);
  clock.advance(400 * 24 * 60 * 60 * 1000);
  await locker.query("begin");
  await locker.query("select from company_counters where company_id = $1 for update", [stuck.id]);
  const pass = { name: "links to expire", everyMs: 10, run: () => expireLinks(context) };
  const loops = startLoops([pass], context.log);
  onTestFinished(loops.stop);
  const isLogged = () => logged.some((line) => line.includes(pass.name) && line.includes("55P03"));
  await expect.poll(isLogged, { timeout: 20_000, interval: 50 }).toBe(true);
  await locker.query("rollback");
  const status = async () =>
    (await locker.query("select status from payment_links where company_id = $1", [stuck.id])).rows[0].status;
  await expect.poll(status, { timeout: 20_000, interval: 50 }).toBe("expired");
  const expired = (await stuck.call("GET /events?type=payment_link.expired")).body.events;
  expect(expired.map((event: { data: { object: object } }) => event.data.object)).toMatchObject([
    { reference },
  ]);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { signIn, type TestSession } from "../../../../test/site-session.ts";
import { runOne, scheduleOf } from "../../billing/recurring-invoices/recurring.fixture.ts";
import { recurringTable } from "./recurring-invoices.ts";

let service: TestService;
let company: TestCompany;
let session: TestSession;
const made: Record<string, number> = {};

beforeAll(async () => {
  service = await startService();
  company = await service.company();
  session = await signIn(service, { companyId: company.id, role: "viewer" });
  const ada = await company.customer({ name: "Ada Stores" });
  const bola = await company.customer({ name: "bola & sons" });
  made.monthly = (await scheduleOf(company, { customer_id: ada, start_date: "2027-01-31" })).id;
  made.weekly = (await scheduleOf(company, { customer_id: bola, interval: "week", interval_count: 2 })).id;
  made.paused = (await scheduleOf(company, { customer_id: bola, interval: "year" })).id;
  await company.call(`POST /recurring_invoices/${made.paused}/pause`);
});
afterAll(() => service.close());

// biome-ignore lint/suspicious/noExplicitAny: a response
async function get(path: string, by = session): Promise<any> {
  const reply = await by.call("GET", path);
  if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
  return reply.body;
}

const ids = ({ rows }: { rows: { id: number }[] }) => rows.map(({ id }) => id);

test("the list counts every status, finds customers by name, and shows when the next invoice comes", async () => {
  const all = await get("/lists/recurring_invoices");
  expect(all.counts).toEqual({ all: 3, active: 2, paused: 1, ended: 0 });
  expect(ids(all)).toEqual([made.paused, made.weekly, made.monthly]);
  expect(all.rows[2]).toEqual({
    id: made.monthly,
    status: "active",
    customer_id: expect.any(Number),
    customer_name: "Ada Stores",
    currency: "NGN",
    total: 107.5,
    interval: "month",
    interval_count: 1,
    next_date: "2027-01-31",
    failed: false,
    created_at: expect.any(String),
  });
  expect(ids(await get("/lists/recurring_invoices?q=BOLA"))).toEqual([made.paused, made.weekly]);
  expect(ids(await get("/lists/recurring_invoices?q=bola&status=active,ended"))).toEqual([made.weekly]);
});

test.each(Object.keys(recurringTable.orders))(
  "sorted by %s, it is the same in pages as at once",
  async (sort) => {
    for (const order of [sort, `-${sort}`]) {
      const whole = ids(await get(`/lists/recurring_invoices?sort=${order}`));
      const first = await get(`/lists/recurring_invoices?sort=${order}&limit=2`);
      const cursor = first.pagination.next_cursor;
      const second = await get(`/lists/recurring_invoices?sort=${order}&limit=2&cursor=${cursor}`);
      expect([...ids(first), ...ids(second)]).toEqual(whole);
    }
  },
);

test("the page of one has what it makes next and what it made last; that of another company is not found", async () => {
  await runOne(service.context, company, { id: made.weekly! });
  const page = await get(`/lists/recurring_invoices/${made.weekly}`);
  expect(page.recurring_invoice).toMatchObject({ id: made.weekly, periods_done: 1, next_date: "2026-11-29" });
  expect(page.preview).toHaveLength(12);
  expect(page.preview[0]).toMatchObject({ invoice_date: "2026-11-29", period_end: "2026-12-12" });
  expect(page.invoices).toMatchObject([{ invoice_date: "2026-11-15", status: "draft", total: 107.5 }]);
  const other = await service.company();
  const by = await signIn(service, { companyId: other.id, role: "viewer" });
  expect((await by.call("GET", `/lists/recurring_invoices/${made.weekly}`)).status).toBe(404);
});

test("an export has the listed ones", async () => {
  const { status, text } = await session.call("GET", "/exports/recurring_invoices.csv?status=paused");
  expect(status).toBe(200);
  const [head, ...rows] = text.trim().split("\r\n");
  expect(head).toContain("interval,interval_count");
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatch(new RegExp(`^${made.paused},paused,`));
});

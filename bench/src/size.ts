import type { Principal } from "../../service/src/contract/access.ts";
import { daysBefore, periodIn } from "../../service/src/domains/backoffice/overview/period.ts";
import { findBalances, findMovements } from "../../service/src/domains/backoffice/overview/queries.ts";
import { search } from "../../service/src/domains/backoffice/search/service.ts";
import { type Database, openDatabase } from "../../service/src/platform/db/database.ts";
import { type Finding, median } from "./report.ts";
import { seedInvoices } from "./seed.ts";
import { freshDataDir, type RunningService, removeDataDir, startService } from "./service-process.ts";

const growthMax = 1.5;
const pairGrowthMax = 5;

type Sized = { service: RunningService; db: Database; invoices: number; deepCursor: string };

/** Runs the same operations on two databases, alternately and one call at a time: only the size differs. */
export async function measureGrowth(small: number, large: number, calls: number): Promise<Finding[]> {
  const sides = [await prepare(small), await prepare(large)] as const;
  const findings: Finding[] = [];
  const measured = [
    ...Object.entries(operations).map(([name, work]) => ({ name, work, growthMax })),
    ...pairs().map(([name, work]) => ({ name, work, growthMax: pairGrowthMax })),
  ];
  for (const { name, work, growthMax } of measured) {
    const times: [number[], number[]] = [[], []];
    for (let call = 0; call < calls + 20; call++) {
      for (const index of [0, 1] as const) {
        const elapsed = await timed(sides[index], work, call);
        // The first calls prepare statements and warm caches.
        if (call >= 20) times[index].push(elapsed);
      }
    }
    const [baseline, measured] = [median(times[0]), median(times[1])];
    const ratio = measured / baseline;
    findings.push({
      name: `${name}, ${large.toLocaleString("en")} against ${small.toLocaleString("en")}`,
      measured,
      unit: "ms",
      baseline,
      ratio,
      target: `≤ ${growthMax}`,
      holds: ratio <= growthMax,
    });
  }
  for (const { service, db } of sides) {
    await db.close();
    await service.stop();
    removeDataDir(service.dataDir);
  }
  return findings;
}

type Request = { method: string; path: string; body?: unknown; expect: readonly number[] };
/** A request, or work on the database that a page of the dashboard does, for which no key exists. */
type Work = (side: Sized, call: number) => Request | Promise<unknown>;

const get = (path: string): Request => ({ method: "GET", path, expect: [200] });

const seededYear = periodIn("Africa/Lagos", { from: "2025-01-01", to: "2025-12-31" });
const yearBefore = periodIn("Africa/Lagos", daysBefore(seededYear));

const operations: Record<string, Work> = {
  create: ({ service }) => ({
    method: "POST",
    path: "/invoices",
    expect: [201],
    body: {
      customer_id: service.demo.customer_id,
      lines: [{ description: "Work", quantity: 1, unit_price: 100, tax_rate: 7.5 }],
    },
  }),
  "get one": ({ invoices }, call) => get(`/invoices/${100 + ((call * 7919) % (invoices - 100))}`),
  "first page": () => get("/invoices"),
  "first page of 100": () => get("/invoices?limit=100"),
  "page at half depth": ({ deepCursor }) => get(`/invoices?cursor=${deepCursor}`),
  "status=paid": () => get("/invoices?status=paid"),
  "status=overdue": () => get("/invoices?status=overdue"),
  "fiscal_status=none": () => get("/invoices?fiscal_status=none"),
  "fiscal_status=rejected (none there)": () => get("/invoices?fiscal_status=rejected"),
  customer_id: ({ service }) => get(`/invoices?customer_id=${service.demo.customer_id}`),
  "currency=USD": () => get("/invoices?currency=USD"),
  "currency=JPY (none there)": () => get("/invoices?currency=JPY"),
  external_id: (_side, call) => get(`/invoices?external_id=seed-${1 + ((call * 13) % 9000)}`),
  "created_from, created_to": () => get("/invoices?created_from=2024-01-03&created_to=2024-01-04"),
  number: (_side, call) => get(`/invoices?number=SEED-${String(1 + ((call * 13) % 9000)).padStart(7, "0")}`),
  "due_date range of paid ones": () => get("/invoices?status=paid&due_date_to=2090-01-01&sort=-due_date"),
  "total range of paid ones": () => get("/invoices?status=paid&total_from=1&sort=-total"),
  "invoice_date range (none there)": () =>
    get("/invoices?status=paid&invoice_date_from=2090-01-01&sort=-invoice_date"),
  "sort=-invoice_date of paid ones": () => get("/invoices?status=paid&sort=-invoice_date"),
  "sort=due_date of paid ones": () => get("/invoices?status=paid&sort=due_date"),
  "payments, paid range (none there)": () => get("/payments?paid_to=2001-01-01&sort=-paid_at"),
  "created_from (none there)": () => get("/invoices?created_from=2090-01-01"),
  "q, a number": (_side, call) =>
    get(`/invoices?q=SEED-${String(1 + ((call * 13) % 9000)).padStart(7, "0")}`),
  "q, a customer's name": () => get("/invoices?q=amaka"),
  total_count: () => get("/invoices?include=total_count&limit=1"),
  "dashboard search, a customer's name": (side) => searchFor(side, "amaka"),
  "dashboard search, the beginning of a number": (side) => searchFor(side, "SEED-00"),
  "dashboard search, nothing": (side) => searchFor(side, "zzzz"),
  "overview, amounts owed": ({ db, service }) => findBalances(db, service.demo.company_id, "2026-11-15"),
  "overview, a year": ({ db, service }) =>
    findMovements(db, service.demo.company_id, "Africa/Lagos", seededYear, yearBefore),
};

function searchFor({ db, service }: Sized, text: string): Promise<unknown> {
  const company = { id: service.demo.company_id, invoiceSeries: "INV" };
  const scopes = new Set(["invoices:read", "customers:read", "products:read", "sales:read", "payments:read"]);
  return search(db, { company, scopes, disabledFeatures: new Set() } as unknown as Principal, text);
}

/**
 * Every filter with every other. Of the values that a filter has, these meet rarely or never: paid invoices have only some
 * of the currencies, and most are registered.
 */
const filters: Record<string, (side: Sized) => string> = {
  status: () => "status=paid",
  overdue: () => "status=overdue",
  fiscal_status: () => "fiscal_status=registered",
  "fiscal_status=none": () => "fiscal_status=none",
  customer_id: ({ service }) => `customer_id=${service.demo.customer_id}`,
  currency: () => "currency=USD",
  external_id: () => "external_id=seed-7",
  created_from: () => "created_from=2024-01-02",
  created_to: () => "created_to=2024-01-02",
  q: () => "q=amaka",
};

function pairs(): [name: string, work: Work][] {
  const names = Object.keys(filters);
  const parameterOf = (name: string) => filters[name]!({ service: { demo: {} } } as Sized).split("=")[0];
  return names.flatMap((one, index) =>
    names
      .slice(index + 1)
      .filter((other) => parameterOf(other) !== parameterOf(one))
      .map((other): [string, Work] => [
        `${one} and ${other}`,
        (side) => ({
          method: "GET",
          path: `/invoices?${filters[one]!(side)}&${filters[other]!(side)}`,
          // 422 where too many would have to be read: that too must be quick.
          expect: [200, 422],
        }),
      ]),
  );
}

async function timed(side: Sized, work: Work, round: number): Promise<number> {
  const startedAt = performance.now();
  const request = work(side, round);
  if (request instanceof Promise) {
    await request;
    return performance.now() - startedAt;
  }
  const answer = await call(side.service, request);
  const elapsed = performance.now() - startedAt;
  if (!request.expect.includes(answer.status))
    throw new Error(`${request.path}: ${answer.status} ${answer.text.slice(0, 300)}`);
  return elapsed;
}

async function call({ port, demo }: RunningService, { method, path, body }: Request) {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${demo.app_id}:${demo.secret}`,
      "accept-encoding": "identity",
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, text: await response.text() };
}

async function prepare(invoices: number): Promise<Sized> {
  const service = await startService(freshDataDir());
  const db = openDatabase({
    connectionString: service.connectionString,
    connectionsMax: 6,
    onError: () => undefined,
  });
  await seedInvoices(db, service.demo.company_id, invoices);
  const [half] = await db.query<{ created_at: string; id: number }>(
    `select to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, id
     from invoices where company_id = $1 and external_id = $2`,
    [service.demo.company_id, `seed-${Math.floor(invoices / 2)}`],
  );
  return {
    service,
    db,
    invoices,
    deepCursor: Buffer.from(`${half!.created_at} ${half!.id}`).toString("base64url"),
  };
}

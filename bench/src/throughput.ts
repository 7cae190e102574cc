import type { Company } from "../../service/src/contract/access.ts";
import { getInvoice, listInvoices } from "../../service/src/domains/billing/invoices/service.ts";
import { listCustomers } from "../../service/src/domains/catalog/customers/service.ts";
import { readCustomerBalances } from "../../service/src/domains/payments/payments/service.ts";
import { openDatabase } from "../../service/src/platform/db/database.ts";
import { openBareDriver, repeat } from "./bare-driver.ts";
import { load, requestText } from "./http-load.ts";
import { peakMegabytes } from "./processes.ts";
import { type Finding, median } from "./report.ts";
import type { RunningService } from "./service-process.ts";

const clients = 64;
const today = "2026-11-15";

/** Each pair is measured alternately, so that a slow period of the machine affects both. */
export async function measureThroughput(
  service: RunningService,
  seconds: number,
  rounds: number,
): Promise<Finding[]> {
  const { demo, port, pid, connectionString } = service;
  const db = openDatabase({ connectionString, connectionsMax: 16, onError: () => undefined });
  const [event] = await db.query<{ body: string }>(
    "select body from events where company_id = $1 and type = 'invoice.created' limit 1",
    [demo.company_id],
  );
  const bare = await openBareDriver({
    connectionString,
    connections: 16,
    companyId: demo.company_id,
    customerId: demo.customer_id,
    eventBody: event!.body,
  });
  const company = { id: demo.company_id, timeZone: "Africa/Lagos", invoiceSeries: "INV" } as Company;
  const http = async (request: (index: number) => string, expectStatus: number) => {
    const result = await load({ port, clients, seconds, request, expectStatus });
    if (result.failures > 0) throw new Error(`${result.failures} of ${result.requests} requests failed`);
    return result.perSecond;
  };
  const pair = async (
    name: string,
    target: number,
    ours: () => Promise<number>,
    theirs: () => Promise<number>,
  ) => {
    const measured: number[] = [];
    const baseline: number[] = [];
    for (let round = 0; round < rounds; round++) {
      baseline.push(await theirs());
      measured.push(await ours());
    }
    return ratioFinding(name, median(measured), median(baseline), target);
  };

  const create = createRequest(service);
  // Some ten thousand requests run first, so that the code is compiled and optimised.
  await load({ port, clients, seconds: 12, request: create, expectStatus: 201 });
  await bare.create(2, clients, "with the idempotency record");
  const [first] = await db.query<{ id: number }>("select min(id) as id from invoices where company_id = $1", [
    company.id,
  ]);
  const firstId = first!.id;
  // Many different invoices are read, so that caching one record helps neither side.
  const idAt = (index: number) => firstId + ((index * 37) % 2000);
  for (let extra = 0; extra < 40; extra++) await postCustomer(service, extra);
  const get = (path: string) => () => http(() => requestText("GET", path, demo), 200);

  const findings = [
    await pair(
      "POST /invoices, 3 lines, 64 clients; the same rows",
      1.0,
      () => http(create, 201),
      () => bare.create(seconds, clients, "with the idempotency record"),
    ),
    await pair(
      "the same; bare loop keeps no answer",
      0.9,
      () => http(create, 201),
      () => bare.create(seconds, clients, "without"),
    ),
    await pair(
      "GET /invoices/{id}",
      0.6,
      () => http((index) => requestText("GET", `/invoices/${idAt(index)}`, demo), 200),
      () => repeat(seconds, clients, (index) => getInvoice(db, company.id, today, idAt(index))),
    ),
    await pair("GET /customers", 0.6, get("/customers"), () =>
      repeat(seconds, clients, () => listCustomers(db, company, today, {}, readCustomerBalances)),
    ),
    await pair("GET /invoices?limit=100", 0.5, get("/invoices?limit=100"), () =>
      repeat(seconds, clients, () => listInvoices(db, company, today, { limit: 100 })),
    ),
  ];
  const megabytes = peakMegabytes(pid);
  findings.push({
    name: "memory under load, at its peak",
    measured: megabytes,
    unit: "MB",
    target: "≤ 200",
    holds: megabytes <= 200,
  });
  await bare.close();
  await db.close();
  return findings;
}

function ratioFinding(name: string, measured: number, baseline: number, target: number): Finding {
  const ratio = measured / baseline;
  return { name, measured, unit: "/s", baseline, ratio, target: `≥ ${target}`, holds: ratio >= target };
}

/** An invoice of three lines, with a new Idempotency-Key for every request, as the SDK sends it, or with none. */
export function createRequest(
  { demo }: RunningService,
  keyed: "with a key" | "without a key" = "with a key",
): (index: number) => string {
  const line = (number: number) => ({
    description: `Consulting work item ${number}`,
    quantity: 3,
    unit_price: 45000.5,
    tax_rate: 7.5,
  });
  const body = JSON.stringify({
    customer_id: demo.customer_id,
    invoice_date: "2026-11-15",
    due_date: "2026-12-15",
    currency: "NGN",
    lines: [line(1), line(2), line(3)],
  });
  if (keyed === "without a key") {
    const text = requestText("POST", "/invoices", demo, { body });
    return () => text;
  }
  const [before, after] = requestText("POST", "/invoices", demo, {
    headers: "Idempotency-Key: KEY\r\n",
    body,
  }).split("KEY");
  let next = 0;
  return () => `${before}bench-${process.pid}-${next++}${after}`;
}

async function postCustomer({ port, demo }: RunningService, number: number): Promise<void> {
  const body = {
    name: `Customer ${number} Ltd`,
    email: `c${number}@example.com`,
    address: { line1: "12 Marina", city: "Lagos", country: "NG" },
  };
  await fetch(`http://127.0.0.1:${port}/api/v1/customers`, {
    method: "POST",
    headers: { authorization: `Bearer ${demo.app_id}:${demo.secret}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

import { type Database, inTransaction, openDatabase } from "../../service/src/platform/db/database.ts";
import { type Finding, median } from "./report.ts";
import { seedInvoices } from "./seed.ts";
import { freshDataDir, type RunningService, removeDataDir, startService } from "./service-process.ts";

const limitMs = 2000;
const month = "from=2025-01-01&to=2025-01-31";

/** Reports of one month of a company with so many invoices, of which a sixth is paid by a payment each. */
export async function measureReports(invoices: number, calls: number): Promise<Finding[]> {
  const service = await startService(freshDataDir());
  const db = openDatabase({
    connectionString: service.connectionString,
    connectionsMax: 2,
    onError: () => undefined,
  });
  await seedInvoices(db, service.demo.company_id, invoices);
  await seedPayments(db, service.demo.company_id);
  const findings: Finding[] = [];
  for (const path of await reportsOf(db, service.demo.company_id)) {
    const times: Times[] = [];
    for (let call = 0; call < calls; call++) times.push(await timed(service, path));
    const name = `${path.replace(/\?(?!as_of|group_by).*|&.*/, "")}, ${invoices.toLocaleString("en")} invoices`;
    const finding = (name: string, part: keyof Times): Finding => {
      const measured = median(times.map((each) => each[part]));
      return { name, measured, unit: "ms", target: `≤ ${limitMs}`, holds: measured <= limitMs };
    };
    // A file is sent while it is written.
    if (path.includes(".csv")) findings.push(finding(`${name}, its start`, "start"));
    findings.push(finding(name, "whole"));
  }
  await db.close();
  await service.stop();
  removeDataDir(service.dataDir);
  return findings;
}

async function reportsOf(db: Database, companyId: number): Promise<string[]> {
  const [customer] = await db.query<{ id: number }>(
    "select max(customer_id) as id from invoices where company_id = $1",
    [companyId],
  );
  return [
    `/reports/statement?customer_id=${customer!.id}&${month}`,
    "/reports/receivables",
    "/reports/receivables?as_of=2025-10-31",
    ...["customer", "product", "day"].map((group_by) => `/reports/sales?group_by=${group_by}&${month}`),
    `/reports/taxes?${month}`,
    `/reports/payments?${month}`,
    "/reports/withholding?limit=100",
    "/reports/withholding?limit=100&certificate=any&created_from=2025-01-01&created_to=2025-01-31",
    `/reports/journal?limit=100&${month}`,
    `/reports/journal.csv?${month}`,
  ];
}

/** Written directly, like the invoices; each pays its invoice whole. */
async function seedPayments(db: Database, companyId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.query("set local session_replication_role = replica");
    await tx.query(
      `with paid as (
         update invoices set amount_paid = total where company_id = $1 and status = 'paid'
           and external_id like 'seed-%' returning company_id, id, total, currency, invoice_date
       )
       insert into payments (company_id, invoice_id, amount, currency, method, source, paid_at, created_at)
       select company_id, id, total, currency, case when id % 20 = 0 then 'withholding_tax' else 'bank_transfer' end, 'api',
         invoice_date + 10, invoice_date + 10 from paid`,
      [companyId],
    );
  });
  await db.query("vacuum analyze");
}

/** Milliseconds until the response begins and until it ends. */
type Times = { start: number; whole: number };

async function timed({ port, demo }: RunningService, path: string): Promise<Times> {
  const startedAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    headers: { authorization: `Bearer ${demo.app_id}:${demo.secret}` },
  });
  const start = performance.now() - startedAt;
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`);
  return { start, whole: performance.now() - startedAt };
}

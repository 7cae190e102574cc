import type { Reply, TestCompany } from "../../../../test/harness.ts";
import { noon } from "../../../../test/harness.ts";
import type { Context } from "../../../context.ts";
import { recurringWork } from "../../../due-work.ts";
import type { RecurringKey } from "./queries.ts";
import { runRecurringInvoices, runSchedule } from "./run.ts";

const line = { description: "Maintenance", quantity: 1, unit_price: 100, tax_rate: 7.5 };

/** A monthly schedule from today on, for a new customer unless one is given. */
export async function scheduleOf(company: TestCompany, fields: object = {}): Promise<Reply["body"]> {
  const given = { lines: [line], interval: "month", start_date: "2026-11-15", ...fields };
  const customer_id = "customer_id" in given ? given.customer_id : await company.customer();
  const reply = await company.call("POST /recurring_invoices", { body: { ...given, customer_id } });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.recurring_invoice;
}

/** One pass, as the background loop makes it. */
export const runDue = (context: Context) => runRecurringInvoices(context, recurringWork(context));

/** What is due of one schedule; in a database that other tests use as well, a whole pass would work on theirs. */
export const runOne = (
  context: Context,
  { id: company_id }: TestCompany,
  { id, action = "draft" }: { id: number; action?: RecurringKey["action"] },
) => runSchedule(context, recurringWork(context), { company_id, id, action, failed_attempts: 0 });

/** Many schedules of one customer, written straight into the table. */
export async function insertSchedules(
  { db }: Context,
  company: TestCompany,
  customerId: number,
  count: number,
  status: "active" | "paused" = "active",
): Promise<void> {
  await db.query(
    `insert into recurring_invoices (company_id, status, customer_id, currency, interval, interval_count, start_date,
       action, missed, document, next_date, next_run_at, created_at, updated_at)
     select $1, $5, $2, 'NGN', 'month', 1, '2090-01-01', 'draft', 'catch_up',
       '{"subtotal":1,"tax_total":0,"taxes":[],"total":1,"po_number":null,"notes":null,"metadata":{},"lines":[]}',
       case when $5 = 'active' then date '2090-01-01' end, case when $5 = 'active' then timestamptz '2090-01-01' end, $3, $3
     from generate_series(1, $4::int) n`,
    [company.id, customerId, noon, count, status],
  );
}

/** The invoices of a schedule, oldest period first. */
export async function invoicesOf(company: TestCompany, id: number): Promise<Reply["body"][]> {
  const { body } = await company.call(`GET /invoices?recurring_invoice_id=${id}&limit=100`);
  return body.invoices.sort((one: { period_start: string }, other: { period_start: string }) =>
    one.period_start.localeCompare(other.period_start),
  );
}

export const recurringOf = async (company: TestCompany, id: number): Promise<Reply["body"]> =>
  (await company.call(`GET /recurring_invoices/${id}`)).body.recurring_invoice;

import { afterAll, beforeAll, expect, test } from "vitest";
import type { Acknowledged } from "./acknowledged.fixture.ts";
import { audit, settle } from "./simulation-auditor.fixture.ts";
import { startClients } from "./simulation-clients.fixture.ts";
import { type Simulation, startSimulation } from "./simulation-run.fixture.ts";

/** The auditor of the random faults is worth something only if it finds what is wrong: each of these is planted. */
const open = new AsyncDisposableStack();
let simulation: Simulation;
let acknowledged: Acknowledged;
let known: string[];

beforeAll(async () => {
  simulation = await startSimulation(open, 7);
}, 120_000);
afterAll(() => open.disposeAsync());

/** How many there are of what is rarest; every plant needs one or two of it. */
async function rarest(): Promise<number> {
  const counts = [
    "credit_notes",
    "refunds",
    "invoices where irn is not null",
    "payments where source = 'gateway'",
  ].map(async (rows) => (await simulation.context.db.query(`select 1 from ${rows}`)).length);
  return Math.min(...(await Promise.all(counts)));
}

/** Past all triggers and references, as only a bug of PostgreSQL or a person at a console could. */
async function plant(sql: string): Promise<void> {
  await simulation.context.db.query(
    `do $$ begin set local session_replication_role = replica; ${sql}; end $$`,
  );
}

const copyOf = (table: string, columns: string, condition: string) =>
  `insert into ${table} (${columns}) select ${columns} from ${table} where ${condition} limit 1`;

const paymentColumns =
  "company_id, invoice_id, amount, currency, unallocated_amount, method, note, source, gateway, gateway_reference, paid_at, created_at";

/** The rows that later plants must not touch are older, so each takes the newest that it can. */
const plants: [what: string, plant: () => Promise<unknown>, found: RegExp][] = [
  [
    "a lost customer",
    () =>
      plant(
        "delete from customers where name like 'customers c%' and id = (select max(id) from customers where name like 'customers c%')",
      ),
    /customers c\d+\.\d+ was acknowledged, and is not stored/,
  ],
  [
    "a lost invoice",
    () => plant("delete from invoices where id = (select max(id) from invoices where status = 'draft')"),
    /\/invoices\/\d+ was acknowledged, and is 404|invoices c\d+\.\d+ was acknowledged, and is not stored/,
  ],
  [
    "an invoice whose content changed",
    () =>
      plant(
        "update invoices set notes = notes || '!' where id = (select max(id) from invoices where status = 'open')",
      ),
    /\/invoices\/\d+ was acknowledged with notes .*, and has .*!/,
  ],
  [
    "a doubled payment",
    () => plant(copyOf("payments", paymentColumns, "source = 'api'")),
    /payments c\d+\.\d+ is stored 2 times in payments/,
  ],
  [
    "money of the gateway that is not booked",
    () =>
      plant(
        "update payments set gateway_reference = '0' where id = (select max(id) from payments where source = 'gateway')",
      ),
    /a payment is taken by the gateway and not booked/,
  ],
  [
    "a refund that the gateway never gave",
    () =>
      plant(
        `insert into refunds (company_id, payment_id, amount, status, key, created_at)
         select company_id, id, 0.01, 'done', 'planted', now() from payments where source = 'gateway' limit 1`,
      ),
    /a refund is booked and not given by the gateway/,
  ],
  [
    "a missing number",
    () =>
      plant(
        "update invoices set number = null, status = 'void' where id = (select max(id) from invoices where number is not null and irn is null)",
      ),
    /invoice numbers with gaps/,
  ],
  [
    "a number that was given twice",
    () =>
      plant(
        `drop index credit_notes_number;
         insert into credit_notes (company_id, number, invoice_id, currency, subtotal, tax_total, total, taxes, issued_at, created_at)
         select company_id, number, invoice_id, currency, subtotal, tax_total, total, taxes, issued_at, created_at
         from credit_notes limit 1`,
      ),
    /credit note numbers with gaps/,
  ],
  [
    "an invoice with a wrong amount paid",
    () =>
      plant(
        "update invoices set amount_paid = amount_paid - 0.01 where id = (select max(id) from invoices where amount_paid > 0)",
      ),
    /invoices that disagree with their payments/,
  ],
  [
    "an invoice with a wrong status",
    () =>
      plant(
        "update invoices set status = 'open' where id = (select max(id) from invoices where status = 'partially_paid')",
      ),
    /invoices whose status is not what was paid/,
  ],
  [
    "a line with a wrong amount",
    () =>
      plant(
        "update invoice_lines set net_amount = net_amount + 1, total_amount = total_amount + 1 where id = (select min(id) from invoice_lines)",
      ),
    /invoices whose lines do not add up/,
  ],
  [
    "a registration that the authority does not know",
    () =>
      plant(
        "update fiscal_documents set irn = 'X' where id = (select max(id) from fiscal_documents where irn is not null)",
      ),
    /invoices that disagree with their fiscal document/,
  ],
  [
    "a lost event",
    () =>
      plant(
        "delete from events where (company_id, sequence) in (select company_id, max(sequence) from events group by 1 limit 1)",
      ),
    /companies whose events have gaps/,
  ],
  [
    "an event that was told twice",
    () =>
      plant(
        `insert into events (company_id, sequence, type, created_at, body)
         select e.company_id, (select max(sequence) + 1 from events n where n.company_id = e.company_id), e.type, e.created_at, e.body
         from events e where e.type = 'customer.created' order by e.sequence limit 1`,
      ),
    /customers without exactly one event/,
  ],
  [
    "an undelivered event",
    async () => [...simulation.receiver.received.values()][1]!.delete(3),
    /event 3 did not reach \d+-\d/,
  ],
  [
    "an event that was delivered changed",
    async () => [...simulation.receiver.received.values()][1]!.set(4, "{}"),
    /event 4 reached \d+-\d changed/,
  ],
  [
    "a delivery that is stuck",
    () =>
      plant(
        `update webhook_deliveries set status = 'pending', completed_at = null, next_attempt_at = now() + interval '1 day'
         where id = (select max(id) from webhook_deliveries)`,
      ),
    /deliveries that are pending/,
  ],
  [
    "a lease that nobody gives back",
    () =>
      plant(
        `update fiscal_documents set lease_until = now() + interval '1 day'
         where id = (select max(id) from fiscal_documents)`,
      ),
    /registrations that wait/,
  ],
  [
    "a payment attempt that nobody will look at",
    () =>
      plant(
        `update payment_attempts set status = 'processing', payment_id = null, next_poll_at = null
         where id = (select max(id) from payment_attempts)`,
      ),
    /payment attempts that nobody will look at/,
  ],
];

test("finds nothing after a run without faults", async () => {
  const clients = startClients(simulation, 7, 6);
  acknowledged = clients.acknowledged;
  await expect.poll(rarest, { timeout: 120_000, interval: 100 }).toBeGreaterThanOrEqual(2);
  await clients.stop();
  expect(await settle(simulation)).toEqual([]);
  known = await audit(simulation, acknowledged);
  expect(known).toEqual([]);
  expect(acknowledged.surprises).toEqual([]);
}, 240_000);

test.each(plants)(
  "finds %s",
  async (_what, plantIt, expected) => {
    await plantIt();
    const found = await audit(simulation, acknowledged);
    // Earlier plants are found still, and a finding says how many there are.
    const added = found.filter((finding) => !known.includes(finding));
    expect(added.join("\n")).toMatch(expected);
    known = found;
  },
  60_000,
);

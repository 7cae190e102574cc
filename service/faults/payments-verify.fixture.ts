import { setTimeout as delay } from "node:timers/promises";
import type { Gateway } from "billfold-sandbox/gateway";
import { expect } from "vitest";
import type { Database } from "../src/platform/db/database.ts";
import { eventCounts, eventGaps } from "./events.fixture.ts";
import type { PaymentRun } from "./payments-run.fixture.ts";
import { giveUpAfterMs } from "./size.fixture.ts";

type TransactionView = ReturnType<Gateway["transactions"]>[number];

/** Compares the gateway's records with everything that is stored; no other source counts. */
export async function verifyPayments({ context: { db }, gateway, services }: PaymentRun): Promise<void> {
  const paid = gateway.transactions().filter(isPaid);
  expect(await bookedPayments(db)).toEqual(
    paid
      .map(({ id, reference, amount, currency }) => ({
        transaction: String(id),
        reference,
        amount,
        currency,
      }))
      .sort(by("reference")),
  );
  const given = gateway.transactions().flatMap(({ id, refunds }) =>
    refunds.map(({ merchantNote, amount, state }) => ({
      key: merchantNote.split(" ", 1)[0]!,
      transaction: String(id),
      amount,
      status: state === "processed" ? "done" : state,
    })),
  );
  expect(await bookedRefunds(db)).toEqual(given.sort(by("key")));
  for (const [what, wrong] of Object.entries(contradictions)) expect(await db.query(wrong), what).toEqual([]);
  expect(services.crashed()).toEqual([]);
  expect(services.errors()).toEqual([]);
}

const isPaid = ({ status }: TransactionView) => status === "success" || status === "reversed";

const by =
  <Name extends string>(name: Name) =>
  (a: Record<Name, string>, b: Record<Name, string>) =>
    a[name] < b[name] ? -1 : 1;

/** Each payment with its attempt, so that one with no attempt or with two is noticed. */
function bookedPayments(db: Database) {
  return db.query(
    `select p.gateway_reference as transaction, a.reference, (p.amount * 100)::int8 as amount, p.currency
     from payments p left join payment_attempts a on a.company_id = p.company_id and a.payment_id = p.id
     order by a.reference collate "C"`,
  );
}

function bookedRefunds(db: Database) {
  return db.query(
    `select r.key, p.gateway_reference as transaction, (r.amount * 100)::int8 as amount, r.status
     from refunds r join payments p on p.company_id = r.company_id and p.id = r.payment_id
     order by r.key collate "C"`,
  );
}

const allocated = "coalesce(sum(p.amount - p.unallocated_amount), 0)";
/** Rows that must never exist. */
const contradictions: Record<string, string> = {
  "invoices that disagree with their payments": `
    select i.id, i.status, i.total, i.amount_paid, ${allocated} as allocated
    from invoices i left join payments p on p.company_id = i.company_id and p.invoice_id = i.id
      and p.reversed_at is null
    group by i.company_id, i.id
    having i.amount_paid <> ${allocated} or ${allocated} > i.total
      or i.status <> case when ${allocated} = i.total then 'paid' when ${allocated} > 0 then 'partially_paid'
        else 'open' end`,
  "links that disagree with their payments": `
    select l.id, l.status from payment_links l where (l.status = 'paid') <> exists (
      select 1 from payments p where p.company_id = l.company_id and p.payment_link_id = l.id)`,
  "payments that disagree with their refunds": `
    select p.id, p.amount, p.amount_refunded from payments p where p.amount_refunded <> (
      select coalesce(sum(r.amount), 0) from refunds r
      where r.company_id = p.company_id and r.payment_id = p.id and r.status = 'done')`,
  "payments without exactly one event": `
    select p.id, t.id as reported, t.times from payments p
    full join ${eventCounts("payment.recorded")} t on t.company_id = p.company_id and t.id = p.id
    where p.id is null or t.times is distinct from 1`,
  "refunds without exactly one event": `
    select r.payment_id, r.done, t.times from (
      select company_id, payment_id, count(*) as done from refunds where status = 'done' group by 1, 2) r
    full join ${eventCounts("payment.refunded")} t on t.company_id = r.company_id and t.id = r.payment_id
    where r.done is distinct from t.times`,
  "companies whose events have gaps": eventGaps,
};

/**
 * Ends the run: faults stop, and everything that would be due in a minute or an hour is due now. All services are
 * killed before that, because a refund that one of them is processing must not be given to another.
 */
export async function settleAll(run: PaymentRun): Promise<void> {
  const { context, gateway, services } = run;
  const everyService = Array.from({ length: services.count }, (_, index) => index);
  gateway.faults.clear();
  await Promise.all(everyService.map(services.kill));
  // The database still reads what the killed services have sent, and delayed payments arrive.
  await delay(1000);
  await context.db.query("update payment_attempts set next_poll_at = now() where next_poll_at is not null");
  await context.db.query("update refunds set next_attempt_at = now() where next_attempt_at is not null");
  await Promise.all(everyService.map(services.start));
  await expect.poll(() => unfinished(run), { timeout: giveUpAfterMs, interval: 250 }).toEqual([]);
}

/** Payments that are made at the gateway but not booked here, and refunds that are accepted but not done. */
async function unfinished({ context: { db }, gateway }: PaymentRun): Promise<string[]> {
  // The gateway has these refunds: a service that looks them up finds them, and nothing is sent twice.
  await db.query(
    "update refunds set next_attempt_at = now() where next_attempt_at is not null and gateway_reference is not null",
  );
  const attempts = await db.query<{ reference: string }>(
    "select reference from payment_attempts where status = 'paid'",
  );
  const booked = new Set(attempts.map(({ reference }) => reference));
  const paid = gateway.transactions().filter(isPaid);
  const refunds = await db.query<{ key: string }>("select key from refunds where status = 'pending'");
  return [
    ...paid.map(({ reference }) => reference).filter((reference) => !booked.has(reference)),
    ...refunds.map(({ key }) => key),
  ];
}

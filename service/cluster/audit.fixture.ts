import type { Authority } from "billfold-sandbox/authority";
import { expect } from "vitest";
import { eventCounts, eventGaps } from "../faults/events.fixture.ts";
import type { WebhookReceiver } from "../faults/webhook-receiver.fixture.ts";
import type { Database } from "../src/platform/db/database.ts";
import type { Acknowledged, Subject } from "./load.fixture.ts";
import { giveUpAfterMs } from "./size.fixture.ts";

const poll = { timeout: giveUpAfterMs, interval: 500 };

/** Compares what was acknowledged with what the present primary has; no other source counts. */
export async function auditRecords(db: Database, acknowledged: Acknowledged): Promise<void> {
  const { customers, invoices, numbers, payments, links, registered } = acknowledged;
  const stored: [string, Map<string, string>, string][] = [
    ["customers", customers, "select company_id || ':' || id as key, name as value from customers"],
    ["invoices", invoices, "select company_id || ':' || id as key, notes as value from invoices"],
    ["numbers", numbers, "select company_id || ':' || id as key, number as value from invoices"],
    ["payments", payments, "select company_id || ':' || id as key, note as value from payments"],
    ["links", links, "select company_id || ':' || id as key, label as value from payment_links"],
  ];
  for (const [what, expected, sql] of stored) {
    const rows = await db.query<{ key: string; value: string }>(sql);
    const found = new Map(rows.map(({ key, value }) => [key, value]));
    const lost = [...expected].filter(([key, value]) => found.get(key) !== value);
    expect(lost, `acknowledged ${what} that are lost or differ`).toEqual([]);
  }
  const rows = await db.query<{ key: string }>(
    "select company_id || ':' || id as key from invoices where irn is not null",
  );
  const lost = registered.difference(new Set(rows.map(({ key }) => key)));
  expect([...lost], "acknowledged registrations that are lost").toEqual([]);
  for (const [what, wrong] of Object.entries(contradictions)) expect(await db.query(wrong), what).toEqual([]);
}

const paid = "coalesce(sum(p.amount - p.unallocated_amount), 0)";
/** Rows that must never exist. */
const contradictions: Record<string, string> = {
  "sales that were made twice": `
    select company_id, notes, count(*) from invoices where notes is not null group by 1, 2 having count(*) > 1
    union all select company_id, note, count(*) from payments where note is not null group by 1, 2 having count(*) > 1
    union all select company_id, label, count(*) from payment_links group by 1, 2 having count(*) > 1`,
  "invoices that disagree with their payments": `
    select i.id, i.status, i.amount_paid, ${paid} as paid from invoices i
    left join payments p on p.company_id = i.company_id and p.invoice_id = i.id and p.reversed_at is null
    group by i.company_id, i.id having i.amount_paid <> ${paid}`,
  "numbers with gaps": `
    select s.company_id, s.series, s.last_number, count(i.number) as numbers from number_series s
    left join invoices i on i.company_id = s.company_id and i.number is not null
    where s.series = 'invoice' group by 1, 2, 3 having count(i.number) <> s.last_number`,
  "payments without exactly one event": `
    select p.id, t.id as reported, t.times from payments p
    full join ${eventCounts("payment.recorded")} t on t.company_id = p.company_id and t.id = p.id
    where p.id is null or t.times is distinct from 1`,
  "companies whose events have gaps": eventGaps,
};

/** Every invoice that the authority has is registered here once, with the same IRN; nothing waits. */
export async function auditRegistrations(db: Database, authority: Authority): Promise<void> {
  const waiting = () =>
    db.query("select company_id, invoice_id, state from fiscal_documents where next_action_at is not null");
  await expect.poll(waiting, poll).toEqual([]);
  const rows = await db.query<{ irn: string }>(
    `select i.irn from invoices i where i.irn is not null order by i.irn collate "C"`,
  );
  const theirs = authority.documents().map(({ irn }) => irn);
  expect(rows.map(({ irn }) => irn)).toEqual(theirs.sort());
}

/** Every event reached its company's endpoint, signed. */
export async function auditDeliveries(
  db: Database,
  receiver: WebhookReceiver,
  subjects: readonly Subject[],
): Promise<void> {
  for (const { company } of subjects) {
    const missing = async () => {
      const [counter] = await db.query<{ last: number }>(
        "select event_sequence as last from company_counters where company_id = $1",
        [company.id],
      );
      return receiver.missing(company.id, counter!.last);
    };
    await expect
      .poll(missing, { ...poll, message: `events of ${company.id} that did not arrive` })
      .toEqual([]);
  }
  expect(receiver.forged()).toBe(0);
}

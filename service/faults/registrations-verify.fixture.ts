import { setTimeout as delay } from "node:timers/promises";
import type { Authority } from "billfold-sandbox/authority";
import { expect } from "vitest";
import type { Database } from "../src/platform/db/database.ts";
import { eventCounts, eventGaps } from "./events.fixture.ts";
import { refusedByToken } from "./registrations-faults.fixture.ts";
import { endDelays, endLeases } from "./registrations-leases.fixture.ts";
import type { RegistrationRun } from "./registrations-run.fixture.ts";
import { giveUpAfterMs } from "./size.fixture.ts";

/** Compares the authority's records with everything that is stored; no other source counts. */
export async function verifyRegistrations(run: RegistrationRun): Promise<void> {
  const { authority, services } = run;
  const { db } = run.context;
  expect(await registered(db)).toEqual(documentsOf(authority));
  for (const [what, wrong] of Object.entries(contradictions)) {
    expect(await db.query(wrong), what).toEqual([]);
  }
  expect(services.crashed()).toEqual([]);
  expect(services.errors()).toEqual([]);
}

/** Everything that is registered at the authority, one line each; a duplicate document would be listed twice. */
function documentsOf(authority: Authority) {
  return authority
    .documents()
    .map(({ business_id, document_key, irn, status, invoice: { note = null } }) => ({
      business_id,
      document_key,
      irn,
      status,
      note,
    }))
    .sort((a, b) => (a.irn < b.irn ? -1 : 1));
}

function registered(db: Database) {
  return db.query(
    `select n.business_id, f.document_key, i.irn, f.state as status, i.notes as note
     from invoices i join fiscal_documents f on f.company_id = i.company_id and f.invoice_id = i.id
     join fiscal_integrations n on n.company_id = i.company_id
     where i.fiscal_status = 'registered' order by i.irn collate "C"`,
  );
}

/** Rows that must never exist. */
const contradictions: Record<string, string> = {
  "invoices that are not what the authority decided": `
    select i.company_id, i.id, i.notes, i.customer_snapshot ->> 'name' as customer, i.fiscal_status, f.state from invoices i
    left join fiscal_documents f on f.company_id = i.company_id and f.invoice_id = i.id
    where i.fiscal_status <> case when i.customer_snapshot ->> 'name' = '${refusedByToken}' then 'rejected' else 'registered' end`,
  "invoices that disagree with their fiscal document": `
    select i.company_id, i.id, i.fiscal_status, i.irn, f.state, f.irn as theirs from invoices i
    left join fiscal_documents f on f.company_id = i.company_id and f.invoice_id = i.id
    where i.irn is distinct from f.irn or i.irn is distinct from i.fiscal ->> 'irn'
      or f.state is distinct from case i.fiscal_status when 'registered' then 'accepted' else 'rejected' end`,
  "registrations that wait for something": `
    select company_id, invoice_id, state, lease_until, next_action_at from fiscal_documents
    where lease_until is not null or next_action_at is not null`,
  "registrations that were not told exactly once": `
    select i.company_id, i.id, i.fiscal_status, t.times from (select * from invoices where irn is not null) i
    full join ${eventCounts("invoice.registered")} t on t.company_id = i.company_id and t.id = i.id
    where i.id is null or t.times is distinct from 1`,
  "rejections that were not told": `
    select i.company_id, i.id from invoices i
    left join ${eventCounts("invoice.registration_failed")} t on t.company_id = i.company_id and t.id = i.id
    where i.fiscal_status = 'rejected' and t.times is null`,
  "numbers with gaps": `
    select s.company_id, s.series, s.last_number, count(i.number) as numbers from number_series s
    left join invoices i on i.company_id = s.company_id and i.number is not null
    group by s.company_id, s.series, s.last_number having count(i.number) <> s.last_number`,
  "companies whose events have gaps": eventGaps,
};

/**
 * A document that may have been accepted is looked up before it is submitted again. Each document's calls are written
 * as letters, so that two submissions in a row are noticed; one that was refused does not count.
 */
export function verifyLookupBeforeResubmit(authority: Authority, businessId?: string): void {
  const letters: Record<string, string> = { submit: "S", lookup: "L", poll: "P" };
  const made = new Map<string, string>();
  const calls = authority.calls().toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  for (const { business_id, irn, op, outcome } of calls) {
    if (businessId !== undefined && business_id !== businessId) continue;
    const isRefused = op === "submit" && (outcome === 400 || outcome === 401);
    const letter = isRefused ? "r" : (letters[op] ?? "");
    made.set(`${business_id} ${irn}`, (made.get(`${business_id} ${irn}`) ?? "") + letter);
  }
  expect([...made].filter(([, letters]) => letters.includes("SS"))).toEqual([]);
}

/**
 * Faults stop. All services are killed before the next ones start, so that nobody holds their leases and no work has
 * to wait for the end of one.
 */
export async function restartServices({ context, authority, services }: RegistrationRun): Promise<void> {
  const everyService = Array.from({ length: services.count }, (_, index) => index);
  authority.faults.clear();
  await Promise.all(everyService.map(services.kill));
  // The database still reads what the killed services have sent.
  await delay(1000);
  await endLeases(context.db, Date.now());
  await Promise.all(everyService.map(services.start));
}

/** Resolves when no work is left; delays are skipped. */
export async function finish({ context: { db } }: RegistrationRun): Promise<void> {
  const unfinished = async () => {
    await endDelays(db);
    return db.query(
      "select company_id, invoice_id, state from fiscal_documents where next_action_at is not null",
    );
  };
  await expect.poll(unfinished, { timeout: giveUpAfterMs, interval: 250 }).toEqual([]);
}

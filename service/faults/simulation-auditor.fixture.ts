import { setTimeout as delay } from "node:timers/promises";
import { type Acknowledged, differences } from "./acknowledged.fixture.ts";
import { contradictions, hurrying, unfinishedWork } from "./simulation-contradictions.fixture.ts";
import type { Simulation } from "./simulation-run.fixture.ts";

/** What the auditor reads. It knows what clients were told, and what outside parties have. */
export type Audited = Pick<Simulation, "context" | "companies" | "gateway" | "authority" | "receiver">;

const quietMaxMs = 90_000;

/** Waits until no work is left; what is still left after a bounded time is stuck. */
export async function settle(audited: Audited): Promise<string[]> {
  const endsAt = Date.now() + quietMaxMs;
  let before: string[] = [];
  for (;;) {
    const left = await unfinished(audited);
    if (left.length === 0) {
      for (const last of before) console.log(`settled last: ${last.slice(0, 300)}`);
      return [];
    }
    before = left;
    if (Date.now() > endsAt)
      return left.map((found) => `${found} after ${quietMaxMs / 1000} s without faults`);
    for (const sql of hurrying) await audited.context.db.query(sql);
    await delay(500);
  }
}

/** Compares everything that is stored with what was acknowledged. Returns what is wrong, in words; nothing should be. */
export async function audit(audited: Audited, acknowledged: Acknowledged): Promise<string[]> {
  return [
    ...(await rowsThatMustNotExist(audited, contradictions)),
    ...(await unfinished(audited)),
    ...(await lostOrChanged(audited, acknowledged)),
    ...(await lostOrDoubled(audited, acknowledged)),
    ...(await misbookedPayments(audited)),
    ...(await misbookedRefunds(audited)),
    ...(await misreportedRegistrations(audited)),
    ...(await undelivered(audited)),
    ...audited.receiver.surprises,
  ];
}

const shown = (row: unknown) => JSON.stringify(row).slice(0, 600);

async function rowsThatMustNotExist({ context: { db } }: Audited, queries: Record<string, string>) {
  const found: string[] = [];
  for (const [what, sql] of Object.entries(queries)) {
    const rows = await db.query(sql);
    if (rows.length > 0) found.push(`${what}: ${rows.length}, such as ${shown(rows[0])}`);
  }
  return found;
}

async function unfinished(audited: Audited): Promise<string[]> {
  const { db } = audited.context;
  const attempts = await db.query<{ reference: string }>(
    "select reference from payment_attempts where status = 'paid'",
  );
  const booked = new Set(attempts.map(({ reference }) => reference));
  const unbooked = paidTransactions(audited).filter(({ reference }) => !booked.has(reference));
  return [
    ...(await rowsThatMustNotExist(audited, unfinishedWork)),
    ...unbooked.map(({ reference }) => `the gateway took the money of ${reference}, which is not booked`),
  ];
}

/** Every acknowledged record is there by the API, as it was acknowledged. */
async function lostOrChanged({ companies }: Audited, { records }: Acknowledged): Promise<string[]> {
  const found: string[] = [];
  const left = [...records.values()];
  const read = async () => {
    for (let record = left.pop(); record; record = left.pop()) {
      const company = companies.find(({ id }) => id === record!.companyId)!;
      const { status, body } = await company.call(`GET ${record.path}`);
      if (status !== 200) found.push(`${record.path} was acknowledged, and is ${status}`);
      else found.push(...differences(record, body[record.name] as Record<string, unknown>));
    }
  };
  await Promise.all(Array.from({ length: 8 }, read));
  return found;
}

/** Where the text of a request ends up, by the name of the route. */
const tokenColumns: readonly [table: string, column: string, prefix: string][] = [
  ["customers", "name", "customers"],
  ["products", "name", "products"],
  ["invoices", "notes", "invoices"],
  ["payments", "note", "payments"],
  ["refunds", "reason", "payments"],
  ["credit_notes", "reason", "invoices"],
  ["payment_links", "label", "payments"],
  ["sales", "notes", "portal"],
  ["invoices", "notes", "portal"],
  ["customers", "name", "portal"],
];

/** What each request was to store is there once if it was acknowledged, and not at all if it was refused. */
async function lostOrDoubled({ context: { db } }: Audited, { tokens }: Acknowledged): Promise<string[]> {
  const found: string[] = [];
  const stored = new Set<string>();
  for (const [table, column, prefix] of tokenColumns) {
    const rows = await db.query<{ token: string; times: number }>(
      `select ${column} as token, count(*) as times from ${table} where ${column} like $1 group by 1`,
      [`${prefix} c%.%`],
    );
    for (const { token, times } of rows) {
      stored.add(token);
      if (times > 1) found.push(`${token} is stored ${times} times in ${table}`);
      const state = tokens.get(token);
      if (state !== "stored")
        found.push(`${token} is stored in ${table}, and its request is ${state ?? "unknown"}`);
    }
  }
  for (const [token, state] of tokens) {
    if (state === "stored" && !stored.has(token)) found.push(`${token} was acknowledged, and is not stored`);
    if (state === "pending") found.push(`${token} was never answered`);
  }
  return found;
}

const paidTransactions = ({ gateway }: Audited) =>
  gateway.transactions().filter(({ status }) => status === "success" || status === "reversed");

/** What the gateway took is booked once, and nothing else is. */
async function misbookedPayments(audited: Audited): Promise<string[]> {
  const booked = await audited.context.db.query<Record<string, unknown>>(
    `select p.gateway_reference as transaction, a.reference, (p.amount * 100)::int8 as amount, p.currency
     from payments p left join payment_attempts a on a.company_id = p.company_id and a.payment_id = p.id
     where p.source = 'gateway'`,
  );
  const taken = paidTransactions(audited).map(({ id, reference, amount, currency }) => ({
    transaction: String(id),
    reference,
    amount,
    currency,
  }));
  return unmatched("payment", taken, "taken by the gateway", booked, "booked");
}

async function misbookedRefunds({ context: { db }, gateway }: Audited): Promise<string[]> {
  const booked = await db.query<Record<string, unknown>>(
    `select r.key, p.gateway_reference as transaction, (r.amount * 100)::int8 as amount, r.status
     from refunds r join payments p on p.company_id = r.company_id and p.id = r.payment_id
     where p.source = 'gateway'`,
  );
  const given = gateway.transactions().flatMap(({ id, refunds }) =>
    refunds.map(({ merchantNote, amount, state }) => ({
      key: merchantNote.split(" ", 1)[0]!,
      transaction: String(id),
      amount,
      status: state === "processed" ? "done" : state,
    })),
  );
  return unmatched("refund", given, "given by the gateway", booked, "booked");
}

/** Every document at the authority belongs to one registered invoice, and the other way round. */
async function misreportedRegistrations({ context: { db }, authority }: Audited): Promise<string[]> {
  const registered = await db.query<Record<string, unknown>>(
    `select f.document_key, i.irn, i.notes as note
     from invoices i join fiscal_documents f on f.company_id = i.company_id and f.invoice_id = i.id
     where i.fiscal_status = 'registered'`,
  );
  const documents = authority.documents().map(({ document_key, irn, invoice: { note = null } }) => ({
    document_key,
    irn,
    note,
  }));
  return unmatched("registration", documents, "known to the authority", registered, "stored");
}

/** Each event reached each endpoint, as it is stored; nothing else did. */
async function undelivered({ context: { db }, companies, receiver }: Audited): Promise<string[]> {
  const found: string[] = [];
  for (const { id, endpoints } of companies) {
    const events = await db.query<{ sequence: number; body: string }>(
      "select sequence, body from events where company_id = $1",
      [id],
    );
    const bodies = new Map(events.map(({ sequence, body }) => [sequence, body]));
    for (const endpoint of endpoints) {
      const received = receiver.received.get(endpoint)!;
      for (const [sequence, body] of bodies) {
        if (!received.has(sequence)) found.push(`event ${sequence} did not reach ${endpoint}`);
        else if (received.get(sequence) !== body) found.push(`event ${sequence} reached ${endpoint} changed`);
      }
      for (const sequence of received.keys()) {
        if (!bodies.has(sequence)) found.push(`${endpoint} received event ${sequence}, which does not exist`);
      }
    }
  }
  return found;
}

/** Compares two lists in which each entry has exactly one counterpart. */
function unmatched(what: string, ours: object[], our: string, theirs: object[], their: string): string[] {
  const text = (entry: object) => JSON.stringify(Object.entries(entry).sort());
  const left = theirs.map(text);
  const missing: string[] = [];
  for (const entry of ours.map(text)) {
    const at = left.indexOf(entry);
    if (at < 0) missing.push(`a ${what} is ${our} and not ${their}: ${entry}`);
    else left.splice(at, 1);
  }
  return [...missing, ...left.map((entry) => `a ${what} is ${their} and not ${our}: ${entry}`)];
}

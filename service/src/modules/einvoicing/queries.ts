import { type Queryable, statement } from "../../foundation/database.ts";
import { isoSql, type Json, jsonOf } from "../../foundation/sql.ts";
import type { Exchange } from "./port.ts";

export type FiscalState =
  | "queued"
  | "submitting"
  | "unknown"
  | "pending"
  | "accepted"
  | "rejected"
  | "cancelled";

/** What is told to the authority of one invoice, as it is stored. */
export type FiscalRow = {
  company_id: number;
  id: number;
  invoice_id: number;
  adapter: string;
  document_key: string;
  document: string;
  hash: string;
  state: FiscalState;
  handle: string | null;
  irn: string | null;
  outcome: string | null;
  calls: number;
  last_call_at: Date | null;
  lease_until: Date | null;
};

const columns = `company_id, id, invoice_id, adapter, document_key, document, hash, state, handle, irn, outcome::text as outcome,
  calls, last_call_at, lease_until`;

const lock = statement(
  "fiscal_lock",
  `select ${columns} from fiscal_documents where company_id = $1 and invoice_id = $2 for no key update`,
);

export async function lockFiscal(
  tx: Queryable,
  companyId: number,
  invoiceId: number,
): Promise<FiscalRow | undefined> {
  const [row] = await tx.query<FiscalRow>(lock, [companyId, invoiceId]);
  return row;
}

const find = statement(
  "fiscal_find",
  `select ${columns} from fiscal_documents where company_id = $1 and invoice_id = $2`,
);

export async function findFiscal(
  db: Queryable,
  companyId: number,
  invoiceId: number,
): Promise<FiscalRow | undefined> {
  const [row] = await db.query<FiscalRow>(find, [companyId, invoiceId]);
  return row;
}

export type Intent = {
  environment: string;
  adapter: string;
  document_key: string;
  document: string;
  hash: string;
};

// What was rejected may be told again, changed, under the same number.
const intend = statement(
  "fiscal_intend",
  `insert into fiscal_documents as f (company_id, invoice_id, environment, adapter, document_key, document, hash, state,
     lease_until, next_action_at, created_at, updated_at)
   values ($1, $2, $5, $6, $7, $8, $9, 'submitting', $4, $4, $3, $3)
   on conflict (company_id, invoice_id) do update set environment = $5, adapter = $6, document_key = $7, document = $8,
     hash = $9, state = 'submitting', handle = null, outcome = null, last_call_at = null, lease_until = $4,
     next_action_at = $4, updated_at = $3
   returning ${columns}`,
);

export async function storeIntent(
  tx: Queryable,
  companyId: number,
  invoiceId: number,
  now: Date,
  leaseUntil: Date,
  { environment, adapter, document_key, document, hash }: Intent,
): Promise<FiscalRow> {
  const values = [companyId, invoiceId, now, leaseUntil, environment, adapter, document_key, document, hash];
  const [row] = await tx.query<FiscalRow>(intend, values);
  return row!;
}

const lease = statement(
  "fiscal_lease",
  `update fiscal_documents set lease_until = $3, next_action_at = $3 where company_id = $1 and id = $2`,
);

export async function leaseFiscal(tx: Queryable, { company_id, id }: FiscalRow, until: Date): Promise<void> {
  await tx.query(lease, [company_id, id, until]);
}

const called = statement(
  "fiscal_called",
  `update fiscal_documents set calls = calls + 1, last_call_at = $3 where company_id = $1 and id = $2`,
);

/** Before something is sent that may count. */
export async function noteCall(db: Queryable, { company_id, id }: FiscalRow, now: Date): Promise<void> {
  await db.query(called, [company_id, id, now]);
}

export type Saved = {
  state: FiscalState;
  handle: string | null;
  irn: string | null;
  outcome: object | null;
  next_action_at: Date | null;
};

const save = statement(
  "fiscal_save",
  `update fiscal_documents set state = $4, handle = $5, irn = $6, outcome = $7, next_action_at = $8, lease_until = null,
     updated_at = $3
   where company_id = $1 and id = $2`,
);

export async function saveFiscal(
  tx: Queryable,
  { company_id, id }: FiscalRow,
  now: Date,
  { state, handle, irn, outcome, next_action_at }: Saved,
): Promise<void> {
  const stored = outcome === null ? null : JSON.stringify(outcome);
  await tx.query(save, [company_id, id, now, state, handle, irn, stored, next_action_at]);
}

const markInvoice = statement(
  "fiscal_mark_invoice",
  "update invoices set fiscal_status = $4, irn = $5, fiscal = $6, updated_at = $3 where company_id = $1 and id = $2",
);

export async function markInvoiceFiscal(
  tx: Queryable,
  companyId: number,
  invoiceId: number,
  now: Date,
  { status, irn, fiscal }: { status: string; irn: string | null; fiscal: object | null },
): Promise<void> {
  const shown = fiscal === null ? null : JSON.stringify(fiscal);
  await tx.query(markInvoice, [companyId, invoiceId, now, status, irn, shown]);
}

// Taken away from the other workers by its lease; if we die meanwhile, that is when it is due again.
const claim = statement(
  "fiscal_claim_due",
  `with due as (
     select company_id, id from fiscal_documents where next_action_at <= $1 and environment = $4
     order by next_action_at limit $3 for no key update skip locked
   )
   update fiscal_documents f set lease_until = $2, next_action_at = $2
   from due d where f.company_id = d.company_id and f.id = d.id
   returning f.company_id, f.invoice_id`,
);

export function claimDueFiscal(
  db: Queryable,
  now: Date,
  until: Date,
  limit: number,
  environment: string,
): Promise<{ company_id: number; invoice_id: number }[]> {
  return db.query(claim, [now, until, limit, environment]);
}

const insertCalls = statement(
  "fiscal_insert_calls",
  `insert into fiscal_calls (company_id, fiscal_document_id, operation, called_at, duration_ms, http_status, code, request, response)
   select $1, $2, x.operation, $3, x.duration_ms, x.http_status, x.code, x.request, x.response
   from unnest($4::text[], $5::int4[], $6::int4[], $7::text[], $8::text[], $9::text[])
     x(operation, duration_ms, http_status, code, request, response)`,
);

export async function insertExchanges(
  db: Queryable,
  { company_id, id }: FiscalRow,
  now: Date,
  exchanges: readonly Exchange[],
): Promise<void> {
  if (exchanges.length === 0) return;
  await db.query(insertCalls, [
    company_id,
    id,
    now,
    exchanges.map(({ operation }) => operation),
    exchanges.map(({ durationMs }) => durationMs),
    exchanges.map(({ httpStatus }) => httpStatus),
    exchanges.map(({ code }) => code),
    exchanges.map(({ request }) => request),
    exchanges.map(({ response }) => response),
  ]);
}

const calls = `(select coalesce(json_agg(${jsonOf(
  `c.operation, ${isoSql("c.called_at")} as called_at, c.duration_ms, c.http_status, c.code, c.request, c.response`,
)} order by c.id desc), '[]') from (
    select * from fiscal_calls x where x.company_id = f.company_id and x.fiscal_document_id = f.id order by x.id desc limit 50
  ) c) as calls`;

const show = statement(
  "fiscal_show",
  `select ${jsonOf(`f.adapter, f.environment, f.document_key, f.hash, f.state, f.irn, f.calls as calls_made,
     ${isoSql("f.next_action_at")} as next_action_at, ${calls}, ${isoSql("f.created_at")} as created_at,
     ${isoSql("f.updated_at")} as updated_at`)} as json
   from fiscal_documents f where f.company_id = $1 and f.invoice_id = $2`,
);

export async function showFiscal(
  db: Queryable,
  companyId: number,
  invoiceId: number,
): Promise<Json | undefined> {
  const [row] = await db.query<{ json: Json }>(show, [companyId, invoiceId]);
  return row?.json;
}

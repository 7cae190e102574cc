import { wrongState } from "../../../contract/errors.ts";
import {
  type Queryable,
  statement,
  type Transaction,
  violatedConstraint,
} from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { setCreditNoteFiscal } from "../../billing/credit-notes/service.ts";
import { type FiscalColumns, setInvoiceFiscal } from "../../billing/invoices/service.ts";
import type { FiscalSubject, FiscalSubjectKind } from "./fiscal-subject.ts";

export type FiscalState = Tables["fiscal_documents"]["state"];

/** A stored registration of an invoice or credit note. */
export type FiscalRow = Pick<
  Tables["fiscal_documents"],
  | "company_id"
  | "id"
  | "adapter"
  | "account"
  | "document_key"
  | "document"
  | "hash"
  | "state"
  | "handle"
  | "irn"
  | "outcome"
  | "cancel_reason"
  | "calls"
  | "failures"
  | "last_call_at"
  | "lease_until"
> & {
  kind: FiscalSubjectKind;
  subject_id: number;
  /** The outcome of the last attempt, as JSON. */
  outcome: string | null;
};

export const subjectOf = ({ kind, subject_id: id }: FiscalRow): FiscalSubject => ({ kind, id });

export const fiscalColumns = `f.company_id, f.id, case when f.invoice_id is null then 'credit_note' else 'invoice' end as kind,
  coalesce(f.invoice_id, f.credit_note_id) as subject_id, f.adapter, f.account, f.document_key, f.document, f.hash, f.state,
  f.handle, f.irn, f.outcome::text as outcome, f.cancel_reason, f.calls, f.failures, f.last_call_at, f.lease_until`;

/** Builds a statement for each kind of subject, with the column that refers to it. */
const forEachKind = (name: string, text: (column: string) => string) => ({
  invoice: statement(`${name}_invoice`, text("invoice_id")),
  credit_note: statement(`${name}_credit_note`, text("credit_note_id")),
});

const find = forEachKind(
  "fiscal_find",
  (column) => `select ${fiscalColumns} from fiscal_documents f where f.company_id = $1 and f.${column} = $2`,
);

export async function findFiscal(
  db: Queryable,
  companyId: number,
  { kind, id }: FiscalSubject,
): Promise<FiscalRow | undefined> {
  const [row] = await db.query<FiscalRow>(find[kind], [companyId, id]);
  return row;
}

const lock = forEachKind(
  "fiscal_lock",
  (column) =>
    `select ${fiscalColumns} from fiscal_documents f where f.company_id = $1 and f.${column} = $2 for no key update`,
);

export async function lockFiscal(
  tx: Queryable,
  companyId: number,
  { kind, id }: FiscalSubject,
): Promise<FiscalRow | undefined> {
  const [row] = await tx.query<FiscalRow>(lock[kind], [companyId, id]);
  return row;
}

export type NewFiscalDocument = Pick<
  FiscalRow,
  "adapter" | "account" | "document_key" | "document" | "hash"
> & {
  environment: string;
};

// A rejected document may be corrected and sent again under the same number. After a crash it is unknown whether the
// following call was made, so it counts as made from the start.
const store = forEachKind(
  "fiscal_intend",
  (
    column,
  ) => `insert into fiscal_documents as f (company_id, ${column}, environment, adapter, account, document_key,
     document, hash, state, calls, last_call_at, lease_until, next_action_at, created_at, updated_at)
   values ($1, $2, $5, $6, $10, $7, $8, $9, 'submitting', 1, $3, $4, $4, $3, $3)
   on conflict (company_id, ${column}) where ${column} is not null do update set environment = $5, adapter = $6,
     account = $10, document_key = $7, document = $8, hash = $9, state = 'submitting', handle = null, outcome = null, calls = f.calls + 1,
     failures = 0, last_call_at = $3, lease_until = $4, next_action_at = $4, updated_at = $3
   returning ${fiscalColumns}`,
);

export async function storeFiscalDocument(
  tx: Queryable,
  companyId: number,
  { kind, id }: FiscalSubject,
  now: Date,
  leaseUntil: Date,
  { environment, adapter, account, document_key, document, hash }: NewFiscalDocument,
): Promise<FiscalRow> {
  const about = [environment, adapter, document_key, document, hash, account];
  const values = [companyId, id, now, leaseUntil, ...about];
  const [row] = await tx.query<FiscalRow>(store[kind], values).catch(explainTakenKey);
  return row!;
}

function explainTakenKey(error: unknown): never {
  if (violatedConstraint(error) === "fiscal_documents_key") {
    throw wrongState(
      "The revenue authority already has a document of this company with the same number. Create a new one with another number.",
    );
  }
  throw error;
}

const lease = statement(
  "fiscal_lease",
  `update fiscal_documents f set lease_until = $3, next_action_at = $3 where company_id = $1 and id = $2
   returning ${fiscalColumns}`,
);

export async function leaseFiscal(
  tx: Queryable,
  { company_id, id }: FiscalRow,
  until: Date,
): Promise<FiscalRow> {
  const [row] = await tx.query<FiscalRow>(lease, [company_id, id, until]);
  return row!;
}

const recordCallSql = statement(
  "fiscal_called",
  `update fiscal_documents f set calls = calls + 1, last_call_at = $3,
     state = case state when 'cancelling' then state else 'submitting' end
   where f.company_id = $1 and f.id = $2 and f.lease_until = $4 and exists (
     select from fiscal_integrations i
     where i.company_id = f.company_id and i.environment = f.environment and i.account = f.account for share)
   returning f.id`,
);

/**
 * Called before anything irreversible is sent again. Returns false if it must not be sent, because the lease was lost
 * or the account changed.
 */
export async function recordCall(
  db: Queryable,
  { company_id, id, lease_until }: FiscalRow,
  now: Date,
): Promise<boolean> {
  return (await db.query(recordCallSql, [company_id, id, now, lease_until])).length === 1;
}

export type FiscalUpdate = Pick<
  Tables["fiscal_documents"],
  "state" | "handle" | "irn" | "failures" | "next_action_at"
> & {
  outcome: object | null;
  /** When the last submission ended; for a while after it the look-up may not find the document. */
  last_call_at?: Date | null;
};

const save = statement(
  "fiscal_save",
  `update fiscal_documents set state = $4, handle = $5, irn = $6, outcome = $7, failures = $8, next_action_at = $9,
     last_call_at = coalesce($10, last_call_at), lease_until = null, updated_at = $3
   where company_id = $1 and id = $2`,
);

export function saveFiscal(
  tx: Transaction,
  { company_id, id }: FiscalRow,
  now: Date,
  { state, handle, irn, outcome, failures, next_action_at, last_call_at = null }: FiscalUpdate,
): void {
  const stored = outcome === null ? null : JSON.stringify(outcome);
  const values = [state, handle, irn, stored, failures, next_action_at, last_call_at];
  tx.queryBeforeCommit(save, [company_id, id, now, ...values]);
}

/** Updates the registration's status on the invoice or credit note. */
export async function markFiscal(
  tx: Queryable,
  companyId: number,
  { kind, id }: FiscalSubject,
  now: Date,
  columns: FiscalColumns,
): Promise<void> {
  if (kind === "invoice") await setInvoiceFiscal(tx, companyId, id, now, columns);
  else await setCreditNoteFiscal(tx, companyId, id, columns);
}

const storeCancellationSql = statement(
  "fiscal_begin_cancelling",
  `update fiscal_documents f set state = 'cancelling', cancel_reason = $5, calls = calls + 1, failures = 0,
     last_call_at = $3, lease_until = $4, next_action_at = $4, updated_at = $3
   where company_id = $1 and id = $2 returning ${fiscalColumns}`,
);

export async function storeCancellation(
  tx: Queryable,
  { company_id, id }: FiscalRow,
  now: Date,
  leaseUntil: Date,
  reason: string,
): Promise<FiscalRow> {
  const [row] = await tx.query<FiscalRow>(storeCancellationSql, [company_id, id, now, leaseUntil, reason]);
  return row!;
}

const updateCancellationSql = statement(
  "fiscal_save_cancelling",
  `update fiscal_documents set state = $4, failures = $5, next_action_at = $6, lease_until = null, updated_at = $3
   where company_id = $1 and id = $2`,
);

/** The data of the registration stays, whatever the outcome of the cancellation. */
export async function updateCancellation(
  tx: Queryable,
  { company_id, id }: FiscalRow,
  now: Date,
  { state, failures, next_action_at }: Pick<FiscalUpdate, "state" | "failures" | "next_action_at">,
): Promise<void> {
  await tx.query(updateCancellationSql, [company_id, id, now, state, failures, next_action_at]);
}

// The lease hides the row from other workers; if this process dies, the row is due again when the lease ends.
const claim = statement(
  "fiscal_claim_due",
  `with due as (
     select company_id, id from fiscal_documents where next_action_at <= $1 and environment = $4
     order by next_action_at limit $3 for no key update skip locked
   )
   update fiscal_documents f set lease_until = $2, next_action_at = $2
   from due d where f.company_id = d.company_id and f.id = d.id
   returning ${fiscalColumns}`,
);

export function claimDueFiscal(
  db: Queryable,
  now: Date,
  until: Date,
  limit: number,
  environment: string,
): Promise<FiscalRow[]> {
  return db.query(claim, [now, until, limit, environment]);
}

const postpone = statement(
  "fiscal_postpone",
  `update fiscal_documents set failures = $3, next_action_at = $4, lease_until = null
   where company_id = $1 and id = $2 and lease_until = $5`,
);

/** Postpones a registration for which the authority could not be called. */
export async function postponeFiscal(
  db: Queryable,
  { company_id, id, lease_until }: FiscalRow,
  { failures, next_action_at }: Pick<FiscalUpdate, "failures" | "next_action_at">,
): Promise<void> {
  await db.query(postpone, [company_id, id, failures, next_action_at, lease_until]);
}

// Every unfinished registration has a next action time, so it is in that index.
const measure = statement(
  "fiscal_measure",
  `select state, count(*)::int4 as count, extract(epoch from $1 - min(created_at))::float8 as oldest_seconds
   from fiscal_documents where next_action_at is not null and environment = $2 group by state`,
);

export function measureUnfinished(
  db: Queryable,
  now: Date,
  environment: string,
): Promise<{ state: FiscalState; count: number; oldest_seconds: number }[]> {
  return db.query(measure, [now, environment]);
}

const hasten = statement(
  "fiscal_hasten",
  `update fiscal_documents set next_action_at = next_action_at - $2 * interval '1 ms',
     last_call_at = last_call_at - $2 * interval '1 ms', report_after = report_after - $2 * interval '1 ms'
   where company_id = $1 and lease_until is null and (next_action_at is not null or report_after is not null)`,
);

/** Retries of a company come earlier by so much, because its clock was moved. What is leased stays leased. */
export async function hastenRegistrations(tx: Queryable, companyId: number, byMs: number): Promise<void> {
  await tx.query(hasten, [companyId, byMs]);
}

const countDue = statement(
  "fiscal_count_due",
  `select count(*)::int as count from fiscal_documents where company_id = $1 and environment = $3
     and (next_action_at <= $2 or lease_until > $2)`,
);

export async function countDueRegistrations(
  db: Queryable,
  companyId: number,
  now: Date,
  environment: string,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(countDue, [companyId, now, environment]);
  return row!.count;
}

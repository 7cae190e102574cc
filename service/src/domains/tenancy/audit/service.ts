import type { Actor, Company } from "../../../contract/access.ts";
import type { AuditAction, AuditedRecord } from "../../../contract/audit-actions.ts";
import type { Queryable, Transaction } from "../../../platform/db/database.ts";
import { type Page, readPage } from "../../../platform/db/lists/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { createdRange } from "../../../platform/values/date-times.ts";
import { auditListing, findActors, insertEntry } from "./queries.ts";
import type { AuditQuery } from "./schema.ts";

export { eraseAuditEntries } from "./erasure.ts";
/**
 * The audit log records who changed a company's keys, settings, users and money, when and from where. The function that
 * makes a change writes the entry in the same transaction, so that no caller can bypass it; entries are never changed
 * and contain no secrets.
 */
export {
  entryRowTypes,
  findEntriesAt,
  findEntriesOfCompanyRequest,
  findEntriesOfRequest,
  insertEntriesSql,
} from "./queries.ts";

/** The author of a change; without an actor it is the service itself. */
export type Author = {
  actor?: Actor;
  /** Set for an operator on the command line, whose name is unknown. */
  via?: "command_line";
  requestId?: string | null;
  address?: string | null;
};

/** The changed record, such as `invoice/17`; settings without an id of their own are named after the company. */
export type AuditSubject = `${AuditedRecord}/${string}`;

export function audit(
  author: Author & { tx: Transaction; now: Date },
  companyId: number,
  action: AuditAction,
  subject: AuditSubject,
  details: Record<string, unknown> = {},
): void {
  requireNamed(action, subject);
  const { actor = { type: "system", id: null }, via, requestId = null, address = null } = author;
  insertEntry(author.tx, companyId, {
    now: author.now,
    actorType: via ?? actor.type,
    actorId: actor.id,
    action,
    subject,
    details,
    requestId,
    address,
  });
}

/** An entry without a subject could not be found by anyone who investigates a record. */
function requireNamed(action: string, subject: string): void {
  if (/^[a-z_]+\/\S+$/.test(subject) && !/\/(undefined|null|NaN)$/.test(subject)) return;
  throw new Error(`the audit entry ${action} must name a record, not '${subject}'`);
}

/** The events about money, which are also audited. */
const moneyActions = [
  "invoice.issued",
  "invoice.sent",
  "invoice.voided",
  "invoice.written_off",
  "payment.recorded",
  "payment.allocated",
  "payment.updated",
  "payment.failed",
  "payment.refunded",
  "payment.disputed",
  "payment.reversed",
  "payment_link.created",
  "payment_link.cancelled",
  "credit_note.issued",
  "credit_note.applied",
] as const satisfies readonly AuditAction[];
type MoneyAction = (typeof moneyActions)[number];

const isMoney = (type: string): type is MoneyAction => (moneyActions as readonly string[]).includes(type);

/** The audit entry for an event about money; undefined for other events. */
export function moneyEntry(
  type: string,
  record: Record<string, unknown>,
): { subject: AuditSubject; details: Record<string, unknown> } | undefined {
  if (!isMoney(type)) return undefined;
  const { number, amount, total, currency, invoice_id, reversal_reason } = record;
  const subject = subjectOf(type, record);
  requireNamed(type, subject);
  // Only a reversal has a reason, and without one the entry does not mention it.
  const reason = reversal_reason ?? undefined;
  return { subject, details: { number, amount, total, currency, invoice_id, reason } };
}

/** Named as in the API: a link has a reference and no id, and a failed payment attempt has no payment. */
function subjectOf(type: MoneyAction, { id, reference }: Record<string, unknown>): AuditSubject {
  if (type === "payment.failed") return `payment_attempt/${reference}`;
  const record = type.slice(0, type.indexOf(".")) as AuditedRecord;
  return `${record}/${record === "payment_link" ? reference : id}`;
}

/**
 * Events about money are also audited, in the same transaction. Statements that insert events directly take the entry
 * from `moneyEntry`.
 */
export function auditMoney(
  change: Author & { tx: Transaction; now: Date; company: { id: number } },
  type: string,
  object: Json,
): void {
  if (!isMoney(type)) return;
  const entry = moneyEntry(type, JSON.parse(object) as Record<string, unknown>);
  if (entry) audit(change, change.company.id, type, entry.subject, entry.details);
}

/** Newest first. The entries are read, never changed. */
export function listAudit(
  db: Queryable,
  company: Pick<Company, "id" | "timeZone">,
  today: string,
  query: AuditQuery,
  rowsMax?: number,
): Promise<Page> {
  const { actor_type, actor_id, action, record_type, subject } = query;
  const filters = {
    actor_type,
    actor_id,
    action,
    record_type,
    subject,
    ...createdRange(company.timeZone, query),
  };
  return readPage(db, auditListing, company.id, today, query, filters, rowsMax);
}

/** Who made the latest changes, for the choice of a filter. */
export async function listActors(db: Queryable, companyId: number): Promise<Json> {
  return `[${(await findActors(db, companyId)).join()}]`;
}

import type { Actor } from "../../../contract/access.ts";
import type { Queryable, Transaction } from "../../../platform/db/database.ts";
import { type Page, type PageRequest, readPage } from "../../../platform/db/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { auditListing, insertEntry } from "./queries.ts";

/**
 * The audit log tells a company who changed its keys, settings, users and money, when and from where. An entry is
 * written in the transaction of the change, by the function that makes it, so that no way to that function goes unseen;
 * it is never changed afterwards, and holds no secret.
 */
export { entryRowTypes, findEntriesOfRequest, insertEntriesSql } from "./queries.ts";

/** Who made a change, as far as it is known. Without an actor it is the service itself. */
export type Author = {
  actor?: Actor;
  /** An operator on the command line, whose name is not known. */
  via?: "command_line";
  requestId?: string | null;
  address?: string | null;
};

/** The record that was changed, such as `invoice/17`; what has no id of its own is named after its company. */
export type AuditSubject = `${string}/${string}`;

export function audit(
  author: Author & { tx: Transaction; now: Date },
  companyId: number,
  action: string,
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

/** An entry that names nothing is of no use to whoever looks for what happened to a record. */
function requireNamed(action: string, subject: string): void {
  if (/^[a-z_]+\/\S+$/.test(subject) && !/\/(undefined|null|NaN)$/.test(subject)) return;
  throw new Error(`the audit entry ${action} must name a record, not '${subject}'`);
}

const money =
  /^(invoice\.(issued|voided|written_off)|payment\.|payment_link\.(created|cancelled)|credit_note\.issued)/;

/** What the log says of an event about money; undefined for other events. */
export function moneyEntry(
  type: string,
  record: Record<string, unknown>,
): { subject: AuditSubject; details: Record<string, unknown> } | undefined {
  if (!money.test(type)) return undefined;
  const { number, amount, total, currency, invoice_id } = record;
  const subject = subjectOf(type, record);
  requireNamed(type, subject);
  return { subject, details: { number, amount, total, currency, invoice_id } };
}

/** As the API names the record: a link has a reference and no id, and a failed attempt to pay left no payment. */
function subjectOf(type: string, { id, reference }: Record<string, unknown>): AuditSubject {
  if (type === "payment.failed") return `payment_attempt/${reference}`;
  const [kind] = type.split(".");
  return `${kind}/${kind === "payment_link" ? reference : id}`;
}

/**
 * Events about money are recorded in the log too: by everybody who writes events, in the same transaction. Statements
 * that store events themselves take the entry from `moneyEntry`.
 */
export function auditMoney(
  change: Author & { tx: Transaction; now: Date; company: { id: number } },
  type: string,
  object: Json,
): void {
  if (!money.test(type)) return;
  const entry = moneyEntry(type, JSON.parse(object) as Record<string, unknown>);
  if (entry) audit(change, change.company.id, type, entry.subject, entry.details);
}

export function listAudit(db: Queryable, companyId: number, query: PageRequest): Promise<Page> {
  return readPage(db, auditListing, companyId, "", query, {});
}

import type { Actor } from "../../access.ts";
import type { Queryable, Transaction } from "../../foundation/database.ts";
import { type Page, type PageRequest, readPage } from "../../foundation/page.ts";
import type { Json } from "../../foundation/sql.ts";
import { auditListing, insertEntry } from "./queries.ts";

/**
 * The audit log tells a company who changed its keys, settings, users and money, when and from where. An entry is
 * written in the transaction of the change, by the function that makes it, so that no way to that function goes unseen;
 * it is never changed afterwards, and holds no secret.
 */
export { findEntriesOfRequest } from "./queries.ts";

/** Who made a change, as far as it is known. Without an actor it is the service itself. */
export type Author = {
  actor?: Actor;
  /** An operator on the command line, whose name is not known. */
  via?: "command_line";
  requestId?: string | null;
  address?: string | null;
};

export function audit(
  author: Author & { tx: Transaction; now: Date },
  companyId: number,
  action: string,
  subject: string | null,
  details: Record<string, unknown> = {},
): void {
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

const money =
  /^(invoice\.(issued|voided|written_off)|payment\.|payment_link\.(created|cancelled)|credit_note\.issued)/;

/** Events about money are recorded in the log too. */
export function auditMoney(
  change: Author & { tx: Transaction; now: Date; company: { id: number } },
  type: string,
  object: Json,
): void {
  if (!money.test(type)) return;
  const { id, number, amount, total, currency, invoice_id } = JSON.parse(object) as Record<string, unknown>;
  const details = { number, amount, total, currency, invoice_id };
  audit(change, change.company.id, type, `${type.split(".")[0]}/${id}`, details);
}

export function listAudit(db: Queryable, companyId: number, query: PageRequest): Promise<Page> {
  return readPage(db, auditListing, companyId, "", query, {});
}

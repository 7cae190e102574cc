import { isBuyersMail } from "../../../contract/mail-kinds.ts";
import type { Transaction } from "../../../platform/db/database.ts";
import { emitMany } from "../../webhooks/events/service.ts";
import type { EndedMail } from "./queries.ts";

/** The company gets an event about a document that did not reach its buyer. */
export function reportFailures(tx: Transaction, now: Date, mails: readonly EndedMail[]): void {
  const failed = mails.flatMap(({ company_id: companyId, kind, status, json }) => {
    const isFinal = status === "failed" || status === "expired";
    return companyId !== null && isFinal && isBuyersMail(kind) ? [{ companyId, object: json }] : [];
  });
  emitMany(tx, now, "mail.failed", failed);
}

import { type Queryable, statement } from "../../../platform/db/database.ts";
import { type ErasedValues, eraseIdentifiedRows, identifiedSql } from "../../../platform/db/erasure.ts";

const columns = { texts: ["recipient", "copies", "subject", "about", "content", "last_error"] };

// A mail that waits is not sent any more: whoever it was for is erased.
const cancel = statement(
  "mail_erase_queued",
  `update mails r set status = 'cancelled', content = null, attachments = '[]', next_attempt_at = null, leased_until = null,
     ended_at = $2
   where r.company_id = $1 and r.status in ('queued', 'kept') and ${identifiedSql(columns)}
     and $3::text is not null`,
);
const erase = eraseIdentifiedRows("mail", "mails", columns);

/** Mails to a person or about one. */
export async function eraseMails(
  tx: Queryable,
  companyId: number,
  now: Date,
  erased: ErasedValues,
): Promise<void> {
  await tx.query(cancel, [companyId, now, erased.json, erased.identifyingText, erased.identifyingJson]);
  await erase(tx, companyId, erased);
}

import { type Queryable, statement } from "../../../platform/db/database.ts";
import { erasedText } from "../../../platform/values/erased-text.ts";

// Whole, because an answer is cut at some length, perhaps in the middle of a value.
const eraseAttempts = statement(
  "delivery_erase_attempts",
  `update webhook_attempts r set answer = case when r.answer is not null then '${erasedText}' end,
     message = case when r.message is not null then '${erasedText}' end
   from webhook_deliveries d
   where r.company_id = $1 and d.company_id = $1 and d.id = r.delivery_id and d.event_sequence = any($2::int8[])`,
);
const eraseDeliveries = statement(
  "delivery_erase",
  `update webhook_deliveries set last_error = '${erasedText}'
   where company_id = $1 and event_sequence = any($2::int8[]) and last_error is not null`,
);

/** What receivers answered to events that are redacted; the bodies that are sent are those of the events. */
export async function eraseAnswers(
  tx: Queryable,
  companyId: number,
  sequences: readonly number[],
): Promise<void> {
  await tx.query(eraseAttempts, [companyId, sequences]);
  await tx.query(eraseDeliveries, [companyId, sequences]);
}

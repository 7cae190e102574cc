import type { Context } from "../../../context.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { inBatches } from "../../../platform/ops/loops.ts";
import { emitMany } from "../../webhooks/events/service.ts";
import { expireDueQuotes } from "./queries.ts";
import { withAddress } from "./record.ts";

const expireMax = 200;

/** Expires the quotes that nobody answered in time, with one event each. */
export function expireQuotes({ config, db, clock }: Context): Promise<number> {
  const now = clock.now();
  return inBatches(expireMax, (limit) =>
    inTransaction(db, async (tx) => {
      const expired = await expireDueQuotes(tx, now, limit);
      const records = expired.map(({ companyId, json }) => ({
        companyId,
        object: withAddress(config, json),
      }));
      emitMany(tx, now, "quote.expired", records);
      return expired.length;
    }),
  );
}

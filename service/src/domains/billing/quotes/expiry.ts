import type { Context } from "../../../context.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { inBatches } from "../../../platform/ops/loops.ts";
import { emitMany } from "../../webhooks/events/service.ts";
import { expireDueQuotes } from "./queries.ts";
import { withAddress } from "./record.ts";

const expireMax = 200;

/** Expires the quotes that nobody answered in time, with one event each: of all companies, or by its own clock of one. */
export function expireQuotes({ config, db, clock }: Context, onlyOf?: number): Promise<number> {
  const now = clock.now();
  return inBatches(expireMax, (limit) =>
    inTransaction(db, async (tx) => {
      const expired = await expireDueQuotes(tx, now, limit, onlyOf);
      const records = expired.map(({ companyId, json }) => ({
        companyId,
        object: withAddress(config, json),
      }));
      emitMany(tx, now, "quote.expired", records);
      return expired.length;
    }),
  );
}

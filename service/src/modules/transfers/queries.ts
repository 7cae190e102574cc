import { type Queryable, statement } from "../../foundation/database.ts";

const takeTurn = statement(
  "import_take_turn",
  "select pg_advisory_xact_lock(hashtextextended('import ' || $1::bigint, 20260101))",
);

/**
 * Held until the transaction ends: a company's imports store their chunks in turn. Two that hold the same names in
 * another order would otherwise wait for each other.
 */
export async function waitForTurn(tx: Queryable, companyId: number): Promise<void> {
  await tx.query(takeTurn, [companyId]);
}

import { type Queryable, statement } from "../../../platform/db/database.ts";

const takeImportLock = statement(
  "import_take_turn",
  "select pg_advisory_xact_lock(hashtextextended('import ' || $1::bigint, 20260101))",
);

/**
 * Held until the transaction ends, so that a company's imports store their chunks in turn. Two with the same
 * identifiers in a different order would otherwise deadlock.
 */
export async function waitForImportLock(tx: Queryable, companyId: number): Promise<void> {
  await tx.query(takeImportLock, [companyId]);
}

import type { Company } from "../../../contract/access.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { type Page, readPage } from "../../../platform/db/lists/page.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { checkpointListing, listKeys } from "./queries.ts";
import type { CheckpointQuery } from "./schema.ts";

/**
 * The books are a company's events with the hashes that chain them, and the checkpoints that sign the chain. Anybody can
 * verify an export of them without the service.
 */
export { type BooksCheck, checkBooks } from "./check.ts";
export { signCheckpoints } from "./checkpoints.ts";
export { encryptedCheckpointKeys, rotateKey } from "./keys.ts";
export { objectionToCheckpoint } from "./mailing.ts";
export {
  booksChecker,
  findUnfinishedChecks,
  listCompaniesWithEvents,
  observeBooks,
  readBooksSummary,
  saveCheck,
} from "./nightly.ts";
export { type CoveringCheckpoint, findCheckpointCovering } from "./queries.ts";

/** A page of checkpoints, newest first, and every key that has signed or will sign. */
export async function listCheckpoints(
  db: Queryable,
  company: Company,
  today: string,
  query: CheckpointQuery,
): Promise<{ page: Page; keys: Json }> {
  const page = await readPage(db, checkpointListing, company.id, today, query, {});
  return { page, keys: `[${(await listKeys(db)).join()}]` };
}

import type { Transaction } from "../../../platform/db/database.ts";
import type { EncryptionKeys } from "../../../platform/security/secrets.ts";
import {
  chainedDocumentHash,
  findChainedAfter,
  findUnchained,
  readSeal,
} from "../../sending/documents/service.ts";
import { type Difference, missingShown, zeros } from "./chain.ts";
import type { StoredCheckpoint } from "./queries.ts";

/**
 * Follows the chain of the hashes of documents that were given out, and compares it with the checkpoints that signed it.
 * Without keys, its end is not compared with the seal.
 */
export async function checkDocuments(
  tx: Transaction,
  companyId: number,
  encryptionKeys: EncryptionKeys | undefined,
  checkpoints: readonly StoredCheckpoint[],
  report: (difference: Difference) => void,
): Promise<void> {
  const signed = new Map<number, StoredCheckpoint>();
  for (const checkpoint of checkpoints)
    if (checkpoint.documents !== null) signed.set(checkpoint.documents, checkpoint);
  let [position, hash] = [0, zeros];
  for (;;) {
    const page = await findChainedAfter(tx, companyId, position, Number.MAX_SAFE_INTEGER);
    for (const row of page) {
      for (
        let missing = position + 1;
        missing < row.position && missing <= position + missingShown;
        missing++
      )
        report({ record: `document ${missing}`, field: "position", events: missing, table: null });
      const computed = chainedDocumentHash(hash, row);
      if (computed !== row.hash)
        report({ record: `document ${row.position}`, field: "hash", events: computed, table: row.hash });
      const by = signed.get(row.position);
      if (by !== undefined && by.documents_hash !== row.hash)
        report({
          record: `checkpoint ${by.sequence}`,
          field: "documents_hash",
          events: by.documents_hash,
          table: row.hash,
        });
      // It goes on from what is stored, so that each difference is named once.
      [position, hash] = [row.position, row.hash];
    }
    if (page.length === 0) break;
  }
  const last = [...signed.values()].findLast(({ documents }) => documents! > position);
  if (last)
    report({
      record: `checkpoint ${last.sequence}`,
      field: "documents",
      events: last.documents,
      table: position,
    });
  const { exists, seal } = await readSeal(tx, encryptionKeys ?? [], companyId);
  // Of a company from before there were seals, the service makes one in the background.
  if (!exists && position === 0 && !last) return;
  for (const { kind, record_id, sha256 } of await findUnchained(tx, companyId))
    report({ record: `document of ${kind} ${record_id}`, field: "position", events: null, table: sha256 });
  if (encryptionKeys === undefined) return;
  const record = "document seal";
  if (seal === undefined) {
    report({ record, field: "seal", events: "a seal that fits", table: exists ? "another one" : null });
    return;
  }
  if (seal.position !== position)
    report({ record, field: "position", events: seal.position, table: position });
  else if (seal.hash !== hash) report({ record, field: "hash", events: seal.hash, table: hash });
}

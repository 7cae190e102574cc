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

type Report = (difference: Difference) => void;
type End = { position: number; hash: string };

/**
 * Follows the chain of the hashes of documents that were given out, and compares it with the checkpoints that signed it.
 * Without keys, its end is not compared with the seal.
 */
export async function checkDocuments(
  tx: Transaction,
  companyId: number,
  encryptionKeys: EncryptionKeys | undefined,
  checkpoints: readonly StoredCheckpoint[],
  report: Report,
): Promise<void> {
  const signed = new Map<number, StoredCheckpoint>();
  for (const checkpoint of checkpoints)
    if (checkpoint.documents !== null) signed.set(checkpoint.documents, checkpoint);
  const end = await followChain(tx, companyId, signed, report);
  const last = [...signed.values()].findLast(({ documents }) => documents! > end.position);
  if (last) {
    const { sequence, documents } = last;
    report({
      record: `checkpoint ${sequence}`,
      field: "documents",
      events: documents,
      table: end.position,
    });
  }
  const stored = await readSeal(tx, encryptionKeys ?? [], companyId);
  // Of a company from before there were seals, the service makes one in the background.
  if (!stored.exists && end.position === 0 && !last) return;
  for (const { kind, record_id, sha256 } of await findUnchained(tx, companyId))
    report({ record: `document of ${kind} ${record_id}`, field: "position", events: null, table: sha256 });
  if (encryptionKeys !== undefined) compareWithSeal(stored, end, report);
}

/** Computes every hash of the chain, from the first document to the last. */
async function followChain(
  tx: Transaction,
  companyId: number,
  signed: ReadonlyMap<number, StoredCheckpoint>,
  report: Report,
): Promise<End> {
  let end: End = { position: 0, hash: zeros };
  for (;;) {
    const page = await findChainedAfter(tx, companyId, end.position, Number.MAX_SAFE_INTEGER);
    if (page.length === 0) return end;
    for (const row of page) {
      reportMissing(end.position + 1, row.position, report);
      const computed = chainedDocumentHash(end.hash, row);
      if (computed !== row.hash)
        report({ record: `document ${row.position}`, field: "hash", events: computed, table: row.hash });
      const by = signed.get(row.position);
      if (by !== undefined && by.documents_hash !== row.hash) {
        const record = `checkpoint ${by.sequence}`;
        report({ record, field: "documents_hash", events: by.documents_hash, table: row.hash });
      }
      // It goes on from what is stored, so that each difference is named once.
      end = { position: row.position, hash: row.hash };
    }
  }
}

function reportMissing(from: number, to: number, report: Report): void {
  for (let missing = from; missing < to && missing < from + missingShown; missing++)
    report({ record: `document ${missing}`, field: "position", events: missing, table: null });
}

function compareWithSeal(
  { exists, seal }: Awaited<ReturnType<typeof readSeal>>,
  end: End,
  report: Report,
): void {
  const record = "document seal";
  if (seal === undefined)
    report({ record, field: "seal", events: "a seal that fits", table: exists ? "another one" : null });
  else if (seal.position !== end.position)
    report({ record, field: "position", events: seal.position, table: end.position });
  else if (seal.hash !== end.hash) report({ record, field: "hash", events: seal.hash, table: end.hash });
}

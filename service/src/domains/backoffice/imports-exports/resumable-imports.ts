import type { Change, Context } from "../../../context.ts";
import { actorOf, type UserPrincipal } from "../../../contract/access.ts";
import { notFound, wrongState } from "../../../contract/errors.ts";
import { inTransaction, type Transaction } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { inBatches } from "../../../platform/ops/loops.ts";
import { storeImport } from "../notifications/service.ts";
import { readCandidates } from "./candidates.ts";
import {
  advanceImport,
  deleteImportsBefore,
  discardImport,
  findImport,
  findUnfinished,
  insertImport,
  lockImport,
} from "./import-queries.ts";
import { type Importable, importableCustomers, importableProducts } from "./importable.ts";
import { chunkSize, retryCollisions, storeChunk } from "./imports.ts";
import { createPlan, type Plan } from "./plan.ts";
import type { ImportKind, ImportStart } from "./schema.ts";

/**
 * An import is stored with its file before its first row is. A person continues it, a part at a time, until it is
 * finished: after a crash, or in another window, it goes on behind the last row that was stored.
 */
type Importing = { importable: Importable; plan: Plan };

const kinds: Record<ImportKind, Importing> = {
  customers: { importable: importableCustomers, plan: createPlan(importableCustomers) },
  products: { importable: importableProducts, plan: createPlan(importableProducts) },
};

// A part takes about a second, so that the page can show the progress.
const chunksOfPart = 5;

export type Importer = { context: Context; principal: UserPrincipal; requestId: string; address: string };

export async function startImport(
  { context, principal: { company, userId } }: Importer,
  { kind, file_name: fileName, csv }: ImportStart,
): Promise<Json> {
  const { importable } = kinds[kind];
  const { candidates } = await readCandidates(context.threads, company.id, importable, csv);
  const rows = candidates.length;
  return insertImport(context.db, company.id, userId, context.clock.now(), { kind, fileName, csv, rows });
}

/** Stores the next rows. Every transaction moves the position with its rows, so that none is stored twice or skipped. */
export async function continueImport(importer: Importer, id: number): Promise<Json> {
  const { context, principal } = importer;
  const { company } = principal;
  const found = await findImport(context.db, company.id, id);
  if (!found) throw notFound("The import");
  if (found.status === "discarded") throw wrongState("This import was discarded. Upload the file again.");
  if (found.csv === null) return found.json;
  const { importable, plan } = kinds[found.kind];
  const { candidates } = await readCandidates(context.threads, company.id, importable, found.csv);
  for (let chunks = 0; chunks < chunksOfPart; chunks++) {
    const isRunning = await retryCollisions(() =>
      inTransaction(context.db, async (tx) => {
        const { done, status, user_id, file_name } = await lockImport(tx, company.id, id);
        if (status !== "running") return false;
        const change = changeOf(importer, tx);
        const chunk = candidates.slice(done, done + chunkSize);
        const { errors, errors_total, ...counts } = await storeChunk(importable, plan, change, chunk);
        const progress = {
          ...counts,
          done: done + chunk.length,
          errors,
          errorsTotal: errors_total,
        };
        const now = await advanceImport(tx, company.id, id, change.now, progress);
        if (now.status !== "finished") return true;
        const { created, updated } = now;
        const failed = candidates.length - (await rowsStored(tx, company.id, id));
        await storeImport(tx, company.id, user_id, change.now, {
          kind: found.kind,
          file_name,
          created,
          updated,
          failed,
        });
        return false;
      }),
    );
    if (!isRunning) break;
  }
  return (await findImport(context.db, company.id, id))!.json;
}

/** The rows without errors. */
async function rowsStored(tx: Transaction, companyId: number, id: number): Promise<number> {
  const { json } = (await findImport(tx, companyId, id))!;
  const { created, updated, unchanged } = JSON.parse(json) as Record<string, number>;
  return created! + updated! + unchanged!;
}

function changeOf({ context, principal, requestId, address }: Importer, tx: Transaction): Change {
  const now = context.clock.now();
  return { tx, company: principal.company, now, actor: actorOf(principal), requestId, address };
}

const unfinishedShown = 20;

export async function listUnfinished({ reads }: Context, companyId: number): Promise<Json> {
  return `[${(await findUnfinished(reads, companyId, unfinishedShown)).join()}]`;
}

/** What was stored stays. */
export async function endImport({ tx, company, now }: Change, id: number): Promise<Json> {
  if (!(await findImport(tx, company.id, id))) throw notFound("The import");
  const discarded = await discardImport(tx, company.id, id, now);
  if (discarded === undefined) throw wrongState("This import has already ended.");
  return discarded;
}

/** A file that nobody continues is deleted after this long; so is the record of an import that has ended. */
export const importRetentionDays = 7;
const purgeMax = 1000;

export function purgeImports({ background, clock }: Context): Promise<number> {
  const before = new Date(clock.now().getTime() - importRetentionDays * 24 * 60 * 60 * 1000);
  return inBatches(purgeMax, (limit) => deleteImportsBefore(background, before, limit));
}

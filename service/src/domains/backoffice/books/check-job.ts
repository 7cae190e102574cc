import { type DatabaseJob, withConnection } from "../../../platform/db/database-thread.ts";
import type { EncryptionKeys } from "../../../platform/security/secrets.ts";
import { type BooksCheck, checkBooks } from "./check.ts";

export type CheckJob = { companyIds: readonly number[]; encryptionKeys: EncryptionKeys };

/** Runs in a thread, because parsing and comparing events takes most of the time of a check. */
export function run({ connectionString, input }: DatabaseJob<CheckJob>): Promise<BooksCheck[]> {
  const { companyIds, encryptionKeys } = input;
  return withConnection({ connectionString }, (db) =>
    checkBooks(db, companyIds, { encryptionKeys, isPaced: true }),
  );
}

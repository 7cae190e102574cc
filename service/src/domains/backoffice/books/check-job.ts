import { type DatabaseJob, withConnection } from "../../../platform/db/database-thread.ts";
import { type BooksCheck, checkBooks } from "./check.ts";

/** Runs in a thread, because parsing and comparing events takes most of the time of a check. */
export function run({ connectionString, input }: DatabaseJob<readonly number[]>): Promise<BooksCheck[]> {
  return withConnection({ connectionString }, (db) => checkBooks(db, input, { isPaced: true }));
}

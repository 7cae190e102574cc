import { readFileSync } from "node:fs";
import { type OnEvent, type Verified, verifyFile } from "../../../sdk/verify-books.mjs";
import { compareFile, type KeptCheckpoint, readCheckpoint } from "../../../sdk/verify-checkpoint.mjs";
import { createRecomputation } from "../../../sdk/verify-totals.mjs";
import { type Options, print, UsageError } from "./options.ts";

/** Verifies an export of the books by the scripts that outsiders use; it needs neither settings nor a database. */
export async function verify(options: Options): Promise<void> {
  const file = String(options.words?.[0]);
  const kept = [options.checkpoint ?? []].flat().map((name) => readKept(String(name)));
  // The file is read once for both, because most of the time goes into parsing it.
  const recomputation = createRecomputation();
  const { found, failures, ...verified } = await readBooks(file, recomputation.event);
  const recomputed = recomputation.finish();
  const contradictions = kept.length > 0 ? await compareFile(file, kept) : [];
  const all = failures + contradictions.length + recomputed.failures;
  print(options, {
    success: all === 0,
    file,
    ...verified,
    kept: kept.length,
    failures: all,
    found: [...contradictions, ...found, ...recomputed.found],
  });
  if (all > 0) process.exitCode = 1;
}

function readKept(file: string): KeptCheckpoint {
  try {
    return readCheckpoint(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(
      `${file} can't be read: ${(error as Error).message}. Give a file with the checkpoint of one mail`,
    );
  }
}

function readBooks(file: string, onEvent: OnEvent): Promise<Verified> {
  return verifyFile(file, onEvent).catch((error: Error) => {
    throw new UsageError(`${file} can't be verified: ${error.message}. Give a file of GET /books/export`);
  });
}

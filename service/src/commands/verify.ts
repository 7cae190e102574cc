import { readFileSync } from "node:fs";
import {
  type KeptCheckpoint,
  readCheckpoint,
  type Verified,
  verifyFile,
} from "../../../sdk/verify-books.mjs";
import { type Options, print, UsageError } from "./options.ts";

/** Verifies an export of the books by the script that outsiders use; it needs neither settings nor a database. */
export async function verify(options: Options): Promise<void> {
  const file = String(options.words?.[0]);
  const kept = [options.checkpoint ?? []].flat().map((name) => readKept(String(name)));
  const { found, failures, ...verified } = await readBooks(file, kept);
  print(options, { success: failures === 0, file, ...verified, failures, found });
  if (failures > 0) process.exitCode = 1;
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

function readBooks(file: string, kept: readonly KeptCheckpoint[]): Promise<Verified> {
  return verifyFile(file, kept).catch((error: Error) => {
    throw new UsageError(`${file} can't be verified: ${error.message}. Give a file of GET /books/export`);
  });
}

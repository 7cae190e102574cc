import { type Verified, verifyFile } from "../../../sdk/verify-books.mjs";
import { type Options, print, UsageError } from "./options.ts";

/** Verifies an export of the books by the script that outsiders use; it needs neither settings nor a database. */
export async function verify(options: Options): Promise<void> {
  const file = String(options.words?.[0]);
  const { found, failures, ...verified } = await readBooks(file);
  print(options, { success: failures === 0, file, ...verified, failures, found });
  if (failures > 0) process.exitCode = 1;
}

function readBooks(file: string): Promise<Verified> {
  return verifyFile(file).catch((error: Error) => {
    throw new UsageError(`${file} can't be verified: ${error.message}. Give a file of GET /books/export`);
  });
}

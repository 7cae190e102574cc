import { type Diagnosis, diagnose, type Seen } from "./diagnose.ts";

/** A diagnosis outside the main thread: a large body takes hundreds of milliseconds. */
export function run(seen: Seen & { body: Uint8Array }): Diagnosis {
  // A Buffer arrives as plain bytes.
  return diagnose({ ...seen, body: Buffer.from(seen.body) });
}

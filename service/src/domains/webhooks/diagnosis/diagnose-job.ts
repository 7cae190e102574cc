import { type Diagnosis, diagnose, type ReceivedDelivery } from "./diagnose.ts";

/** A diagnosis outside the main thread: a large body takes hundreds of milliseconds. */
export function run(received: ReceivedDelivery & { body: Uint8Array }): Diagnosis {
  // A Buffer arrives as plain bytes.
  return diagnose({ ...received, body: Buffer.from(received.body) });
}

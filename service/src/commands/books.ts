import type { Config } from "../config/config.ts";
import { rotateKey } from "../domains/backoffice/books/service.ts";
import { openForCommand } from "./command-runtime.ts";
import { type Options, print, UsageError } from "./options.ts";

const overlapHoursDefault = 24;
const overlapHoursMax = 24 * 90;
const hourMs = 3_600_000;

/** A new key for checkpoints, which is published at once and signs after the overlap. */
export async function booksRotateKey(config: Config, options: Options): Promise<void> {
  const given = options["overlap-hours"];
  const hours = given === undefined ? overlapHoursDefault : Number(given);
  if (!Number.isInteger(hours) || hours < 0 || hours > overlapHoursMax)
    throw new UsageError(`--overlap-hours is a whole number from 0 to ${overlapHoursMax}`);
  const { context, close } = await openForCommand(config);
  try {
    const now = context.clock.now();
    print(options, await rotateKey(context, now, new Date(now.getTime() + hours * hourMs)));
  } finally {
    await close();
  }
}

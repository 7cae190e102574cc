import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { Config } from "../config/config.ts";
import { readBounce, recordBounce } from "../domains/sending/mails/service.ts";
import { openForCommand } from "./command-runtime.ts";
import { type Options, print, UsageError } from "./options.ts";

/** Records that a mail came back after the mail server had accepted it. */
export async function mailBounced(config: Config, options: Options): Promise<void> {
  const file = String(options.words?.[0]);
  const bounce = readBounce(await readMessage(file));
  if (bounce === undefined) {
    throw new UsageError(
      `${file === "-" ? "The message" : file} is no report about a mail that came back (RFC 3464). Give the whole message, with its headers`,
    );
  }
  if (!bounce.isFinal) {
    print(options, { success: true, recorded: false, message_id: bounce.messageId, reason: bounce.reason });
    return;
  }
  const { context, close } = await openForCommand(config);
  try {
    const { id, company_id, status } = await recordBounce(context, bounce);
    print(options, { success: true, recorded: true, mail: id, company_id, status, reason: bounce.reason });
  } finally {
    await close();
  }
}

function readMessage(file: string): Promise<string> {
  if (file === "-") return text(process.stdin);
  return readFile(file, "utf8").catch((error: Error) => {
    throw new UsageError(`${file} can't be read: ${error.message}`);
  });
}

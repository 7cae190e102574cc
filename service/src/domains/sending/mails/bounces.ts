import type { Context } from "../../../context.ts";
import { wrongState } from "../../../contract/errors.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { quoted } from "../../../platform/ops/smtp.ts";
import { databaseMoment } from "../../../platform/values/clock.ts";
import { reportFailures } from "./failures.ts";
import { bounceMail, type EndedMail } from "./queries.ts";

/** What a report says about a mail that was accepted first and came back later (RFC 3464). */
export type Bounce = {
  /** Of the mail that came back. */
  messageId: string;
  /** Whether it came back for good; a report may also say that it is late, or has arrived. */
  isFinal: boolean;
  /** The address that it did not reach, if the report names it. */
  recipient: string | null;
  /** What the recipient's server said. */
  reason: string;
};

/** A longer report has a long mail attached, of which nothing is needed after its headers. */
export const bounceBytesMax = 1024 * 1024;

/** Undefined if the message is no report about a mail. */
export function readBounce(message: string): Bounce | undefined {
  const lines = unfolded(message.slice(0, bounceBytesMax));
  const report = lines.findIndex((line) =>
    /^content-type:\s*message\/(?:global-)?delivery-status/i.test(line),
  );
  if (report < 0) return undefined;
  const said = (name: string) => valueIn(lines, name, report);
  const action = said("Action")?.toLowerCase();
  // The report's own Message-ID is in its first headers; the one of the mail is in what it returns of the mail.
  const messageId = /<[^<>\s]{1,250}>/.exec(said("Message-ID") ?? "")?.[0];
  if (action === undefined || messageId === undefined) return undefined;
  const diagnostic = afterSemicolon(said("Diagnostic-Code"));
  return {
    messageId,
    isFinal: action === "failed",
    recipient: afterSemicolon(said("Original-Recipient") ?? said("Final-Recipient")) || null,
    reason: quoted(diagnostic || said("Status") || action),
  };
}

/** A line that begins with a space continues the one before. */
function unfolded(message: string): string[] {
  const lines: string[] = [];
  for (const line of message.split("\n")) {
    const text = line.endsWith("\r") ? line.slice(0, -1) : line;
    if (/^[ \t]/.test(text) && lines.length > 0) lines.push(`${lines.pop()} ${text.trim()}`);
    else lines.push(text);
  }
  return lines;
}

function valueIn(lines: readonly string[], name: string, from: number): string | undefined {
  const start = `${name.toLowerCase()}:`;
  const line = lines.slice(from).find((each) => each.slice(0, start.length).toLowerCase() === start);
  return line?.slice(start.length).trim();
}

/** `rfc822; ada@example.com` and `smtp; 550 5.1.1 No such user` name first what kind of value it is. */
const afterSemicolon = (value: string | undefined) => value?.slice(value.indexOf(";") + 1).trim() ?? "";

/**
 * A mail that came back has failed, and its company gets an event. One that did not reach somebody who gets a copy is
 * still sent, and says so.
 */
export async function recordBounce(
  { db, clock, metrics }: Pick<Context, "db" | "clock" | "metrics">,
  { messageId, recipient, reason }: Bounce,
): Promise<EndedMail> {
  const error = `The mail came back: ${reason}`;
  const copyError = `The copy to ${quoted(recipient ?? "")} came back: ${reason}`.slice(0, 500);
  const bounced = await inTransaction(db, async (tx) => {
    const mail = await bounceMail(tx, databaseMoment(clock), messageId, { recipient, error, copyError });
    if (mail) reportFailures(tx, clock.now(), [mail]);
    return mail;
  });
  if (!bounced) throw notSent(messageId);
  metrics.mailAttempts.inc({ outcome: "bounced" });
  return bounced;
}

const notSent = (messageId: string) =>
  wrongState(
    `No mail with the Message-ID ${messageId} is recorded as sent: it is older than 90 days, came back already, or was sent by another service. Nothing was changed.`,
  );

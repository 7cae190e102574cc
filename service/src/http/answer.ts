import type { Page } from "../foundation/page.ts";
import type { Json } from "../foundation/sql.ts";

export type Answer = {
  status: number;
  body: Json | Buffer;
  /** Set where the body is not JSON. */
  mediaType?: string;
  /**
   * Sent after the body, each piece being made when the one before has left: for answers too large to hold in memory.
   */
  rest?: AsyncIterable<string>;
  headers?: Record<string, string>;
  /** What a sensitive change was about, for the mail to the owners: an App ID, an address. */
  about?: string;
  /** If so, it is encrypted when it is kept under an Idempotency-Key. */
  holdsSecret?: boolean;
};

/** `{ "success": true, … }` around members that are JSON text already. */
export function answer(status: number, members: Record<string, Json> = {}): Answer & { body: Json } {
  let body = '{"success":true';
  for (const name in members) body += `,"${name}":${members[name]}`;
  return { status, body: `${body}}` };
}

/**
 * A page is assembled as bytes: as one large string it would be collected so rarely that a few readers of full pages
 * would double the memory of the process.
 */
export function listAnswer(name: string | readonly string[], { entries, pagination }: Page): Answer {
  const separated = entries.map((entry, index) => (index === 0 ? entry : `,${entry}`));
  // Under several names where one of them is only there for old clients.
  const lists = [name].flat().flatMap((each) => [`"${each}":[`, ...separated, "],"]);
  const pieces = [`{"success":true,`, ...lists, `"pagination":${pagination}}`];
  const size = pieces.reduce((bytes, piece) => bytes + Buffer.byteLength(piece), 0);
  const body = Buffer.allocUnsafe(size);
  let at = 0;
  for (const piece of pieces) at += body.write(piece, at);
  return { status: 200, body };
}

/** What was tolerated is still reported: warnings stand beside the answer, unless that is a document. */
export function withWarnings(given: Answer, warnings: readonly string[]): Answer {
  if (warnings.length === 0 || given.mediaType) return given;
  const tail = warningsTail(warnings);
  const { body } = given;
  const told =
    typeof body === "string"
      ? body.slice(0, -1) + tail
      : Buffer.concat([body.subarray(0, -1), Buffer.from(tail)]);
  return { ...given, body: told };
}

/** The end of an answer: its last members and the closing brace. */
export function warningsTail(warnings: readonly string[]): string {
  return warnings.length === 0 ? "}" : `,"warnings":${JSON.stringify(warnings)}}`;
}

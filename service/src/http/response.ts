import { setImmediate as nextTurn } from "node:timers/promises";
import type { Page } from "../platform/db/lists/page.ts";
import type { Json } from "../platform/db/sql.ts";
import { returnBuffer } from "../platform/values/buffer-pool.ts";

export type RouteResponse = {
  status: number;
  body: Json | Buffer;
  /** Set if the body is not JSON. */
  mediaType?: string;
  /**
   * Sent after the body; each piece is produced when the previous one was sent, for responses too large for memory.
   */
  rest?: AsyncIterable<string | Buffer>;
  /**
   * A trailer, sent after the last piece if the client's version of HTTP allows it: it says that the response is complete.
   */
  trailer?: { name: string; value: () => string };
  /** The total length of body and rest, if it is known in advance. */
  bytes?: number;
  /** Called when all of it has been sent, or nothing more of it will be. */
  onClosed?: () => void;
  headers?: Record<string, string>;
  /** The subject of a sensitive change, for the mail to the owners: an App ID, an address. */
  about?: string;
  /** If set, the body is encrypted when it is stored under an Idempotency-Key. */
  containsSecret?: boolean;
};

/** `{ "success": true, … }` around members that are JSON text already. */
export function jsonResponse(
  status: number,
  members: Record<string, Json> = {},
): RouteResponse & { body: Json } {
  let body = '{"success":true';
  for (const name in members) body += `,"${name}":${members[name]}`;
  return { status, body: `${body}}` };
}

/** The same around one member that may be bytes already. */
export function recordResponse(name: string, json: Json | Buffer): RouteResponse {
  if (typeof json === "string") return jsonResponse(200, { [name]: json });
  const start = `{"success":true,"${name}":`;
  return { status: 200, body: joined([start, json, "}"], start.length + json.length + 1) };
}

/** Larger pages are sent in pieces of this size, so that other requests run in between. */
const pieceBytes = 256 * 1024;
/** What is at least this large is sent as it is: each copy brings the next full collection of garbage closer. */
const ownPieceBytes = 32 * 1024;

/**
 * A page is assembled as bytes: as one large string it would be collected so rarely that a few readers of full pages
 * would double the memory of the process.
 */
export function listResponse(
  name: string | readonly string[],
  { entries, pagination }: Page<Json | Buffer>,
): RouteResponse {
  // Commas are pieces of their own: joined to an entry they would make a copy of it.
  const separated = entries.flatMap((entry, index) => (index === 0 ? [entry] : [",", entry]));
  // Under several names where one of them is only there for old clients.
  const lists = [name].flat().flatMap((each) => [`"${each}":[`, ...separated, "],"]);
  const pieces = [`{"success":true,`, ...lists, `"pagination":${pagination}}`];
  const sizes = pieces.map((piece) => Buffer.byteLength(piece));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const onClosed = () => {
    for (const entry of entries) if (typeof entry === "object") returnBuffer(entry);
  };
  if (bytes <= pieceBytes) return { status: 200, body: joined(pieces, bytes), onClosed };
  const parts = partsOf(pieces, sizes);
  return { status: 200, body: parts.next().value as Buffer, rest: yieldBetween(parts), bytes, onClosed };
}

function joined(texts: readonly (string | Buffer)[], bytes: number): Buffer {
  const body = Buffer.allocUnsafe(bytes);
  let at = 0;
  for (const text of texts) at += typeof text === "string" ? body.write(text, at) : text.copy(body, at);
  return body;
}

function* partsOf(texts: readonly (string | Buffer)[], sizes: readonly number[]): Generator<Buffer> {
  for (let start = 0; start < texts.length; ) {
    const first = texts[start]!;
    if (isOwnPiece(first)) {
      yield first;
      start += 1;
      continue;
    }
    let [end, bytes] = [start, 0];
    do bytes += sizes[end++]!;
    while (end < texts.length && !isOwnPiece(texts[end]!) && bytes + sizes[end]! <= pieceBytes);
    yield joined(texts.slice(start, end), bytes);
    start = end;
  }
}

const isOwnPiece = (text: string | Buffer): text is Buffer =>
  typeof text === "object" && text.length >= ownPieceBytes;

/** Yields to the event loop after each piece, because a fast socket would otherwise block other requests. */
async function* yieldBetween(parts: Generator<Buffer>): AsyncGenerator<Buffer> {
  for (const part of parts) {
    yield part;
    await nextTurn();
  }
}

/** Adds warnings about tolerated input to a JSON response. */
export function withWarnings(response: RouteResponse, warnings: readonly string[]): RouteResponse {
  if (warnings.length === 0 || response.mediaType) return response;
  const tail = warningsTail(warnings);
  const { body, rest, bytes } = response;
  if (rest && bytes !== undefined)
    return { ...response, rest: withTail(rest, tail), bytes: bytes - 1 + Buffer.byteLength(tail) };
  return { ...response, body: typeof body === "string" ? body.slice(0, -1) + tail : withEnd(body, tail) };
}

const withEnd = (body: Buffer, tail: string) => Buffer.concat([body.subarray(0, -1), Buffer.from(tail)]);

/** The closing brace is in the last piece. */
async function* withTail(pieces: AsyncIterable<string | Buffer>, tail: string): AsyncGenerator<Buffer> {
  let last: Buffer | undefined;
  for await (const piece of pieces) {
    if (last) yield last;
    last = Buffer.from(piece);
  }
  if (last) yield withEnd(last, tail);
}

/** The end of a response: its last members and the closing brace. */
export function warningsTail(warnings: readonly string[]): string {
  return warnings.length === 0 ? "}" : `,"warnings":${JSON.stringify(warnings)}}`;
}

/** Whether the client already has this version, by its If-None-Match. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === "*" || header.split(",").some((given) => given.trim().replace(/^W\//, "") === tag);
}

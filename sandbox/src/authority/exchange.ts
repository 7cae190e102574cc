import type { IncomingMessage, ServerResponse } from "node:http";
import { isRecord } from "./places.ts";

/** What was asked. */
export type Exchange = { request: IncomingMessage; url: URL; body: Buffer };

export type Answer = { status: number; headers: Record<string, string>; body: string };

/** What comes of it: an answer, half of one, a connection that is cut without a word, or nothing at all. */
export type Reply = Answer | { half: Answer } | "cut" | "hang";

const bodyBytesMax = 4 * 1024 * 1024;

/** Undefined when there is more than anybody should send. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= bodyBytesMax) chunks.push(chunk);
  }
  return length > bodyBytesMax ? undefined : Buffer.concat(chunks);
}

/** A JSON object; undefined for anything else. */
export function readFields(body: Buffer | string): Record<string, unknown> | undefined {
  try {
    const read = parseExactly(body.toString("utf8"));
    return isRecord(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

const longNumber = /\d[\d.]{15}/;

/** Numbers with more digits than a double carries become text, so that they are refused and not quietly rounded. */
function parseExactly(text: string): unknown {
  if (!longNumber.test(text)) return JSON.parse(text);
  const keep = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === "number" && (context?.source?.length ?? 0) > 15 ? context?.source : value;
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown);
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(body),
  };
}

export function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (reply === "hang") return;
  // As a crash would, and not politely.
  if (reply === "cut") return void request.socket.resetAndDestroy();
  if ("half" in reply) return void sendHalf(request, response, reply.half);
  response.writeHead(reply.status, reply.headers).end(reply.body);
}

function sendHalf(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
): void {
  const length = String(Buffer.byteLength(body));
  response.writeHead(status, { ...headers, "content-length": length });
  response.write(body.slice(0, Math.floor(body.length / 2)), () => request.socket.destroy());
}

/** A part of a path as it was meant. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { isRecord } from "../exchange.ts";

export type Answer = { status: number; headers: Record<string, string>; body: string };

/** A response, half of one, a closed connection, or no response at all. */
export type Reply = Answer | { half: Answer } | "cut" | "hang";

/** Reads a JSON object; undefined for anything else. */
export function readFields(body: Buffer | string): Record<string, unknown> | undefined {
  try {
    const read = parseExactly(body.toString("utf8"));
    return isRecord(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

const longNumber = /\d[\d.]{15}/;

/** Numbers with more digits than a double holds become text, so that they are refused and not silently rounded. */
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
  // A reset is what a crash would cause, unlike an orderly close.
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

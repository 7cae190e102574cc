import type { IncomingMessage, ServerResponse } from "node:http";
import { type Exchange, isRecord } from "../exchange.ts";

/** A response, a closed connection, or no response at all. */
export type Reply = { status: number; headers: Record<string, string>; body: string } | "cut" | "hang";

/** Reads JSON or a form, because Paystack accepts both; undefined for anything else. */
export function readFields({ request, body }: Exchange): Record<string, unknown> | undefined {
  const type = request.headers["content-type"] ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) return readForm(body);
  try {
    const read: unknown = JSON.parse(body.toString("utf8"));
    return isRecord(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

export function readForm(body: Buffer): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(body.toString("utf8")));
}

export function json(status: number, body: unknown): Reply {
  const headers = { "content-type": "application/json; charset=utf-8" };
  return { status, headers, body: JSON.stringify(body) };
}

export function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (reply === "hang") return;
  // A reset is what a crash would cause, unlike an orderly close.
  if (reply === "cut") request.socket.resetAndDestroy();
  else response.writeHead(reply.status, reply.headers).end(reply.body);
}

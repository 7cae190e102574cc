import type { IncomingMessage } from "node:http";
import { BlockList, isIPv6 } from "node:net";

// Code that the servers of all simulators share.

export type Exchange = { request: IncomingMessage; url: URL; body: Buffer };

/** Reads the body; undefined if it is too large. */
export async function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= bytesMax) chunks.push(chunk);
  }
  return length > bytesMax ? undefined : Buffer.concat(chunks);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Decodes a path segment; left as it is if the encoding is invalid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Control endpoints are for this machine only. Even if only this machine can reach the port, a web page opened on it
 * could send requests here, but not with a loopback host name, nor JSON without a preflight.
 */
export function isFromHere({ request }: Exchange): boolean {
  const from = request.socket.remoteAddress ?? "";
  const host = (request.headers.host ?? "").replace(/:\d+$/, "");
  const isLocal =
    /^(127\.0\.0\.1|localhost|\[::1\])$/.test(host) && loopback.check(from, isIPv6(from) ? "ipv6" : "ipv4");
  const isJson = (request.headers["content-type"] ?? "").startsWith("application/json");
  return isLocal && (request.method !== "POST" || isJson);
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

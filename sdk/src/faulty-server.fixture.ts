import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { createClient } from "./client.ts";
import type { ClientOptions, Retry } from "./options.ts";

type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: string };
type Reply = (response: ServerResponse) => void;

export const secret = "s3cret-that-must-not-show";

/** A server that sends the given replies, one per request, and then repeats the last one. */
export async function serve(...replies: Reply[]) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { method = "", url = "", headers } = request;
    seen.push({ method, url, headers, body: Buffer.concat(parts).toString("utf8") });
    replies[Math.min(seen.length, replies.length) - 1]!(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/api/v1`, seen };
}

/** A client that records its waits instead of waiting. */
export function clientOf(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const waits: number[] = [];
  const retries: Retry[] = [];
  const client = createClient({
    baseUrl,
    appId: "bf_test_1",
    secret,
    random: () => 0.5,
    sleep: async (ms) => void waits.push(ms),
    onRetry: (retry) => retries.push(retry),
    ...options,
  });
  return { client, waits, retries };
}

export const json =
  (status: number, body: object, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

export const refuse = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(
    status,
    { success: false, error: `It is ${code}.`, code, request_id: "req_1" },
    { "x-request-id": "req_1", ...headers },
  );

export const ok = json(200, { success: true });

export const cut: Reply = (response) => response.destroy();

/** Announces a content length and closes the connection before sending that much. */
export const cutInTheMiddle: Reply = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
  response.write('{"success":');
  setImmediate(() => response.destroy());
};

/** Sends a body that ends with the connection, as old proxies do, so the client cannot see that it is incomplete. */
export const cutUnseen: Reply = (response) => {
  response.socket?.end(
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{"success":',
  );
};

export const silence: Reply = () => undefined;

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

/** A webhook receiver for tests: a real HTTP server that records requests, with faults on demand. */
export type Receiver = {
  url: string;
  /** All requests in order of arrival. */
  received: Received[];
  /** Sets how it responds from now on; by default it returns 200 at once. */
  behave(behaviour: Behaviour): void;
  /** Resolves once this many requests have arrived; rejects after the timeout. */
  waitFor(count: number, timeoutMs?: number): Promise<Received[]>;
  close(): Promise<void>;
};

export type Received = {
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Measured with this process's clock. */
  atMs: number;
};

export type Answer =
  | { status: number; headers?: Record<string, string>; body?: string }
  | "hang"
  | "close"
  | "close midway"
  | "ten megabytes";

export type Behaviour = (request: Received) => Answer | Promise<Answer>;

/** With a certificate it serves HTTPS, whether or not the certificate is valid. */
export async function startReceiver(port = 0, tls?: { key: string; cert: string }): Promise<Receiver> {
  const received: Received[] = [];
  let behaviour: Behaviour = () => ({ status: 200 });
  let onReceived: (() => void)[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    // A request whose connection breaks midway did not arrive.
    const got = await read(request).catch(() => undefined);
    if (!got) return;
    received.push(got);
    for (const check of onReceived) check();
    answer(request, response, await behaviour(got));
  };
  const server = tls ? createTlsServer(tls, receive) : createServer(receive);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    behave: (next) => {
      behaviour = next;
    },
    waitFor: (count, timeoutMs = 20_000) =>
      new Promise((resolve, reject) => {
        const forget = () => {
          clearTimeout(timer);
          onReceived = onReceived.filter((other) => other !== check);
        };
        const check = () => {
          if (received.length < count) return;
          forget();
          resolve(received);
        };
        const timer = setTimeout(() => {
          forget();
          reject(new Error(`${received.length} of ${count} requests came in ${timeoutMs} ms`));
        }, timeoutMs);
        onReceived.push(check);
        check();
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return {
    path: request.url ?? "/",
    headers: request.headers as Record<string, string>,
    body: Buffer.concat(chunks).toString("utf8"),
    atMs: performance.now(),
  };
}

function answer(request: IncomingMessage, response: ServerResponse, chosen: Answer): void {
  if (chosen === "hang") return;
  if (chosen === "close") return void request.socket.destroy();
  if (chosen === "close midway") {
    response.writeHead(200, { "content-length": "1000" }).write("only this much");
    setImmediate(() => request.socket.destroy());
    return;
  }
  if (chosen === "ten megabytes") {
    response.writeHead(200).end(Buffer.alloc(10 * 1024 * 1024, "x"));
    return;
  }
  response.writeHead(chosen.status, chosen.headers).end(chosen.body ?? "");
}

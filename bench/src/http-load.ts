import net from "node:net";

/**
 * A load client with as little overhead as possible, because it shares the machine with the service: plain sockets,
 * one request in flight on each, prebuilt text, no parsing beyond status and length.
 */
export type LoadResult = {
  perSecond: number;
  requests: number;
  seconds: number;
  failures: number;
  millisP50: number;
  millisP99: number;
};

export type LoadPlan = {
  port: number;
  clients: number;
  seconds: number;
  /** The whole request as ASCII text; called for each request, so that bodies and keys can differ. */
  request: (index: number) => string;
  expectStatus: number;
};

export async function load(plan: LoadPlan): Promise<LoadResult> {
  const startedAt = performance.now();
  const endsAt = startedAt + plan.seconds * 1000;
  const millis: number[] = [];
  let index = 0;
  let failures = 0;
  const client = () =>
    new Promise<void>((resolve, reject) => {
      const socket = net.connect(plan.port, "127.0.0.1");
      socket.setNoDelay(true);
      let sentAt = 0;
      let pending: Buffer = Buffer.alloc(0);
      const next = () => {
        if (performance.now() >= endsAt) return void socket.end(resolve);
        sentAt = performance.now();
        socket.write(plan.request(index++), "latin1");
      };
      socket.on("connect", next);
      socket.on("error", reject);
      socket.on("data", (chunk: Buffer) => {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
        const end = answerEnd(pending);
        if (end === undefined) return;
        millis.push(performance.now() - sentAt);
        if (statusOf(pending) !== plan.expectStatus) {
          failures += 1;
          if (failures === 1) console.error(`unexpected answer: ${pending.toString("utf8", 0, 600)}`);
        }
        pending = pending.subarray(end);
        next();
      });
    });
  await Promise.all(Array.from({ length: plan.clients }, client));
  const seconds = (performance.now() - startedAt) / 1000;
  millis.sort((a, b) => a - b);
  const at = (share: number) => millis[Math.min(millis.length - 1, Math.floor(millis.length * share))] ?? 0;
  return {
    perSecond: millis.length / seconds,
    requests: millis.length,
    seconds,
    failures,
    millisP50: at(0.5),
    millisP99: at(0.99),
  };
}

/** Three digits after "HTTP/1.1 ". */
const statusOf = (data: Buffer) => (data[9]! - 48) * 100 + (data[10]! - 48) * 10 + data[11]! - 48;

const lengthHeader = Buffer.from("content-length: ");

function answerEnd(data: Buffer): number | undefined {
  const headEnd = data.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const at = data.indexOf(lengthHeader);
  if (at < 0 || at > headEnd) throw new Error(`no Content-Length in: ${data.toString("latin1", 0, headEnd)}`);
  let length = 0;
  for (let index = at + lengthHeader.length; data[index]! >= 48; index++)
    length = length * 10 + data[index]! - 48;
  const end = headEnd + 4 + length;
  return data.length >= end ? end : undefined;
}

/** Request text for one key; the body's length is counted once per distinct body. */
export function requestText(
  method: string,
  path: string,
  key: { app_id: string; secret: string },
  extra: { headers?: string; body?: string } = {},
): string {
  const head = `${method} /api/v1${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key.app_id}:${key.secret}\r\n`;
  const { headers = "", body } = extra;
  if (body === undefined) return `${head}${headers}\r\n`;
  return `${head}Content-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

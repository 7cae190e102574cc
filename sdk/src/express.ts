import type { WebhookReceiver } from "./webhooks/receive.ts";
import { brokenOff, bytesMaxOf, gather, type Reply, receive, tooLong } from "./webhooks/receive.ts";

export type { WebhookReceiver } from "./webhooks/receive.ts";

/** The part of a Node or Express request that the handler uses. */
type NodeRequest = AsyncIterable<Uint8Array> & {
  headers: Record<string, string | string[] | undefined>;
  readableDidRead?: boolean;
  body?: unknown;
  rawBody?: unknown;
};

type NodeResponse = {
  statusCode: number;
  headersSent: boolean;
  setHeader(name: string, value: string): unknown;
  end(text?: string): unknown;
};

/**
 * Receives deliveries in Express and in other frameworks that use Node's own requests: `app.post("/hooks",
 * webhookHandler({ secret, onEvent }))`. It reads the body itself, so register it before `app.use(express.json())`.
 * After a parser it needs the raw bytes, as `request.body` (express.raw) or as `request.rawBody` (kept by the
 * parser's `verify`).
 */
export function webhookHandler(receiver: WebhookReceiver) {
  return async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    const { status, text } = await answer(receiver, request);
    // A timeout middleware may have responded already.
    if (response.headersSent) return;
    response.statusCode = status;
    if (text !== "") response.setHeader("content-type", "text/plain; charset=utf-8");
    // The response does not wait for the rest of the body.
    if (status === 413) response.setHeader("connection", "close");
    response.end(text);
  };
}

async function answer(receiver: WebhookReceiver, request: NodeRequest): Promise<Reply> {
  const bytesMax = bytesMaxOf(receiver);
  const header = request.headers["x-pay-signature"];
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) return tooLong(receiver);
  const kept = request.rawBody ?? request.body;
  const isRaw = typeof kept === "string" || ArrayBuffer.isView(kept);
  // Some parsers set an empty object even if they have read nothing.
  if (isRaw || (request.readableDidRead && kept !== undefined)) return receive(receiver, kept, header);
  try {
    const body = await gather(request[Symbol.asyncIterator](), bytesMax);
    return body ? receive(receiver, body, header) : tooLong(receiver);
  } catch {
    return brokenOff(receiver);
  }
}

import {
  brokenOff,
  bytesMaxOf,
  gather,
  type Reply,
  receive,
  tooLong,
  type WebhookReceiver,
} from "./receive.ts";

/**
 * Receives deliveries as standard Requests. `kept` returns the bytes if earlier middleware has read the body and kept
 * them.
 */
export async function handle(
  receiver: WebhookReceiver,
  request: Request,
  kept?: () => Promise<ArrayBuffer>,
): Promise<Response> {
  const { status, text } = await answer(receiver, request, kept);
  return status === 204
    ? new Response(null, { status })
    : new Response(text, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
}

async function answer(
  receiver: WebhookReceiver,
  request: Request,
  kept: (() => Promise<ArrayBuffer>) | undefined,
): Promise<Reply> {
  const bytesMax = bytesMaxOf(receiver);
  const header = request.headers.get("x-pay-signature");
  if (Number(request.headers.get("content-length") ?? 0) > bytesMax) return tooLong(receiver);
  try {
    if (request.bodyUsed) return receive(receiver, await kept?.().catch(() => undefined), header);
    const body = await read(request, bytesMax);
    return body ? receive(receiver, body, header) : tooLong(receiver);
  } catch {
    return brokenOff(receiver);
  }
}

async function read(request: Request, bytesMax: number): Promise<Uint8Array | undefined> {
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const body = await gather({ next: () => reader.read() }, bytesMax);
  // Cancelling tells the sender to stop; a failure to do so does not matter.
  if (!body) reader.cancel().catch(() => undefined);
  return body;
}

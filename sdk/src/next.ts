import { handle } from "./webhooks/fetch-handler.ts";
import type { WebhookReceiver } from "./webhooks/receive.ts";

export type { WebhookReceiver } from "./webhooks/receive.ts";

/**
 * Takes deliveries in a route of Next: `export const POST = webhookHandler({ secret, onEvent })`. It is a plain
 * function of a Request, so it serves Deno, Bun and Workers as well.
 */
export function webhookHandler(receiver: WebhookReceiver) {
  return (request: Request): Promise<Response> => handle(receiver, request);
}

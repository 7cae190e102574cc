import { handle } from "./webhooks/fetch-handler.ts";
import type { WebhookReceiver } from "./webhooks/receive.ts";

export type { WebhookReceiver } from "./webhooks/receive.ts";

/**
 * Receives deliveries in a Next.js route: `export const POST = webhookHandler({ secret, onEvent })`. The handler is a
 * plain function of a Request, so it also works in Deno, Bun and Workers.
 */
export function webhookHandler(receiver: WebhookReceiver) {
  return (request: Request): Promise<Response> => handle(receiver, request);
}

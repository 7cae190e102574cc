import { handle } from "./webhooks/fetch-handler.ts";
import type { WebhookReceiver } from "./webhooks/receive.ts";

export type { WebhookReceiver } from "./webhooks/receive.ts";

/** The part of Hono's context that the handler uses. */
type Context = { req: { raw: Request; arrayBuffer(): Promise<ArrayBuffer> } };

/**
 * Receives deliveries in Hono: `app.post("/hooks", webhookHandler({ secret, onEvent }))`. If middleware has already
 * read the body through Hono, Hono has cached it.
 */
export function webhookHandler(receiver: WebhookReceiver) {
  return (context: Context): Promise<Response> =>
    handle(receiver, context.req.raw, () => context.req.arrayBuffer());
}

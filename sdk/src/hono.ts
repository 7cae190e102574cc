import { handle } from "./webhooks/fetch-handler.ts";
import type { WebhookReceiver } from "./webhooks/receive.ts";

export type { WebhookReceiver } from "./webhooks/receive.ts";

/** As much of Hono's context as is used. */
type Context = { req: { raw: Request; arrayBuffer(): Promise<ArrayBuffer> } };

/**
 * Takes deliveries in Hono: `app.post("/hooks", webhookHandler({ secret, onEvent }))`. Where middleware has read the
 * body through Hono, Hono has kept it.
 */
export function webhookHandler(receiver: WebhookReceiver) {
  return (context: Context): Promise<Response> =>
    handle(receiver, context.req.raw, () => context.req.arrayBuffer());
}

import { bytesMaxOf, receive, type WebhookReceiver } from "./webhooks/receive.ts";

export type { WebhookReceiver } from "./webhooks/receive.ts";

export type WebhookPlugin = WebhookReceiver & {
  /** Where the service posts to: `/hooks`. */
  path: string;
};

type FastifyRequest = { headers: Record<string, string | string[] | undefined>; body?: unknown };
type FastifyReply = {
  code(status: number): FastifyReply;
  type(type: string): FastifyReply;
  send(payload?: unknown): FastifyReply;
};

/** As much of Fastify as is used. */
type Fastify = {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    options: { parseAs: "buffer"; bodyLimit: number },
    parser: (request: unknown, body: Uint8Array, done: (error: null, body: Uint8Array) => void) => void,
  ): unknown;
  post(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown;
};

/**
 * Takes deliveries in Fastify: `app.register(webhookPlugin, { path: "/hooks", secret, onEvent })`. In its own scope
 * bodies stay bytes, while the routes around it go on parsing JSON.
 */
export async function webhookPlugin(app: Fastify, { path, ...receiver }: WebhookPlugin): Promise<void> {
  const parsing = { parseAs: "buffer", bodyLimit: bytesMaxOf(receiver) } as const;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", parsing, (_request, body, done) => done(null, body));
  app.post(path, async (request, reply) => {
    const { status, text } = await receive(receiver, request.body, request.headers["x-pay-signature"]);
    return reply.code(status).type("text/plain; charset=utf-8").send(text);
  });
}

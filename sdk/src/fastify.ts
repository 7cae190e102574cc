import { bytesMaxOf, type Reply, receive, tooLong, type WebhookReceiver } from "./webhooks/receive.ts";

export type { WebhookReceiver } from "./webhooks/receive.ts";

export type WebhookPlugin = WebhookReceiver & {
  /** The path that the service posts to, such as `/hooks`. */
  path: string;
};

type FastifyRequest = { headers: Record<string, string | string[] | undefined>; body?: unknown };
type FastifyFault = Error & { code?: string };
type FastifyReply = {
  code(status: number): FastifyReply;
  type(type: string): FastifyReply;
  send(payload?: unknown): FastifyReply;
};

/** The part of Fastify that the plugin uses. */
type Fastify = {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    options: { parseAs: "buffer"; bodyLimit: number },
    parser: (request: unknown, body: Uint8Array, done: (error: null, body: Uint8Array) => void) => void,
  ): unknown;
  setErrorHandler(
    handler: (error: FastifyFault, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): unknown;
  post(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown;
};

/**
 * Receives deliveries in Fastify: `app.register(webhookPlugin, { path: "/hooks", secret, onEvent })`. Bodies stay raw
 * bytes only in the plugin's own scope; other routes still parse JSON.
 */
export async function webhookPlugin(app: Fastify, { path, ...receiver }: WebhookPlugin): Promise<void> {
  const parsing = { parseAs: "buffer", bodyLimit: bytesMaxOf(receiver) } as const;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", parsing, (_request, body, done) => done(null, body));
  app.setErrorHandler(async (error, _request, reply) => {
    if (error.code !== "FST_ERR_CTP_BODY_TOO_LARGE") throw error;
    return send(reply, await tooLong(receiver));
  });
  app.post(path, async (request, reply) =>
    send(reply, await receive(receiver, request.body, request.headers["x-pay-signature"])),
  );
}

const send = (reply: FastifyReply, { status, text }: Reply) =>
  reply.code(status).type("text/plain; charset=utf-8").send(text);

import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config/config.ts";
import { compressed } from "../../http/compression.ts";
import { redirectWithin } from "../../http/redirect.ts";
import { matchesTag } from "../../http/response.ts";
import { createDocsSite } from "./docs-site.ts";

const questionCharactersMax = 100;
// Link checkers send HEAD requests.
const asked = { exposeHeadRoute: true };

/**
 * The guides and the API reference as pages at /docs, each also as Markdown, with a search, and llms.txt for language
 * models.
 */
export function docs(server: FastifyInstance, config: Config): void {
  const site = createDocsSite(config);
  server.get("/docs", asked, async (request, reply) => sendPage(request, reply, await site.contents()));
  server.get("/docs/", asked, (_request, reply) => redirectWithin(reply, "/docs", 301));
  server.get("/docs/search", asked, async (request, reply) => {
    const { q } = request.query as { q?: string | string[] };
    const question = String(q ?? "")
      .trim()
      .slice(0, questionCharactersMax);
    reply.header("x-robots-tag", "noindex");
    return sendPage(request, reply, await site.search(question));
  });
  server.get("/docs/assets/:file", asked, async (request, reply) => {
    const file = (await site.files()).get(request.url.split("?", 1)[0]!);
    if (!file) return sendMissing(request, reply, await site.missing());
    reply.headers({
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "same-origin",
    });
    return send(request, reply, file.type, file.text);
  });
  const sendGuide = async (request: FastifyRequest, reply: FastifyReply, page: string) => {
    const markdown = page.endsWith(".md") ? await site.markdown(page.slice(0, -3)) : undefined;
    if (markdown !== undefined)
      return send(
        request,
        reply.header("cache-control", "no-cache"),
        "text/markdown; charset=utf-8",
        markdown,
      );
    const text = await site.guide(page);
    return text === undefined
      ? sendMissing(request, reply, await site.missing())
      : sendPage(request, reply, text);
  };
  server.get("/docs/:page", asked, (request, reply) =>
    sendGuide(request, reply, (request.params as { page: string }).page),
  );
  server.get("/docs/reference/:page", asked, (request, reply) =>
    sendGuide(request, reply, `reference/${(request.params as { page: string }).page}`),
  );
  server.get("/docs/*", asked, async (request, reply) => {
    const [, name] = /^\/docs\/((?:reference\/)?[\w-]+)\/$/.exec(request.url) ?? [];
    return name
      ? redirectWithin(reply, `/docs/${name}`, 301)
      : sendMissing(request, reply, await site.missing());
  });
  server.get("/llms.txt", asked, async (request, reply) =>
    send(
      request,
      reply.header("cache-control", "no-cache"),
      "text/plain; charset=utf-8",
      await site.llmsText(),
    ),
  );
}

// External and inline content is blocked, although the texts are our own, because a search page repeats user input.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

function sendPage(request: FastifyRequest, reply: FastifyReply, page: string) {
  reply.headers({
    "content-security-policy": policy,
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-cache",
  });
  return send(request, reply, "text/html; charset=utf-8", page);
}

const sendMissing = (request: FastifyRequest, reply: FastifyReply, page: string) =>
  sendPage(request, reply.code(404), page);

async function send(request: FastifyRequest, reply: FastifyReply, type: string, text: string) {
  const tag = `"${hash("sha256", text).slice(0, 32)}"`;
  reply.headers({ etag: tag, "x-content-type-options": "nosniff" });
  if (reply.statusCode === 200 && matchesTag(request.headers["if-none-match"], tag))
    return reply.code(304).send();
  return reply.type(type).send(await compressed(request.headers["accept-encoding"], reply, text));
}

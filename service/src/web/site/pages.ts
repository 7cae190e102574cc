import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { bestEncoding } from "../../http/compression.ts";
import { unknownPath } from "../../http/error-handler.ts";
import { matchesTag } from "../../http/response.ts";
import { html } from "../../platform/html.ts";
import { renderLayout } from "../checkout/layout.ts";

const builtSite = fileURLToPath(new URL("../../../assets/site/", import.meta.url));

const pages = ["/", "/register", "/sign-in", "/confirm", "/forgot", "/reset", "/invitation"];
const deepPages = ["/app", "/app/*", "/operator", "/operator/*"];
/** Prefixes for programs: an unknown path there returns a 404 in JSON, and never the page. */
const forPrograms = /^\/(app\/(api|auth|session|step-up|registrations|invitations)|operator\/api)(\/|$)/;

/** One page for all paths of the site, and its files; both are built from `site/`. */
export function sitePages(server: FastifyInstance, root = builtSite): void {
  for (const url of [...pages, ...deepPages]) {
    server.get(url, (request, reply) => {
      if (forPrograms.test(request.url.split("?", 1)[0]!)) throw unknownPath(request);
      return sendPage(reply, root);
    });
  }
  const files = createFiles(root);
  server.get("/site/*", async (request, reply) => {
    const file = await files((request.params as { "*": string })["*"]);
    if (!file) throw unknownPath(request);
    return sendFile(request, reply, file);
  });
}

// External and inline content is blocked, so that user input can never become a script.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join("; ");

async function sendPage(reply: FastifyReply, root: string) {
  const page = await readFile(path.join(root, "index.html"), "utf8").catch(() => undefined);
  if (page === undefined) {
    const { status, headers, html: text } = notBuilt();
    return reply.code(status).headers(headers).send(text);
  }
  return reply
    .headers({
      "content-security-policy": policy,
      // URLs may contain a token that sets a password.
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cache-control": "no-cache",
    })
    .type("text/html; charset=utf-8")
    .send(page);
}

const notBuilt = () =>
  renderLayout({
    status: 503,
    title: "The site is not built",
    companyName: null,
    isSandbox: false,
    main: html`<h1>The site is not built</h1>
<p>The API works without it. To build the site, run <code>npm run prepare</code> in the project's folder; then load this page again.</p>
<p><a href="/docs">The API's documentation</a></p>`,
  });

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

type SiteFile = {
  body: Buffer;
  type: string;
  tag: string;
  packed: Record<"br" | "gzip", Buffer> | undefined;
};

/** File names contain a hash of the content, so each file is read and compressed once. */
function createFiles(root: string): (name: string) => Promise<SiteFile | undefined> {
  const known = new Map<string, SiteFile>();
  return async (name) => {
    const earlier = known.get(name);
    if (earlier) return earlier;
    const type = types[path.extname(name)];
    if (!type || !/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(name)) return undefined;
    const body = await readFile(path.join(root, name)).catch(() => undefined);
    if (!body) return undefined;
    const packs = body.length > 1024 && !/png|icon|woff2/.test(type);
    const packed = packs ? { br: brotliCompressSync(body), gzip: gzipSync(body, { level: 9 }) } : undefined;
    const file = { body, type, tag: `"${hash("sha256", body).slice(0, 32)}"`, packed };
    known.set(name, file);
    return file;
  };
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { body, type, tag, packed }: SiteFile) {
  reply.headers({
    "cache-control": "public, max-age=31536000, immutable",
    etag: tag,
    vary: "accept-encoding",
    "cross-origin-resource-policy": "same-origin",
  });
  if (matchesTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
  const encoding = packed && bestEncoding(String(request.headers["accept-encoding"] ?? ""));
  if (encoding) reply.header("content-encoding", encoding);
  return reply.type(type).send(encoding ? packed[encoding] : body);
}

import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { bestEncoding } from "../../http/compression.ts";
import { matchesTag } from "../../http/response.ts";

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
export function createFiles(root: string): (name: string) => Promise<SiteFile | undefined> {
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

export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, type, tag, packed }: SiteFile,
  caching = "public, max-age=31536000, immutable",
) {
  reply.headers({
    "cache-control": caching,
    etag: tag,
    vary: "accept-encoding",
    "cross-origin-resource-policy": "same-origin",
  });
  if (matchesTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
  const encoding = packed && bestEncoding(String(request.headers["accept-encoding"] ?? ""));
  if (encoding) reply.header("content-encoding", encoding);
  return reply.type(type).send(encoding ? packed[encoding] : body);
}

import { brotliCompressSync, gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { embedLoader, embedScript, type Script } from "../../domains/portal/service.ts";
import { bestEncoding } from "../../http/compression.ts";
import { unknownPath } from "../../http/error-handler.ts";
import { matchesTag } from "../../http/response.ts";

const immutable = "public, max-age=31536000, immutable";
const shortLived = "public, max-age=300, must-revalidate";

/** `{site_base}/portal/embed.js`, which loads this version's script from a file name that contains its hash. */
export function portalScripts(server: FastifyInstance): void {
  const [loader, script] = [packed(embedLoader), packed(embedScript)];
  server.get("/portal/embed.js", (request, reply) => sendScript(request, reply, loader, shortLived));
  server.get("/portal/:file", (request, reply) => {
    const { file } = request.params as { file: string };
    if (!/^embed\.[0-9a-f]{16}\.js$/.test(file)) throw unknownPath(request);
    // A page that got its loader before the last update, or from another node, requests another version and gets the
    // current one.
    return sendScript(request, reply, script, file === embedScript.fileName ? immutable : "no-store");
  });
}

type Packed = Script & { forms: () => Record<"br" | "gzip", Buffer> };

/** Compressed once, at the highest level, on the first request. */
function packed(script: Script): Packed {
  let forms: ReturnType<Packed["forms"]> | undefined;
  return {
    ...script,
    forms: () => {
      forms ??= { br: brotliCompressSync(script.body), gzip: gzipSync(script.body, { level: 9 }) };
      return forms;
    },
  };
}

function sendScript(request: FastifyRequest, reply: FastifyReply, script: Packed, caching: string) {
  const { "if-none-match": known, "accept-encoding": accepted } = request.headers;
  reply.headers({
    "cache-control": caching,
    etag: script.tag,
    vary: "accept-encoding",
    // Any page may load the script, and verify it with the integrity hash that we publish.
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
  });
  if (matchesTag(known, script.tag)) return reply.code(304).send();
  const encoding = accepted === undefined ? undefined : bestEncoding(String(accepted));
  if (encoding) reply.header("content-encoding", encoding);
  return reply.type("text/javascript; charset=utf-8").send(encoding ? script.forms()[encoding] : script.body);
}

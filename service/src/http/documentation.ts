import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";
import { bestEncoding } from "./compression.ts";
import { matchesTag } from "./response.ts";

// The committed file: a test compares it with the routes, so it need not be generated at each start.
const contractFile = new URL("../../../openapi.json", import.meta.url);

/** The contract at {base_url}/openapi.json; it can be read at /docs/reference. */
export function documentation(server: FastifyInstance, config: Config): void {
  let contract: Promise<Contract> | undefined;
  server.get("/api/v1/openapi.json", async (request, reply) => {
    contract ??= readContract(config);
    const { text, tag, compressions } = await contract;
    reply.headers({
      "access-control-allow-origin": "*",
      "cache-control": "public, max-age=300",
      etag: tag,
      vary: "accept-encoding",
    });
    if (matchesTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
    reply.type("application/json; charset=utf-8");
    const encoding = bestEncoding(String(request.headers["accept-encoding"] ?? ""));
    if (!encoding) return reply.send(text);
    compressions[encoding] ??= compress[encoding](text);
    return reply.header("content-encoding", encoding).send(await compressions[encoding]);
  });
}

type Contract = { text: string; tag: string; compressions: { br?: Promise<Buffer>; gzip?: Promise<Buffer> } };

// Made once and kept, so that it may take as long as the smallest form takes.
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

async function readContract({ baseUrl, environment }: Config): Promise<Contract> {
  const contract = JSON.parse(await readFile(contractFile, "utf8")) as Record<string, unknown>;
  contract.servers = [{ url: baseUrl, description: environment }];
  const text = JSON.stringify(contract);
  return { text, tag: `"${hash("sha256", text).slice(0, 32)}"`, compressions: {} };
}

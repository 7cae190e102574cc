import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, createGzip, gzip, gzipSync } from "node:zlib";
import type { FastifyReply } from "fastify";

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

// Below this it all fits into one packet anyway, and compressing costs more than it saves.
const worthwhileBytes = 2048;
// Up to this size it takes a fraction of a millisecond, much less than the trip to another thread and back.
const atOnceBytes = 16 * 1024;
// Brotli's default suits files that are compressed once; this level is as quick as gzip and smaller.
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The body in an encoding that the client accepts; large ones are compressed off the main thread. */
export function compressed(
  accepted: string | string[] | undefined,
  reply: FastifyReply,
  body: string | Buffer,
): string | Buffer | Promise<Buffer> {
  if (body.length < worthwhileBytes) return body;
  reply.header("vary", "accept-encoding");
  const encoding = accepted === undefined ? undefined : bestEncoding(String(accepted));
  if (!encoding) return body;
  reply.header("content-encoding", encoding);
  if (body.length <= atOnceBytes) {
    return encoding === "br" ? brotliCompressSync(body, quick) : gzipSync(body, { level: 4 });
  }
  return encoding === "br" ? compressBrotli(body, quick) : compressGzip(body, { level: 4 });
}

/**
 * Compresses pieces as they pass. If one fails the connection is cut, so that nobody takes half an answer for a whole
 * one.
 */
export function streamed(
  accepted: string | string[] | undefined,
  reply: FastifyReply,
  pieces: AsyncIterable<string | Buffer>,
  onFailure: (error: Error) => void,
): Readable {
  const source = Readable.from(pieces, { objectMode: false });
  reply.header("vary", "accept-encoding");
  // Brotli keeps a window of megabytes per stream; gzip makes do with a few hundred kilobytes.
  if (!/\bgzip\b(?!\s*;\s*q=0)/i.test(String(accepted ?? ""))) return source.on("error", onFailure);
  reply.header("content-encoding", "gzip");
  return pipeline(source, createGzip({ level: 4 }), (error) => {
    if (error) onFailure(error);
  });
}

export function bestEncoding(accepted: string): "br" | "gzip" | undefined {
  const refused = /\b(br|gzip)\s*;\s*q=0(?:\.0*)?(?:\s*,|\s*$)/gi;
  const offered = accepted.toLowerCase().replace(refused, "");
  if (/\bbr\b/.test(offered)) return "br";
  return /\bgzip\b/.test(offered) ? "gzip" : undefined;
}

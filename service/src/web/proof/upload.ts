import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { bodyTooLarge } from "../../http/error-handler.ts";
import { redirectWithin } from "../../http/redirect.ts";

/** No document that is given out is larger. */
const uploadBytesMax = 20 * 1024 * 1024;
const headBytesMax = 8 * 1024;

/** Lets the routes of a plugin read an upload as it arrives, so that however many there are, none is held in memory. */
export function acceptUploads(server: FastifyInstance): void {
  // Every request has this type for the framework; `givenType` is the one that it came with.
  server.addContentTypeParser("application/octet-stream", (_request, body, done) => done(null, body));
}

/**
 * The SHA-256 of the file in a form (RFC 7578), of which nothing is kept. Undefined where there is no whole file: the form
 * that asks for it has no other field.
 */
async function fingerprintOfUpload(request: FastifyRequest): Promise<string | undefined> {
  if (Number(request.headers["content-length"]) > uploadBytesMax) throw bodyTooLarge(uploadBytesMax);
  const boundary = boundaryOf(request.givenType);
  const body = request.body as Readable | Buffer | undefined;
  if (boundary === undefined || !(body instanceof Readable)) return undefined;
  const file = createFileReader(boundary);
  let bytes = 0;
  // The connection outlives a file that is too large, so that the browser gets an answer.
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > uploadBytesMax) throw bodyTooLarge(uploadBytesMax);
    file.read(chunk);
  }
  return file.fingerprint();
}

/** To the page that says whether the file is genuine; what was no file leads to it as a fingerprint that is none. */
export async function redirectToVerdict(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): Promise<FastifyReply> {
  const fingerprint = await fingerprintOfUpload(request);
  return redirectWithin(reply, `${path}?sha256=${fingerprint ?? "none"}`);
}

function boundaryOf(contentType: string | undefined): string | undefined {
  const given = /^multipart\/form-data\s*;\s*boundary=(?:"([^"\r\n]{1,70})"|([^";,\s]{1,70}))/i.exec(
    (contentType ?? "").slice(0, 500),
  );
  return given?.[1] ?? given?.[2];
}

/** Reads the first part of a form: its headers, and then the file up to the next boundary. */
function createFileReader(boundary: string) {
  const begin = Buffer.from(`--${boundary}\r\n`);
  const endOfHead = Buffer.from("\r\n\r\n");
  const end = Buffer.from(`\r\n--${boundary}`);
  let state: "head" | "file" | "done" = "head";
  let held = Buffer.alloc(0);
  let bytes = 0;
  const sha256 = createHash("sha256");
  const take = (part: Buffer) => {
    bytes += part.length;
    sha256.update(part);
  };
  return {
    read(chunk: Buffer): void {
      if (state === "done") return;
      held = Buffer.concat([held, chunk]);
      if (state === "head") {
        const at = held.indexOf(endOfHead);
        if (at < 0 && held.length <= headBytesMax) return;
        if (at < 0 || !held.subarray(0, begin.length).equals(begin)) {
          state = "done";
          return;
        }
        state = "file";
        held = held.subarray(at + endOfHead.length);
      }
      const at = held.indexOf(end);
      if (at >= 0) {
        take(held.subarray(0, at));
        state = "done";
        return;
      }
      // The boundary may have begun at the end of what is there.
      const sure = Math.max(0, held.length - end.length);
      take(held.subarray(0, sure));
      held = held.subarray(sure);
    },
    fingerprint: () => (state === "done" && bytes > 0 ? sha256.digest("hex") : undefined),
  };
}

import type { FastifyInstance } from "fastify";
import type { Context } from "../context.ts";
import { notFound } from "../contract/errors.ts";
import { findLogoPng } from "../domains/sending/document-settings/service.ts";

/**
 * `{site_base}/logos/{company}/{sha256}.png`: a company's logo, for its buyers' pages and its dashboard. The address
 * names the bytes, so browsers keep them for good; a replaced logo is found no more.
 */
export function logos(server: FastifyInstance, { reads }: Pick<Context, "reads">): void {
  server.get("/logos/:company/:name", async (request, reply) => {
    const { company, name } = request.params as { company: string; name: string };
    const [, sha256] = /^([0-9a-f]{64})\.png$/.exec(name) ?? [];
    const isAddress = sha256 !== undefined && /^[1-9]\d{0,14}$/.test(company);
    const png = isAddress ? await findLogoPng(reads, Number(company), sha256) : undefined;
    if (!png) throw notFound("The logo");
    return reply
      .type("image/png")
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("content-security-policy", "default-src 'none'")
      .header("x-content-type-options", "nosniff")
      .send(png);
  });
}

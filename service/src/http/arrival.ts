import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { ApiError } from "../foundation/errors.ts";

const probes = new Set(["/healthz", "/readyz"]);

/**
 * What happens to every request first. In production nothing is answered over plain HTTP; a proxy's word on that
 * counts only from a trusted one.
 */
export function arrival(server: FastifyInstance, config: Config): void {
  const production = config.environment === "production";
  server.decorateRequest("givenType", undefined);
  server.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    reply.header("x-content-type-options", "nosniff");
    // The framework would refuse a media type it does not know before we know who asks, and whether it matters.
    request.givenType = request.headers["content-type"];
    request.raw.headers["content-type"] = "application/octet-stream";
    if (!production) return done();
    if (request.protocol === "https") {
      reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
      return done();
    }
    done(probes.has(request.url) ? undefined : httpsRequired(config));
  });
}

const httpsRequired = (config: Config) =>
  new ApiError(
    403,
    "https_required",
    `This service answers over HTTPS only. Use ${config.baseUrl}, and rotate any secret that was sent in the clear.`,
  );

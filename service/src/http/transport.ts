import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { ApiError } from "../foundation/errors.ts";

const probes = new Set(["/healthz", "/readyz"]);

/** In production nothing is answered over plain HTTP; a proxy's word on that counts only from a trusted one. */
export function transportSecurity(server: FastifyInstance, config: Config): void {
  server.addHook("onRequest", (request, reply, done) => {
    reply.header("x-content-type-options", "nosniff");
    if (config.environment !== "production") return done();
    if (request.protocol === "https")
      reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
    if (request.protocol === "https" || probes.has(request.url)) return done();
    done(
      new ApiError(
        403,
        "https_required",
        `This service answers over HTTPS only. Use ${config.baseUrl}, and rotate any secret that was sent in the clear.`,
      ),
    );
  });
}

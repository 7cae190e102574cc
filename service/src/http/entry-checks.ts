import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../config/config.ts";
import type { Context } from "../context.ts";
import { ApiError, unavailable } from "../contract/errors.ts";
import { unknownPath } from "./error-handler.ts";

const probes = new Set(["/healthz", "/readyz"]);

/**
 * The first step of every request. In production nothing is answered over plain HTTP, and only a trusted proxy may
 * claim that the outer connection was HTTPS.
 */
export function entryChecks(
  server: FastifyInstance,
  { config, activity }: Pick<Context, "config" | "activity">,
): void {
  const production = config.environment === "production";
  server.decorateRequest("givenType", undefined);
  server.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    reply.header("x-content-type-options", "nosniff");
    // The framework would refuse an unknown media type before we know who is asking, and whether it matters.
    request.givenType = request.headers["content-type"];
    request.raw.headers["content-type"] = "application/octet-stream";
    if (production && request.protocol !== "https") {
      return done(probes.has(request.url) ? undefined : httpsRequired(config));
    }
    if (production) reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
    // Before the body is read: nobody is going to do anything with it.
    if (request.is404) return done(unknownPath(request));
    const quiet = activity.quiet();
    done(quiet && !isRead(request) ? inactiveCopy(quiet.says) : undefined);
  });
}

/** Signing in changes nothing but sessions, and is needed to read the dashboard. */
const isRead = ({ method, url }: FastifyRequest) =>
  method === "GET" || method === "HEAD" || method === "OPTIONS" || url.startsWith("/app/auth/");

const inactiveCopy = (says: string) =>
  unavailable(
    "inactive_copy",
    `${says} It can be read, but not changed. Use the original service, or ask the operator to activate this one.`,
    60,
  );

const httpsRequired = (config: Config) =>
  new ApiError(
    403,
    "https_required",
    `This service answers over HTTPS only. Use ${config.baseUrl}, and rotate any secret that was sent unencrypted.`,
  );

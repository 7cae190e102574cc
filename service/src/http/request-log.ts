import type { FastifyInstance } from "fastify";
import type { Context } from "../context.ts";
import type { Principal } from "../contract/access.ts";
import { pathOf } from "./error-handler.ts";

/**
 * One log line and one measurement per request. Headers, bodies and query strings are never logged: they may contain
 * secrets.
 */
export function requestLog(server: FastifyInstance, { log, metrics }: Context): void {
  // Looking a series up by its labels costs more than counting in it.
  const timers = new Map<string, { observe(seconds: number): void }>();
  const timerOf = (method: string, route: string, status: number) => {
    const name = `${method} ${route} ${status}`;
    let timer = timers.get(name);
    if (!timer) {
      timer = metrics.requests.labels({ method, route, status });
      timers.set(name, timer);
    }
    return timer;
  };
  server.addHook("onResponse", (request, reply, done) => {
    const { elapsedTime, statusCode } = reply;
    timerOf(request.method, request.routeOptions.url ?? "unknown", statusCode).observe(elapsedTime / 1000);
    if (log.isLevelEnabled("info")) {
      log.info(
        {
          request_id: request.id,
          method: request.method,
          path: pathOf(request),
          status: statusCode,
          ms: Math.round(elapsedTime * 10) / 10,
          company_id: request.principal?.company.id,
          ...callerOf(request.principal),
        },
        "request",
      );
    }
    done();
  });
}

function callerOf(principal: Principal | null) {
  if (principal === null) return {};
  return principal.kind === "key" ? { app_id: principal.appId } : { user_id: principal.userId };
}

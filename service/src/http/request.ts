import type { IncomingMessage } from "node:http";
import type { Principal } from "../contract/access.ts";
import { randomHex } from "../platform/security/ids.ts";

declare module "fastify" {
  interface FastifyRequest {
    principal: Principal | null;
    /** The Content-Type as sent; the framework itself must not judge it before we know who asks. */
    givenType: string | undefined;
  }
}

/** Letters, digits and what the usual makers of ids put between them, base64 included; nothing that could break a line. */
export const requestIdPattern = /^[A-Za-z0-9._:+/=-]{1,128}$/;

/** A sane incoming id is kept, so that a partner's log and ours meet; anything else gets one of ours. */
export function requestIdOf(request: Pick<IncomingMessage, "headers">, now: Date): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && requestIdPattern.test(given) ? given : newRequestId(now);
}

/** A UUID of version 7: it begins with the time, by which the events of a request are found without an index. */
function newRequestId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, "0");
  const random = randomHex(9);
  const [a, b, c] = [random.slice(0, 3), random.slice(3, 6), random.slice(6)];
  return `req_${time.slice(0, 8)}-${time.slice(8)}-7${a}-8${b}-${c}`;
}

/** When the request with this id arrived, if we gave it the id. */
export function timeOfRequest(id: string): Date | undefined {
  const [, high, low] = /^req_([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-/.exec(id) ?? [];
  return high === undefined ? undefined : new Date(Number.parseInt(high + low, 16));
}

import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Principal } from "../contract/access.ts";

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
export function requestIdOf(request: Pick<IncomingMessage, "headers">): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && requestIdPattern.test(given) ? given : `req_${randomUUID()}`;
}

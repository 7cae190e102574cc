import type { FastifyReply } from "fastify";
import { ownPath } from "../platform/security/local-redirect.ts";

/**
 * The only two ways in which a response sends a browser elsewhere; a test fails on any other. Here to a page of this
 * site: an address that could lead to another site leads to the first page instead.
 */
export function redirectWithin(reply: FastifyReply, path: string, status = 303): FastifyReply {
  return reply.redirect(ownPath(path) ?? "/", status);
}

/** To another site, such as a payment gateway, if its origin is among those allowed; otherwise undefined. */
export function redirectTo(
  reply: FastifyReply,
  url: string,
  allowed: readonly string[],
  status = 303,
): FastifyReply | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, protocol, href } = new URL(url);
  const isAllowed = /^https?:$/.test(protocol) && allowed.some((one) => new URL(one).origin === origin);
  return isAllowed ? reply.redirect(href, status) : undefined;
}

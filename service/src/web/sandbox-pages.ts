import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import { integrationUnavailable } from "../contract/errors.ts";
import { type RouteErrorPage, unknownPath } from "../http/error-handler.ts";
import { redirectTo, redirectWithin } from "../http/redirect.ts";
import { type Problem, renderProblem } from "./checkout/problem-page.ts";

/**
 * The public path of the sandbox gateway's pages: the gateway itself listens on loopback, which a buyer's phone cannot
 * reach.
 */
export const sandboxPagesPath = "/sandbox/pay";

// This is longer than the gateway's simulated timeout, so that the buyer sees that one and not ours.
const timeoutMs = 40_000;
const pageBytesMax = 256 * 1024;
const passed = ["content-type", "content-security-policy", "cache-control", "referrer-policy"];

/** Proxies the sandbox gateway's pages. */
export function sandboxPages(server: FastifyInstance, context: Context): void {
  const { url } = context.config.sandboxGateway;
  if (context.config.environment === "production" || !url) return;
  const pass = (request: FastifyRequest, reply: FastifyReply) => proxy(context, url, request, reply);
  const drawing: RouteErrorPage = {
    renderProblem: ({ status }, { id }) => renderProblem({ ...problemOf(status), requestId: String(id) }),
  };
  server.route({ method: ["GET", "POST"], url: `${sandboxPagesPath}/*`, config: drawing, handler: pass });
}

/** A gateway that stops responding may have taken the money, so the page says not to pay again. */
function problemOf(status: number): Problem {
  if (status === 404) return { name: "missing" };
  if (status === 413 || status === 422) return { name: "refused", status };
  return { name: "down" };
}

async function proxy(
  { outbound, config }: Context,
  url: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const page = request.url.slice(sandboxPagesPath.length);
  // Other paths are blocked: the gateway's controls are only for its own machine.
  if (!/^\/[\w-]+(\/\w+)?(\?[^#]*)?$/.test(page)) throw unknownPath(request);
  const body = request.body as Buffer | undefined;
  const type = request.givenType;
  const result = await outbound.send({
    method: request.method as "GET" | "POST",
    url: `${url}/pay${page}`,
    headers: type ? { "content-type": type } : {},
    ...(body && { body }),
    timeoutMs,
    responseBytesMax: pageBytesMax,
    onlyOnce: request.method === "POST",
  });
  if (result.kind !== "answered") throw integrationUnavailable("The sandbox gateway", result.message);
  for (const name of passed) {
    const value = result.headers[name];
    if (value !== undefined) reply.header(name, value);
  }
  const { location } = result.headers;
  if (location !== undefined)
    return follow(reply, config.siteUrl, request.url, String(location), result.status);
  return reply.code(result.status).send(result.body);
}

/** The gateway redirects a buyer to another of its pages, by a relative URL, or back to the seller's checkout. */
function follow(reply: FastifyReply, siteUrl: string, page: string, location: string, status: number) {
  const isWhole = /^https?:/i.test(location);
  const back = isWhole ? redirectTo(reply, location, [siteUrl], status) : undefined;
  if (back) return back;
  const path =
    isWhole || !URL.canParse(location, siteUrl + page) ? "/" : pathOf(new URL(location, siteUrl + page));
  return redirectWithin(reply, path, status);
}

function pathOf({ pathname, search }: URL): string {
  return `${pathname}${search}`;
}

import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { ApiError, forbidden } from "../../contract/errors.ts";
import { createPortalLookups, type PortalConfig } from "../../domains/portal/service.ts";
import { compressed } from "../../http/compression.ts";
import { matchesTag } from "../../http/response.ts";
import { presentInvoice } from "./present.ts";
import { portalScripts } from "./scripts.ts";
import { type CountVisit, createVisitorLimit } from "./visitor-limit.ts";

type Names = { companyId: number; appId: string };
type Handle = (names: Names, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * `{site_base}/portal/…`: the data that the script on a partner's page may read, without a key. The page names a
 * company and an App ID, and the browser sends the page's origin; only the company's allowed origins get a response.
 */
export function portal(server: FastifyInstance, context: Context, countVisit: CountVisit): void {
  const lookups = createPortalLookups(context);
  const limit = createVisitorLimit(countVisit);
  const mount = (url: string, handle: Handle) =>
    server.route({
      method: ["GET", "OPTIONS"],
      url,
      handler: async (request, reply) => {
        reply.headers(closedHeaders);
        const names = namesIn(request);
        // A 429 reveals nothing about any company, so every page may read it; other responses are only for allowed
        // pages.
        reply.header("access-control-allow-origin", "*");
        await limit(request.ip, names.companyId);
        reply.removeHeader("access-control-allow-origin");
        return handle(names, request, reply);
      },
    });

  portalScripts(server);
  mount("/portal/products", async ({ companyId, appId }, request, reply) => {
    const found = requirePortal(await lookups.find(companyId, appId), request, reply);
    if (request.method === "OPTIONS") return allowMethod(reply);
    const { body, tag } = await lookups.productsOf(found);
    return send(request, reply, body, tag, "private, max-age=30");
  });
  mount("/portal/invoices/:token", async ({ companyId, appId }, request, reply) => {
    const { token } = request.params as { token: string };
    const found = await lookups.findInvoice(companyId, appId, token);
    const opened = requirePortal(found.portal, request, reply);
    if (request.method === "OPTIONS") return allowMethod(reply);
    if (!found.invoice) throw nothingHere();
    const body = presentInvoice(context.config, opened, found.invoice);
    return send(request, reply, body, `"${hash("sha1", body, "base64url")}"`, "private, no-cache");
  });
}

/** The default headers: no other origin may read the response, and it is not cached. */
const closedHeaders = {
  vary: "origin",
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
};

/** A malformed name matches nothing, but is still looked up, so that the response is the same. */
function namesIn(request: FastifyRequest): Names {
  const { company_id, app_id } = request.query as Record<string, unknown>;
  const companyId = /^[1-9]\d{0,14}$/.test(String(company_id)) ? Number(company_id) : 0;
  const appId = /^bf_(live|test)_[0-9a-z]{20}$/.test(String(app_id)) ? String(app_id) : "";
  return { companyId, appId };
}

/** The origin is checked first; only allowed pages learn that the company is closed. */
function requirePortal(
  portal: PortalConfig | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): PortalConfig {
  if (!portal) throw nothingHere();
  const { origin } = request.headers;
  if (!isOurs(request)) {
    if (origin === undefined || !portal.allowedOrigins.has(origin)) throw originRefused(portal, origin);
    reply.header("access-control-allow-origin", origin);
  }
  if (!portal.isEnabled) throw forbidden("portal_unavailable", "This portal is not available right now.");
  return portal;
}

/** The preview in the company's settings is same-origin, and an external page cannot forge `Sec-Fetch-Site`. */
const isOurs = ({ headers }: FastifyRequest) =>
  headers.origin === undefined && headers["sec-fetch-site"] === "same-origin";

/** The same response for a wrong company, a wrong App ID and a wrong token. */
const nothingHere = () =>
  new ApiError(404, "not_found", "Nothing was found. Check company_id, app_id and the invoice's token.");

function originRefused({ allowedOrigins }: PortalConfig, origin: string | undefined): ApiError {
  const refuse = (why: string) =>
    forbidden(
      "origin_not_allowed",
      `${why} The company allows sites in the dashboard (Settings, Portal, Allowed websites), with POST /portal/settings or with 'billfold portal set'.`,
    );
  if (allowedOrigins.size === 0) return refuse("No site is allowed to embed this portal yet.");
  if (origin === undefined) return refuse("Only pages of allowed sites may use this address.");
  return refuse("This page's site is not allowed to embed this portal.");
}

function allowMethod(reply: FastifyReply) {
  return reply
    .code(204)
    .headers({
      "access-control-allow-methods": "GET",
      "access-control-allow-headers": "if-none-match",
      "access-control-max-age": "600",
    })
    .send();
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
  tag: string,
  caching: string,
) {
  reply.headers({ etag: tag, "cache-control": caching });
  if (matchesTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
  const bytes = await compressed(request.headers["accept-encoding"], reply, body);
  return reply.header("vary", "origin, accept-encoding").type("application/json; charset=utf-8").send(bytes);
}

import type { FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import type { UserPrincipal } from "../../contract/access.ts";
import { ApiError, forbidden, noSuch } from "../../contract/errors.ts";
import {
  cookieName,
  findMemberOf,
  findSessionOf,
  principalOf,
  type SessionRow,
  siteSecretOf,
} from "../../domains/tenancy/users/service.ts";
import { csrfToken, isSame, readToken } from "./cookie.ts";

/** A signed-in user; `csrf` is the token that our pages send with every change. */
export type SignedIn = SessionRow & { token: string; csrf: string };

export type SessionAuth = {
  /** The signed-in user; undefined if the session is missing, forged or expired. */
  findSession(request: FastifyRequest): Promise<SignedIn | undefined>;
  /**
   * Like `findSession`, but throws 401 if there is none; a change also needs proof that it comes from one of our pages,
   * or throws 403.
   */
  requireSession(request: FastifyRequest): Promise<SignedIn>;
  /** Returns the user as a principal of the company that the request names. */
  authenticate(request: FastifyRequest): Promise<UserPrincipal>;
};

export function createSessionAuth(context: Context): SessionAuth {
  const secret = siteSecretOf(context);
  const { config, reads, clock } = context;
  const name = cookieName(config.environment === "production");
  const origin = new URL(config.siteUrl).origin;

  const findSession: SessionAuth["findSession"] = async (request) => {
    const token = readToken(request.headers, name, secret);
    const row = token === undefined ? undefined : await findSessionOf(reads, token, clock.now());
    return row && { ...row, token: token!, csrf: csrfToken(token!, secret) };
  };
  const requireSession: SessionAuth["requireSession"] = async (request) => {
    const signedIn = await findSession(request);
    if (!signedIn) throw signedOut();
    if (request.method !== "GET") requireOwnPage(request, origin, signedIn.csrf);
    return signedIn;
  };
  const authenticate: SessionAuth["authenticate"] = async (request) => {
    const { user_id, proved } = await requireSession(request);
    const member = await findMemberOf(reads, user_id, companyOf(request));
    if (!member) throw noSuch("company with that id in your account");
    return principalOf(config, member, proved);
  };
  return { findSession, requireSession, authenticate };
}

/**
 * A header names the company. A plain link cannot send one, so for reads it may be in the query, from which it is
 * removed here, because no route accepts it. A malformed number names no company.
 */
export function companyOf(request: FastifyRequest): number | undefined {
  const query = request.query as { company_id?: unknown };
  const { company_id: queried } = query;
  if (request.method === "GET") delete query.company_id;
  const given = request.headers["x-company-id"] ?? (request.method === "GET" ? queried : undefined);
  if (given === undefined) return undefined;
  return /^[1-9]\d{0,14}$/.test(String(given)) ? Number(given) : 0;
}

/** Browsers send the origin of a request, and only our own pages know the session's token. */
export function requireOwnPage(request: FastifyRequest, origin: string, csrf: string | undefined): void {
  const { origin: from, "sec-fetch-site": site, "x-csrf-token": given } = request.headers;
  const ours = [undefined, origin, `${request.protocol}://${request.host}`];
  const foreign = !ours.includes(from) || (site !== undefined && site !== "same-origin");
  if (foreign || (csrf !== undefined && !isSame(csrf, String(given ?? "")))) {
    throw forbidden(
      "csrf",
      "This request does not come from a page of this site, or the page is out of date. Reload the page and try again.",
    );
  }
}

const signedOut = () =>
  new ApiError(401, "unauthenticated", "You are signed out or your session has expired. Sign in again.");

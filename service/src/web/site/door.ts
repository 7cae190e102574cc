import type { FastifyRequest } from "fastify";
import type { UserPrincipal } from "../../access.ts";
import type { Context } from "../../context.ts";
import { ApiError, forbidden, noSuch } from "../../foundation/errors.ts";
import {
  cookieName,
  findMemberOf,
  findSessionOf,
  principalOf,
  type SessionRow,
  siteSecretOf,
} from "../../modules/accounts/service.ts";
import { csrfToken, isSame, readToken } from "./cookie.ts";

/** Somebody who is signed in; `csrf` is what their own pages send with every change. */
export type SignedIn = SessionRow & { token: string; csrf: string };

export type SiteDoor = {
  /** Who asks; undefined when the session is missing, forged or over. */
  find(request: FastifyRequest): Promise<SignedIn | undefined>;
  /** The same, or 401; for changes, the proof that one of our pages asks, or 403. */
  enter(request: FastifyRequest): Promise<SignedIn>;
  /** As a principal of the company that the request names. */
  authenticate(request: FastifyRequest): Promise<UserPrincipal>;
};

export function createSiteDoor(context: Context): SiteDoor {
  const secret = siteSecretOf(context);
  const { config, reads, clock } = context;
  const name = cookieName(config.environment === "production");
  const origin = new URL(config.siteUrl).origin;

  const find: SiteDoor["find"] = async (request) => {
    const token = readToken(request.headers, name, secret);
    const row = token === undefined ? undefined : await findSessionOf(reads, token, clock.now());
    return row && { ...row, token: token!, csrf: csrfToken(token!, secret) };
  };
  const enter: SiteDoor["enter"] = async (request) => {
    const signedIn = await find(request);
    if (!signedIn) throw signedOut();
    if (request.method !== "GET") requireOwnPage(request, origin, signedIn.csrf);
    return signedIn;
  };
  const authenticate: SiteDoor["authenticate"] = async (request) => {
    const { user_id } = await enter(request);
    const member = await findMemberOf(reads, user_id, companyOf(request));
    if (!member) throw noSuch("company of yours by that id");
    return principalOf(config, member);
  };
  return { find, enter, authenticate };
}

/** A number that names nothing names no company either. */
export function companyOf(request: FastifyRequest): number | undefined {
  const given = request.headers["x-company-id"];
  if (given === undefined) return undefined;
  return /^[1-9]\d{0,14}$/.test(String(given)) ? Number(given) : 0;
}

/** A browser tells where a request comes from, and only our own pages know the token of the session. */
export function requireOwnPage(request: FastifyRequest, origin: string, csrf: string | undefined): void {
  const { origin: from, "sec-fetch-site": site, "x-csrf-token": given } = request.headers;
  const ours = [undefined, origin, `${request.protocol}://${request.host}`];
  const foreign = !ours.includes(from) || (site !== undefined && site !== "same-origin");
  if (foreign || (csrf !== undefined && !isSame(csrf, String(given ?? "")))) {
    throw forbidden(
      "csrf",
      "This request does not come from a page of this site, or that page is out of date. Load the page again and repeat what you did.",
    );
  }
}

const signedOut = () =>
  new ApiError(401, "unauthenticated", "You are not signed in, or your session has ended. Sign in again.");

import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { roles } from "../../contract/access.ts";
import { noSuch } from "../../contract/errors.ts";
import {
  findCompaniesOf,
  findMemberOf,
  type MemberRow,
  touchMember,
} from "../../domains/tenancy/users/service.ts";
import { companyOf, type SessionAuth, type SignedIn } from "./session-auth.ts";

/**
 * `GET /app/session`: the signed-in user, their permissions in each company, and the token that their changes must
 * carry.
 */
export function sessionEndpoint(server: FastifyInstance, context: Context, sessionAuth: SessionAuth): void {
  server.get("/app/session", async (request, reply) => {
    const person = await sessionAuth.requireSession(request);
    const wanted = companyOf(request);
    const session = await describe(context, person, wanted);
    if (!session.company && wanted !== undefined) throw noSuch("company with that id in your account");
    return reply.header("cache-control", "no-store").send(session);
  });
}

/** The company that the person used last on this device; the site sets it. */
const companyCookie = /(?:^|;\s*)billfold_company=([1-9]\d{0,14})(?:;|$)/;

/** The same for a page, so that it need not ask: null if nobody is signed in, undefined if that is not known. */
export function createSessionDescription(context: Context, sessionAuth: SessionAuth) {
  return async (request: FastifyRequest): Promise<object | null | undefined> => {
    try {
      const person = await sessionAuth.findSession(request);
      if (!person) return null;
      const wanted = Number(companyCookie.exec(request.headers.cookie ?? "")?.[1]) || undefined;
      const session = await describe(context, person, wanted);
      return session.company || wanted === undefined ? session : await describe(context, person, undefined);
    } catch {
      // The page is shown, asks for the session itself, and tells what went wrong.
      return undefined;
    }
  };
}

async function describe(context: Context, person: SignedIn, wanted: number | undefined) {
  const { reads, config } = context;
  const [memberships, member] = await Promise.all([
    findCompaniesOf(reads, person.user_id),
    findMemberOf(reads, person.user_id, wanted),
  ]);
  if (member) await touchMember(context.db, member.company_id, person.user_id, context.clock.now());
  return {
    success: true,
    user: {
      id: person.user_id,
      name: person.name,
      email: person.email,
      two_factor: person.two_factor_enabled,
      language: person.language,
    },
    session_id: person.session_id,
    csrf_token: person.csrf,
    operator: person.operator,
    memberships,
    company: member ? shown(member) : null,
    environment: config.environment,
    inactive_copy: context.activity.quiet() !== undefined,
    support: config.support,
    base_url: config.baseUrl,
    site_url: config.siteUrl,
  };
}

const shown = (row: MemberRow) => ({
  id: row.company_id,
  name: row.name,
  status: row.status,
  reason: row.reason,
  role: row.role,
  currency: row.currency,
  time_zone: row.time_zone,
  country: row.country,
  scopes: roles[row.role],
  disabled_features: row.disabled_features,
  credentials_shown: row.credentials_shown,
});

import type { FastifyInstance } from "fastify";
import type { Context } from "../../context.ts";
import { roles } from "../../contract/access.ts";
import { noSuch } from "../../contract/errors.ts";
import {
  findCompaniesOf,
  findMemberOf,
  type MemberRow,
  touchMember,
} from "../../domains/tenancy/users/service.ts";
import { companyOf, type SessionAuth } from "./session-auth.ts";

/**
 * `GET /app/session`: the signed-in user, their permissions in each company, and the token that their changes must
 * carry.
 */
export function sessionEndpoint(server: FastifyInstance, context: Context, sessionAuth: SessionAuth): void {
  const { reads, config } = context;
  server.get("/app/session", async (request, reply) => {
    const person = await sessionAuth.requireSession(request);
    const wanted = companyOf(request);
    const [memberships, member] = await Promise.all([
      findCompaniesOf(reads, person.user_id),
      findMemberOf(reads, person.user_id, wanted),
    ]);
    if (!member && wanted !== undefined) throw noSuch("company of yours by that id");
    if (member) await touchMember(context.db, member.company_id, person.user_id, context.clock.now());
    return reply.header("cache-control", "no-store").send({
      success: true,
      user: {
        id: person.user_id,
        name: person.name,
        email: person.email,
        two_factor: person.two_factor_enabled,
      },
      session_id: person.session_id,
      csrf_token: person.csrf,
      operator: person.operator,
      memberships,
      company: member ? shown(member) : null,
      environment: config.environment,
      base_url: config.baseUrl,
      site_url: config.siteUrl,
    });
  });
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

import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { forbidden, invalid, noSuch } from "../../contract/errors.ts";
import { readOutbox } from "../../domains/sending/mails/service.ts";
import type { Author } from "../../domains/tenancy/audit/service.ts";
import { CompanyQuery, PlanPatch, Reason } from "../../domains/tenancy/operators/schema.ts";
import {
  changePlan,
  checkHealth,
  decide,
  listCompanies,
  searchRequest,
  showCompany,
} from "../../domains/tenancy/operators/service.ts";
import { provisionEndpoint } from "../../domains/webhooks/endpoints/service.ts";
import { stepUpRequired } from "../../http/authorize.ts";
import { requestIdPattern } from "../../http/request.ts";
import { jsonResponse } from "../../http/response.ts";
import { coerceQuery, compileValidator } from "../../http/validation.ts";
import type { Json } from "../../platform/db/sql.ts";
import { createReader } from "./input.ts";
import type { SessionAuth } from "./session-auth.ts";

type Handle = (request: FastifyRequest, author: Author) => Promise<Record<string, Json>>;

/** `{site_base}/operator/api`: for the operators of the service. A company's owner has no access here. */
export function operatorEndpoints(server: FastifyInstance, context: Context, sessionAuth: SessionAuth): void {
  const mount = (method: "GET" | "POST" | "PATCH", path: string, handle: Handle) =>
    server.route({
      method,
      url: `/operator/api${path}`,
      handler: async (request, reply) => {
        const author = await requireOperator(sessionAuth, request);
        const { status, body } = jsonResponse(200, await handle(request, author));
        return reply
          .code(status)
          .header("cache-control", "no-store")
          .type("application/json; charset=utf-8")
          .send(body);
      },
    });
  const readReason = createReader(Reason);
  const readPlan = createReader(PlanPatch);
  const readQuery = createQueryReader();

  mount("GET", "/companies", (request) => listCompanies(context.reads, readQuery(request)));
  mount("GET", "/mails", async () => ({ mails: (await readOutbox(context)).mails }));
  mount("GET", "/companies/:id", async (request) => ({
    company: await showCompany(context.reads, companyIn(request), context.clock.now()),
  }));
  mount("POST", "/companies/:id/approve", async (request, author) => ({
    company: await decide(context, author, companyIn(request), { verb: "approve", provisionEndpoint }),
  }));
  for (const verb of ["refuse", "suspend"] as const) {
    mount("POST", `/companies/:id/${verb}`, async (request, author) => ({
      company: await decide(context, author, companyIn(request), { verb, ...readReason(request) }),
    }));
  }
  mount("PATCH", "/companies/:id/plan", async (request, author) => ({
    company: await changePlan(context, author, companyIn(request), readPlan(request)),
  }));
  mount("GET", "/health", async () => {
    const [health, { queue }] = await Promise.all([checkHealth(context), readOutbox(context)]);
    return { ...toJson(health), mails: queue };
  });
  mount("GET", "/requests/:id", (request) => searchRequest(context, requestIn(request)));
}

async function requireOperator(sessionAuth: SessionAuth, request: FastifyRequest): Promise<Author> {
  const { operator, user_id, proved } = await sessionAuth.requireSession(request);
  if (!operator) {
    throw forbidden("operator_only", "Only operators of this service may do this.");
  }
  // An operator's decisions affect whole companies, and are as sensitive as a company's own settings.
  if (request.method !== "GET" && !proved) throw stepUpRequired();
  const actor = { type: "operator", id: String(user_id) } as const;
  return { actor, requestId: request.id, address: request.ip };
}

function companyIn(request: FastifyRequest): number {
  const { id } = request.params as { id: string };
  if (!/^[1-9]\d{0,14}$/.test(id)) throw noSuch("company with that id");
  return Number(id);
}

function requestIn(request: FastifyRequest): string {
  const { id } = request.params as { id: string };
  if (!requestIdPattern.test(id)) throw noSuch("request with that id");
  return id;
}

function createQueryReader(): (request: FastifyRequest) => CompanyQuery {
  const check = compileValidator(CompanyQuery);
  return (request) => {
    const query = coerceQuery(CompanyQuery, request.query as Record<string, unknown>);
    const { errors } = check(query);
    if (errors.length > 0) throw invalid(errors);
    return query as CompanyQuery;
  };
}

const toJson = (members: object): Record<string, Json> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, JSON.stringify(value)]));

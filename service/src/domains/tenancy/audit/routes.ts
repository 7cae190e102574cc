import { jsonResponse, listResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import { AuditQuery } from "./schema.ts";
import { listActors, listAudit } from "./service.ts";

const access = { tag: "Audit", scope: "site:audit", feature: "any", readsSlowly: true, cost: 5 } as const;

export const auditRoutes: Route[] = [
  read({
    ...access,
    path: "/audit",
    operationId: "listAudit",
    summary: "List audit log entries",
    query: AuditQuery,
    responses: {},
    handle: async ({ context, principal: { company }, query }) =>
      listResponse("entries", await listAudit(context.reads, company, "", query)),
  }),
  read({
    ...access,
    path: "/audit/actors",
    operationId: "listAuditActors",
    summary: "List who made the latest changes",
    responses: {},
    handle: async ({ context, principal: { company } }) =>
      jsonResponse(200, { actors: await listActors(context.reads, company.id) }),
  }),
];

import { queryTooBroad } from "../../../contract/errors.ts";
import { jsonResponse, listResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import { envelope, Pagination } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { AuditEntry, AuditQuery, auditEntryExample } from "./schema.ts";
import { listActors, listAudit } from "./service.ts";

const access = { tag: "Audit log", feature: "any", readsSlowly: true, cost: 5 } as const;

export const auditReadRoutes: Route[] = [
  read({
    ...access,
    path: "/audit",
    operationId: "listAudit",
    summary: "List audit log entries",
    description:
      "Who changed keys, settings, users and money, when and from where. Newest first; entries are never changed.",
    scope: "company:read",
    orScope: "site:audit",
    query: AuditQuery,
    refusals: [queryTooBroad()],
    responses: {
      200: {
        description: "One page of entries.",
        schema: envelope({ audit_entries: Type.Array(AuditEntry), pagination: Pagination }),
        example: {
          success: true,
          audit_entries: [auditEntryExample],
          pagination: { limit: 25, has_more: false, next_cursor: null },
        },
      },
    },
    handle: async ({ context, principal: { company }, query }) =>
      listResponse("audit_entries", await listAudit(context.reads, company, "", query)),
  }),
];

export const auditRoutes: Route[] = [
  read({
    ...access,
    path: "/audit/actors",
    operationId: "listAuditActors",
    summary: "List who made the latest changes",
    scope: "site:audit",
    responses: {},
    handle: async ({ context, principal: { company } }) =>
      jsonResponse(200, { actors: await listActors(context.reads, company.id) }),
  }),
];

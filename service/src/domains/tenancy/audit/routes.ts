import { listResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import { PageQuery } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { listAudit } from "./service.ts";

export const auditRoutes: Route[] = [
  read({
    tag: "Audit",
    path: "/audit",
    operationId: "listAudit",
    summary: "Who changed what",
    scope: "site:audit",
    feature: "any",
    query: Type.Object(PageQuery),
    responses: {},
    handle: async ({ context, principal: { company }, query }) =>
      listResponse("entries", await listAudit(context.reads, company.id, query)),
  }),
];

import { jsonResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import { envelope } from "../../../platform/values/schema.ts";
import { Usage, usageExample } from "./schema.ts";
import { readUsage } from "./service.ts";

export const usageRoutes: Route[] = [
  read({
    path: "/usage",
    operationId: "getUsage",
    summary: "Get the plan and its usage",
    tag: "Usage",
    scope: "site:read",
    feature: "any",
    responses: {
      200: {
        description: "The usage.",
        schema: envelope({ usage: Usage }),
        example: { success: true, usage: usageExample },
      },
    },
    handle: async ({ context, principal: { company } }) =>
      jsonResponse(200, {
        usage: await readUsage(context.config, context.reads, company, context.clock.now()),
      }),
  }),
];

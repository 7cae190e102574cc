import { type Principal, scopeNames } from "../../../contract/access.ts";
import { jsonResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import { realClock } from "../../../platform/values/clock.ts";
import { envelope, Id, Timestamp, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

const Ping = envelope({
  service: Type.Literal("billfold"),
  api_version: Type.Literal("v1"),
  environment: words(["production", "staging", "sandbox"]),
  tenant: Type.Object(
    { company_id: Id, name: Type.String(), status: words(["pending", "active", "suspended"]) },
    { title: "Tenant" },
  ),
  app_id: Type.String(),
  scopes: Type.Array(words(scopeNames)),
  server_time: Timestamp,
});

export const pingRoutes: Route[] = [
  read({
    tag: "Ping",
    path: "/ping",
    operationId: "ping",
    summary: "Verify a key",
    description:
      "Returns the company, environment and scopes of the key. Also works for a suspended company.",
    scope: "any",
    whileSuspended: true,
    feature: "any",
    responses: {
      200: {
        description: "The key is valid.",
        schema: Ping,
        example: {
          success: true,
          service: "billfold",
          api_version: "v1",
          environment: "sandbox",
          tenant: { company_id: 1, name: "Lagos Works Ltd", status: "active" },
          app_id: "bf_test_4m8qk2v7x0d3h6t9w1zc",
          scopes: ["invoices:read", "invoices:write"],
          server_time: "2026-11-15T09:30:00.000Z",
        },
      },
    },
    handle: async ({ context, principal }) =>
      jsonResponse(200, {
        service: '"billfold"',
        api_version: '"v1"',
        environment: JSON.stringify(context.config.environment),
        tenant: tenantOf(principal),
        app_id: JSON.stringify(principal.kind === "key" ? principal.appId : null),
        scopes: JSON.stringify([...principal.scopes]),
        server_time: JSON.stringify(realClock(context.clock).now()),
      }),
  }),
];

const tenantOf = ({ company: { id, name, status } }: Principal) =>
  JSON.stringify({ company_id: id, name, status });

import { actorOf } from "../../../contract/access.ts";
import { jsonResponse } from "../../../http/response.ts";
import { type Route, read, staged } from "../../../http/route.ts";
import { envelope } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { GatewayChange, GatewaySettings, gatewayExample } from "./schema.ts";
import { readGateway, setGateway } from "./settings.ts";

const access = { tag: "Gateway", path: "/gateway", feature: "payments" } as const;

export const gatewayReadRoutes: Route[] = [
  read({
    ...access,
    operationId: "getGateway",
    summary: "Get the payment gateway",
    scope: "company:read",
    orScope: "site:read",
    responses: {
      200: {
        description: "The gateway, without its secrets.",
        schema: envelope({ gateway: GatewaySettings }),
        example: { success: true, gateway: gatewayExample },
      },
    },
    handle: async ({ context, principal: { company } }) =>
      jsonResponse(200, { gateway: await readGateway(context.config, context.reads, company.id) }),
  }),
];

export const gatewayRoutes: Route[] = [
  staged({
    ...access,
    operationId: "setGateway",
    summary: "Configure the payment gateway",
    description:
      "The credentials are checked with the gateway first and are not stored if it rejects them. If the gateway can't be reached, they are stored unverified and the response says so.",
    scope: "site:gateway",
    body: GatewayChange,
    bodyExample: { gateway: "paystack", secret_key: "sk_test_…" },
    stepUp: "gateway.set",
    responses: {
      200: {
        description: "The updated gateway.",
        schema: envelope({
          gateway: GatewaySettings,
          verified: Type.Optional(Type.Boolean()),
          note: Type.Optional(Type.String()),
        }),
        example: { success: true, gateway: gatewayExample, verified: true },
      },
    },
    handle: async ({ context, principal, requestId, address, body, noteSensitive }) => {
      const { company } = principal;
      const author = { now: context.clock.now(), actor: actorOf(principal), requestId, address };
      const trial = await setGateway(context, author, company.id, body, (tx) =>
        noteSensitive(tx, body.gateway),
      );
      const gateway = await readGateway(context.config, context.db, company.id);
      const reported = Object.entries(trial ?? {}).map(([name, value]) => [name, JSON.stringify(value)]);
      return jsonResponse(200, { gateway, ...Object.fromEntries(reported) });
    },
  }),
];

import type { UserPrincipal } from "../../../contract/access.ts";
import { jsonResponse } from "../../../http/response.ts";
import { change, type Route, read } from "../../../http/route.ts";
import type { ProvisionEndpoint } from "../companies/service.ts";
import { FirstKey } from "../keys/schema.ts";
import { checklist, showCredentials } from "./service.ts";

/** The onboarding steps after approval. */
export const onboardingRoutes = (provisionEndpoint: ProvisionEndpoint): Route[] => [
  change("POST", {
    tag: "Onboarding",
    path: "/credentials",
    operationId: "showCredentials",
    summary: "Create the first API key and show its secret, once",
    description: "The key has the scopes that are asked for, and none without.",
    scope: "site:keys",
    feature: "any",
    stepUp: "key.created",
    body: FirstKey,
    bodyIsOptional: true,
    bodyExample: { name: "Web shop", scopes: ["invoices:read"] },
    responses: {},
    handle: async (made, { context, principal, body: wanted }) => {
      const { app_id, secret, webhook_secret } = await showCredentials(
        made,
        context,
        principal as UserPrincipal,
        wanted,
        provisionEndpoint,
      );
      const embed_script = `${context.config.siteUrl}/portal/embed.js`;
      const portal = { company_id: made.company.id, app_id, invoice_id: "invoice_id", embed_script };
      const body = JSON.stringify({ success: true, app_id, secret, webhook_secret, portal });
      return { status: 201, body, containsSecret: true, about: app_id };
    },
  }),
  read({
    tag: "Onboarding",
    path: "/checklist",
    operationId: "getChecklist",
    summary: "Get the remaining setup steps",
    scope: "site:read",
    feature: "any",
    responses: {},
    handle: async ({ context, principal }) =>
      jsonResponse(200, {
        steps: JSON.stringify(
          await checklist(context.reads, principal.company.id, context.config.environment),
        ),
      }),
  }),
];

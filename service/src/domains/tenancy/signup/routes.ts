import type { UserPrincipal } from "../../../contract/access.ts";
import { jsonResponse } from "../../../http/response.ts";
import { change, type Route, read } from "../../../http/route.ts";
import type { ProvisionEndpoint } from "../companies/service.ts";
import { checklist, showCredentials } from "./service.ts";

/** The onboarding steps after approval. */
export const onboardingRoutes = (provisionEndpoint: ProvisionEndpoint): Route[] => [
  change("POST", {
    tag: "Onboarding",
    path: "/credentials",
    operationId: "showCredentials",
    summary: "Make the first credentials and show them, once",
    scope: "site:keys",
    feature: "any",
    stepUp: "key.created",
    responses: {},
    handle: async (made, { context, principal }) => {
      const { app_id, secret, webhook_secret } = await showCredentials(
        made,
        context,
        principal as UserPrincipal,
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
    summary: "What is left to do before the first invoice",
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

import { secretUnreadable } from "../../../http/error-handler.ts";
import { jsonResponse } from "../../../http/response.ts";
import { type Route, staged } from "../../../http/route.ts";
import { envelope } from "../../../platform/values/schema.ts";
import { DiagnoseRequest, Diagnosis, diagnosisExample } from "./schema.ts";
import { diagnoseDelivery } from "./service.ts";

export const diagnosisRoutes: Route[] = [
  staged({
    tag: "Webhooks",
    feature: "webhooks",
    path: "/webhooks/diagnose",
    expensive: true,
    operationId: "diagnoseWebhook",
    summary: "Find out why a delivery does not verify",
    description:
      "Give the raw body and the headers exactly as your receiver saw them. The body is compared with what was sent only for a key that may read the event's record.",
    scope: "webhooks:read",
    cost: 5,
    body: DiagnoseRequest,
    bodyExample: {
      body: '{"id":"evt_7_1042"}',
      headers: { "X-Pay-Signature": "t=1794735000,v1=00" },
    },
    refusals: [secretUnreadable()],
    responses: {
      200: {
        description: "What was found.",
        schema: envelope({ diagnosis: Diagnosis }),
        example: { success: true, diagnosis: diagnosisExample },
      },
    },
    handle: async ({ context, principal, body }) =>
      jsonResponse(200, { diagnosis: JSON.stringify(await diagnoseDelivery(context, principal, body)) }),
  }),
];

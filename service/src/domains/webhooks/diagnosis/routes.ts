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
    summary: "Diagnose a webhook signature",
    description:
      "Finds out why a signature is not accepted. Send the raw body and the headers exactly as your receiver got them. The body is compared with the original only if the key may read the event's record.",
    scope: "webhooks:read",
    cost: 5,
    body: DiagnoseRequest,
    bodyExample: {
      body: '{"id":"evt_7_1042_9f8e7d6c5b4a"}',
      headers: { "X-Pay-Signature": "t=1794735000,v1=00" },
    },
    refusals: [secretUnreadable()],
    responses: {
      200: {
        description: "The findings.",
        schema: envelope({ diagnosis: Diagnosis }),
        example: { success: true, diagnosis: diagnosisExample },
      },
    },
    handle: async ({ context, principal, body }) =>
      jsonResponse(200, { diagnosis: JSON.stringify(await diagnoseDelivery(context, principal, body)) }),
  }),
];

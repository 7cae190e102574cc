import { jsonResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import { Day, envelope } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import {
  ActivityEntry,
  Attention,
  CurrencyOverview,
  OverviewQuery,
  overviewExample,
  RegistrationsOverview,
} from "./schema.ts";
import { readOverview } from "./service.ts";

export const overviewRoutes: Route[] = [
  read({
    path: "/overview",
    expensive: true,
    operationId: "getOverview",
    summary: "Get the overview",
    description: "By currency, the company's own first; days are in the company's time zone.",
    tag: "Overview",
    scope: "site:read",
    feature: [],
    query: OverviewQuery,
    responses: {
      200: {
        description: "The overview.",
        schema: envelope({
          currencies: Type.Array(CurrencyOverview),
          registrations: RegistrationsOverview,
          attention: Attention,
          activity: Type.Array(ActivityEntry),
          from: Day,
          to: Day,
          previous: Type.Object({ from: Day, to: Day }),
          today: Day,
        }),
        example: { success: true, ...overviewExample },
      },
    },
    readsSlowly: true,
    cost: 50,
    handle: async ({ context, principal, query }) =>
      jsonResponse(200, await readOverview(context, principal, query)),
  }),
];

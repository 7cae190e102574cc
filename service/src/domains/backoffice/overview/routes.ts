import { jsonResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import { Day, envelope } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { CurrencyOverview, OverviewQuery, overviewExample, RegistrationsOverview } from "./schema.ts";
import { readOverview } from "./service.ts";

export const overviewRoutes: Route[] = [
  read({
    path: "/overview",
    expensive: true,
    operationId: "getOverview",
    summary: "See how the company stands",
    description: "By currency, the company's own first, and day by day where the company is.",
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
          from: Day,
          to: Day,
        }),
        example: { success: true, ...overviewExample },
      },
    },
    readsSlowly: true,
    cost: 50,
    handle: async ({ context, principal: { company }, query }) =>
      jsonResponse(200, await readOverview(context.reads, company, context.clock.now(), query)),
  }),
];

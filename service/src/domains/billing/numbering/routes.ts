import { jsonResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import { envelope } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { readNextNumber } from "./service.ts";

export const numberingRoutes: Route[] = [
  read({
    tag: "Company",
    path: "/numbering",
    operationId: "getNextNumber",
    summary: "See the number of the next invoice",
    scope: "site:read",
    feature: "any",
    query: Type.Object({
      series: Type.Optional(
        Type.String({ format: "series", description: "A prefix to try out; the company's own by default." }),
      ),
    }),
    responses: {
      200: {
        description: "The number that the next issued invoice gets.",
        schema: envelope({ next_number: Type.String() }),
        example: { success: true, next_number: "INV-000130" },
      },
    },
    handle: async ({ context, principal: { company }, query }) => {
      const next = await readNextNumber(context.reads, company.id, query.series ?? company.invoiceSeries);
      return jsonResponse(200, { next_number: JSON.stringify(next) });
    },
  }),
];

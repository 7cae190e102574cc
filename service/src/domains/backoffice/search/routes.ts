import { jsonResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import { envelope } from "../../../platform/values/schema.ts";
import { SearchQuery, SearchResults, searchExample } from "./schema.ts";
import { search } from "./service.ts";

export const searchRoutes: Route[] = [
  read({
    path: "/search",
    expensive: true,
    operationId: "search",
    summary: "Find invoices, customers and products",
    description: "At most five of each, newest first.",
    tag: "Search",
    scope: "site:read",
    feature: [],
    query: SearchQuery,
    responses: {
      200: {
        description: "What was found.",
        schema: envelope(SearchResults),
        example: { success: true, ...searchExample },
      },
    },
    readsSlowly: true,
    cost: 10,
    handle: async ({ context, principal, query }) =>
      jsonResponse(200, await search(context.reads, principal, query.q)),
  }),
];

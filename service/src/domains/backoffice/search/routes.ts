import { jsonResponse } from "../../../http/response.ts";
import { type Route, read } from "../../../http/route.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";
import { Customer, customerExample } from "../../catalog/customers/schema.ts";
import { Product, productExample } from "../../catalog/products/schema.ts";
import { ChoiceQuery, SearchQuery, SearchResults, searchExample } from "./schema.ts";
import { customerChoices, productChoices, search } from "./service.ts";

export const searchRoutes: Route[] = [
  read({
    path: "/search",
    expensive: true,
    operationId: "search",
    summary: "Find records of all kinds",
    description: "At most five of each kind, the best match first.",
    tag: "Search",
    scope: "site:read",
    feature: [],
    query: SearchQuery,
    responses: {
      200: {
        description: "The findings.",
        schema: envelope(SearchResults),
        example: { success: true, ...searchExample },
      },
    },
    readsSlowly: true,
    cost: 10,
    handle: async ({ context, principal, query }) =>
      jsonResponse(200, await search(context.reads, principal, query.q)),
  }),
  read({
    path: "/search/customers",
    operationId: "findCustomers",
    summary: "Find customers to choose from",
    description: "The best match first; without a text, the newest.",
    tag: "Search",
    scope: "customers:read",
    feature: "catalog",
    query: ChoiceQuery,
    responses: {
      200: {
        description: "At most 20 customers.",
        schema: envelope({ customers: Type.Array(Customer, { maxItems: 20 }) }),
        example: { success: true, customers: [customerExample] },
      },
    },
    readsSlowly: true,
    cost: 5,
    handle: async ({ context, principal: { company }, query }) => {
      const today = dateIn(company.timeZone, context.clock.now());
      const found = await customerChoices(context.reads, company, today, query.q);
      return jsonResponse(200, { customers: `[${found.join(",")}]` });
    },
  }),
  read({
    path: "/search/products",
    operationId: "findProducts",
    summary: "Find active products to choose from",
    description: "The best match first; without a text, the newest.",
    tag: "Search",
    scope: "products:read",
    feature: "catalog",
    query: ChoiceQuery,
    responses: {
      200: {
        description: "At most 20 products.",
        schema: envelope({ products: Type.Array(Product, { maxItems: 20 }) }),
        example: { success: true, products: [productExample] },
      },
    },
    readsSlowly: true,
    cost: 5,
    handle: async ({ context, principal: { company }, query }) => {
      const today = dateIn(company.timeZone, context.clock.now());
      const found = await productChoices(context.reads, company, today, query.q);
      return jsonResponse(200, { products: `[${found.join(",")}]` });
    },
  }),
];

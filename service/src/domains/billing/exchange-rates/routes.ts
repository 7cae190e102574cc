import { queryTooBroad } from "../../../contract/errors.ts";
import { listRoute } from "../../../http/list-route.ts";
import { jsonResponse } from "../../../http/response.ts";
import { change, type Route, read } from "../../../http/route.ts";
import { envelope } from "../../../platform/values/schema.ts";
import {
  ExchangeRate,
  ExchangeRateCreate,
  ExchangeRateQuery,
  exchangeRateCreateExample,
  exchangeRateExample,
} from "./schema.ts";
import {
  deleteExchangeRate,
  exchangeRateExists,
  getExchangeRate,
  listExchangeRates,
  setExchangeRate,
} from "./service.ts";

const access = { tag: "Exchange rates", feature: "invoicing" } as const;
const record = { noun: "The exchange rate", exists: exchangeRateExists };
const one = {
  description: "The rate.",
  schema: envelope({ exchange_rate: ExchangeRate }),
  example: { success: true, exchange_rate: exchangeRateExample },
};

export const exchangeRateRoutes: Route[] = [
  listRoute({
    ...access,
    path: "/exchange_rates",
    operationId: "listExchangeRates",
    summary: "List exchange rates",
    scope: "invoices:read",
    query: ExchangeRateQuery,
    refusals: [queryTooBroad(["date_to"], undefined, ["date_from", "date_to"])],
    list: { name: "exchange_rates", words: "rates", entry: ExchangeRate, example: exchangeRateExample },
    page: ({ context, principal, query }, today) =>
      listExchangeRates(context.reads, principal.company, today, query),
  }),
  change("POST", {
    ...access,
    path: "/exchange_rates",
    operationId: "setExchangeRate",
    summary: "Set the rate of a day",
    description:
      "A day has one rate for each currency: setting it again replaces it and keeps its id. Issued invoices keep the rate that they were issued with.",
    scope: "invoices:write",
    body: ExchangeRateCreate,
    bodyExample: exchangeRateCreateExample,
    responses: { 201: { ...one, description: "The rate, new or replaced." } },
    handle: async (made, { body }) => jsonResponse(201, { exchange_rate: await setExchangeRate(made, body) }),
  }),
  read({
    ...access,
    path: "/exchange_rates/{id}",
    operationId: "getExchangeRate",
    summary: "Get one exchange rate",
    scope: "invoices:read",
    record,
    responses: { 200: one },
    handle: async ({ context, principal, id }) =>
      jsonResponse(200, { exchange_rate: await getExchangeRate(context.reads, principal.company.id, id) }),
  }),
  change("DELETE", {
    ...access,
    path: "/exchange_rates/{id}",
    operationId: "deleteExchangeRate",
    summary: "Delete an exchange rate",
    description: "Issued invoices keep the rate that they were issued with.",
    scope: "invoices:write",
    record,
    responses: {
      200: { description: "The record was deleted.", schema: envelope({}), example: { success: true } },
    },
    handle: async (made, { id }) => {
      await deleteExchangeRate(made, id);
      return jsonResponse(200);
    },
  }),
];

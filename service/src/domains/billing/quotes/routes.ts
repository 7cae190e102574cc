import { queryTooBroad } from "../../../contract/errors.ts";
import { jsonResponse, listResponse } from "../../../http/response.ts";
import { change, type Route, read } from "../../../http/route.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope, listEnvelope } from "../../../platform/values/schema.ts";
import { unknownReferences } from "../lines/service.ts";
import { Sale, saleExample } from "../sales/schema.ts";
import {
  Quote,
  QuoteAccept,
  QuoteCreate,
  QuoteDecline,
  QuoteEntry,
  QuotePatch,
  QuoteQuery,
  quoteCreateExample,
  quoteEntryExample,
  quoteExample,
  sentQuoteExample,
} from "./schema.ts";
import {
  acceptQuote,
  createQuote,
  declineQuote,
  getQuote,
  listQuotes,
  quoteExists,
  refusedQuote,
  sellQuote,
  updateQuoteFields,
} from "./service.ts";

const access = { tag: "Quotes", feature: "catalog" } as const;
const record = { noun: "The quote", exists: quoteExists };
const moment = "2026-11-16T08:00:00.000Z";
const one = (description: string, quote: object = quoteExample) => ({
  description,
  schema: envelope({ quote: Quote }),
  example: { success: true, quote },
});
const draft = { number: quoteExample.number, status: "draft" } as const;
const sent = { ...draft, status: "sent" } as const;

export const quoteRoutes: Route[] = [
  read({
    ...access,
    path: "/quotes",
    operationId: "listQuotes",
    summary: "List quotes",
    scope: "sales:read",
    query: QuoteQuery,
    refusals: [queryTooBroad()],
    responses: {
      200: {
        description: "A page of quotes, newest first.",
        schema: listEnvelope("quotes", QuoteEntry),
        example: {
          success: true,
          quotes: [quoteEntryExample],
          pagination: { limit: 25, has_more: false, next_cursor: null },
        },
      },
    },
    handle: async ({ context, principal: { company }, query }) => {
      const today = dateIn(company.timeZone, context.clock.now());
      return listResponse("quotes", await listQuotes(context.reads, context.config, company, today, query));
    },
  }),
  change("POST", {
    ...access,
    path: "/quotes",
    operationId: "createQuote",
    summary: "Create a quote",
    scope: "sales:write",
    body: QuoteCreate,
    inspect: unknownReferences,
    bodyExample: quoteCreateExample,
    responses: { 201: one("The new quote, a draft.") },
    handle: async (made, { context, body }) =>
      jsonResponse(201, { quote: await createQuote(made, context.config, body) }),
  }),
  read({
    ...access,
    path: "/quotes/{id}",
    operationId: "getQuote",
    summary: "Get one quote",
    scope: "sales:read",
    record,
    responses: { 200: one("The quote with its lines.") },
    handle: async ({ context, principal, id }) =>
      jsonResponse(200, { quote: await getQuote(context.reads, context.config, principal.company.id, id) }),
  }),
  change("PATCH", {
    ...access,
    path: "/quotes/{id}",
    operationId: "updateQuote",
    summary: "Change a draft quote",
    description:
      "Only drafts can be changed: what the buyer was sent stays as it is. To offer something else, create a new quote.",
    scope: "sales:write",
    record,
    body: QuotePatch,
    inspect: unknownReferences,
    bodyExample: { notes: "Delivery within two weeks" },
    refusals: [refusedQuote("change", sent)],
    responses: { 200: one("The updated quote.") },
    handle: async (made, { context, id, body }) =>
      jsonResponse(200, { quote: await updateQuoteFields(made, context.config, id, body) }),
  }),
  change("POST", {
    ...access,
    path: "/quotes/{id}/accept",
    operationId: "acceptQuote",
    summary: "Record that the buyer accepted a quote",
    description: "For an acceptance that reached you in another way than by the page of the quote.",
    scope: "sales:write",
    record,
    body: QuoteAccept,
    bodyIsOptional: true,
    bodyExample: { accepted_by: "Ada Obi" },
    refusals: [refusedQuote("accept", draft)],
    responses: {
      200: one("The quote, accepted.", {
        ...sentQuoteExample,
        status: "accepted",
        accepted_by: "Ada Obi",
        accepted_at: moment,
      }),
    },
    handle: async (made, { context, id, body }) =>
      jsonResponse(200, { quote: await acceptQuote(made, context.config, id, body) }),
  }),
  change("POST", {
    ...access,
    path: "/quotes/{id}/decline",
    operationId: "declineQuote",
    summary: "Record that the buyer declined a quote",
    description: "For an answer that reached you in another way, or to withdraw a quote that was sent.",
    scope: "sales:write",
    record,
    body: QuoteDecline,
    bodyIsOptional: true,
    bodyExample: { declined_by: "Ada Obi", reason: "We have postponed the project." },
    refusals: [refusedQuote("decline", draft)],
    responses: {
      200: one("The quote, declined.", {
        ...sentQuoteExample,
        status: "declined",
        declined_by: "Ada Obi",
        declined_at: moment,
        decline_reason: "We have postponed the project.",
      }),
    },
    handle: async (made, { context, id, body }) =>
      jsonResponse(200, { quote: await declineQuote(made, context.config, id, body) }),
  }),
  change("POST", {
    ...access,
    path: "/quotes/{id}/sale",
    operationId: "sellQuote",
    summary: "Create a sale from a quote",
    description:
      "A sent or accepted quote becomes one sale, or by POST /quotes/{id}/invoice one draft invoice, and is `invoiced`.",
    scope: "sales:write",
    record,
    refusals: [refusedQuote("sell", draft), refusedQuote("sell", { ...draft, status: "invoiced" })],
    responses: {
      201: {
        description: "The new sale and its quote.",
        schema: envelope({ sale: Sale, quote: Quote }),
        example: {
          success: true,
          sale: saleExample,
          quote: { ...sentQuoteExample, status: "invoiced", sale_id: 88 },
        },
      },
    },
    handle: async (made, { context, id }) => jsonResponse(201, await sellQuote(made, context.config, id)),
  }),
];

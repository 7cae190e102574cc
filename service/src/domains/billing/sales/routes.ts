import { queryTooBroad } from "../../../contract/errors.ts";
import { type Batch, batchFailedExample, batchRoute, upsertRoute } from "../../../http/batch-route.ts";
import { jsonResponse, listResponse } from "../../../http/response.ts";
import { change, type Route, read } from "../../../http/route.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope, listEnvelope } from "../../../platform/values/schema.ts";
import { emitBatch } from "../../webhooks/events/service.ts";
import { unknownReferences } from "../lines/service.ts";
import { storeSales } from "./batch.ts";
import {
  Sale,
  SaleCreate,
  SaleEntry,
  SalePatch,
  SaleQuery,
  saleCreateExample,
  saleEntryExample,
  saleExample,
} from "./schema.ts";
import {
  cancelSale,
  closedSales,
  createSale,
  getSale,
  listSales,
  lockSales,
  saleExists,
  updateSaleFields,
} from "./service.ts";

const access = { tag: "Sales", feature: "catalog" } as const;
const record = { noun: "The sale", exists: saleExists };
const one = {
  description: "The sale with its lines.",
  schema: envelope({ sale: Sale }),
  example: { success: true, sale: saleExample },
};

const batch: Batch<"sale.created" | "sale.updated"> = {
  noun: "sale",
  create: SaleCreate,
  patch: SalePatch,
  find: ({ tx, company }, externalIds) => lockSales(tx, company.id, externalIds),
  inspect: unknownReferences,
  store: storeSales,
  emit: emitBatch,
};

export const saleRoutes: Route[] = [
  read({
    ...access,
    path: "/sales",
    operationId: "listSales",
    summary: "List sales orders",
    scope: "sales:read",
    query: SaleQuery,
    refusals: [queryTooBroad()],
    responses: {
      200: {
        description: "A page of sales orders, newest first.",
        schema: listEnvelope("sales", SaleEntry),
        example: {
          success: true,
          sales: [saleEntryExample],
          pagination: { limit: 25, has_more: false, next_cursor: null },
        },
      },
    },
    handle: async ({ context, principal: { company }, query }) => {
      const today = dateIn(company.timeZone, context.clock.now());
      return listResponse("sales", await listSales(context.reads, company, today, query));
    },
  }),
  change("POST", {
    ...access,
    path: "/sales",
    operationId: "createSale",
    summary: "Create a sale",
    scope: "sales:write",
    body: SaleCreate,
    inspect: unknownReferences,
    bodyExample: saleCreateExample,
    responses: { 201: { ...one, description: "The new sale, open." } },
    handle: async (made, { body }) => jsonResponse(201, { sale: await createSale(made, body) }),
  }),
  batchRoute(
    {
      ...access,
      path: "/sales/batch",
      operationId: "batchSales",
      summary: "Create or change many sales",
      scope: "sales:write",
      title: "SaleBatch",
      record: SalePatch,
      example: { ...saleCreateExample, external_id: "till-4711" },
      refusals: [batchFailedExample],
    },
    batch,
  ),
  upsertRoute(
    {
      ...access,
      path: "/sales/by_external_id/{external_id}",
      operationId: "upsertSale",
      summary: "Create or change a sale by your own id",
      scope: "sales:write",
      name: "sale",
      record: SalePatch,
      example: saleCreateExample,
      refusals: closedSales("changed"),
      responses: {
        200: { ...one, description: "The sale, changed or unchanged." },
        201: { ...one, description: "The new sale, open." },
      },
    },
    batch,
  ),
  read({
    ...access,
    path: "/sales/{id}",
    operationId: "getSale",
    summary: "Get one sale",
    scope: "sales:read",
    record,
    responses: { 200: one },
    handle: async ({ context, principal, id }) =>
      jsonResponse(200, { sale: await getSale(context.reads, principal.company.id, id) }),
  }),
  change("PATCH", {
    ...access,
    path: "/sales/{id}",
    operationId: "updateSale",
    summary: "Change an open sale",
    scope: "sales:write",
    record,
    body: SalePatch,
    inspect: unknownReferences,
    bodyExample: { notes: "Deliver after 16:00" },
    refusals: closedSales("changed"),
    responses: { 200: { ...one, description: "The updated sale." } },
    handle: async (made, { id, body }) => jsonResponse(200, { sale: await updateSaleFields(made, id, body) }),
  }),
  change("POST", {
    ...access,
    path: "/sales/{id}/cancel",
    operationId: "cancelSale",
    summary: "Cancel an open sale",
    scope: "sales:write",
    record,
    refusals: closedSales("cancelled"),
    responses: {
      200: {
        ...one,
        description: "The sale, cancelled.",
        example: { success: true, sale: { ...saleExample, status: "cancelled" } },
      },
    },
    handle: async (made, { id }) => jsonResponse(200, { sale: await cancelSale(made, id) }),
  }),
];

import { queryTooBroad } from "../../../contract/errors.ts";
import { type Batch, batchFailedExample, batchRoute, upsertRoute } from "../../../http/batch-route.ts";
import { listRoute } from "../../../http/list-route.ts";
import { jsonResponse } from "../../../http/response.ts";
import { change, type Route, read } from "../../../http/route.ts";
import { envelope } from "../../../platform/values/schema.ts";
import { emitBatch } from "../../webhooks/events/service.ts";
import { Product, ProductCreate, ProductPatch, ProductQuery, productExample } from "./schema.ts";
import {
  createProduct,
  getProduct,
  listProducts,
  lockProducts,
  productExists,
  storeProducts,
  updateProductFields,
} from "./service.ts";

const access = { tag: "Products", feature: "catalog" } as const;
const record = { noun: "The product", exists: productExists };
const one = {
  description: "The product.",
  schema: envelope({ product: Product }),
  example: { success: true, product: productExample },
};
const { id: _id, created_at: _created, updated_at: _updated, ...createExample } = productExample;

const { external_id: _external, ...upsertExample } = createExample;

const batch: Batch<"product.created" | "product.updated"> = {
  noun: "product",
  create: ProductCreate,
  patch: ProductPatch,
  unique: ["sku"],
  find: ({ tx, company }, externalIds) => lockProducts(tx, company.id, externalIds),
  store: storeProducts,
  emit: emitBatch,
};

export const productRoutes: Route[] = [
  listRoute({
    ...access,
    path: "/products",
    operationId: "listProducts",
    summary: "List products",
    scope: "products:read",
    query: ProductQuery,
    refusals: [queryTooBroad()],
    list: { name: "products", entry: Product, example: productExample },
    page: ({ context, principal, query }, today) =>
      listProducts(context.reads, principal.company, today, query),
  }),
  change("POST", {
    ...access,
    path: "/products",
    operationId: "createProduct",
    summary: "Create a product",
    scope: "products:write",
    body: ProductCreate,
    bodyExample: createExample,
    responses: { 201: { ...one, description: "The new product." } },
    handle: async (made, { body }) => jsonResponse(201, { product: await createProduct(made, body) }),
  }),
  batchRoute(
    {
      ...access,
      path: "/products/batch",
      operationId: "batchProducts",
      summary: "Create or change many products",
      scope: "products:write",
      title: "ProductBatch",
      record: ProductPatch,
      example: { ...createExample, external_id: "erp-31" },
      refusals: [batchFailedExample],
    },
    batch,
  ),
  upsertRoute(
    {
      ...access,
      path: "/products/by_external_id/{external_id}",
      operationId: "upsertProduct",
      summary: "Create or change a product by your own id",
      scope: "products:write",
      name: "product",
      record: ProductPatch,
      example: upsertExample,
      responses: {
        200: { ...one, description: "The product, changed or unchanged." },
        201: { ...one, description: "The new product." },
      },
    },
    batch,
  ),
  read({
    ...access,
    path: "/products/{id}",
    operationId: "getProduct",
    summary: "Get one product",
    scope: "products:read",
    record,
    responses: { 200: one },
    handle: async ({ context, principal, id }) =>
      jsonResponse(200, { product: await getProduct(context.reads, principal.company.id, id) }),
  }),
  change("PATCH", {
    ...access,
    path: "/products/{id}",
    operationId: "updateProduct",
    summary: "Change a product",
    description:
      "Fields that are omitted stay unchanged; null clears a field. Existing invoice lines stay unchanged.",
    scope: "products:write",
    record,
    body: ProductPatch,
    bodyExample: { unit_price: 47500 },
    responses: { 200: { ...one, description: "The updated product." } },
    handle: async (made, { id, body }) =>
      jsonResponse(200, { product: await updateProductFields(made, id, body) }),
  }),
];

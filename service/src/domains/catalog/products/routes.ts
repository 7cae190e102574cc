import { jsonResponse, listResponse } from "../../../http/response.ts";
import { change, type Route, read } from "../../../http/route.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope, listEnvelope } from "../../../platform/values/schema.ts";
import { Product, ProductCreate, ProductPatch, ProductQuery, productExample } from "./schema.ts";
import { createProduct, getProduct, listProducts, productExists, updateProductFields } from "./service.ts";

const access = { tag: "Products", feature: "catalog" } as const;
const record = { noun: "The product", exists: productExists };
const one = {
  description: "The product.",
  schema: envelope({ product: Product }),
  example: { success: true, product: productExample },
};
const { id: _id, created_at: _created, updated_at: _updated, ...createExample } = productExample;

export const productRoutes: Route[] = [
  read({
    ...access,
    path: "/products",
    operationId: "listProducts",
    summary: "List products",
    scope: "products:read",
    query: ProductQuery,
    responses: {
      200: {
        description: "A page of products, newest first.",
        schema: listEnvelope("products", Product),
        example: {
          success: true,
          products: [productExample],
          pagination: { limit: 25, has_more: false, next_cursor: null },
        },
      },
    },
    handle: async ({ context, principal: { company }, query }) => {
      const today = dateIn(company.timeZone, context.clock.now());
      return listResponse("products", await listProducts(context.reads, company, today, query));
    },
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
    description: "Only what is sent changes; null clears. Existing lines keep what they took from it.",
    scope: "products:write",
    record,
    body: ProductPatch,
    bodyExample: { unit_price: 47500 },
    responses: { 200: { ...one, description: "The product as it now is." } },
    handle: async (made, { id, body }) =>
      jsonResponse(200, { product: await updateProductFields(made, id, body) }),
  }),
];

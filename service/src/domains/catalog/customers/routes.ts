import { queryTooBroad } from "../../../contract/errors.ts";
import { type Batch, batchFailedExample, batchRoute, upsertRoute } from "../../../http/batch-route.ts";
import { listRoute } from "../../../http/list-route.ts";
import { jsonResponse } from "../../../http/response.ts";
import { change, type Route, read } from "../../../http/route.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope } from "../../../platform/values/schema.ts";
import { emitBatch } from "../../webhooks/events/service.ts";
import { Customer, CustomerCreate, CustomerPatch, CustomerQuery, customerExample } from "./schema.ts";
import {
  createCustomer,
  customerExists,
  listCustomers,
  lockCustomers,
  type ReadBalances,
  showCustomer,
  storeCustomers,
  updateCustomerFields,
  withBalances,
} from "./service.ts";

const access = { tag: "Customers", feature: "catalog" } as const;
const record = { noun: "The customer", exists: customerExists };
const one = {
  description: "The customer.",
  schema: envelope({ customer: Customer }),
  example: { success: true, customer: customerExample },
};
const {
  id: _id,
  created_at: _created,
  updated_at: _updated,
  balance: _balance,
  ...createExample
} = customerExample;

const { external_id: _external, ...upsertExample } = createExample;

const batchOf = (readBalances: ReadBalances): Batch<"customer.created" | "customer.updated"> => ({
  noun: "customer",
  create: CustomerCreate,
  patch: CustomerPatch,
  find: ({ tx, company }, externalIds) => lockCustomers(tx, company.id, externalIds),
  store: (made, records) => storeCustomers(made, records, readBalances),
  emit: emitBatch,
});

/** Customers are shown with their balances, which are read from modules that come later. */
export const customerRoutes = (readBalances: ReadBalances): Route[] => [
  listRoute({
    ...access,
    path: "/customers",
    operationId: "listCustomers",
    summary: "List customers",
    scope: "customers:read",
    query: CustomerQuery,
    refusals: [queryTooBroad()],
    list: { name: "customers", entry: Customer, example: customerExample },
    page: ({ context, principal, query }, today) =>
      listCustomers(context.reads, principal.company, today, query, readBalances),
  }),
  change("POST", {
    ...access,
    path: "/customers",
    operationId: "createCustomer",
    summary: "Create a customer",
    scope: "customers:write",
    body: CustomerCreate,
    bodyExample: createExample,
    responses: { 201: { ...one, description: "The new customer." } },
    handle: async (made, { body }) => jsonResponse(201, { customer: await createCustomer(made, body) }),
  }),
  batchRoute(
    {
      ...access,
      path: "/customers/batch",
      operationId: "batchCustomers",
      summary: "Create or change many customers",
      scope: "customers:write",
      title: "CustomerBatch",
      record: CustomerPatch,
      example: createExample,
      refusals: [batchFailedExample],
    },
    batchOf(readBalances),
  ),
  upsertRoute(
    {
      ...access,
      path: "/customers/by_external_id/{external_id}",
      operationId: "upsertCustomer",
      summary: "Create or change a customer by your own id",
      scope: "customers:write",
      name: "customer",
      record: CustomerPatch,
      example: upsertExample,
      responses: {
        200: { ...one, description: "The customer, changed or unchanged." },
        201: { ...one, description: "The new customer." },
      },
      shown: async ({ tx, company, now }, json) => {
        const today = dateIn(company.timeZone, now);
        return (await withBalances(tx, readBalances, company.id, today, [json]))[0]!;
      },
    },
    batchOf(readBalances),
  ),
  read({
    ...access,
    path: "/customers/{id}",
    operationId: "getCustomer",
    summary: "Get one customer",
    scope: "customers:read",
    record,
    responses: { 200: one },
    handle: async ({ context, principal: { company }, id }) => {
      const today = dateIn(company.timeZone, context.clock.now());
      const customer = await showCustomer(context.reads, company.id, today, id, readBalances);
      return jsonResponse(200, { customer });
    },
  }),
  change("PATCH", {
    ...access,
    path: "/customers/{id}",
    operationId: "updateCustomer",
    summary: "Change a customer",
    description:
      "Fields that are omitted stay unchanged; null clears a field. Issued invoices keep the previous customer data.",
    scope: "customers:write",
    record,
    body: CustomerPatch,
    bodyExample: { phone: "+234 803 000 0001" },
    responses: { 200: { ...one, description: "The updated customer." } },
    handle: async (made, { id, body }) =>
      jsonResponse(200, { customer: await updateCustomerFields(made, id, body, readBalances) }),
  }),
];

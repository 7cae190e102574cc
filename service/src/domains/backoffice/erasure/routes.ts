import { eraseStoredResponses } from "../../../http/idempotency/idempotency.ts";
import { jsonResponse } from "../../../http/response.ts";
import { change, type Route } from "../../../http/route.ts";
import { dateIn } from "../../../platform/values/clock.ts";
import { envelope } from "../../../platform/values/schema.ts";
import { Customer, customerExample } from "../../catalog/customers/schema.ts";
import { customerExists, type ReadBalances, withBalances } from "../../catalog/customers/service.ts";
import { CustomerErasure, erasureExample } from "./schema.ts";
import { eraseCustomer, mustBeKept } from "./service.ts";

const erasedExample = {
  ...customerExample,
  name: "[erased]",
  email: null,
  phone: null,
  tax_id: null,
  registration_number: null,
  address: null,
  external_id: null,
  metadata: {},
};

export const erasureRoutes = (readBalances: ReadBalances): Route[] => [
  change("POST", {
    tag: "Customers",
    feature: "catalog",
    path: "/customers/{id}/erase",
    operationId: "eraseCustomer",
    summary: "Erase the personal data of a customer",
    description:
      "Name, addresses, numbers, metadata and the like are erased from the customer, from everything that was made for it and from the events, and can't be restored. The chain of events still verifies. Issued invoices that the law requires to be kept refuse it; `erasable_from` is the day from which they do not.",
    scope: "customers:erase",
    stepUp: "customer.erased",
    expensive: true,
    cost: 5,
    record: { noun: "The customer", exists: customerExists },
    refusals: [mustBeKept(512, 1, "2036-07-24")],
    responses: {
      200: {
        description: "The customer without personal data, and what was redacted.",
        schema: envelope({ customer: Customer, erasure: CustomerErasure }),
        example: { success: true, customer: erasedExample, erasure: erasureExample },
      },
    },
    handle: async (made, { id, context }) => {
      const { customer, erasure } = await eraseCustomer(made, id, {
        retentionYears: context.config.retentionYears,
        encryptionKeys: context.encryptionKeys,
        eraseResponses: eraseStoredResponses,
      });
      const today = dateIn(made.company.timeZone, made.now);
      const [shown] = await withBalances(made.tx, readBalances, made.company.id, today, [customer]);
      return {
        ...jsonResponse(200, { customer: shown!, erasure: JSON.stringify(erasure) }),
        about: `customer ${id}`,
      };
    },
  }),
];

import { randomUUID } from "node:crypto";
import type { Feature } from "../src/contract/access.ts";
import type { FieldError } from "../src/contract/errors.ts";
import type { CallOptions, Reply } from "./harness.ts";
import { type Operation, type Schema, withId } from "./operations.ts";
import { idsFor, type Records } from "./records.ts";
import type { ReplayFixture } from "./replay-fixture.ts";
import { exampleBody, send, validRequest } from "./replay-requests.ts";

/** A documented error of an operation. */
export type Documented = { operation: Operation; status: number; code: string; example: Schema };

/** Causes the error, and returns the service's response. */
export type Recipe = (ground: ReplayFixture, documented: Documented) => Promise<Reply>;

/** Errors with the same cause on every operation, by code. */
export const recipes: Record<string, Recipe> = {
  unauthenticated: ({ company, records }, { operation }) =>
    company.call(onOwn(records, operation), { key: { appId: company.appId, secret: "wrong" } }),

  scope_missing: async (ground, { operation }) => {
    const { scope, orScope } = operation;
    const by = await ground.lackingScopes([scope, orScope].filter((name) => name && name !== "any") as never);
    return by.call(onOwn(ground.records, operation));
  },

  subscription_inactive: ({ suspended, records }, { operation }) => suspended.call(onOwn(records, operation)),

  feature_disabled: async ({ service, records }, { operation, example }) => {
    const by = await service.company({ disable: [example.feature as Feature] });
    return by.call(onOwn(records, operation));
  },

  not_found: async ({ company, foreign }, { operation }) => {
    const { body, ...rest } = await exampleBody(company, operation);
    if (operation.name === "GET /requests") return company.call(`${operation.name}?idempotency_key=unused`);
    const [invoice_id] = idsFor(foreign, "/invoices/{id}");
    if (!operation.recordPath)
      return company.call(operation.name, { body: { ...(body as object), invoice_id } });
    return company.call(onOwn(foreign, operation), { ...rest, ...(body !== undefined && { body }) });
  },

  body_too_large: ({ company, records }, { operation }) =>
    company.call(onOwn(records, operation), {
      raw: JSON.stringify({ notes: "x".repeat(bodyMax(operation)) }),
    }),

  malformed_json: ({ company, records }, { operation }) =>
    company.call(onOwn(records, operation), { raw: "[" }),

  unsupported_media_type: ({ company, records }, { operation }) =>
    company.call(onOwn(records, operation), { raw: "a=b", headers: { "content-type": "text/plain" } }),

  invalid_request: async (ground, { operation, example }) => {
    const target = onOwn(ground.records, operation);
    const [{ field, message }] = example.errors as [FieldError];
    if (["created_from", "from", "as_of", "sent_at"].includes(field))
      return ground.company.call(`${target}?${field}=x`);
    if (!operation.body && message === "is required") return ground.company.call(target);
    if (field === "Idempotency-Key") return ground.company.call(target, keyed("k".repeat(256)));
    if (!operation.body) {
      // Any word is no boolean, and longer than a list of that many; a number must be above its limit.
      const isNumber = message.includes("at most") || message.includes("between");
      return ground.company.call(`${target}?${field}=${isNumber ? numberIn(message) + 1 : "x"}`);
    }
    const { [field]: _, ...rest } = (await exampleBody(ground.company, operation)).body as Schema;
    const wrong = message === "must be true or false" ? "yes" : true;
    const body = message === "is required" ? rest : { ...rest, [field]: wrong };
    return ground.company.call(target, { body });
  },

  unknown_parameter: ({ company, records }, { operation }) =>
    company.call(`${onOwn(records, operation)}?colour=red`, { headers: { "billfold-strict": "true" } }),

  unknown_field: async ({ company, records }, { operation }) =>
    company.call(onOwn(records, operation), {
      body: { ...((await exampleBody(company, operation)).body as Schema), colour: "red" },
      headers: { "billfold-strict": "true" },
    }),

  batch_failed: ({ company }, { operation }) =>
    company.call(operation.name, { body: { mode: "create", all_or_nothing: true, records: [{}] } }),

  idempotency_mismatch: async ({ company, records }, { operation }) => {
    const key = keyed(randomUUID());
    await company.call("POST /products", { body: { name: "Something else" }, ...key });
    return company.call(onOwn(records, operation), { ...(await exampleBody(company, operation)), ...key });
  },

  rate_limited: ({ hasty, records }, { operation }) => hasty.call(onOwn(records, operation)),

  quota_exceeded: async ({ service }, { operation, example }) => {
    const isLinks = example.quota === "payment_links";
    const by = await service.company(isLinks ? { quotaPaymentLinks: 2 } : { quotaInvoices: 2 });
    const request = await validRequest(by, operation);
    for (let made = 0; made < 2; made++) {
      if (isLinks) await by.call("POST /payments/link", { body: { amount: 5 } });
      else await by.draft();
    }
    return send(by, request);
  },
};

export const bodyMax = ({ path }: Operation) => (path.endsWith("/batch") ? 4 : 1) * 1024 * 1024;

/** `GET /invoices/7`, with a record that exists. */
export const onOwn = (records: Records, operation: Operation): string =>
  withId(operation, operation.recordPath ? idsFor(records, operation.recordPath)[0]! : "");

export const keyed = (key: string): CallOptions => ({ headers: { "idempotency-key": key } });

const numberIn = (text: string) => Number(/\d+/.exec(text)?.[0]);

import type { TSchema } from "typebox";
import { isScope } from "../../contract/access.ts";
import { costOf } from "../cost.ts";
import type { Route } from "../route.ts";
import { strictHeader } from "../unknown-names.ts";
import { errorSchema } from "./error.ts";
import { failures, type Shared } from "./failures.ts";
import { headerComponents, isConditional, successHeaders, unchanged } from "./headers.ts";
import { hoist, openEnums } from "./schemas.ts";
import { type Posted, webhookParameters, webhooksOf } from "./webhooks.ts";

type Schema = Record<string, unknown>;

/** The contract, made from the routes: what they check is what it says. Beside them, what is posted to others. */
export function buildContract(routes: readonly Route[], posted: Posted, version: string): Schema {
  const schemas: Record<string, Schema> = { Error: openEnums(errorSchema) as Schema };
  const shared: Shared = { examples: {}, responses: {} };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] ??= {};
    paths[route.path]![route.method.toLowerCase()] = operation(route, schemas, shared);
  }
  const webhooks = webhooksOf(posted, schemas);
  return {
    openapi: "3.1.0",
    info: {
      title: "Billfold API",
      version,
      summary: "Invoicing, payments and e-invoicing for one company per API key.",
      description,
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: "http://127.0.0.1:8080/api/v1", description: "sandbox" }],
    security: [{ bearer: [] }, { app_id: [], secret: [] }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({
      name,
      description: tagTexts[name],
    })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "`Authorization: Bearer APP_ID:SECRET`" },
        app_id: { type: "apiKey", in: "header", name: "X-API-Key", description: "The App ID." },
        secret: { type: "apiKey", in: "header", name: "X-API-Secret", description: "The Secret." },
      },
      parameters: { ...webhookParameters, [strictHeader]: strictParameter },
      headers: headerComponents,
      responses: sorted(shared.responses),
      examples: sorted(shared.examples),
      schemas: sorted(schemas),
    },
  };
}

const sorted = (members: Record<string, Schema>) =>
  Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));

const description = [
  "Requests and responses are JSON, except PDF, XML and CSV downloads. A successful response has `success: true`; an error has `success: false`, a message in `error` and a machine-readable `code`.",
  "Amounts are exact, in major units (naira, not kobo). They can be sent as numbers or as decimal strings.",
  "Every POST takes an `Idempotency-Key`: repeating the same key and body within 24 hours returns the first response again.",
  "Unknown fields are ignored and reported in `warnings`. Version 1 only ever gains fields and operations.",
].join("\n\n");

const tagTexts: Record<string, string> = {
  "E-invoicing": "Registration of invoices with a revenue authority, which returns a fiscal reference (IRN).",
  Ping: "Verify a key and see which company it belongs to.",
  Customers: "The company's customers.",
  Products: "The goods and services that the company sells.",
  Sales: "Sales orders, before they are invoiced.",
  Quotes: "Offers to customers, which buyers accept or decline, and which become sales or invoices.",
  "Credit notes": "Documents that reduce or cancel an issued invoice.",
  Portal: "An order and payment panel that partners embed in their own pages.",
  Payments: "Recorded payments, refunds and hosted payment links.",
  Reports: "Lists for bookkeeping, as JSON and as CSV.",
  Books:
    "The events with the hashes that chain them, and signed checkpoints: anybody can verify that nothing was changed since.",
  Webhooks: "Endpoints that receive signed events, their deliveries, and replays.",
  Company: "The company's own profile.",
  Users: "The people who can sign in for the company.",
  Keys: "The company's API keys. They are created and changed in the dashboard, not by keys.",
  "Audit log": "Who changed keys, settings, users and money, when and from where.",
  Gateway: "The payment gateway that the company is paid through.",
  Sandbox:
    "What rehearses the future of one company, outside production: its own clock, faults of outside parties on demand, and sample data. In production these operations do not exist (404).",
  Mails: "Documents and reminders that were sent to buyers by mail, and what became of each mail.",
  Reminders:
    "Mails to buyers who have yet to pay, on days relative to the due date. None goes twice, and none once the invoice is paid.",
  "Exchange rates":
    "What other currencies are worth in the company's own, day by day. Invoices in other currencies take the rate of their date when they are issued.",
  "Recurring invoices":
    "Schedules by which invoices are made: one for each date, whatever happens to the service meanwhile.",
  Invoices: "Draft and issued invoices, from creation to payment.",
  Requests: "Whether a request took effect, for callers that did not get its response.",
  Events:
    "The event feed: everything that happened, in order and without gaps. Use it to poll, or to catch up on missed deliveries.",
};

function operation(route: Route, components: Record<string, Schema>, shared: Shared): Schema {
  // What a role of the site is sufficient for does not matter to keys.
  const orScope = route.orScope && isScope(route.orScope) ? route.orScope : undefined;
  const scopes = [route.scope, orScope].filter(Boolean).map((name) => `\`${name}\``);
  const scope = route.scope === "any" ? "Any key may call this." : `Scope: ${scopes.join(" or ")}.`;
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, scope].filter(Boolean).join("\n\n"),
    "x-scope": route.scope,
    ...(orScope && { "x-or-scope": orScope }),
    "x-feature": route.feature,
    "x-cost": contractCost(route),
    parameters: parametersOf(route, components),
    ...(route.body && {
      requestBody: {
        required: !route.bodyIsOptional,
        content: {
          "application/json": { schema: hoist(route.body, components), example: route.bodyExample },
        },
      },
    }),
    responses: {
      ...successes(route, components),
      ...(isConditional(route) && { 304: unchanged() }),
      ...failures(route, shared),
    },
  };
}

function contractCost(route: Route): Schema {
  const { rowsPerUnit, recordsPerUnit, ...cost } = costOf(route);
  return {
    ...cost,
    ...(rowsPerUnit !== undefined && { rows_per_unit: rowsPerUnit }),
    ...(recordsPerUnit !== undefined && { records_per_unit: recordsPerUnit }),
  };
}

function parametersOf(route: Route, components: Record<string, Schema>): Schema[] {
  const parameters: Schema[] = [];
  if (route.record) {
    const { textId } = route.record;
    parameters.push({
      name: /\{(\w+)\}/.exec(route.path)![1],
      in: "path",
      required: true,
      description: "The record's id.",
      schema: textId
        ? { type: "string", pattern: textId.pattern }
        : { type: "integer", format: "int64", minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      example: textId?.example ?? 1042,
    });
  }
  if (route.pathText) {
    const { description: meaning, schema, example } = route.pathText;
    const name = /\{(\w+)\}/.exec(route.path)![1];
    const { description: _general, ...own } = schema as Schema;
    parameters.push({ name, in: "path", required: true, description: meaning, schema: own, example });
  }
  type Query = { properties?: Record<string, TSchema>; required?: string[] };
  const { properties = {}, required = [] } = (route.query ?? {}) as Query;
  for (const [name, property] of Object.entries(properties)) {
    const { description: meaning, ...schema } = property as Schema;
    parameters.push({
      name,
      in: "query",
      ...(required.includes(name) && { required: true }),
      ...(meaning ? { description: meaning } : {}),
      ...(schema.type === "object" && { style: "deepObject", explode: true }),
      schema: hoist(schema, components),
    });
  }
  parameters.push({ $ref: `#/components/parameters/${strictHeader}` });
  if (route.method === "POST") {
    parameters.push({
      name: "Idempotency-Key",
      in: "header",
      description: "A unique string of your choice. Makes retries safe for 24 hours.",
      schema: { type: "string", minLength: 1, maxLength: 255 },
      example: "order-4711-attempt",
    });
  }
  return parameters;
}

const strictParameter: Schema = {
  name: strictHeader,
  in: "header",
  description:
    "Strict mode: with `true`, a field or query parameter that the operation does not know is refused with `unknown_field` or `unknown_parameter`. Otherwise it is ignored and listed in `warnings`, unless the key is set to strict.",
  schema: { type: "string", enum: ["true", "false"] },
  example: "true",
};

function successes(route: Route, components: Record<string, Schema>): Schema {
  return Object.fromEntries(
    Object.entries(route.responses).map(
      ([status, { description: meaning, mediaType = "application/json", schema, example }]) => [
        status,
        {
          description: meaning,
          headers: successHeaders(route),
          content: { [mediaType]: { schema: hoist(openEnums(schema), components), example } },
        },
      ],
    ),
  );
}

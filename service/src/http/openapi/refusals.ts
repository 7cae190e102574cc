import type { KeyPrincipal } from "../../contract/access.ts";
import { ApiError, invalid, notFound, queryTimeout, unauthenticated } from "../../contract/errors.ts";
import { authorize } from "../authorize.ts";
import { parseBody } from "../body.ts";
import { costOf } from "../cost.ts";
import { bodyTooLarge, databaseUnavailable, internalError } from "../error-handler.ts";
import { idempotencyMismatch, readIdempotency } from "../idempotency/idempotency.ts";
import { idempotencyBusy } from "../idempotency/in-progress-duplicates.ts";
import { bodyBytesMaxOf } from "../pipeline.ts";
import type { Route } from "../route.ts";
import { rateLimitedExample } from "../throttle.ts";
import { refuseUnknownParameters, unknownFields } from "../unknown-names.ts";
import { compileValidator } from "../validation.ts";

/**
 * Everything that a route can answer with besides success: one error for each code. They are not described but made,
 * by the same functions that make them for callers, so that the contract has the very words.
 */
export function refusalsOf(route: Route): ApiError[] {
  const own = route.refusals ?? [];
  const general = [...ofCallers(route), ...ofRequests(route), ...ofPosts(route), ...ofAnyRoute(route)];
  const declared = new Set(own.map(({ code }) => code));
  return [...general.filter(({ code }) => !declared.has(code)), ...own].sort((a, b) => a.status - b.status);
}

function ofCallers(route: Route): ApiError[] {
  const refused = [unauthenticated()];
  const tryAs = (principal: Partial<KeyPrincipal>) =>
    authorize({ ...caller, ...principal } as KeyPrincipal, route);
  if (route.scope !== "any") refused.push(caught(() => tryAs({ scopes: new Set() })));
  if (route.whileSuspended) return refused;
  const scopes = new Set([route.scope as never]);
  const company = { ...caller.company, status: "suspended" } as const;
  refused.push(caught(() => tryAs({ scopes, company })));
  if (route.feature === "any") return refused;
  const disabledFeatures = new Set([route.feature].flat());
  refused.push(caught(() => tryAs({ scopes, disabledFeatures })));
  return refused;
}

const caller: KeyPrincipal = {
  kind: "key",
  appId: "bf_test_00000000000000000000",
  scopes: new Set(),
  strict: false,
  disabledFeatures: new Set(),
  postLimit: { rate: 25, burst: 120 },
  companyPostLimit: { rate: 100, burst: 480 },
  readLimit: { rate: 200, burst: 2000 },
  company: {
    id: 7,
    name: "Example Ltd",
    status: "active",
    currency: "NGN",
    timeZone: "Africa/Lagos",
    language: "en",
    paymentTermsDays: 14,
    pricesIncludeTax: false,
    invoiceSeries: "INV",
    gateway: null,
    clockOffsetMs: 0,
    supplier: "{}",
  },
};

function ofRequests(route: Route): ApiError[] {
  const refused: ApiError[] = [];
  if (route.record) refused.push(notFound(route.record.noun));
  if (route.method !== "GET") refused.push(bodyTooLarge(bodyBytesMaxOf(route)));
  const faulty = faultyRequest(route);
  if (faulty) refused.push(faulty);
  refused.push(caught(() => refuseUnknownParameters([{ name: "colour", known: [] }])));
  if (!route.body) return refused;
  refused.push(
    unknownFields([{ name: "colour", known: [] }]),
    caught(() => parseBody(Buffer.from("["), "application/json")),
    caught(() => parseBody(Buffer.from("a=b"), "text/plain")),
  );
  return refused;
}

/** A fault in a field of this very operation, found by the validator that callers meet. */
function faultyRequest({ body, bodyExample, query, method }: Route): ApiError | undefined {
  if (query) {
    const check = compileValidator(query);
    const names = Object.keys((query as ObjectSchema).properties ?? {});
    // What has no pages, such as a report as a file, is chosen by days, or by something else.
    const requests = [{ limit: 101 }, { created_from: "x" }, ...names.map((name) => ({ [name]: "x" }))];
    return invalid(requests.map((request) => check(request).errors).find(({ length }) => length > 0) ?? []);
  }
  if (body) return invalid(compileValidator(body)(withFault(body, bodyExample as object)).errors);
  return method === "POST"
    ? caught(() => readIdempotency("", "k".repeat(256), "", undefined, ""))
    : undefined;
}

type ObjectSchema = { required?: string[]; properties?: Record<string, { type?: unknown }> };

/** The example without what it needs, or with something of another type. */
function withFault(schema: object, example: object): object {
  const { required = [], properties = {} } = schema as ObjectSchema;
  const [needed] = required;
  if (needed !== undefined) {
    return Object.fromEntries(Object.entries(example).filter(([name]) => name !== needed));
  }
  const [name, property] = Object.entries(properties)[0]!;
  return { ...example, [name]: [property.type].flat().includes("boolean") ? "yes" : true };
}

function ofPosts(route: Route): ApiError[] {
  if (route.method !== "POST") return [];
  const refused = [idempotencyMismatch()];
  if (route.quota) refused.push(route.quota.exceeded);
  // A route that calls an outside party is safe to repeat, so no duplicate waits there.
  if (route.kind !== "staged") refused.push(idempotencyBusy());
  return refused;
}

const ofAnyRoute = (route: Route) => [
  rateLimitedExample(costOf(route).budget),
  internalError(),
  databaseUnavailable(),
  ...(route.kind === "read" && (route.record || route.query) ? [queryTimeout()] : []),
];

function caught(work: () => unknown): ApiError {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("this was expected to be refused");
}

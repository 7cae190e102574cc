import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Principal } from "../access.ts";
import type { Context } from "../context.ts";
import { inTransaction, type Queryable, type Transaction } from "../foundation/database.ts";
import { invalid, notFound } from "../foundation/errors.ts";
import { type Answer, withWarnings } from "./answer.ts";
import { authenticate, type VerifyKey } from "./authenticate.ts";
import { authorize } from "./authorize.ts";
import { isStorable, parseBody } from "./body.ts";
import { compressed } from "./compression.ts";
import {
  changeOnce,
  createTurnstile,
  type IdempotencyRequest,
  readIdempotency,
  refuseOnce,
} from "./idempotency.ts";
import type { Call, Route } from "./route.ts";
import type { Throttle } from "./throttle.ts";
import { coerceQuery, compileValidator, type Validated } from "./validation.ts";

type Doors = { context: Context; verifyKey: VerifyKey; throttle: Throttle };
type Turnstile = ReturnType<typeof createTurnstile>;

/** Every route travels this one way: authenticate, authorize, throttle, idempotency, validate, handle. */
export function mountRoutes(
  app: FastifyInstance,
  prefix: string,
  routes: readonly Route[],
  doors: Doors,
): void {
  const turnstile = createTurnstile();
  for (const route of routes) mountRoute(app, prefix, route, doors, turnstile);
}

function mountRoute(app: FastifyInstance, prefix: string, route: Route, doors: Doors, turnstile: Turnstile) {
  const { context } = doors;
  const checkBody = route.body && compileValidator(route.body);
  const checkQuery = route.query && compileValidator(route.query);

  app.route({
    method: route.method,
    url: prefix + route.path.replace("{id}", ":id"),
    // Before the body is read: who is not let in need not be listened to.
    onRequest: async (request, reply) => {
      const found = authenticate(request.headers, doors.verifyKey);
      const principal = found instanceof Promise ? await found : found;
      request.principal = principal;
      authorize(principal, route.scope, route.feature);
      if (route.method === "POST") reply.headers(await doors.throttle(principal));
    },
    handler: async (request, reply) => {
      const principal = request.principal!;
      const idempotency =
        route.method === "POST"
          ? readIdempotency(
              request.headers["idempotency-key"],
              route.method,
              request.url.split("?")[0]!,
              route.body ? (request.body as Buffer | undefined) : undefined,
            )
          : undefined;
      const prepare: Prepare = (db) =>
        prepareCall(context, db, route, request, principal, checkQuery, checkBody);
      const given = idempotency
        ? await turnstile(`${principal.company.id} ${idempotency.key}`, () =>
            runKeyed(context, route, principal, request.id, idempotency, prepare),
          )
        : await runUnkeyed(context, route, principal, prepare);
      return send(request, reply, route, given);
    },
  });
}

type Prepared = { call: Call; warnings: string[] };
// A request inside a transaction looks things up in it: a second connection could starve the pool.
type Prepare = (db: Queryable) => Promise<Prepared>;

async function runUnkeyed(
  context: Context,
  route: Route,
  principal: Principal,
  prepare: Prepare,
): Promise<Answer> {
  const { call, warnings } = await prepare(context.db);
  if (route.kind !== "change") return warned(await route.handle(call), warnings);
  return inTransaction(context.db, async (tx) =>
    warned(await route.handle(changeOf(context, principal, call.requestId, tx), call), warnings),
  );
}

async function runKeyed(
  context: Context,
  route: Route,
  principal: Principal,
  requestId: string,
  idempotency: IdempotencyRequest,
  prepare: Prepare,
): Promise<Answer> {
  const companyId = principal.company.id;
  const moment = { requestId, now: () => context.clock.now() };
  if (route.kind === "change") {
    return changeOnce(context.db, companyId, idempotency, moment, async (tx) => {
      const { call, warnings } = await prepare(tx);
      return warned(await route.handle(changeOf(context, principal, requestId, tx), call), warnings);
    });
  }
  return refuseOnce(context.db, companyId, idempotency, moment, async () => {
    const { call, warnings } = await prepare(context.db);
    if (route.kind === "read") return warned(await route.handle(call), warnings);
    return warned(await route.handle(call, { ...idempotency, warnings }), []);
  });
}

const warned = (given: Answer, warnings: string[]): Answer =>
  warnings.length === 0 ? given : { ...given, body: withWarnings(given.body, warnings) };

function changeOf(context: Context, principal: Principal, requestId: string, tx: Transaction) {
  const actor = { type: "key", id: principal.appId } as const;
  return { tx, company: principal.company, now: context.clock.now(), actor, requestId };
}

/** Reads and checks all parts of the request; a missing record is told before a faulty body. */
async function prepareCall(
  context: Context,
  db: Queryable,
  route: Route,
  request: FastifyRequest,
  principal: Principal,
  checkQuery: ((value: unknown) => Validated) | undefined,
  checkBody: ((value: unknown) => Validated) | undefined,
): Promise<Prepared> {
  const id = readId(route, request);
  const given = request.query as Record<string, unknown>;
  const query = route.query ? coerceQuery(route.query, given) : {};
  const warnings = checkQuery ? [] : Object.keys(given).map((name) => `unknown field: ${name.slice(0, 200)}`);
  try {
    if (checkQuery) accept(checkQuery(query), warnings);
    refuseUnstorableText(query);
    const body = checkBody
      ? parseBody(request.body as Buffer | undefined, request.headers["content-type"])
      : undefined;
    if (checkBody) accept(checkBody(body), warnings);
    return { call: { context, principal, requestId: request.id, id, query, body }, warnings };
  } catch (error) {
    const { record } = route;
    if (record && !(await record.exists(db, principal.company.id, id))) throw notFound(record.noun);
    throw error;
  }
}

function accept(validated: Validated, warnings: string[]): void {
  warnings.push(...validated.warnings);
  if (validated.errors.length === 0) return;
  const error = invalid(validated.errors);
  if (warnings.length > 0) error.extra.warnings = warnings;
  throw error;
}

function refuseUnstorableText(query: Record<string, unknown>): void {
  const bad = Object.entries(query).filter(([, value]) => typeof value === "string" && !isStorable(value));
  if (bad.length > 0)
    throw invalid(bad.map(([field]) => ({ field, message: "holds characters that cannot exist" })));
}

/** An id that is no positive integer names nothing, which is 404 like any other id that names nothing. */
function readId(route: Route, request: FastifyRequest): number {
  if (!route.record) return 0;
  const text = (request.params as { id: string }).id;
  const id = Number(text);
  if (!/^[1-9]\d{0,15}$/.test(text) || !Number.isSafeInteger(id)) throw notFound(route.record.noun);
  return id;
}

async function send(request: FastifyRequest, reply: FastifyReply, route: Route, given: Answer) {
  reply.code(given.status).type("application/json; charset=utf-8");
  if (given.headers) reply.headers(given.headers);
  if (route.kind === "read" && route.record) {
    const tag = `"${hash("sha1", given.body, "base64url")}"`;
    reply.header("etag", tag).header("cache-control", "private, no-cache");
    if (matchesTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
  }
  return reply.send(await compressed(request.headers["accept-encoding"], reply, given.body));
}

function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === "*" || header.split(",").some((given) => given.trim().replace(/^W\//, "") === tag);
}

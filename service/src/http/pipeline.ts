import { hash } from "node:crypto";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import { actorOf, type Company, type Principal } from "../contract/access.ts";
import type { SensitiveAction } from "../contract/sensitive-actions.ts";
import type { Queryable, Transaction } from "../platform/db/database.ts";
import { noteUnused } from "../platform/ops/collect-young.ts";
import { clockAhead } from "../platform/values/clock.ts";
import { authorize, requireProof } from "./authorize.ts";
import { compressed, streamed } from "./compression.ts";
import type { ConcurrencyLimit } from "./concurrency-limit.ts";
import {
  costOf,
  createUnitCount,
  expensiveUnits,
  unpaidBodyUnits,
  unpaidRecordUnits,
  unpaidResponseUnits,
} from "./cost.ts";
import { unknownPath } from "./error-handler.ts";
import { execute } from "./execute.ts";
import { type IdempotencyRequest, readIdempotency } from "./idempotency/idempotency.ts";
import { createKeyedMutex } from "./idempotency/in-progress-duplicates.ts";
import { createPreparation, requireRecord } from "./prepare.ts";
import type { RouteResponse } from "./response.ts";
import { matchesTag } from "./response.ts";
import type { NoteSensitive, Route } from "./route.ts";
import type { Throttle } from "./throttle.ts";

/** How a caller is identified: by a key, or by a session of the site. Never by both at one address. */
export type Authenticate = (request: FastifyRequest) => Principal | Promise<Principal>;

type PipelineDeps = {
  context: Context;
  authenticate: Authenticate;
  throttle: Throttle;
  limit: ConcurrencyLimit;
  /** Called for every authorized request. */
  onAuthorized?: (principal: Principal, route: Route) => void;
  /** Called for every sensitive change, in its transaction. */
  onSensitiveChange: (tx: Transaction, change: SensitiveChange) => Promise<void>;
};
// Applies to authorized callers; the body of anyone else is never read.
const bodyBytesMax = 1024 * 1024;
const batchBytesMax = 4 * 1024 * 1024;
export const bodyBytesMaxOf = ({ isBatch }: Route) => (isBatch ? batchBytesMax : bodyBytesMax);

export type SensitiveChange = {
  principal: Principal;
  action: SensitiveAction;
  about: string | undefined;
  address: string;
};

type Shared = {
  withKeyLock: ReturnType<typeof createKeyedMutex>;
  contexts: ReturnType<typeof createCompanyContexts>;
};

/** Every route goes through the same steps: authenticate, authorize, throttle, idempotency, validate, handle. */
export function mountRoutes(
  app: FastifyInstance,
  prefix: string,
  routes: readonly Route[],
  deps: PipelineDeps,
): void {
  const shared = { withKeyLock: createKeyedMutex(), contexts: createCompanyContexts(deps.context) };
  for (const route of routes) mountRoute(app, prefix, route, deps, shared);
}

function mountRoute(
  app: FastifyInstance,
  prefix: string,
  route: Route,
  deps: PipelineDeps,
  { withKeyLock, contexts }: Shared,
) {
  const { context } = deps;
  const prepare = createPreparation(route);
  const { budget } = costOf(route);
  const unitsOf = createUnitCount(route);

  app.route({
    method: route.method,
    url: prefix + route.path.replace(/\{(\w+)\}/, ":id"),
    bodyLimit: bodyBytesMaxOf(route),
    // Runs before the body is read, so that unauthorized bodies are never read.
    onRequest: async (request, reply) => {
      // The router accepts an empty id between two slashes or after the last one.
      if ((request.params as { id?: string }).id === "") throw unknownPath(request);
      const found = deps.authenticate(request);
      const principal = found instanceof Promise ? await found : found;
      request.principal = principal;
      authorize(principal, route);
      if (route.stepUp && !route.stepUpIf) requireProof(principal);
      deps.onAuthorized?.(principal, route);
      const taken = deps.throttle.take(principal, budget, unitsOf(request));
      const limits = taken instanceof Promise ? await taken : taken;
      if (limits) reply.headers(limits);
    },
    handler: async (request, reply) => {
      const principal = request.principal!;
      let isSensitive = route.stepUp !== undefined && !route.stepUpIf;
      const noteSensitive: NoteSensitive = async (tx, about) => {
        if (!isSensitive) return;
        await deps.onSensitiveChange(tx, { principal, action: route.stepUp!, about, address: request.ip });
      };
      const own = contexts(principal.company, route.readsSlowly === true);
      // A transaction that is retried after a deadlock reads the request again, and pays once.
      let unitsPaid = unitsOf(request);
      const charge = (more: number) => {
        if (more > 0) reply.headers(deps.throttle.charge(principal, budget, more) ?? {});
      };
      const routeRequest = {
        context: own,
        route,
        principal,
        requestId: request.id,
        address: request.ip,
        elapsedMs: () => reply.elapsedTime,
        prepare: async (db: Queryable) => {
          const prepared = await prepare(own, request, principal, noteSensitive, db);
          const unpaid = unpaidRecordUnits(route, prepared.call.body, unitsPaid);
          unitsPaid += unpaid;
          charge(unpaid);
          if (!route.stepUpIf) return prepared;
          isSensitive = await route.stepUpIf(db, prepared.call);
          if (isSensitive) requireProof(principal);
          return prepared;
        },
      };
      charge(unpaidBodyUnits(request));
      const idempotency =
        route.method === "POST" ? await idempotencyOf(routeRequest.context, route, request) : undefined;
      const companyId = principal.company.id;
      const units = unitsOf(request);
      const run = () =>
        route.expensive || (route.kind === "read" && units >= expensiveUnits)
          ? deps.limit.run(
              companyId,
              () => execute(routeRequest, idempotency),
              () => request.socket.destroyed,
            )
          : execute(routeRequest, idempotency);
      const response = idempotency ? await withKeyLock(`${companyId} ${idempotency.key}`, run) : await run();
      if (!response.rest || response.bytes !== undefined) {
        const bytes = response.bytes ?? response.body.length;
        charge(unpaidResponseUnits(bytes, units));
        const received = Buffer.isBuffer(request.body) ? request.body.length : 0;
        reply.raw.once("close", () => noteUnused(received + bytes));
      }
      if (response.onClosed) reply.raw.once("close", response.onClosed);
      if (!response.rest) return send(request, reply, route, response);
      if (response.bytes !== undefined) return sendStream(context, request, reply, response);
      const opening = deps.limit.openDownload(companyId, response.rest);
      // The caller may leave while the download is being opened.
      reply.raw.once("close", () => void opening.then(({ close }) => close()).catch(() => undefined));
      const download = await opening;
      return sendStream(context, request, reply, { ...response, rest: download.pieces });
    },
  });
}

const contextsMax = 10_000;

/** The context of each company's requests: its reads and changes wait only behind its own, and it has its own time. */
function createCompanyContexts(context: Context): (company: Company, readsSlowly: boolean) => Context {
  const contexts = new Map<number, { short: Context; slow: Context }>();
  return ({ id: companyId, clockOffsetMs }, readsSlowly) => {
    let found = contexts.get(companyId);
    if (!found) {
      const { reads } = context;
      const own = { ...context, db: context.db.forCompany(companyId) };
      found = {
        short: { ...own, reads: { ...reads, ...reads.forCompany(companyId) } },
        slow: { ...own, reads: { ...reads, ...reads.slowForCompany(companyId) } },
      };
      if (contexts.size >= contextsMax) contexts.clear();
      contexts.set(companyId, found);
    }
    const own = readsSlowly ? found.slow : found.short;
    return clockOffsetMs === 0 ? own : { ...own, clock: clockAhead(own.clock, clockOffsetMs) };
  };
}

async function idempotencyOf(
  context: Context,
  route: Route,
  request: FastifyRequest,
): Promise<IdempotencyRequest | undefined> {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return undefined;
  const body = route.body ? (request.body as Buffer | undefined) : undefined;
  const { type, id } = actorOf(request.principal!);
  try {
    return readIdempotency(
      `${type} ${id}`,
      String(key),
      `${route.method} ${request.url.split("?", 1)[0]}`,
      body,
      request.id,
    );
  } catch (error) {
    const principal = request.principal!;
    await requireRecord(context.reads, route, principal, request);
    throw error;
  }
}

async function send(request: FastifyRequest, reply: FastifyReply, route: Route, response: RouteResponse) {
  writeHead(reply, response);
  if (route.kind === "read" && route.record) {
    const tag = `"${hash("sha1", response.body, "base64url")}"`;
    reply.header("etag", tag).header("cache-control", "private, no-cache");
    if (matchesTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
  }
  const body = compressed(request.headers["accept-encoding"], reply, response.body);
  return reply.send(body instanceof Promise ? await body : body);
}

function sendStream({ log }: Context, request: FastifyRequest, reply: FastifyReply, response: RouteResponse) {
  writeHead(reply, response);
  async function* pieces() {
    yield response.body;
    yield* response.rest!;
  }
  const failed = ({ message }: Error) => {
    log.warn({ request_id: request.id, reason: message }, "response was aborted");
    reset(request.raw.socket);
  };
  const { trailer } = response;
  if (trailer && request.raw.httpVersion !== "1.0")
    reply.trailer(trailer.name, (_reply, _payload, done) => done(null, trailer.value()));
  const payload = streamed(request.headers["accept-encoding"], reply, pieces(), failed);
  if (response.bytes !== undefined && !reply.hasHeader("content-encoding"))
    reply.header("content-length", response.bytes);
  return reply.send(payload);
}

/**
 * The end of a response to an HTTP/1.0 client, which nginx is by default, is the end of the connection: only a reset says
 * that the rest is missing. Over TLS the missing end of the session says so.
 */
function reset(socket: Socket): void {
  if (socket.destroyed || socket instanceof TLSSocket || !("resetAndDestroy" in socket)) return;
  socket.resetAndDestroy();
}

function writeHead(reply: FastifyReply, response: RouteResponse): void {
  reply.code(response.status).type(response.mediaType ?? "application/json; charset=utf-8");
  if (response.headers) reply.headers(response.headers);
}

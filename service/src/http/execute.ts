import type { Change, Context } from "../context.ts";
import { actorOf, type Principal } from "../contract/access.ts";
import { ApiError } from "../contract/errors.ts";
import { inTransaction, type Transaction } from "../platform/db/database.ts";
import { realClock } from "../platform/values/clock.ts";
import { databaseUnavailable } from "./error-handler.ts";
import {
  changeOnce,
  type IdempotencyRequest,
  respondOnce,
  storeErrorsOnce,
} from "./idempotency/idempotency.ts";
import type { Prepare, Prepared } from "./prepare.ts";
import { type RouteResponse, withWarnings } from "./response.ts";
import type { CoalescedRoute, Route } from "./route.ts";

/** Everything needed to run one request to one route. */
export type RouteRequest = {
  context: Context;
  route: Route;
  principal: Principal;
  requestId: string;
  /** The caller's IP address. */
  address: string;
  prepare: Prepare;
  /** Since the request arrived, in milliseconds. */
  elapsedMs(): number;
};

/** Runs the route: a read directly, a change in one transaction, and with an Idempotency-Key only once. */
export function execute(
  request: RouteRequest,
  idempotency: IdempotencyRequest | undefined,
): Promise<RouteResponse> {
  const executed = idempotency
    ? executeKeyed(request, idempotency)
    : checkQuotaFirst(request, () => executeUnkeyed(request));
  const { kind, expensive } = request.route;
  const mayTakeLong = kind === "read" || kind === "staged" || expensive;
  return mayTakeLong ? executed : answeredInTime(executed, answerMaxMs - request.elapsedMs());
}

const answerMaxMs = 9000;
const notConfirmed = `the database did not confirm the change within ${answerMaxMs} ms`;
// Identifying the caller may have taken most of the time, and the database answers again.
const answerMinMs = 500;

/**
 * A commit may wait for a standby that is gone, and a statement for a lock. The caller gets 503 nine seconds after
 * the request arrived, and the change may still take effect: a retry with the same Idempotency-Key finds out.
 */
function answeredInTime(executed: Promise<RouteResponse>, timeLeftMs: number): Promise<RouteResponse> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(databaseUnavailable(new Error(notConfirmed)));
    const timer = setTimeout(refuse, Math.max(timeLeftMs, answerMinMs));
    executed.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function executeUnkeyed(request: RouteRequest): Promise<RouteResponse> {
  const { context, route, prepare } = request;
  const { call, warnings } = await prepare(context.reads);
  if (route.kind !== "change") return withWarnings(await route.handle(call), warnings);
  return inTransaction(context.db, async (tx) => change(request, route, tx, { call, warnings }));
}

async function change(
  request: RouteRequest,
  route: Extract<Route, { kind: "change" }>,
  tx: Transaction,
  { call, warnings }: Prepared,
): Promise<RouteResponse> {
  const response = await route.handle(changeOf(request, tx), call);
  if (route.stepUp) await call.noteSensitive(tx, response.about);
  return withWarnings(response, warnings);
}

function executeKeyed(request: RouteRequest, idempotency: IdempotencyRequest): Promise<RouteResponse> {
  const { context, route, principal, prepare } = request;
  const companyId = principal.company.id;
  const { encryptionKeys } = context;
  const clock = route.movesClock ? realClock(context.clock) : context.clock;
  const idempotencyContext = { now: () => clock.now(), encryptionKeys };
  if (route.kind === "change") {
    return changeOnce(context.db, companyId, idempotency, idempotencyContext, (tx) =>
      checkQuotaFirst(request, async () => change(request, route, tx, await prepare(tx))),
    );
  }
  if (route.kind === "staged") {
    return respondOnce(context.db, companyId, idempotency, idempotencyContext, () => executeUnkeyed(request));
  }
  return storeErrorsOnce(context.db, companyId, idempotency, idempotencyContext, () =>
    checkQuotaFirst(request, async () => {
      const { call, warnings } = await prepare(context.reads);
      return (route as CoalescedRoute).handle(call, { ...idempotency, warnings });
    }),
  );
}

/**
 * An exhausted quota is reported before a missing record or an invalid body, so it is checked when one of those occurs.
 */
async function checkQuotaFirst(
  { context, route, principal }: RouteRequest,
  work: () => Promise<RouteResponse>,
): Promise<RouteResponse> {
  try {
    return await work();
  } catch (error) {
    const refused = error instanceof ApiError && (error.status === 404 || error.status === 422);
    if (refused && error.code !== "idempotency_mismatch") {
      await route.quota?.require(context.reads, principal.company, context.clock.now());
    }
    throw error;
  }
}

function changeOf({ context, principal, requestId, address }: RouteRequest, tx: Transaction): Change {
  const now = context.clock.now();
  return { tx, company: principal.company, now, actor: actorOf(principal), requestId, address };
}

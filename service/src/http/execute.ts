import type { Change, Context } from "../context.ts";
import { actorOf, type Principal } from "../contract/access.ts";
import { ApiError } from "../contract/errors.ts";
import { inTransaction, type Transaction } from "../platform/db/database.ts";
import {
  changeOnce,
  type IdempotencyRequest,
  respondOnce,
  storeErrorsOnce,
} from "./idempotency/idempotency.ts";
import type { Prepare } from "./prepare.ts";
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
};

/** Runs the route: a read directly, a change in one transaction, and with an Idempotency-Key only once. */
export function execute(
  request: RouteRequest,
  idempotency: IdempotencyRequest | undefined,
): Promise<RouteResponse> {
  return idempotency
    ? executeKeyed(request, idempotency)
    : checkQuotaFirst(request, () => executeUnkeyed(request));
}

async function executeUnkeyed(request: RouteRequest): Promise<RouteResponse> {
  const { context, route, prepare } = request;
  const { call, warnings } = await prepare(context.reads);
  if (route.kind !== "change") return withWarnings(await route.handle(call), warnings);
  return inTransaction(context.db, async (tx) =>
    withWarnings(await route.handle(changeOf(request, tx), call), warnings),
  );
}

function executeKeyed(request: RouteRequest, idempotency: IdempotencyRequest): Promise<RouteResponse> {
  const { context, route, principal, requestId, prepare } = request;
  const companyId = principal.company.id;
  const { encryptionKeys } = context;
  const idempotencyContext = { requestId, now: () => context.clock.now(), encryptionKeys };
  if (route.kind === "change") {
    return changeOnce(context.db, companyId, idempotency, idempotencyContext, (tx) =>
      checkQuotaFirst(request, async () => {
        const { call, warnings } = await prepare(tx);
        return withWarnings(await route.handle(changeOf(request, tx), call), warnings);
      }),
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

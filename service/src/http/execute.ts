import type { Change, Context } from "../context.ts";
import { actorOf, type Principal } from "../contract/access.ts";
import { ApiError } from "../contract/errors.ts";
import { inTransaction, type Transaction } from "../platform/db/database.ts";
import { answerOnce, changeOnce, type IdempotencyRequest, refuseOnce } from "./idempotency/idempotency.ts";
import type { Prepare } from "./prepare.ts";
import { type Answer, withWarnings } from "./response.ts";
import type { CoalescedRoute, Route } from "./route.ts";

/** What running one request to one route needs. */
export type Visit = {
  context: Context;
  route: Route;
  principal: Principal;
  requestId: string;
  /** The caller's IP address. */
  address: string;
  prepare: Prepare;
};

/** Runs the route: a read directly, a change in one transaction, and with an Idempotency-Key only once. */
export function execute(visit: Visit, idempotency: IdempotencyRequest | undefined): Promise<Answer> {
  return idempotency ? executeKeyed(visit, idempotency) : quotaFirst(visit, () => executeUnkeyed(visit));
}

async function executeUnkeyed(visit: Visit): Promise<Answer> {
  const { context, route, prepare } = visit;
  const { call, warnings } = await prepare(context.reads);
  if (route.kind !== "change") return withWarnings(await route.handle(call), warnings);
  return inTransaction(context.db, async (tx) =>
    withWarnings(await route.handle(changeOf(visit, tx), call), warnings),
  );
}

function executeKeyed(visit: Visit, idempotency: IdempotencyRequest): Promise<Answer> {
  const { context, route, principal, requestId, prepare } = visit;
  const companyId = principal.company.id;
  const { encryptionKeys } = context;
  const moment = { requestId, now: () => context.clock.now(), encryptionKeys };
  if (route.kind === "change") {
    return changeOnce(context.db, companyId, idempotency, moment, (tx) =>
      quotaFirst(visit, async () => {
        const { call, warnings } = await prepare(tx);
        return withWarnings(await route.handle(changeOf(visit, tx), call), warnings);
      }),
    );
  }
  if (route.kind === "staged") {
    return answerOnce(context.db, companyId, idempotency, moment, () => executeUnkeyed(visit));
  }
  return refuseOnce(context.db, companyId, idempotency, moment, () =>
    quotaFirst(visit, async () => {
      const { call, warnings } = await prepare(context.reads);
      return (route as CoalescedRoute).handle(call, { ...idempotency, warnings });
    }),
  );
}

/**
 * A used-up quota is reported before a missing record or a faulty body, so it is checked when one of those turns up.
 */
async function quotaFirst(
  { context, route, principal }: Visit,
  work: () => Promise<Answer>,
): Promise<Answer> {
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

function changeOf({ context, principal, requestId, address }: Visit, tx: Transaction): Change {
  const now = context.clock.now();
  return { tx, company: principal.company, now, actor: actorOf(principal), requestId, address };
}

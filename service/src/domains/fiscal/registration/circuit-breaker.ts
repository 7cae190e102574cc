import type { Context } from "../../../context.ts";
import { integrationUnavailable } from "../../../contract/errors.ts";
import type { Exchange, Failed, Outcome } from "../authorities/port.ts";
import type { FiscalSubject } from "./fiscal-subject.ts";
import type { Integration } from "./integration.ts";
import { type FiscalRow, findFiscal } from "./queries.ts";

/** An unresponsive authority is down for every company, but a rate limit concerns one account. */
const breakerKeys = ({ account, accountName }: Integration) => [account.baseUrl, accountName];

/** How long the breaker stays open, in milliseconds. */
export const breakerDelayMs = ({ breaker }: Context, integration: Integration, now: Date) =>
  Math.max(...breakerKeys(integration).map((key) => breaker.waitMs(key, now)));

/** Throws 503 while the breaker is open. */
export function requireBreakerClosed(context: Context, integration: Integration, now: Date): void {
  const waitMs = breakerDelayMs(context, integration, now);
  if (waitMs > 0) {
    const { title } = integration.adapter;
    throw integrationUnavailable(title, "it has not been responding", Math.ceil(waitMs / 1000));
  }
}

/** While the breaker is open, a call for which nothing is stored or in progress should cost one read and no lock. */
export async function rejectEarlyIfOpen(
  context: Context,
  integration: Integration,
  companyId: number,
  subject: FiscalSubject,
): Promise<void> {
  const now = context.clock.now();
  if (breakerDelayMs(context, integration, now) === 0) return;
  const row = await findFiscal(context.reads, companyId, subject);
  if (!row || isWaiting(row, now)) requireBreakerClosed(context, integration, now);
}

const isWaiting = ({ state, lease_until }: FiscalRow, now: Date) =>
  (state === "queued" || state === "unknown") && (lease_until === null || lease_until <= now);

/** How long this call must wait, in milliseconds; 0 if it may be made now. */
export const enterBreaker = ({ breaker }: Context, integration: Integration, now: Date) =>
  Math.max(...breakerKeys(integration).map((key) => breaker.enter(key, now)));

/** The outcome of a call that was not made because the breaker is open. */
export const skippedByBreaker = ({ state }: FiscalRow, fresh: boolean, waitMs: number): Failed => ({
  kind: "failed",
  cause: "unavailable",
  mayHaveCommitted: !fresh && state !== "queued",
  retryAfterMs: waitMs,
  message: "it has not been responding",
});

/** Updates the breaker and the metrics from the authority's responses. */
export function recordResponses(
  { breaker, clock, metrics }: Context,
  { adapter: { name: adapter }, account, accountName }: Integration,
  outcome: Outcome,
  exchanges: readonly Exchange[],
): void {
  metrics.registrations.inc({ adapter, outcome: outcome.kind === "failed" ? outcome.cause : outcome.kind });
  for (const { operation, durationMs } of exchanges) {
    metrics.authorityCalls.observe({ adapter, operation }, durationMs / 1000);
  }
  const last = exchanges.at(-1);
  if (last) breaker.record(account.baseUrl, clock.now(), last.httpStatus !== null && last.httpStatus < 500);
  if (outcome.kind === "failed" && outcome.cause === "busy" && outcome.retryAfterMs !== null) {
    breaker.holdOpen(accountName, clock.now(), outcome.retryAfterMs);
  }
}

import type { Call } from "./call.ts";

/**
 * Spaces requests by what `RateLimit-*` says is left, so that the service need not refuse any. It keeps two budgets, as
 * the service does: one of POST and PUT, one of everything else.
 */
export type Limiter = {
  /** How long to wait before the call may be sent; its cost is reserved from now on. */
  reserve(call: Call): number;
  /** The call has got a response with these headers, or none. */
  release(call: Call, headers?: Headers): void;
};

type Budget = {
  /** What is left, beyond what is reserved; below zero, what calls wait for. Undefined until the service has said it. */
  tokens: number | undefined;
  at: number;
  /** Tokens a millisecond: no more than the service gives. */
  rate: number;
  limit: number;
  /** The cost of calls that were let through or wait, and have no response yet. */
  reserved: number;
  /** No call before this moment, because the service said so. */
  closedUntil: number;
};

export function createLimiter(now: () => number = Date.now): Limiter {
  const newBudget = (): Budget => ({
    tokens: undefined,
    at: 0,
    rate: 0,
    limit: 0,
    reserved: 0,
    closedUntil: 0,
  });
  const budgets = { changes: newBudget(), reads: newBudget() };
  const budgetOf = ({ method }: Call) =>
    method === "POST" || method === "PUT" ? budgets.changes : budgets.reads;
  return {
    reserve: (call) => {
      const budget = budgetOf(call);
      const moment = now();
      const closedMs = Math.max(0, budget.closedUntil - moment);
      budget.reserved += call.cost;
      if (budget.tokens === undefined || budget.rate === 0) return closedMs;
      refill(budget, moment);
      // Nothing costs more than the whole limit.
      budget.tokens -= Math.min(call.cost, budget.limit);
      return Math.max(closedMs, Math.ceil(Math.max(0, -budget.tokens) / budget.rate));
    },
    release: (call, headers) => {
      const budget = budgetOf(call);
      budget.reserved -= call.cost;
      if (headers) note(budget, headers, now());
    },
  };
}

function refill(budget: Budget, moment: number): void {
  budget.tokens = Math.min(budget.limit, budget.tokens! + budget.rate * (moment - budget.at));
  budget.at = moment;
}

function note(budget: Budget, headers: Headers, moment: number): void {
  const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) =>
    numberOf(headers.get(`ratelimit-${name}`)),
  );
  const retryAfter = numberOf(headers.get("retry-after"));
  // A longer wait is the caller's decision, so the call fails.
  if (retryAfter !== undefined && retryAfter <= 60 && remaining === 0)
    budget.closedUntil = Math.max(budget.closedUntil, moment + retryAfter * 1000);
  if (limit === undefined || remaining === undefined || reset === undefined) return;
  // Seconds are rounded up, so this is at most the true rate; the emptier the budget, the closer it comes.
  const rate = reset > 0 ? (limit - remaining) / reset / 1000 : 0;
  budget.rate = limit === budget.limit ? Math.max(budget.rate, rate) : rate;
  budget.limit = limit;
  // The service has not counted calls that are in progress, or only some of them.
  budget.tokens = remaining - budget.reserved;
  budget.at = moment;
}

function numberOf(text: string | null): number | undefined {
  const number = Number(text ?? Number.NaN);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

const bodyBytesPerUnit = 64 * 1024;
const recordsPerUnit = 100;
const rowsPerUnit = 10;

/** What the call takes from its budget, as far as it can be known before. */
export function costOf(call: Pick<Call, "method" | "path" | "body">, body: unknown, limit: unknown): number {
  if (call.method === "GET") return Math.max(1, Math.ceil((Number(limit) || 0) / rowsPerUnit));
  // Characters are at most as many as bytes; the service says what the rest was.
  const byBytes = 1 + Math.floor((call.body?.length ?? 0) / bodyBytesPerUnit);
  const { records } = (body ?? {}) as { records?: unknown };
  if (!call.path.endsWith("/batch") || !Array.isArray(records)) return byBytes;
  return Math.max(byBytes, Math.ceil(records.length / recordsPerUnit));
}

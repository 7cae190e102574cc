import { type EndpointQueue, isUnhealthy } from "./endpoint-queue.ts";

/** How many attempts may be in flight at once: in all, and per company. */
export type ConcurrencyLimits = { attemptsMax: number; attemptsMaxPerCompany: number };

/** Endpoints that fail or do not answer may take at most half of it. */
export function createConcurrencyLimiter({ attemptsMax, attemptsMaxPerCompany }: ConcurrencyLimits) {
  const inFlightOf = new Map<number, number>();
  let inFlight = 0;
  const count = ({ companyId }: EndpointQueue, change: 1 | -1) => {
    inFlight += change;
    const left = (inFlightOf.get(companyId) ?? 0) + change;
    if (left === 0) inFlightOf.delete(companyId);
    else inFlightOf.set(companyId, left);
  };
  return {
    isFull: () => inFlight >= attemptsMax,
    canStart: (queue: EndpointQueue) => {
      const share = isUnhealthy(queue) ? 0.5 : 1;
      const ofCompany = inFlightOf.get(queue.companyId) ?? 0;
      return inFlight < attemptsMax * share && ofCompany < attemptsMaxPerCompany * share;
    },
    acquire: (queue: EndpointQueue) => count(queue, 1),
    release: (queue: EndpointQueue) => count(queue, -1),
  };
}

import { isTroubled, type Lane } from "./endpoint-queue.ts";

/** How many attempts may be in flight at once: in all, and per company. */
export type RoomSize = { attemptsMax: number; attemptsMaxPerCompany: number };

/** Endpoints that fail or do not answer may take at most half of it. */
export function createRoom({ attemptsMax, attemptsMaxPerCompany }: RoomSize) {
  const underWayOf = new Map<number, number>();
  let underWay = 0;
  const count = ({ companyId }: Lane, change: 1 | -1) => {
    underWay += change;
    const left = (underWayOf.get(companyId) ?? 0) + change;
    if (left === 0) underWayOf.delete(companyId);
    else underWayOf.set(companyId, left);
  };
  return {
    isFull: () => underWay >= attemptsMax,
    hasFor: (lane: Lane) => {
      const share = isTroubled(lane) ? 0.5 : 1;
      const ofCompany = underWayOf.get(lane.companyId) ?? 0;
      return underWay < attemptsMax * share && ofCompany < attemptsMaxPerCompany * share;
    },
    enter: (lane: Lane) => count(lane, 1),
    leave: (lane: Lane) => count(lane, -1),
  };
}

import type { Lane } from "./lane.ts";

/** How many attempts may be under way at once: in all, and of one company. */
export type RoomSize = { attemptsMax: number; attemptsMaxPerCompany: number };

/** Endpoints that fail may take half of it at most, so that they can never take it all from those that work. */
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
    hasFor: (lane: Lane) =>
      underWay < (lane.failingSince ? attemptsMax / 2 : attemptsMax) &&
      (underWayOf.get(lane.companyId) ?? 0) < attemptsMaxPerCompany,
    enter: (lane: Lane) => count(lane, 1),
    leave: (lane: Lane) => count(lane, -1),
  };
}

import type { Context } from "../../context.ts";
import type { RateLimit } from "../../contract/access.ts";
import { tooMany } from "../../contract/errors.ts";
import type { Clock } from "../../platform/values/clock.ts";

// A page shows only a few panels, but many people may share an address.
const ofOneCompany = { rate: 5, burst: 60 };
const ofAllCompanies = { rate: 25, burst: 300 };

/** Counts a request of a visitor to a company. Returns 0, or how many seconds to wait if there were too many. */
export type CountVisit = (address: string, companyId: number) => number | Promise<number>;

/** Throws 429 when a visitor sends too many requests, for one company or in total. */
export const createVisitorLimit =
  (countVisit: CountVisit) =>
  async (address: string, companyId: number): Promise<void> => {
    const seconds = await countVisit(address, companyId);
    if (seconds === 0) return;
    throw tooMany(
      "rate_limited",
      `Too many requests from this address. Wait ${seconds} s, then try again.`,
      seconds,
    );
  };

export function createVisitCounter({ clock }: Pick<Context, "clock">) {
  const takeHere = createTokenBuckets(ofOneCompany, clock);
  const takeAnywhere = createTokenBuckets(ofAllCompanies, clock);
  return (address: string, companyId: number): number => {
    const network = networkOf(address);
    return takeAnywhere(network) || takeHere(`${network} ${companyId}`);
  };
}

/**
 * Token buckets in the memory of a process: anonymous callers must not create rows in the database, as the limits of
 * companies do (http/throttle.ts). When there are too many names, the least recently used one is dropped and starts
 * with a full bucket. Taking a token returns 0, or the seconds to wait for one.
 */
export function createTokenBuckets(
  { rate, burst }: RateLimit,
  clock: Clock,
  namesMax = 10_000,
): (name: string) => number {
  const pauseMs = 1000 / rate;
  const fullAt = new Map<string, number>();
  return (name) => {
    const now = clock.now().getTime();
    const before = Math.max(now, fullAt.get(name) ?? now);
    const waitMs = before + pauseMs - now - burst * pauseMs;
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    // Deleting the entry first moves it to the end of the map's order.
    fullAt.delete(name);
    fullAt.set(name, before + pauseMs);
    if (fullAt.size > namesMax) fullAt.delete(fullAt.keys().next().value!);
    return 0;
  };
}

/** A holder of one IPv6 address usually has the whole /64 around it. */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped) return mapped;
  if (!address.includes(":")) return address;
  const [left = "", right] = address.split("::");
  const [head, tail] = [left, right ?? ""].map((part) => part.split(":").filter(Boolean));
  const zeros = right === undefined ? 0 : Math.max(0, 8 - head!.length - tail!.length);
  const groups = [...head!, ...Array<string>(zeros).fill("0"), ...tail!];
  return groups.slice(0, 4).join(":");
}

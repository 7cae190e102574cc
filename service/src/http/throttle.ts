import { burstFor, type Principal, type RateLimit, readBurstFor } from "../contract/access.ts";
import { tooMany } from "../contract/errors.ts";
import { type Queryable, statement } from "../platform/db/database.ts";
import type { Tables } from "../platform/db/tables.ts";
import type { Logger } from "../platform/ops/log.ts";
import { type Clock, databaseMoment, elapsedMs } from "../platform/values/clock.ts";
import type { Budget } from "./cost.ts";

/**
 * Token buckets, kept in the database so that they hold across nodes: one per key or person and one per company for
 * POST, one per company for reads. A node leases about a second's worth of tokens at a time, so that a request costs
 * no query while the lease lasts, and each node has at most one lease of a bucket.
 *
 * A lease may reach up to one second ahead of what the bucket holds. Those tokens are handed out only as they come due:
 * a company that calls faster than it may still costs one query a second, and gets its rate evenly.
 */
export type Throttle = {
  /** Throws 429 where a limit is met; otherwise gives the headers that tell about it, if there is one. */
  take(
    principal: Principal,
    budget: Budget,
    cost: number,
  ): LimitHeaders | undefined | Promise<LimitHeaders | undefined>;
  /** What turned out to be owed besides: never refused, but the next requests wait until it is paid. */
  charge(principal: Principal, budget: Budget, units: number): LimitHeaders | undefined;
};

type LimitHeaders = Record<string, string>;

/** Whose bucket it is: named to callers, so that they know which limit they reached. */
type Owner = "key" | "person" | "company" | "reads";

type Bucket = { owner: Owner; limit: RateLimit; lease: Lease };

/** What this node has of one bucket. */
type Lease = {
  /** The bucket's name in the database. */
  name: string;
  limit: RateLimit;
  /** What the bucket had at the moment `at`, the lease included; minus infinity without a lease. */
  held: number;
  at: number;
  granted: number;
  used: number;
  /** No sooner is it worth asking for more. */
  askAt: number;
  pending: Promise<void> | undefined;
};

// The time is the database's own, so that no node's clock can fill or shut a bucket; a bucket that claims to have been
// filled in the future, because that clock was put back, counts from now on.
const leaseStatement = statement(
  "throttle_lease",
  `insert into throttle_buckets as b (app_id, tokens, granted, refilled_at)
   values ($1, $2::float8 - least($4::float8, $2), least($4::float8, $2), coalesce($7::timestamptz, clock_timestamp()))
   on conflict (app_id) do update set (tokens, granted, refilled_at) = (
     select filled.tokens - leased.tokens, leased.tokens, moment.now
     from (select coalesce($7::timestamptz, clock_timestamp()) as now) moment,
       lateral (select least($2::float8, b.tokens + $5::float8
         + $3::float8 * greatest(0, extract(epoch from moment.now - b.refilled_at))) as tokens) filled,
       lateral (select greatest(0, least($4::float8, filled.tokens + $6::float8)) as tokens) leased
   )
   returning tokens + granted as held, granted`,
);

// Sums of fractions of a token may miss a whole one by the last digit.
const tolerance = 1e-6;

export function createThrottle({
  leases: db,
  clock,
  log,
  processes = 1,
}: {
  leases: Queryable;
  clock: Clock;
  log: Logger;
  /** How many processes of this node lease tokens. Each leases its part, so that few tokens lie unused. */
  processes?: number;
}): Throttle {
  const leases = new Map<string, Lease>();
  const known = new WeakMap<Principal, Record<Budget, readonly Bucket[]>>();

  const bucketOf = (owner: Owner, name: string, limit: RateLimit): Bucket => {
    let lease = leases.get(name);
    if (!lease) {
      lease = {
        name,
        limit,
        held: Number.NEGATIVE_INFINITY,
        at: 0,
        granted: 0,
        used: 0,
        askAt: 0,
        pending: undefined,
      };
      leases.set(name, lease);
    }
    return { owner, limit, lease };
  };

  // A principal is the same object for as long as its key and plan are unchanged.
  const bucketsOf = (principal: Principal): Record<Budget, readonly Bucket[]> => {
    let buckets = known.get(principal);
    if (!buckets) {
      const { company, postLimit, companyPostLimit, readLimit } = principal;
      const own =
        principal.kind === "key"
          ? bucketOf("key", principal.appId, postLimit)
          : bucketOf("person", `user:${company.id}:${principal.userId}`, postLimit);
      buckets = {
        posts: [
          own,
          ...(companyPostLimit.rate > 0
            ? [bucketOf("company", `company:${company.id}`, companyPostLimit)]
            : []),
        ],
        reads: readLimit.rate > 0 ? [bucketOf("reads", `reads:${company.id}`, readLimit)] : [],
      };
      known.set(principal, buckets);
    }
    return buckets;
  };

  const renew = (lease: Lease, units: number): Promise<void> => {
    lease.pending ??= askForMore(db, clock, lease, units, processes)
      .catch((error: Error) => {
        // A limit that can't be kept must not be what fails: reads go on while the database takes no changes.
        log.warn(
          { bucket: lease.name, reason: error.message },
          "rate limit lease failed; requests are not limited",
        );
        const { rate, burst } = lease.limit;
        Object.assign(lease, {
          held: burst,
          granted: Math.min(rate, burst),
          used: 0,
          at: elapsedMs(clock),
          askAt: 0,
        });
      })
      .finally(() => {
        lease.pending = undefined;
      });
    return lease.pending;
  };

  const takeLater = async (buckets: readonly Bucket[], cost: number): Promise<LimitHeaders> => {
    for (;;) {
      const now = elapsedMs(clock);
      const renewals: Promise<void>[] = [];
      const short: Bucket[] = [];
      for (const bucket of buckets) {
        const { lease } = bucket;
        const units = unitsOf(bucket, cost);
        if (isReady(bucket, units, now)) continue;
        if (!lease.pending && (isReserved(lease, units) || now < lease.askAt)) short.push(bucket);
        // Every request that finds the lease used up waits for the one query that renews it.
        else renewals.push(renew(lease, units));
      }
      if (short.length > 0) throw longestWait(short, cost, now);
      if (renewals.length === 0) return take(buckets, cost, now);
      await Promise.all(renewals);
    }
  };

  return {
    take: (principal, budget, cost) => {
      const buckets = bucketsOf(principal)[budget];
      if (buckets.length === 0) return undefined;
      const now = elapsedMs(clock);
      const ready = buckets.every((bucket) => isReady(bucket, unitsOf(bucket, cost), now));
      return ready ? take(buckets, cost, now) : takeLater(buckets, cost);
    },
    charge: (principal, budget, units) => {
      const buckets = bucketsOf(principal)[budget];
      return buckets.length === 0 ? undefined : take(buckets, units, elapsedMs(clock));
    },
  };
}

/** Nothing costs more than a full bucket, or it could never be had. */
const unitsOf = ({ limit }: Bucket, cost: number) => Math.min(cost, limit.burst);

/** Whether so many tokens are leased and due. */
function isReady({ lease, limit }: Bucket, units: number, now: number): boolean {
  if (lease.limit.rate !== limit.rate || lease.limit.burst !== limit.burst) {
    // Another plan: what is left of the lease goes back with the next one.
    Object.assign(lease, { limit, askAt: 0, held: Number.NEGATIVE_INFINITY });
  }
  if (lease.pending) return false;
  return Math.min(lease.granted, filledBy(lease, now)) - lease.used >= units - tolerance;
}

function take(buckets: readonly Bucket[], cost: number, now: number): LimitHeaders {
  let tightest: RateLimit | undefined;
  let remaining = Number.POSITIVE_INFINITY;
  for (const bucket of buckets) {
    bucket.lease.used += unitsOf(bucket, cost);
    const left = remainingOf(bucket.lease, now);
    if (left < remaining) [tightest, remaining] = [bucket.limit, left];
  }
  return limitHeaders(tightest!, remaining);
}

const filledBy = ({ limit, held, at }: Lease, now: number) => held + (limit.rate * (now - at)) / 1000;

/** Whether so many tokens are leased, be they due or not. */
const isReserved = ({ granted, used, held }: Lease, units: number) =>
  held !== Number.NEGATIVE_INFINITY && granted - used >= units - tolerance;

const remainingOf = (lease: Lease, now: number) =>
  Math.max(0, Math.floor(Math.min(lease.limit.burst, filledBy(lease, now)) - lease.used + tolerance));

async function askForMore(
  db: Queryable,
  clock: Clock,
  lease: Lease,
  units: number,
  processes: number,
): Promise<void> {
  const { rate, burst } = lease.limit;
  const part = Math.ceil(Math.max(rate, Math.ceil(burst / 12)) / processes);
  const wanted = Math.min(burst, Math.max(part, units));
  const aheadMax = Math.min(rate, burst);
  // Less than nothing, where more was charged than leased.
  const givenBack = lease.granted - lease.used;
  Object.assign(lease, { granted: 0, used: 0, held: Number.NEGATIVE_INFINITY });
  const at = elapsedMs(clock);
  const values = [lease.name, burst, rate, wanted, givenBack, aheadMax, databaseMoment(clock)];
  const [row] = await db.query<Pick<Tables["throttle_buckets"], "granted"> & { held: number }>(
    leaseStatement,
    values,
  );
  const { held, granted } = row!;
  const charged = lease.used;
  const missing = Math.min(wanted - granted, aheadMax);
  const askAt = granted < units ? at + Math.max(1, Math.ceil((missing * 1000) / rate)) : at;
  Object.assign(lease, { held, granted, used: charged, at, askAt });
}

function longestWait(short: readonly Bucket[], cost: number, now: number) {
  const waits = short.map((bucket) => {
    const { lease, limit } = bucket;
    const missing = unitsOf(bucket, cost) + lease.used - filledBy(lease, now);
    const waitMs = Math.max((missing * 1000) / limit.rate, lease.askAt - now);
    return { bucket, seconds: Math.max(1, Math.ceil(waitMs / 1000 - tolerance)) };
  });
  const { bucket, seconds } = waits.reduce((a, b) => (b.seconds > a.seconds ? b : a));
  return rateLimited(bucket, seconds, remainingOf(bucket.lease, now));
}

const whose: Record<Owner, string> = {
  key: "POST requests with this key",
  person: "POST requests from your session",
  company: "POST requests from this company (all keys and users)",
  reads: "reads and small changes by this company",
};

function rateLimited({ owner, limit }: Pick<Bucket, "owner" | "limit">, seconds: number, remaining: number) {
  const allowed =
    owner === "reads" ? `${limit.rate} cost units per second are` : `${limit.rate} per second are`;
  const error = tooMany(
    "rate_limited",
    `Too many ${whose[owner]}: ${allowed} allowed, with bursts of up to ${limit.burst}. Wait ${seconds} s, then send requests more slowly.`,
    seconds,
    { budget: owner },
  );
  Object.assign(error.headers, limitHeaders(limit, remaining));
  return error;
}

/** As callers of the service as it ships get it: for the contract. */
export const rateLimitedExample = (budget: Budget) =>
  budget === "posts"
    ? rateLimited({ owner: "key", limit: { rate: 25, burst: burstFor(25) } }, 1, 0)
    : rateLimited({ owner: "reads", limit: { rate: 200, burst: readBurstFor(200) } }, 1, 0);

function limitHeaders({ rate, burst }: RateLimit, remaining: number): LimitHeaders {
  return {
    "ratelimit-limit": String(burst),
    "ratelimit-remaining": String(remaining),
    "ratelimit-reset": String(Math.max(0, Math.ceil((burst - remaining) / rate))),
  };
}

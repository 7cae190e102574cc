import type { PostLimit, Principal } from "../access.ts";
import type { Clock } from "../foundation/clock.ts";
import { type Database, statement } from "../foundation/database.ts";
import { tooMany } from "../foundation/errors.ts";

/**
 * A token bucket per key or person, kept in the database so that it holds across nodes. A node leases a slice of
 * tokens at a time: a POST costs no query while the lease lasts, and each node has at most one lease outstanding.
 */
export type Throttle = (principal: Principal) => LimitHeaders | Promise<LimitHeaders>;

type LimitHeaders = Record<string, string>;

type Lease = { tokens: number; left: number; refillAt: number; pending: Promise<void> | undefined };

// The bucket is refilled by the time passed, then whole tokens are taken from it, as many as are there.
const leaseStatement = statement(
  "throttle_lease",
  `with full_bucket as (
     insert into throttle_buckets (app_id, tokens, refilled_at) values ($1, $2, $5)
     on conflict (app_id) do nothing returning app_id
   ), refilled as (
     select app_id, least($2::float8, tokens + $3::float8 * greatest(0, extract(epoch from $5::timestamptz - refilled_at))) as tokens
     from throttle_buckets where app_id = $1 for update
   ), taken as (
     update throttle_buckets b
     set tokens = r.tokens - least($4::float8, floor(r.tokens)), refilled_at = greatest($5, b.refilled_at)
     from refilled r where b.app_id = r.app_id
     returning least($4::float8, floor(r.tokens)) as granted, b.tokens as left
   )
   select granted, "left" from taken
   union all select 0, $2::float8 from full_bucket`,
);

export function createThrottle(db: Database, clock: Clock): Throttle {
  const leases = new Map<string, Lease>();
  const leaseOf = (bucket: string, postLimit: PostLimit): Lease => {
    let lease = leases.get(bucket);
    if (!lease) {
      lease = { tokens: 0, left: postLimit.burst, refillAt: 0, pending: undefined };
      leases.set(bucket, lease);
    }
    return lease;
  };
  const take = (limit: PostLimit, lease: Lease): LimitHeaders => {
    lease.tokens -= 1;
    return limitHeaders(limit, lease);
  };
  const renewAndTake = async (principal: Principal, lease: Lease): Promise<LimitHeaders> => {
    const { postLimit } = principal;
    while (lease.tokens < 1) {
      if (clock.now().getTime() < lease.refillAt) throw rateLimited(principal, lease, clock.now());
      // Every request that finds the lease used up waits for the one query that renews it.
      lease.pending ??= renew(db, clock, bucketOf(principal), postLimit, lease).finally(() => {
        lease.pending = undefined;
      });
      await lease.pending;
    }
    return take(postLimit, lease);
  };
  return (principal) => {
    const lease = leaseOf(bucketOf(principal), principal.postLimit);
    return lease.tokens >= 1 ? take(principal.postLimit, lease) : renewAndTake(principal, lease);
  };
}

/** A person has one bucket for each company, as a key has. */
function bucketOf(principal: Principal): string {
  return principal.kind === "key" ? principal.appId : `user:${principal.company.id}:${principal.userId}`;
}

async function renew(
  db: Database,
  clock: Clock,
  bucket: string,
  limit: PostLimit,
  lease: Lease,
): Promise<void> {
  const slice = Math.max(1, Math.floor(limit.burst / 12));
  const now = clock.now();
  const [row] = await db.query<{ granted: number; left: number }>(leaseStatement, [
    bucket,
    limit.burst,
    limit.rate,
    slice,
    now,
  ]);
  lease.tokens += row!.granted;
  lease.left = row!.left;
  // A bucket that was just created grants nothing yet; the caller's loop asks again immediately.
  lease.refillAt =
    row!.granted > 0 || row!.left >= 1 ? 0 : now.getTime() + Math.ceil(((1 - row!.left) / limit.rate) * 1000);
}

export function rateLimited(
  { kind, postLimit: limit }: Pick<Principal, "kind" | "postLimit">,
  lease: Pick<Lease, "tokens" | "left" | "refillAt">,
  now: Date,
) {
  const whose = kind === "key" ? "with this key" : "from you";
  const seconds = Math.max(1, Math.ceil((lease.refillAt - now.getTime()) / 1000));
  const error = tooMany(
    "rate_limited",
    `Too many POST requests ${whose}: ${limit.rate} a second are allowed, ${limit.burst} in a burst. Wait ${seconds} s, then go on more slowly.`,
    seconds,
  );
  Object.assign(error.headers, limitHeaders(limit, lease));
  return error;
}

function limitHeaders(limit: PostLimit, lease: Pick<Lease, "tokens" | "left">): Record<string, string> {
  const remaining = Math.max(0, Math.floor(lease.tokens + lease.left));
  return {
    "ratelimit-limit": String(limit.burst),
    "ratelimit-remaining": String(remaining),
    "ratelimit-reset": String(Math.max(0, Math.ceil((limit.burst - remaining) / limit.rate))),
  };
}

import type { Context } from "../../../context.ts";
import { tooMany } from "../../../contract/errors.ts";
import { type Database, type Queryable, statement } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Clock } from "../../../platform/values/clock.ts";

/** At most this many tries in a period of this many seconds. */
export type TryLimit = { tries: number; seconds: number };

const count = statement(
  "account_limit_count",
  `insert into user_rate_limits as l (key, count, ends_at) values ($1, 1, $2::timestamptz + make_interval(secs => $3))
   on conflict (key) do update set
     count = case when l.ends_at <= $2 then 1 else l.count + 1 end,
     ends_at = case when l.ends_at <= $2 then excluded.ends_at else l.ends_at end
   returning count, ends_at`,
);
const reset = statement("account_limit_forget", "delete from user_rate_limits where key = $1");
const purge = statement("account_limit_purge", "delete from user_rate_limits where ends_at <= $1");

type Counting = { db: Queryable; clock: Clock };

/** Counts one try under that name, across all nodes. */
async function counted({ db }: Counting, now: Date, name: string, limit: TryLimit) {
  const values = [name, now, limit.seconds];
  const [row] = await db.query<Pick<Tables["user_rate_limits"], "count" | "ends_at">>(count, values);
  return row!;
}

/** Counts one try; false if there were too many. */
export async function isWithinLimit(counting: Counting, name: string, limit: TryLimit): Promise<boolean> {
  return (await counted(counting, counting.clock.now(), name, limit)).count <= limit.tries;
}

/** Counts one try; throws 429 if there were too many. */
export async function countTry(counting: Counting, name: string, limit: TryLimit): Promise<void> {
  const now = counting.clock.now();
  const row = await counted(counting, now, name, limit);
  if (row.count <= limit.tries) return;
  const seconds = Math.max(1, Math.ceil((row.ends_at.getTime() - now.getTime()) / 1000));
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
  throw tooMany("rate_limited", `Too many attempts. Wait ${wait}, then try again.`, seconds);
}

/** A successful sign-in clears the failed tries before it. */
export async function resetTries(db: Database, name: string): Promise<void> {
  await db.query(reset, [name]);
}

export async function purgeTries({ db, clock }: Context): Promise<number> {
  await db.query(purge, [clock.now()]);
  return 0;
}

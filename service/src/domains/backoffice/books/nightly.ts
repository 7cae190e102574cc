import type { Context } from "../../../context.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { databaseJobMaxMs } from "../../../platform/db/database-thread.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { companiesWithEventsSql } from "../../tenancy/companies/service.ts";
import type { BooksCheck } from "./check.ts";
import type { CheckJob } from "./check-job.ts";
import { findLastCompany } from "./queries.ts";

/**
 * The books of all companies are checked once a day, from midnight (UTC) on, in a thread: requests wait for nothing of it.
 * Companies are claimed in groups that have few events together, and each group is one transaction. Those of a group whose
 * check did not end, because it failed or its process did, are checked again later, each alone.
 */
const companiesPerQuery = 1000;
const eventsPerGroup = 20_000;
const companiesPerGroup = 50;
/** A pass begins no further group after this; the next one goes on. */
const passMaxMs = 10_000;
/** After a start, and after all companies were checked. */
const pauseMs = 10 * 60_000;
/** Longer than a check may take. */
const retryAfterMs = 2 * databaseJobMaxMs;
const jobFile = new URL("./check-job.ts", import.meta.url);

const unfinishedSql = "(b.checked_at is null or b.checked_at < b.started_at)";
/** Not checked today, or claimed so long ago that the check is not in progress any more. */
const isDueSql = (today: string, expired: string) =>
  `(b.started_at < ${today} or (b.started_at < ${expired} and ${unfinishedSql}))`;

const due = statement(
  "books_check_due",
  `select n.company_id, n.event_sequence, b.started_at is not null and ${unfinishedSql} as is_retry
   from (${companiesWithEventsSql}) n
   left join (select * from books_checks where company_id > $1 and company_id <= $2) b on b.company_id = n.company_id
   where b.started_at is null or ${isDueSql("$3", "$4")} order by n.company_id`,
);

// Another node may have claimed some of them meanwhile.
const claim = statement(
  "books_check_claim",
  `insert into books_checks as b (company_id, started_at) select x.id, $2 from unnest($1::int8[]) x(id) order by x.id
   on conflict (company_id) do update set started_at = excluded.started_at where ${isDueSql("$3", "$4")}
   returning b.company_id`,
);

const save = statement(
  "books_check_save",
  `insert into books_checks (company_id, started_at, checked_at, events, differences, found)
   values ($1, $2, $2, $3, $4, $5) on conflict (company_id) do update set checked_at = excluded.checked_at,
     events = excluded.events, differences = excluded.differences, found = excluded.found`,
);

type Deps = Pick<Context, "background" | "clock" | "databaseThread" | "encryptionKeys" | "log">;

/** Checks the books of companies that are due; the next call goes on where this one stops. */
export function booksChecker(context: Deps): (stopping?: AbortSignal) => Promise<number> {
  const { background, clock } = context;
  let after = 0;
  let nextPassAt = clock.now().getTime() + pauseMs;
  return async (stopping) => {
    if (clock.now().getTime() < nextPassAt) return 0;
    const startedAt = performance.now();
    let checked = 0;
    for (const last = await findLastCompany(background); after < last; after += companiesPerQuery) {
      const values = [after, after + companiesPerQuery, ...dueBefore(clock)];
      for (const group of groupsOf(await background.query<DueCompany>(due, values))) {
        if (stopping?.aborted || performance.now() - startedAt > passMaxMs) return checked;
        const claimed = await background.query<Pick<Tables["books_checks"], "company_id">>(claim, [
          group,
          clock.now(),
          ...dueBefore(clock),
        ]);
        const ids = claimed.map(({ company_id }) => company_id).sort((one, other) => one - other);
        if (ids.length > 0) checked += await checkGroup(context, ids, stopping);
      }
    }
    after = 0;
    nextPassAt = clock.now().getTime() + pauseMs;
    return checked;
  };
}

/** Today's beginning, and the time of a claim that has expired. */
function dueBefore(clock: Context["clock"]): [Date, Date] {
  const today = clock.now();
  today.setUTCHours(0, 0, 0, 0);
  return [today, new Date(clock.now().getTime() - retryAfterMs)];
}

async function checkGroup(
  { background, clock, databaseThread, encryptionKeys, log }: Deps,
  ids: number[],
  signal: AbortSignal | undefined,
): Promise<number> {
  let checks: BooksCheck[];
  try {
    const input: CheckJob = { companyIds: ids, encryptionKeys };
    checks = await databaseThread.run({ file: jobFile, input, ...(signal && { signal }) });
  } catch (error) {
    // They stay claimed, so that the other companies are checked before these are tried again.
    if (!signal?.aborted) log.error({ err: error, company_ids: ids }, "the check of the books failed");
    return 0;
  }
  for (const check of checks) {
    const { company_id, differences, found } = check;
    await saveCheck(background, check, clock.now());
    if (differences > 0)
      log.error(
        { company_id, differences, found: found.slice(0, 5) },
        "the books of a company differ from its events",
      );
  }
  return ids.length;
}

const withEvents = statement("books_check_companies", companiesWithEventsSql);

/** The ids of all companies that have events, in order. */
export async function listCompaniesWithEvents(db: Queryable): Promise<number[]> {
  const ids: number[] = [];
  const last = await findLastCompany(db);
  for (let after = 0; after < last; after += companiesPerQuery) {
    const values = [after, after + companiesPerQuery];
    for (const { company_id } of await db.query<Pick<Tables["company_counters"], "company_id">>(
      withEvents,
      values,
    ))
      ids.push(company_id);
  }
  return ids.sort((one, other) => one - other);
}

type DueCompany = Pick<Tables["company_counters"], "company_id" | "event_sequence"> & { is_retry: boolean };

function groupsOf(companies: readonly DueCompany[]): number[][] {
  const groups: number[][] = [];
  let events = Number.POSITIVE_INFINITY;
  for (const { company_id, event_sequence, is_retry: isRetry } of companies) {
    const group = groups.at(-1);
    events += isRetry ? Number.POSITIVE_INFINITY : event_sequence;
    if (group && events <= eventsPerGroup && group.length < companiesPerGroup) group.push(company_id);
    else {
      groups.push([company_id]);
      events = isRetry ? Number.POSITIVE_INFINITY : event_sequence;
    }
  }
  return groups;
}

/** Keeps what a check found, for metrics and for `billfold doctor`. */
export async function saveCheck(db: Queryable, check: BooksCheck, now: Date): Promise<void> {
  const { company_id, events, differences, found } = check;
  await db.query(save, [company_id, now, events, differences, JSON.stringify(found)]);
}

const summary = statement(
  "books_check_summary",
  `select (select extract(epoch from max(checked_at))::float8 from books_checks) as checked_at,
     count(*)::int as companies, coalesce(sum(differences), 0)::int as differences,
     coalesce((array_agg(company_id order by company_id))[1:5], '{}') as company_ids
   from books_checks where differences > 0`,
);

export type BooksSummary = {
  /** When the last check ended, in seconds since 1970; null if there was none yet. */
  checked_at: number | null;
  /** Companies with differences, and how many these are. */
  companies: number;
  differences: number;
  company_ids: string[];
};

/** What the last check of each company found. */
export async function readBooksSummary(db: Queryable): Promise<BooksSummary> {
  const [row] = await db.query<BooksSummary>(summary);
  return row!;
}

const unfinished = statement(
  "books_check_unfinished",
  `select b.company_id from books_checks b
   where ${unfinishedSql} and (b.started_at < $1 or b.checked_at < $2) order by b.company_id limit 5`,
);

/** The first companies whose check did not end in the time that it may take, or for two days. */
export async function findUnfinishedChecks(db: Queryable, now: Date): Promise<number[]> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const values = [before(databaseJobMaxMs), before(2 * 24 * 60 * 60_000)];
  const rows = await db.query<Pick<Tables["books_checks"], "company_id">>(unfinished, values);
  return rows.map(({ company_id }) => company_id);
}

/** Called when the metrics are scraped. */
export async function observeBooks({
  background,
  metrics,
}: Pick<Context, "background" | "metrics">): Promise<void> {
  const found = await readBooksSummary(background);
  metrics.booksCheckedAt.set(found.checked_at ?? 0);
  metrics.booksDifferences.set(found.differences);
}

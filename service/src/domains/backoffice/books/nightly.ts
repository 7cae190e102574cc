import type { Context } from "../../../context.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { companiesWithEventsSql } from "../../tenancy/companies/service.ts";
import { type BooksCheck, checkBooks } from "./check.ts";
import { findLastCompany } from "./queries.ts";

/**
 * The books of all companies are checked once a day, from midnight (UTC) on. Companies are claimed in groups that have few
 * events together, and each group is one transaction. A group that was interrupted is checked on the next day.
 */
const companiesPerQuery = 1000;
const eventsPerGroup = 20_000;
/** A pass begins no further group after this, so that a process can be stopped between groups. */
const passMaxMs = 10_000;
const companiesPerGroup = 50;

const due = statement(
  "books_check_due",
  `select n.company_id, n.event_sequence from (${companiesWithEventsSql}) n
   left join (select company_id, started_at from books_checks where company_id > $1 and company_id <= $2) b
     on b.company_id = n.company_id
   where b.started_at is null or b.started_at < $3 order by n.company_id`,
);

// Another node may have claimed some of them meanwhile.
const claim = statement(
  "books_check_claim",
  `insert into books_checks as b (company_id, started_at) select x.id, $2 from unnest($1::int8[]) x(id) order by x.id
   on conflict (company_id) do update set started_at = excluded.started_at where b.started_at < $3
   returning b.company_id`,
);

const save = statement(
  "books_check_save",
  `insert into books_checks (company_id, started_at, checked_at, events, differences, found)
   values ($1, $2, $2, $3, $4, $5) on conflict (company_id) do update set checked_at = excluded.checked_at,
     events = excluded.events, differences = excluded.differences, found = excluded.found`,
);

/** Checks the books of companies that were not checked today; the next call goes on where this one stops. */
export function booksChecker(context: Pick<Context, "background" | "clock" | "log">): () => Promise<number> {
  let after = 0;
  let doneDay = 0;
  return async () => {
    const { background, clock, log } = context;
    const today = new Date(clock.now());
    today.setUTCHours(0, 0, 0, 0);
    if (doneDay === today.getTime()) return 0;
    const startedAt = performance.now();
    let checked = 0;
    for (const last = await findLastCompany(background); after < last; after += companiesPerQuery) {
      const values = [after, after + companiesPerQuery, today];
      const found = await background.query<{ company_id: number; event_sequence: number }>(due, values);
      for (const group of groupsOf(found)) {
        if (performance.now() - startedAt > passMaxMs) return checked;
        const claimed = await background.query<{ company_id: number }>(claim, [group, clock.now(), today]);
        const ids = claimed.map(({ company_id }) => company_id).sort((one, other) => one - other);
        if (ids.length === 0) continue;
        for (const check of await checkBooks(background, ids)) {
          await saveCheck(background, check, clock.now());
          if (check.differences > 0)
            log.error(
              {
                company_id: check.company_id,
                differences: check.differences,
                found: check.found.slice(0, 5),
              },
              "the books of a company differ from its events",
            );
        }
        checked += ids.length;
      }
    }
    after = 0;
    doneDay = today.getTime();
    return checked;
  };
}

const withEvents = statement("books_check_companies", companiesWithEventsSql);

/** The ids of all companies that have events, in order. */
export async function listCompaniesWithEvents(db: Queryable): Promise<number[]> {
  const ids: number[] = [];
  const last = await findLastCompany(db);
  for (let after = 0; after < last; after += companiesPerQuery) {
    const values = [after, after + companiesPerQuery];
    for (const { company_id } of await db.query<{ company_id: number }>(withEvents, values))
      ids.push(company_id);
  }
  return ids.sort((one, other) => one - other);
}

function groupsOf(companies: readonly { company_id: number; event_sequence: number }[]): number[][] {
  const groups: number[][] = [];
  let events = Number.POSITIVE_INFINITY;
  for (const { company_id, event_sequence } of companies) {
    const group = groups.at(-1);
    events += event_sequence;
    if (group && events <= eventsPerGroup && group.length < companiesPerGroup) group.push(company_id);
    else {
      groups.push([company_id]);
      events = event_sequence;
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

/** Called when somebody reads the metrics. */
export async function observeBooks({
  background,
  metrics,
}: Pick<Context, "background" | "metrics">): Promise<void> {
  const found = await readBooksSummary(background);
  metrics.booksCheckedAt.set(found.checked_at ?? 0);
  metrics.booksDifferences.set(found.differences);
}

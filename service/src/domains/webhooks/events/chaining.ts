import type { Context } from "../../../context.ts";
import { type Database, inTransaction, statement } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import {
  chainEndOfSql,
  lastCompanySql,
  moveChainEndSql,
  unchainedSql,
} from "../../tenancy/companies/service.ts";
import { bodyHashSql, newSalts } from "./queries.ts";

/**
 * Chains what was stored without a place in the chain: events from before there was one, and those that an older version
 * stored since. New events of such a company wait for their turn here, until the chain has reached the last event.
 */
const companiesMax = 1000;
const batchMax = 500;
/** So that a company with a long history does not keep the others waiting. */
const batchesMax = 20;

const find = statement("event_find_unchained", unchainedSql);
const findLast = statement("event_find_last_company", lastCompanySql);

/** Looks at some companies after the one given, and returns the position behind them; 0 after the last company. */
export async function chainEvents(
  { background }: Pick<Context, "background">,
  after: number,
): Promise<{ position: number; chained: number }> {
  const upTo = after + companiesMax;
  let chained = 0;
  for (const { company_id } of await background.query<Pick<Tables["company_counters"], "company_id">>(find, [
    after,
    upTo,
  ]))
    chained += await chainCompany(background, company_id);
  const [company] = await background.query<{ last: number }>(findLast);
  return { position: upTo < (company?.last ?? 0) ? upTo : 0, chained };
}

/** The pass over all companies, some at a time. */
export function eventChainer(context: Pick<Context, "background">): () => Promise<number> {
  let after = 0;
  return async () => {
    const { position, chained } = await chainEvents(context, after);
    after = position;
    return chained;
  };
}

async function chainCompany(db: Database, companyId: number): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < batchesMax; batch++) {
    const done = await chainBatch(db, companyId);
    total += done;
    if (done < batchMax) break;
  }
  return total;
}

const lock = statement(
  "event_chain_lock",
  "select pg_try_advisory_xact_lock(hashtextextended('event_chain', $1)) as locked",
);

// The company's counters are not locked until the last step, so that its requests need not wait for the hashes.
const chain = statement(
  "event_chain",
  `with chain_end as materialized (
     ${chainEndOfSql}
   ), salted as materialized (
     select v.sequence, v.body, n.chain_hash, decode(($3::text[])[v.sequence - n.chained_sequence], 'hex') as salt
     from chain_end n join events v on v.company_id = n.company_id
     where v.sequence > n.chained_sequence and v.sequence <= n.chained_sequence + $2
   ), hashed as materialized (
     select s.sequence, s.salt, s.chain_hash, ${bodyHashSql("s.salt", "s.body")} as body_hash from salted s
   ), chained as materialized (
     select h.sequence, h.salt, h.body_hash,
       chained_hash(h.chain_hash, h.sequence, h.body_hash) over (order by h.sequence) as hash from hashed h
   ), stored as (
     update events v set salt = c.salt, body_hash = c.body_hash, hash = c.hash
     from chained c where v.company_id = $1 and v.sequence = c.sequence
   ), moved as (
     ${moveChainEndSql("chain_end", "chained")}
   )
   select count(*)::int as count from chained`,
);

/** One node at a time: the lock is taken before the statement that reads where the chain ends. */
function chainBatch(db: Database, companyId: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const [row] = await tx.query<{ locked: boolean }>(lock, [companyId]);
    if (!row!.locked) return 0;
    const salts = Array.from({ length: batchMax }, () => newSalts(1));
    const [chained] = await tx.query<{ count: number }>(chain, [companyId, batchMax, salts]);
    return chained!.count;
  });
}

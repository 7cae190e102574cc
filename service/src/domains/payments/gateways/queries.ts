import type { GatewayChoice } from "../../../contract/access.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { columnsSql } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { joinCompanyOf } from "../../tenancy/companies/fragments.ts";
import type { GatewayName } from "./port.ts";

const stored = ["id", "gateway", "base_url", "credentials", "created_at"] as const;

export type AccountRow = Pick<Tables["gateway_accounts"], (typeof stored)[number]>;

const columns = columnsSql("gateway_accounts", stored);

const find = statement(
  "gateway_account_find",
  `select ${columns} from gateway_accounts where company_id = $1 and id = $2`,
);

export async function findAccount(
  db: Queryable,
  companyId: number,
  id: number,
): Promise<AccountRow | undefined> {
  const [row] = await db.query<AccountRow>(find, [companyId, id]);
  return row;
}

const findNewest = statement(
  "gateway_account_find_newest",
  `select ${columns} from gateway_accounts where company_id = $1 and gateway = $2 order by id desc limit 1`,
);

/** The account that new payments use. */
export async function findNewestAccount(
  db: Queryable,
  companyId: number,
  gateway: GatewayName,
): Promise<AccountRow | undefined> {
  const [row] = await db.query<AccountRow>(findNewest, [companyId, gateway]);
  return row;
}

const store = statement(
  "gateway_account_store",
  `insert into gateway_accounts (company_id, gateway, base_url, credentials, created_at)
   values ($1, $2, $4, $5, $3) on conflict do nothing returning id`,
);

/** Returns undefined if the only allowed account exists already. */
export async function storeAccount(
  db: Queryable,
  companyId: number,
  now: Date,
  account: Omit<AccountRow, "id" | "created_at">,
): Promise<number | undefined> {
  const values = [companyId, account.gateway, now, account.base_url, account.credentials];
  const [row] = await db.query<Pick<Tables["gateway_accounts"], "id">>(store, values);
  return row?.id;
}

const ofGateway = statement(
  "gateway_account_of_gateway",
  `select ${columns} from gateway_accounts
   where company_id = $1 and gateway = $2 and base_url is not distinct from $3 order by id for update`,
);

/** Locks all accounts that the company ever had with a gateway at one address. */
export function lockAccounts(
  tx: Queryable,
  companyId: number,
  gateway: GatewayName,
  baseUrl: string | null,
): Promise<AccountRow[]> {
  return tx.query<AccountRow>(ofGateway, [companyId, gateway, baseUrl]);
}

const replace = statement(
  "gateway_account_replace",
  "update gateway_accounts set credentials = $3 where company_id = $1 and id = $2",
);

export async function replaceCredentials(
  tx: Queryable,
  companyId: number,
  id: number,
  credentials: string,
): Promise<void> {
  await tx.query(replace, [companyId, id, credentials]);
}

export type AccountToPoll = Pick<
  Tables["gateway_accounts"],
  "company_id" | "id" | "gateway" | "disputes_polled_at"
>;

// The claim moves `next_dispute_poll_at` forward, which hides the row from other workers; if this process dies, the row is
// due again then.
const claimDisputePolls = statement(
  "gateway_account_claim_disputes",
  `with due as (
     select company_id, id from gateway_accounts where next_dispute_poll_at <= $1
     order by next_dispute_poll_at limit $3 for no key update skip locked
   )
   update gateway_accounts a set next_dispute_poll_at = $2 from due d
   where a.company_id = d.company_id and a.id = d.id
   returning a.company_id, a.id, a.gateway, a.disputes_polled_at`,
);

export function claimDueDisputePolls(
  db: Queryable,
  now: Date,
  until: Date,
  limit: number,
): Promise<AccountToPoll[]> {
  return db.query<AccountToPoll>(claimDisputePolls, [now, until, limit]);
}

const finishDisputePolls = statement(
  "gateway_account_finish_disputes",
  `update gateway_accounts set next_dispute_poll_at = $4, disputes_polled_at = coalesce($5, disputes_polled_at)
   where company_id = $1 and id = $2 and next_dispute_poll_at = $3`,
);

/** Does nothing if the claim until `until` has passed on to another worker. */
export async function finishDisputePoll(
  db: Queryable,
  { company_id, id }: Pick<AccountToPoll, "company_id" | "id">,
  until: Date,
  nextAt: Date,
  polledAt: Date | null,
): Promise<void> {
  await db.query(finishDisputePolls, [company_id, id, until, nextAt, polledAt]);
}

const baseUrls = statement(
  "gateway_base_urls",
  `select base_url, array_agg(distinct company_id order by company_id)::text[] as companies from gateway_accounts
   where base_url is not null and gateway <> 'sandbox' group by base_url order by base_url limit $1`,
);

/** Custom base URLs, and the companies that use them. */
export function findBaseUrls(db: Queryable, limit: number) {
  return db.query<{ base_url: NonNullable<Tables["gateway_accounts"]["base_url"]>; companies: string[] }>(
    baseUrls,
    [limit],
  );
}

const every = statement(
  "gateway_account_every",
  `select a.company_id, a.id, a.gateway, a.base_url, a.credentials, a.created_at, co.gateway as choice,
     a.id = max(a.id) over (partition by a.company_id, a.gateway) and co.status = 'active' as is_current
   from gateway_accounts a ${joinCompanyOf("a.company_id")} order by a.company_id, a.id limit $1`,
);

export type KnownAccount = AccountRow &
  Pick<Tables["gateway_accounts"], "company_id"> & {
    choice: GatewayChoice | null;
    /** Whether this account is used if the company chooses this gateway. */
    is_current: boolean;
  };

/** Of all companies. */
export function findEveryAccount(db: Queryable, limit: number): Promise<KnownAccount[]> {
  return db.query<KnownAccount>(every, [limit]);
}

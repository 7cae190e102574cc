import { type Queryable, statement } from "../../foundation/database.ts";
import type { GatewayName } from "./port.ts";

export type AccountRow = { gateway: GatewayName; base_url: string | null; credentials: string };

const find = statement(
  "gateway_account_find",
  "select gateway, base_url, credentials from gateway_accounts where company_id = $1 and gateway = $2",
);

export async function findAccount(
  db: Queryable,
  companyId: number,
  gateway: GatewayName,
): Promise<AccountRow | undefined> {
  const [row] = await db.query<AccountRow>(find, [companyId, gateway]);
  return row;
}

const store = statement(
  "gateway_account_store",
  `insert into gateway_accounts (company_id, gateway, base_url, credentials, created_at, updated_at)
   values ($1, $2, $4, $5, $3, $3)
   on conflict (company_id, gateway) do update set base_url = $4, credentials = $5, updated_at = $3`,
);

export async function storeAccount(
  db: Queryable,
  companyId: number,
  now: Date,
  account: AccountRow,
): Promise<void> {
  await db.query(store, [companyId, account.gateway, now, account.base_url, account.credentials]);
}

const storeFirst = statement(
  "gateway_account_store_first",
  `insert into gateway_accounts (company_id, gateway, base_url, credentials, created_at, updated_at)
   values ($1, $2, $4, $5, $3, $3) on conflict (company_id, gateway) do nothing`,
);

/** Nothing happens where there is one already. */
export async function storeFirstAccount(
  db: Queryable,
  companyId: number,
  now: Date,
  account: AccountRow,
): Promise<void> {
  await db.query(storeFirst, [companyId, account.gateway, now, account.base_url, account.credentials]);
}

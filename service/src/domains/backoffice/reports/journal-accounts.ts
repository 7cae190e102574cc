import type { Change } from "../../../context.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { patched } from "../../../platform/values/patched.ts";
import { audit } from "../../tenancy/audit/service.ts";
import type { JournalAccountsPatch } from "./journal-schema.ts";

/**
 * Which account of the company's own chart each line of the journal is for. A company that has set none gets the
 * defaults, which are only names that no chart contains by accident.
 */
export type JournalAccounts = {
  receivables: string;
  sales: string;
  tax: string;
  bank: string;
  withholding: string;
  write_offs: string;
  /** Accounts of single payment methods; the others are `bank`. */
  methods: Record<string, string>;
};

export const defaultAccounts: JournalAccounts = {
  receivables: "receivables",
  sales: "sales",
  tax: "tax",
  bank: "bank",
  withholding: "withholding",
  write_offs: "write_offs",
  methods: {},
};

const find = statement(
  "journal_accounts_find",
  "select accounts from journal_accounts where company_id = $1",
);

type Stored = Pick<Tables["journal_accounts"], "accounts"> & { accounts: Partial<JournalAccounts> | string };

export async function readAccounts(db: Queryable, companyId: number): Promise<JournalAccounts> {
  const [row] = await db.query<Stored>(find, [companyId]);
  const stored = typeof row?.accounts === "string" ? JSON.parse(row.accounts) : row?.accounts;
  return { ...defaultAccounts, ...(stored as Partial<JournalAccounts>) };
}

const lock = statement(
  "journal_accounts_lock",
  `insert into journal_accounts as j (company_id, accounts, updated_at) values ($1, '{}', $2)
   on conflict (company_id) do update set updated_at = excluded.updated_at`,
);
const store = statement(
  "journal_accounts_store",
  "update journal_accounts set accounts = $3, updated_at = $2 where company_id = $1",
);

/** `methods` is replaced as a whole; null brings back a default. */
export async function changeAccounts(change: Change, patch: JournalAccountsPatch): Promise<Json> {
  const { tx, company, now } = change;
  // Of two changes at once, the second keeps what the first has set.
  await tx.query(lock, [company.id, now]);
  const before = await readAccounts(tx, company.id);
  const accounts = patched(before, patch, defaultAccounts);
  await tx.query(store, [company.id, now, JSON.stringify(accounts)]);
  audit(change, company.id, "journal_accounts.set", `company/${company.id}`, { accounts, previous: before });
  return JSON.stringify(accounts);
}

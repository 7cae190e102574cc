import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables.ts";

export type CheckpointMailChoice = Pick<Tables["checkpoint_mails"], "recipient">;

const find = statement(
  "checkpoint_mail_find",
  "select m.recipient from checkpoint_mails m where m.company_id = $1",
);

/** Undefined for a company that has its checkpoints mailed to nobody. */
export async function findMailChoice(
  db: Queryable,
  companyId: number,
): Promise<CheckpointMailChoice | undefined> {
  const [row] = await db.query<CheckpointMailChoice>(find, [companyId]);
  return row;
}

const store = statement(
  "checkpoint_mail_store",
  `insert into checkpoint_mails (company_id, recipient, updated_at) values ($1, $2, $3)
   on conflict (company_id) do update set recipient = excluded.recipient, updated_at = excluded.updated_at`,
);

export async function storeMailChoice(
  tx: Queryable,
  companyId: number,
  recipient: string | null,
  now: Date,
): Promise<void> {
  await tx.query(store, [companyId, recipient, now]);
}

const remove = statement("checkpoint_mail_delete", "delete from checkpoint_mails where company_id = $1");

export async function deleteMailChoice(tx: Queryable, companyId: number): Promise<void> {
  await tx.query(remove, [companyId]);
}

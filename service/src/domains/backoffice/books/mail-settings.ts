import type { Change, Context } from "../../../context.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import { audit } from "../../tenancy/audit/service.ts";
import { deleteMailChoice, findMailChoice, storeMailChoice } from "./mail-queries.ts";
import type { CheckpointMails, CheckpointMailsPatch } from "./schema.ts";

/** Whether each new checkpoint is mailed, and to whom. Only owners change it, and it is off until one of them does. */
export async function readCheckpointMails(
  db: Queryable,
  { mail }: Pick<Context, "mail">,
  companyId: number,
): Promise<CheckpointMails> {
  const choice = await findMailChoice(db, companyId);
  return {
    enabled: choice !== undefined,
    email: choice?.recipient ?? null,
    mail_ready: mail.isReady(),
  };
}

export async function changeCheckpointMails(
  change: Change,
  { mail }: Pick<Context, "mail">,
  { enabled, email = null }: CheckpointMailsPatch,
): Promise<CheckpointMails> {
  const { tx, company, now } = change;
  if (enabled) {
    mail.requireReady();
    await storeMailChoice(tx, company.id, email, now);
  } else await deleteMailChoice(tx, company.id);
  audit(change, company.id, "checkpoint_mails.changed", `company/${company.id}`, {
    enabled,
    ...(enabled && { email }),
  });
  return readCheckpointMails(tx, { mail }, company.id);
}

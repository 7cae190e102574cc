import type { Context } from "../../../context.ts";
import type { Actor } from "../../../contract/access.ts";
import type { SensitiveAction } from "../../../contract/sensitive-actions.ts";
import type { Queryable, Transaction } from "../../../platform/db/database.ts";
import { isWithinLimit, type TryLimit } from "./limits.ts";
import { mails, type Recipient, type SensitiveChange } from "./mails.ts";
import { findOwners, findUserById } from "./queries.ts";

type OwnerNotice = {
  company: { id: number; name: string };
  action: SensitiveAction;
  actor: Actor;
  /** The object of the change, such as an App ID or an address. */
  about?: string | undefined;
  /** The origin of the change: an IP address, or a description. */
  address: string;
  /** The affected user, who may not be an owner. */
  alsoTo?: Recipient;
};

// A script that changes settings all day must not fill the owners' mailboxes.
const noticesPerHour: TryLimit = { tries: 60, seconds: 60 * 60 };

/** Stores the mails to all owners in the transaction of the change: both are there after a crash, or neither. */
export async function notifyOwners(
  { clock, mail, config, log }: Pick<Context, "clock" | "mail" | "config" | "log">,
  tx: Transaction,
  notice: OwnerNotice,
): Promise<void> {
  const { company, action, actor, about, address } = notice;
  if (!(await isWithinLimit({ db: tx, clock }, `notices of company ${company.id}`, noticesPerHour))) {
    log.warn({ company_id: company.id, action }, "owner notice skipped: hourly limit reached");
    return;
  }
  const [owners, who] = await Promise.all([findOwners(tx, company.id), nameOf(tx, actor)]);
  const at = clock.now();
  const change: SensitiveChange = { action, who, about, address, company: company.name, at };
  const recipients = new Map(
    [...owners, ...(notice.alsoTo ? [notice.alsoTo] : [])].map((to) => [to.email, to]),
  );
  for (const to of recipients.values()) {
    await mail.queue(tx, mails.changed(to, config.siteUrl, change), {
      companyId: company.id,
      about: `company/${company.id}`,
    });
  }
}

async function nameOf(db: Queryable, { type, id }: Actor): Promise<SensitiveChange["who"]> {
  if (type === "key") return { key: String(id) };
  if (type === "operator") return "operator";
  const user = id === null ? undefined : await findUserById(db, Number(id));
  return user ? { person: `${user.name} (${user.email})` } : "somebody";
}

import type { Context } from "../../../context.ts";
import type { Actor } from "../../../contract/access.ts";
import { ApiError } from "../../../contract/errors.ts";
import { type SensitiveAction, sensitiveActions } from "../../../contract/sensitive-actions.ts";
import { countTry, type TryLimit } from "./limits.ts";
import { mails } from "./mails.ts";
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
  alsoTo?: string;
};

// A script that changes settings all day must not fill the owners' mailboxes.
const noticesPerHour: TryLimit = { tries: 60, seconds: 60 * 60 };

/** Mails all owners about a committed change. It never fails the request, because the change is already committed. */
export async function notifyOwners(
  context: Pick<Context, "db" | "clock" | "mail" | "config" | "log">,
  notice: OwnerNotice,
): Promise<void> {
  const { company, action, actor, about, address } = notice;
  try {
    await countTry(context, `notices of company ${company.id}`, noticesPerHour);
    const [owners, who] = await Promise.all([findOwners(context.db, company.id), nameOf(context, actor)]);
    const mailFields = {
      ...sensitiveActions[action],
      who,
      about,
      address,
      company: company.name,
      at: context.clock.now(),
    };
    for (const to of new Set([...owners, ...(notice.alsoTo ? [notice.alsoTo] : [])])) {
      context.mail.send(mails.changed(to, context.config.siteUrl, mailFields));
    }
  } catch (error) {
    const isLimit = error instanceof ApiError && error.status === 429;
    const facts = { company_id: company.id, action };
    if (isLimit) context.log.warn(facts, "owner notice skipped: hourly limit reached");
    else context.log.error({ ...facts, err: error }, "owner notice failed");
  }
}

async function nameOf({ db }: Pick<Context, "db">, { type, id }: Actor): Promise<string> {
  if (type === "key") return `The API key ${id}`;
  if (type === "operator") return "The operator of this service";
  const user = id === null ? undefined : await findUserById(db, Number(id));
  return user ? `${user.name} (${user.email})` : "Somebody";
}

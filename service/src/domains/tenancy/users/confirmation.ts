import type { Context } from "../../../context.ts";
import { randomToken } from "../../../platform/security/ids.ts";
import { hashSecret } from "../../../platform/security/secrets.ts";
import { insertConfirmation } from "./confirmation-queries.ts";
import { mails } from "./mails.ts";
import type { Signup } from "./schema.ts";

/**
 * Anybody can register anybody's address. So an account that is not confirmed has no password at all: whoever opens the
 * link in the mail sets it there, and with it the account begins. Looking at the link changes nothing, because mail
 * servers look at links too. A registration for an account that waits already goes with its own link: whoever follows
 * it gets what they registered themselves.
 */
export async function sendConfirmation(
  { db, clock, mail, config }: Pick<Context, "db" | "clock" | "mail" | "config">,
  user: { id: number; email: string },
  signup?: Signup,
): Promise<void> {
  const token = randomToken(32);
  await insertConfirmation(db, user.id, hashSecret(token), clock.now(), signup);
  mail.send(mails.confirm(user.email, `${config.siteUrl}/confirm?token=${token}`));
}

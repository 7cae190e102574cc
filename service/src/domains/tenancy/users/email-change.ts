import type { Context } from "../../../context.ts";
import { ApiError, wrongState } from "../../../contract/errors.ts";
import { emailChangeLinkHours } from "../../../contract/link-lifetimes.ts";
import { inTransaction, type Queryable, statement } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { randomToken } from "../../../platform/security/ids.ts";
import { hashSecret } from "../../../platform/security/secrets.ts";
import { type Author, audit } from "../audit/service.ts";
import { mails, type Recipient } from "./mails.ts";
import { findCompaniesOf, findUserByEmail } from "./queries.ts";

/**
 * A person's own name and email address. The address is what they sign in with, so a new one takes effect when
 * somebody opens the link that was sent to it, and the old one gets a notice.
 */
type Person = { user_id: number; name: string; email: string; language: string | null };
type Origin = Pick<Author, "requestId" | "address">;

const setName = statement("user_set_name", "update users set name = $2, updated_at = $3 where id = $1");

export async function changeName(
  { db, clock }: Pick<Context, "db" | "clock">,
  person: Person,
  name: string,
  origin: Origin,
): Promise<void> {
  if (name === person.name) return;
  const now = clock.now();
  const actor = { type: "user", id: String(person.user_id) } as const;
  await inTransaction(db, async (tx) => {
    await tx.query(setName, [person.user_id, name, now]);
    for (const { company_id } of await findCompaniesOf(tx, person.user_id)) {
      const details = { from: person.name, to: name };
      audit(
        { ...origin, actor, tx, now },
        company_id,
        "user.name_changed",
        `user/${person.user_id}`,
        details,
      );
    }
  });
}

const dropLinks = statement("email_change_drop", "delete from user_email_changes where user_id = $1");
const insertLink = statement(
  "email_change_insert",
  `insert into user_email_changes (token_hash, user_id, email, created_at, expires_at)
   values ($1, $2, $3, $4, $4::timestamptz + make_interval(hours => $5))`,
);

/** The response is the same whether or not the address has an account; only the mail differs. */
export async function requestEmailChange(
  { db, clock, mail, config }: Pick<Context, "db" | "clock" | "mail" | "config">,
  person: Person,
  given: string,
): Promise<void> {
  mail.requireReady();
  const email = given.toLowerCase();
  if (email === person.email) throw wrongState("This is already your email address.");
  const known = await findUserByEmail(db, email);
  const about = `user/${person.user_id}`;
  const token = randomToken(32);
  await inTransaction(db, async (tx) => {
    if (known) return mail.queue(tx, mails.known(known, config.siteUrl), { about });
    // Only the newest link works.
    await tx.query(dropLinks, [person.user_id]);
    await tx.query(insertLink, [hashSecret(token), person.user_id, email, clock.now(), emailChangeLinkHours]);
    await mail.queue(tx, mails.changeEmail({ email, language: person.language }, config.siteUrl, token), {
      about,
    });
  });
}

const takeLink = statement(
  "email_change_take",
  "delete from user_email_changes where token_hash = $1 and expires_at > $2 returning user_id, email",
);
const setEmail = statement(
  "user_set_email",
  `update users u set email = $2, updated_at = $3 from (select email from users where id = $1 for update) before
   where u.id = $1 and not exists (select from users other where other.email = $2) returning before.email, u.language`,
);

/** The link works once. The old address gets a mail too, because its owner can no longer sign in with it. */
export async function confirmEmailChange(
  { db, clock, mail, config }: Pick<Context, "db" | "clock" | "mail" | "config">,
  token: string,
  origin: Origin,
): Promise<{ email: string }> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    const [link] = await tx.query<Pick<Tables["user_email_changes"], "user_id" | "email">>(takeLink, [
      hashSecret(token),
      now,
    ]);
    if (!link) throw noSuchLink();
    const { user_id, email } = link;
    const before = await storeEmail(tx, user_id, email, now);
    if (!before) throw noSuchLink();
    const actor = { type: "user", id: String(user_id) } as const;
    for (const { company_id } of await findCompaniesOf(tx, user_id)) {
      const details = { from: before.email, to: email };
      audit({ ...origin, actor, tx, now }, company_id, "user.email_changed", `user/${user_id}`, details);
    }
    await mail.queue(tx, mails.emailChanged(before, config.siteUrl, email), { about: `user/${user_id}` });
    return { email };
  });
}

/** Returns the address before; undefined if the new one has an account by now. */
async function storeEmail(
  tx: Queryable,
  userId: number,
  email: string,
  now: Date,
): Promise<Recipient | undefined> {
  const [row] = await tx.query<Pick<Tables["users"], "email" | "language">>(setEmail, [userId, email, now]);
  return row;
}

const noSuchLink = () =>
  new ApiError(
    422,
    "confirmation_invalid",
    "This link has expired or was already used. Sign in and request the change again.",
  );

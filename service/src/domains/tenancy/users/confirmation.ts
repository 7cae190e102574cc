import type { Context } from "../../../context.ts";
import { confirmationLinkHours } from "../../../contract/link-lifetimes.ts";
import { type Queryable, statement, type Transaction } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { randomToken } from "../../../platform/security/ids.ts";
import { hashSecret } from "../../../platform/security/secrets.ts";
import { mails, type Recipient } from "./mails.ts";
import type { Signup } from "./schema.ts";

/**
 * Anybody can sign up with anybody's address, so an unconfirmed account has no password: the recipient of the mail sets
 * it through the link, which activates the account. A GET of the link changes nothing, because mail servers fetch links
 * too. A second sign-up for an unconfirmed account is stored with its own link, so that each recipient confirms the
 * data of their own sign-up.
 */
export async function sendConfirmation(
  { clock, mail, config }: Pick<Context, "clock" | "mail" | "config">,
  tx: Transaction,
  user: { id: number } & Recipient,
  signup?: Signup,
): Promise<void> {
  const token = randomToken(32);
  await insertConfirmation(tx, user.id, hashSecret(token), clock.now(), signup);
  await mail.queue(tx, mails.confirm(user, config.siteUrl, token), { about: `user/${user.id}` });
}

// A resent mail refers to the same sign-up as the last one.
const insertLink = statement(
  "confirmation_insert",
  `insert into user_confirmations (token_hash, user_id, created_at, expires_at, signup)
   values ($1, $2, $3, $3::timestamptz + make_interval(hours => $5), coalesce($4::jsonb,
     (select signup from user_confirmations where user_id = $2 order by created_at desc limit 1)))`,
);

export async function insertConfirmation(
  db: Queryable,
  userId: number,
  tokenHash: Buffer,
  now: Date,
  signup: Signup | undefined,
): Promise<void> {
  await db.query(insertLink, [
    tokenHash,
    userId,
    now,
    signup ? JSON.stringify(signup) : null,
    confirmationLinkHours,
  ]);
}

const takeLink = statement(
  "confirmation_take",
  "delete from user_confirmations where token_hash = $1 and expires_at > $2 returning user_id, signup",
);

export type TakenConfirmation = Pick<Tables["user_confirmations"], "user_id" | "signup"> & {
  signup: Signup | null;
};

/** The link works once, because using it deletes the row. */
export async function takeConfirmation(
  tx: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<TakenConfirmation | undefined> {
  const [row] = await tx.query<TakenConfirmation>(takeLink, [tokenHash, now]);
  return row;
}

// The first statement locks the account; the rest runs in the same transaction.
const confirm = statement(
  "user_confirm",
  `update users set email_verified = true, two_factor_enabled = false, name = coalesce($2, name), updated_at = $3
   where id = $1 and not email_verified returning email`,
);
const dropSessions = statement("user_drop_sessions", "delete from user_sessions where user_id = $1");
const dropFactors = statement("user_drop_factors", "delete from user_second_factors where user_id = $1");
const dropLinks = statement("user_drop_confirmations", "delete from user_confirmations where user_id = $1");
// These rows refer to the account by id: password reset links and unfinished sign-ins.
const dropProofs = statement("user_drop_verifications", "delete from user_verifications where value = $1");
const setPassword = statement(
  "user_set_password",
  `insert into user_credentials (user_id, account_id, provider_id, password, created_at, updated_at)
   values ($1::bigint, ($1::bigint)::text, 'credential', $2, $3, $3)
   on conflict (user_id, provider_id) do update set password = excluded.password, updated_at = excluded.updated_at`,
);

/**
 * Activates an unconfirmed account whose address was proven: by the link, by an invitation, or by an operator. Earlier
 * passwords, sessions, second factors and links are removed. Returns the address, or undefined if the account is
 * already confirmed.
 */
export async function activateAccount(
  tx: Queryable,
  now: Date,
  { userId, passwordHash, name }: { userId: number; passwordHash: string; name?: string | undefined },
): Promise<string | undefined> {
  const [row] = await tx.query<Pick<Tables["users"], "email">>(confirm, [userId, name ?? null, now]);
  if (!row) return undefined;
  await tx.query(dropSessions, [userId]);
  await tx.query(dropFactors, [userId]);
  await tx.query(dropLinks, [userId]);
  await tx.query(dropProofs, [String(userId)]);
  await tx.query(setPassword, [userId, passwordHash, now]);
  return row.email;
}

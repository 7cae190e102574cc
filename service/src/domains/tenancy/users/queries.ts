import { type Queryable, statement } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { type TenantRow, tenantColumnsSql } from "../companies/service.ts";

export type SessionRow = Pick<Tables["users"], "name" | "email" | "two_factor_enabled" | "operator"> & {
  session_id: number;
  user_id: number;
  /** Was a password or a code given in this session within the last ten minutes, by the database's clock? */
  proved: boolean;
};

const findSession = statement(
  "session_find",
  `select s.id as session_id, u.id as user_id, u.name, u.email, u.two_factor_enabled, u.operator,
     s.reauthenticated_at > now() - interval '10 minutes' as proved
   from user_sessions s join users u on u.id = s.user_id where s.token = $1 and s.expires_at > $2`,
);

export async function findSessionOf(
  db: Queryable,
  token: string,
  now: Date,
): Promise<SessionRow | undefined> {
  const [row] = await db.query<SessionRow>(findSession, [token, now]);
  return row;
}

const prove = statement("session_prove", "update user_sessions set reauthenticated_at = now() where id = $1");

export async function markProved(db: Queryable, sessionId: number): Promise<void> {
  await db.query(prove, [sessionId]);
}

/** A member of a company, with everything a request needs to know about the company. */
export type MemberRow = TenantRow &
  Pick<Tables["memberships"], "user_id" | "role"> &
  Pick<Tables["companies"], "country"> & {
    /** Why it was refused or suspended. */
    reason: string | null;
    credentials_shown: boolean;
  };

// One look-up for session and membership, so that a session ended anywhere is refused from the next request on.
const memberSql = (where: string) =>
  `select m.user_id, m.role, co.status_reason as reason, co.country, ${tenantColumnsSql},
     exists (select from api_keys k where k.company_id = co.id) as credentials_shown
   from memberships m join companies co on co.id = m.company_id join subscriptions s on s.company_id = m.company_id
   where m.user_id = $1 ${where}`;

const findMember = statement("member_find", memberSql("and m.company_id = $2"));
const firstMember = statement(
  "member_first",
  memberSql("order by co.status = 'active' desc, m.created_at, m.company_id limit 1"),
);

/** The membership in the named company, or the first one, active companies before others, when none is named. */
export async function findMemberOf(
  db: Queryable,
  userId: number,
  companyId: number | undefined,
): Promise<MemberRow | undefined> {
  const [row] =
    companyId === undefined
      ? await db.query<MemberRow>(firstMember, [userId])
      : await db.query<MemberRow>(findMember, [userId, companyId]);
  return row;
}

export type UserRow = Pick<Tables["users"], "id" | "name" | "email" | "email_verified">;

const findByEmail = statement(
  "user_find_by_email",
  "select id, name, email, email_verified from users where email = $1",
);

export async function findUserByEmail(db: Queryable, email: string): Promise<UserRow | undefined> {
  const [row] = await db.query<UserRow>(findByEmail, [email.toLowerCase()]);
  return row;
}

const findById = statement(
  "user_find_by_id",
  "select id, name, email, email_verified from users where id = $1",
);

export async function findUserById(db: Queryable, id: number): Promise<UserRow | undefined> {
  const [row] = await db.query<UserRow>(findById, [id]);
  return row;
}

const insertOne = statement(
  "user_insert",
  `with person as (
     insert into users (name, email, email_verified, created_at, updated_at)
     values ($1, $2, $3, $5, $5) on conflict (email) do nothing returning id
   ), credential as (
     insert into user_credentials (user_id, account_id, provider_id, password, created_at, updated_at)
     select id, id::text, 'credential', $4, $5, $5 from person where $4::text is not null
   )
   select id from person`,
);

/** Only an account whose address is proved has a password; the database refuses any other. */
export type NewUser = { name: string; email: string; passwordHash: string | undefined };

/** Undefined when the address has an account already. */
export async function insertUser(tx: Queryable, now: Date, user: NewUser): Promise<number | undefined> {
  const { name, email, passwordHash } = user;
  const isConfirmed = passwordHash !== undefined;
  const values = [name, email.toLowerCase(), isConfirmed, passwordHash ?? null, now];
  const [row] = await tx.query<Pick<Tables["users"], "id">>(insertOne, values);
  return row?.id;
}

/** An account's password, as it is stored. */
export type Credential = Pick<Tables["user_credentials"], "user_id"> & { password: string };

const credentialSql = (where: string) =>
  `select c.user_id, c.password from user_credentials c join users u on u.id = c.user_id
   where c.provider_id = 'credential' and c.password is not null and u.email_verified and ${where}`;
const credentialOf = statement("credential_find", credentialSql("c.user_id = $1"));
const credentialByEmail = statement("credential_find_by_email", credentialSql("u.email = $1"));

export async function findCredentialOf(db: Queryable, userId: number): Promise<Credential | undefined> {
  const [row] = await db.query<Credential>(credentialOf, [userId]);
  return row;
}

export async function findCredentialByEmail(db: Queryable, email: string): Promise<Credential | undefined> {
  const [row] = await db.query<Credential>(credentialByEmail, [email.toLowerCase()]);
  return row;
}

const makeOperator = statement(
  "user_make_operator",
  "update users set operator = true, updated_at = $2 where id = $1",
);

export async function markOperator(tx: Queryable, userId: number, now: Date): Promise<void> {
  await tx.query(makeOperator, [userId, now]);
}

const dropFactor = statement(
  "user_drop_second_factor",
  `with person as (update users set two_factor_enabled = false, updated_at = $2 where id = $1),
     session as (delete from user_sessions where user_id = $1)
   delete from user_second_factors where user_id = $1 returning 1`,
);

/** Ends every session too. False where there was none. */
export async function deleteSecondFactor(tx: Queryable, userId: number, now: Date): Promise<boolean> {
  return (await tx.query(dropFactor, [userId, now])).length > 0;
}

const endedSessions = statement(
  "session_purge",
  "delete from user_sessions where expires_at <= $1 returning 1",
);
const endedLinks = statement(
  "confirmation_purge",
  "delete from user_confirmations where expires_at <= $1 returning 1",
);
const endedProofs = statement(
  "verification_purge",
  "delete from user_verifications where expires_at <= $1 returning 1",
);

export async function deleteEnded(db: Queryable, now: Date): Promise<number> {
  const deleted = await Promise.all(
    [endedSessions, endedProofs, endedLinks].map((purge) => db.query(purge, [now])),
  );
  return deleted.flat().length;
}

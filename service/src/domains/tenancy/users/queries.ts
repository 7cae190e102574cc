import type { Role } from "../../../contract/access.ts";
import type { Language } from "../../../contract/languages.ts";
import { invitationLinkDays } from "../../../contract/link-lifetimes.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { joinCompanyOf, joinTenantOf } from "../companies/fragments.ts";
import { type TenantRow, tenantColumnsSql } from "../companies/service.ts";
import { hasKeySql } from "../keys/fragments.ts";
import { ownersSql } from "./fragments.ts";

export type SessionRow = Pick<
  Tables["users"],
  "name" | "email" | "two_factor_enabled" | "operator" | "language"
> & {
  session_id: number;
  user_id: number;
  /** Whether the user gave a password or code in this session within the last ten minutes, by the database's clock. */
  proved: boolean;
};

const findSession = statement(
  "session_find",
  `select s.id as session_id, u.id as user_id, u.name, u.email, u.two_factor_enabled, u.operator, u.language,
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

const language = statement(
  "user_set_language",
  "update users set language = $2, updated_at = $3 where id = $1",
);

export async function setLanguage(db: Queryable, userId: number, chosen: Language, now: Date): Promise<void> {
  await db.query(language, [userId, chosen, now]);
}

const prove = statement("session_prove", "update user_sessions set reauthenticated_at = now() where id = $1");

export async function markProved(db: Queryable, sessionId: number): Promise<void> {
  await db.query(prove, [sessionId]);
}

/** A member with the company's data that every request needs. */
export type MemberRow = TenantRow &
  Pick<Tables["memberships"], "user_id" | "role"> &
  Pick<Tables["companies"], "country"> & {
    /** Why the company was refused or suspended. */
    reason: string | null;
    credentials_shown: boolean;
  };

// One query for session and membership, so that an ended session is rejected from the next request on.
const memberSql = (where: string) =>
  `select m.user_id, m.role, co.status_reason as reason, co.country, ${tenantColumnsSql},
     ${hasKeySql("co.id")} as credentials_shown
   from memberships m ${joinTenantOf("m.company_id")}
   where m.user_id = $1 ${where}`;

const findMember = statement("member_find", memberSql("and m.company_id = $2"));
const firstMember = statement(
  "member_first",
  memberSql("order by co.status = 'active' desc, m.created_at, m.company_id limit 1"),
);

/** The membership in the given company; without one the first, active companies before others. */
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

export type UserRow = Pick<Tables["users"], "id" | "name" | "email" | "email_verified" | "language">;

const findByEmail = statement(
  "user_find_by_email",
  "select id, name, email, email_verified, language from users where email = $1",
);

export async function findUserByEmail(db: Queryable, email: string): Promise<UserRow | undefined> {
  const [row] = await db.query<UserRow>(findByEmail, [email.toLowerCase()]);
  return row;
}

const findById = statement(
  "user_find_by_id",
  "select id, name, email, email_verified, language from users where id = $1",
);

export async function findUserById(db: Queryable, id: number): Promise<UserRow | undefined> {
  const [row] = await db.query<UserRow>(findById, [id]);
  return row;
}

const insertOne = statement(
  "user_insert",
  `with person as (
     insert into users (name, email, email_verified, language, created_at, updated_at)
     values ($1, $2, $3, $6, $5, $5) on conflict (email) do nothing returning id
   ), credential as (
     insert into user_credentials (user_id, account_id, provider_id, password, created_at, updated_at)
     select id, id::text, 'credential', $4, $5, $5 from person where $4::text is not null
   )
   select id from person`,
);

/** Only a confirmed account has a password; a database constraint enforces it. */
export type NewUser = {
  name: string;
  email: string;
  passwordHash: string | undefined;
  language?: Language | undefined;
};

/** Returns undefined if the address has an account already. */
export async function insertUser(tx: Queryable, now: Date, user: NewUser): Promise<number | undefined> {
  const { name, email, passwordHash, language } = user;
  const isConfirmed = passwordHash !== undefined;
  const values = [name, email.toLowerCase(), isConfirmed, passwordHash ?? null, now, language ?? null];
  const [row] = await tx.query<Pick<Tables["users"], "id">>(insertOne, values);
  return row?.id;
}

/** An account's password, as it is stored. */
export type Credential = Pick<Tables["user_credentials"], "user_id"> & {
  password: NonNullable<Tables["user_credentials"]["password"]>;
};

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

/** Also ends every session. Returns false if there was no second factor. */
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
const endedEmailChanges = statement(
  "email_change_purge",
  "delete from user_email_changes where expires_at <= $1 returning 1",
);
const endedProofs = statement(
  "verification_purge",
  "delete from user_verifications where expires_at <= $1 returning 1",
);

export async function deleteEnded(db: Queryable, now: Date): Promise<number> {
  const deleted = await Promise.all(
    [endedSessions, endedProofs, endedLinks, endedEmailChanges].map((purge) => db.query(purge, [now])),
  );
  return deleted.flat().length;
}

const listMembers = statement(
  "member_list",
  `select ${jsonOf(`u.id, u.name, u.email, m.role, u.two_factor_enabled as two_factor,
     ${isoSql("m.last_seen_at")} as last_seen_at`)} as json
   from memberships m join users u on u.id = m.user_id
   where m.company_id = $1 order by m.created_at, m.user_id limit 500`,
);

export async function findMembers(db: Queryable, companyId: number): Promise<Json[]> {
  return (await db.query<{ json: Json }>(listMembers, [companyId])).map(({ json }) => json);
}

const listInvitations = statement(
  "invitation_list",
  `select ${jsonOf(`i.id, i.email, i.role, ${isoSql("i.created_at")} as created_at,
     ${isoSql("i.expires_at")} as expires_at`)} as json
   from invitations i where i.company_id = $1 and i.expires_at > $2 order by i.created_at, i.id limit 500`,
);

export async function findInvitations(db: Queryable, companyId: number, now: Date): Promise<Json[]> {
  return (await db.query<{ json: Json }>(listInvitations, [companyId, now])).map(({ json }) => json);
}

export type CompanyOfUser = Pick<Tables["companies"], "name" | "status"> &
  Pick<Tables["memberships"], "company_id" | "role">;

const listCompanies = statement(
  "member_companies",
  `select co.id as company_id, co.name, co.status, m.role from memberships m ${joinCompanyOf("m.company_id")}
   where m.user_id = $1 order by m.created_at, m.company_id limit 100`,
);

export function findCompaniesOf(db: Queryable, userId: number): Promise<CompanyOfUser[]> {
  return db.query<CompanyOfUser>(listCompanies, [userId]);
}

const listOwners = statement(
  "member_owners",
  `select u.email, u.language ${ownersSql("$1")} and u.email_verified order by m.created_at, m.user_id limit 100`,
);

export function findOwners(
  db: Queryable,
  companyId: number,
): Promise<Pick<Tables["users"], "email" | "language">[]> {
  return db.query(listOwners, [companyId]);
}

const memberExistsIn = statement(
  "member_exists",
  "select from memberships where company_id = $1 and user_id = $2",
);

export async function memberExists(db: Queryable, companyId: number, userId: number): Promise<boolean> {
  return (await db.query(memberExistsIn, [companyId, userId])).length === 1;
}

const insertMemberOf = statement(
  "member_insert",
  `insert into memberships (company_id, user_id, role, created_at) values ($1, $2, $3, $4)
   on conflict (company_id, user_id) do update set role = excluded.role`,
);

export async function insertMember(
  tx: Queryable,
  companyId: number,
  now: Date,
  member: { userId: number; role: Role },
): Promise<void> {
  await tx.query(insertMemberOf, [companyId, member.userId, member.role, now]);
}

const lockMembersOf = statement(
  "member_lock",
  `select m.user_id, m.role, u.email from memberships m join users u on u.id = m.user_id
   where m.company_id = $1 order by m.user_id for update of m`,
);

export type LockedMember = Pick<Tables["memberships"], "user_id" | "role"> & Pick<Tables["users"], "email">;

/** Locks all members: a single row does not show whether an owner would remain. */
export function lockMembers(tx: Queryable, companyId: number): Promise<LockedMember[]> {
  return tx.query<LockedMember>(lockMembersOf, [companyId]);
}

const deleteMemberOf = statement(
  "member_delete",
  "delete from memberships where company_id = $1 and user_id = $2",
);

export async function deleteMember(tx: Queryable, companyId: number, userId: number): Promise<void> {
  await tx.query(deleteMemberOf, [companyId, userId]);
}

const touch = statement(
  "member_touch",
  `update memberships set last_seen_at = $3 where company_id = $1 and user_id = $2
     and (last_seen_at is null or last_seen_at < $3::timestamptz - interval '1 minute')`,
);

export async function touchMember(
  db: Queryable,
  companyId: number,
  userId: number,
  now: Date,
): Promise<void> {
  await db.query(touch, [companyId, userId, now]);
}

const storeInvitationOf = statement(
  "invitation_store",
  `insert into invitations (company_id, email, role, token_hash, invited_by, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $6::timestamptz + make_interval(days => ${invitationLinkDays}))
   on conflict (company_id, email) do update set role = excluded.role, token_hash = excluded.token_hash,
     invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at
   returning ${jsonOf(`id, email, role, ${isoSql("created_at")} as created_at,
     ${isoSql("expires_at")} as expires_at`)} as json`,
);

/** A second invitation to the same address replaces the first. */
export async function storeInvitation(
  tx: Queryable,
  companyId: number,
  now: Date,
  invitation: { email: string; role: Role; tokenHash: Buffer; invitedBy: number | null },
): Promise<Json> {
  const { email, role, tokenHash, invitedBy } = invitation;
  const values = [companyId, email, role, tokenHash, invitedBy, now];
  const [row] = await tx.query<{ json: Json }>(storeInvitationOf, values);
  return row!.json;
}

export type TakenInvitation = Pick<Tables["invitations"], "company_id" | "email" | "role">;

const takeInvitationOf = statement(
  "invitation_take",
  "delete from invitations where token_hash = $1 and expires_at > $2 returning company_id, email, role",
);

/** An invitation works once, because accepting it deletes the row. */
export async function takeInvitation(
  tx: Queryable,
  tokenHash: Buffer,
  now: Date,
): Promise<TakenInvitation | undefined> {
  const [row] = await tx.query<TakenInvitation>(takeInvitationOf, [tokenHash, now]);
  return row;
}

const invitationExistsIn = statement(
  "invitation_exists",
  "select from invitations where company_id = $1 and id = $2",
);

export async function invitationExists(db: Queryable, companyId: number, id: number): Promise<boolean> {
  return (await db.query(invitationExistsIn, [companyId, id])).length === 1;
}

const deleteInvitationOf = statement(
  "invitation_delete",
  "delete from invitations where company_id = $1 and id = $2 returning email",
);

export async function deleteInvitation(
  tx: Queryable,
  companyId: number,
  id: number,
): Promise<string | undefined> {
  const [row] = await tx.query<Pick<Tables["invitations"], "email">>(deleteInvitationOf, [companyId, id]);
  return row?.email;
}

const names = statement("user_names", "select id, name from users where id = any($1::int8[])");

/** The names of people by the ids that events and audit entries have. */
export async function findUserNames(
  db: Queryable,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)].filter((id): id is string => id !== null && /^\d{1,15}$/.test(id));
  if (wanted.length === 0) return new Map();
  const rows = await db.query<Pick<Tables["users"], "id" | "name">>(names, [wanted]);
  return new Map(rows.map(({ id, name }) => [String(id), name]));
}

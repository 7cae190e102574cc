import type { Role } from "../../../contract/access.ts";
import { type Queryable, statement } from "../../../platform/db/database.ts";
import { isoSql, type Json, jsonOf } from "../../../platform/db/sql.ts";
import type { Tables } from "../../../platform/db/tables.ts";

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
  `select co.id as company_id, co.name, co.status, m.role from memberships m join companies co on co.id = m.company_id
   where m.user_id = $1 order by m.created_at, m.company_id limit 100`,
);

export function findCompaniesOf(db: Queryable, userId: number): Promise<CompanyOfUser[]> {
  return db.query<CompanyOfUser>(listCompanies, [userId]);
}

const listOwners = statement(
  "member_owners",
  `select u.email from memberships m join users u on u.id = m.user_id
   where m.company_id = $1 and m.role = 'owner' and u.email_verified order by m.created_at, m.user_id limit 100`,
);

export async function findOwners(db: Queryable, companyId: number): Promise<string[]> {
  return (await db.query<Pick<Tables["users"], "email">>(listOwners, [companyId])).map(({ email }) => email);
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

/** Locks all of them: a single row does not show whether an owner would remain. */
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
   values ($1, $2, $3, $4, $5, $6, $6::timestamptz + interval '7 days')
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

/** Deleting it is what accepts it, so it works once. */
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

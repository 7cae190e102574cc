import type { Change, Context } from "../../../context.ts";
import type { Role } from "../../../contract/access.ts";
import type { AuditAction } from "../../../contract/audit-actions.ts";
import { ApiError, invalidField, notFound, wrongState } from "../../../contract/errors.ts";
import { inTransaction, type Queryable, type Transaction } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { randomToken } from "../../../platform/security/ids.ts";
import { hashSecret } from "../../../platform/security/secrets.ts";
import { type Author, audit } from "../audit/service.ts";
import { type Administration, getCompany } from "../companies/service.ts";
import { activateAccount } from "./confirmation.ts";
import { countTry, type TryLimit } from "./limits.ts";
import { mails } from "./mails.ts";
import {
  deleteInvitation,
  deleteMember,
  deleteSecondFactor,
  findCompaniesOf,
  findInvitations,
  findMembers,
  findUserByEmail,
  insertMember,
  insertUser,
  lockMembers,
  markOperator,
  memberExists,
  storeInvitation,
  takeInvitation,
} from "./queries.ts";
import type { Acceptance } from "./schema.ts";

const invitationsPerDay: TryLimit = { tries: 100, seconds: 24 * 60 * 60 };

export async function listPeople(
  db: Queryable,
  companyId: number,
  now: Date,
): Promise<{ users: Json; invitations: Json }> {
  const [users, invitations] = await Promise.all([
    findMembers(db, companyId),
    findInvitations(db, companyId, now),
  ]);
  return { users: `[${users.join()}]`, invitations: `[${invitations.join()}]` };
}

/** Following the link in the mail proves the address; until then nobody has joined. */
export async function invite(
  { db, clock, config, mail }: Pick<Context, "db" | "clock" | "config" | "mail">,
  inviter: Omit<Change, "tx" | "now">,
  { email, role }: { email: string; role: Role },
  /** Stores the mail to the owners with the invitation. */
  tell: (tx: Transaction) => Promise<void>,
): Promise<Json> {
  mail.requireReady();
  // A company that was not approved yet must not send mail to arbitrary addresses in our name, and others only a limited number.
  if (inviter.company.status !== "active") {
    throw wrongState(`Your company is ${inviter.company.status}. You can invite people once it is approved.`);
  }
  await countTry({ db, clock }, `invite company ${inviter.company.id}`, invitationsPerDay);
  const address = email.toLowerCase();
  const token = randomToken(32);
  return inTransaction(db, async (tx) => {
    const { company } = inviter;
    const json = await storeNewInvitation({ ...inviter, tx, now: clock.now() }, address, role, token);
    const invited = (await findUserByEmail(tx, address)) ?? { email: address, language: null };
    const to = { email: address, language: invited.language ?? company.language };
    const about = `invitation/${address}`;
    await mail.queue(tx, mails.invitation(to, config.siteUrl, company.name, role, token), {
      companyId: company.id,
      about,
    });
    await tell(tx);
    return json;
  });
}

async function storeNewInvitation(change: Change, address: string, role: Role, token: string): Promise<Json> {
  const { tx, company, now, actor } = change;
  const members = await lockMembers(tx, company.id);
  if (members.some((member) => member.email === address)) {
    throw invalidField("email", "belongs to a member of this company; change their role instead");
  }
  const invitedBy = actor.type === "user" ? Number(actor.id) : null;
  const invitation = { email: address, role, tokenHash: hashSecret(token), invitedBy };
  const json = await storeInvitation(tx, company.id, now, invitation);
  audit(change, company.id, "user.invited", `invitation/${address}`, { role });
  return json;
}

export async function withdrawInvitation(change: Change, id: number): Promise<void> {
  const email = await deleteInvitation(change.tx, change.company.id, id);
  if (email === undefined) throw notFound("The invitation");
  audit(change, change.company.id, "user.invitation_withdrawn", `invitation/${email}`);
}

/**
 * Somebody with a confirmed account keeps its name and password; anybody else creates one here, and the invitation has
 * proved the address. An account that was never confirmed may have been made by anybody, so it begins here too.
 */
export async function acceptInvitation(
  administration: Administration,
  { token, name }: Acceptance,
  passwordHash: string | undefined,
): Promise<{ email: string; isNew: boolean }> {
  const { tx, now } = administration;
  const taken = await takeInvitation(tx, hashSecret(token), now);
  if (!taken) {
    throw new ApiError(
      422,
      "invitation_invalid",
      "This invitation was used, withdrawn or is too old. Sign in if you have already accepted it, or ask for a new invitation.",
    );
  }
  const { company_id, email, role } = taken;
  const found = await findUserByEmail(tx, email);
  const known = found?.email_verified ? found : undefined;
  if (!known && (name === undefined || passwordHash === undefined)) {
    throw invalidField(name === undefined ? "name" : "password", "is required to create your account");
  }
  const userId =
    known?.id ?? (await createAccount(tx, now, { name: name!, email, passwordHash: passwordHash! }));
  if (userId === undefined) throw wrongState("This invitation is being accepted right now. Try again.");
  await insertMember(tx, company_id, now, { userId, role });
  const actor = { type: "user", id: String(userId) } as const;
  audit({ ...administration, actor }, company_id, "user.joined", `user/${userId}`, { email, role });
  return { email, isNew: !known };
}

type NewAccount = { email: string; name: string; passwordHash: string };

/** Created by an operator, who vouches for the address. A confirmed account stays as it is. */
async function findOrCreate(
  { tx, now }: Administration,
  account: NewAccount,
): Promise<{ id: number; isNew: boolean }> {
  const id = await createAccount(tx, now, account);
  return id === undefined
    ? { id: (await findUserByEmail(tx, account.email))!.id, isNew: false }
    : { id, isNew: true };
}

/** For somebody whose address is proved. Undefined when the address has a confirmed account already. */
async function createAccount(tx: Queryable, now: Date, account: NewAccount): Promise<number | undefined> {
  const id = await insertUser(tx, now, account);
  if (id !== undefined) return id;
  const { id: userId } = (await findUserByEmail(tx, account.email))!;
  const { name, passwordHash } = account;
  return (await activateAccount(tx, now, { userId, name, passwordHash })) === undefined ? undefined : userId;
}

export async function createMember(
  administration: Administration,
  companyId: number,
  role: Role,
  account: NewAccount,
): Promise<{ id: number; isNew: boolean; wasMember: boolean }> {
  const { tx, now } = administration;
  await getCompany(tx, companyId);
  const created = await findOrCreate(administration, account);
  const wasMember = await memberExists(tx, companyId, created.id);
  await insertMember(tx, companyId, now, { userId: created.id, role });
  audit(administration, companyId, "user.joined", `user/${created.id}`, { email: account.email, role });
  return { ...created, wasMember };
}

export async function createOperator(
  administration: Administration,
  account: NewAccount,
): Promise<{ id: number; isNew: boolean }> {
  const created = await findOrCreate(administration, account);
  await markOperator(administration.tx, created.id, administration.now);
  return created;
}

/** Returns whose it was. */
export async function setRole(change: Change, userId: number, role: Role): Promise<string> {
  const { tx, company, now } = change;
  const before = await lockMember(change, userId, role);
  await insertMember(tx, company.id, now, { userId, role });
  audit(change, company.id, "user.role_set", `user/${userId}`, {
    email: before.email,
    from: before.role,
    to: role,
  });
  return before.email;
}

export async function removeMember(change: Change, userId: number): Promise<string> {
  const { email, role } = await lockMember(change, userId, undefined);
  await deleteMember(change.tx, change.company.id, userId);
  audit(change, change.company.id, "user.removed", `user/${userId}`, { email, role });
  return email;
}

/** A company must keep at least one owner: without one, nobody could appoint another. */
async function lockMember({ tx, company }: Change, userId: number, next: Role | undefined) {
  const members = await lockMembers(tx, company.id);
  const member = members.find(({ user_id }) => user_id === userId);
  if (!member) throw notFound("The user");
  const owners = members.filter(({ role }) => role === "owner");
  if (member.role === "owner" && next !== "owner" && owners.length === 1) {
    throw wrongState("This is the company's only owner. Make another user an owner first.", "last_owner");
  }
  return member;
}

/** A change to a person's own account is recorded for every company that they belong to. */
export async function auditPerson(
  { clock }: Pick<Context, "clock">,
  tx: Transaction,
  userId: number,
  action: AuditAction,
  author: Pick<Author, "requestId" | "address"> = {},
): Promise<void> {
  const actor = { type: "user", id: String(userId) } as const;
  for (const { company_id } of await findCompaniesOf(tx, userId)) {
    audit({ ...author, actor, tx, now: clock.now() }, company_id, action, `user/${userId}`);
  }
}

/**
 * For a user who lost their device and codes, or whose second factor can no longer be decrypted. All their sessions
 * end.
 */
export async function removeSecondFactor(
  administration: Administration,
  email: string,
): Promise<{ id: number; hadOne: boolean; companies: number[]; language: string | null }> {
  const { tx, now } = administration;
  const person = await findUserByEmail(tx, email);
  if (!person) throw notFound(`An account for ${email}`);
  const hadOne = await deleteSecondFactor(tx, person.id, now);
  const companies = hadOne ? (await findCompaniesOf(tx, person.id)).map(({ company_id }) => company_id) : [];
  for (const companyId of companies) {
    audit(administration, companyId, "user.second_factor_removed", `user/${person.id}`);
  }
  return { id: person.id, hadOne, companies, language: person.language };
}

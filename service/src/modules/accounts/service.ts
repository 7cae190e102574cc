import { roles, type UserPrincipal } from "../../access.ts";
import type { Config } from "../../config.ts";
import type { Context } from "../../context.ts";
import type { Queryable } from "../../foundation/database.ts";
import type { EncryptionKeys } from "../../foundation/secrets.ts";
import { tenantOf } from "../companies/service.ts";
import type { Auth } from "./auth.ts";
import { versionOf } from "./cookies.ts";
import { countSecondFactors, deleteEnded, type MemberRow } from "./queries.ts";

/**
 * People sign in on the site. Who somebody is stands in `users`, what they are in a company in `memberships`; a session
 * is looked up with every request, so that one that has ended is refused on every node at once.
 */
export type { Auth } from "./auth.ts";
export { addressHeader, authPath, cookieName, siteSecretOf } from "./cookies.ts";
export { countTry, forgetTries, type Limit, purgeTries } from "./limits.ts";
export { mails } from "./mails.ts";
export { findCompaniesOf, insertMember, touchMember } from "./member-queries.ts";
export { acceptInvitation, auditPerson, createMember, createOperator } from "./members.ts";
export { hashPassword } from "./passwords.ts";
export {
  findMemberOf,
  findSessionOf,
  findUserByEmail,
  insertUser,
  type MemberRow,
  type SessionRow,
} from "./queries.ts";

/** What is over is of no use to anybody. */
export async function purgeSessions({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  return deleteEnded(db, clock.now());
}

/** How many people's second factor no key that we have can open, and which of our keys open some. */
export async function examineSecondFactors(
  db: Queryable,
  keys: EncryptionKeys,
): Promise<{ lost: number; keyIds: string[] }> {
  const rows = await countSecondFactors(db);
  const ids = new Map(keys.map(({ id }) => [String(versionOf(id)), id]));
  const lost = rows.filter(({ version }) => !ids.has(version)).reduce((sum, { count }) => sum + count, 0);
  return { lost, keyIds: rows.flatMap(({ version }) => ids.get(version) ?? []) };
}

/** Its code is several megabytes: it is loaded when somebody first signs in or registers, not when the service starts. */
export function openAuth(context: Context): () => Promise<Auth> {
  let opened: Promise<Auth> | undefined;
  return () => {
    opened ??= import("./auth.ts").then(({ createAuth }) => createAuth(context));
    return opened;
  };
}

export const principalOf = (config: Config, row: MemberRow): UserPrincipal => ({
  kind: "user",
  userId: row.user_id,
  role: row.role,
  scopes: new Set(roles[row.role]),
  ...tenantOf(config, row),
});

import type { Config } from "../../../config/config.ts";
import type { Context } from "../../../context.ts";
import { roles, type UserPrincipal } from "../../../contract/access.ts";
import { tenantOf } from "../companies/service.ts";
import type { Auth } from "./auth.ts";
import { deleteEnded, type MemberRow } from "./queries.ts";

/**
 * Users sign in on the site. Their identity is in `users`, their role in a company in `memberships`; the session is
 * read on every request, so that an ended session is rejected on every node at once.
 */
export type { Auth } from "./auth.ts";
export { activateAccount, sendConfirmation, takeConfirmation } from "./confirmation.ts";
export { addressHeader, authPath, cookieName, cookiePrefix, siteSecretOf } from "./cookies.ts";
export { changeName, confirmEmailChange, requestEmailChange } from "./email-change.ts";
export { type Letter, type LetterLook, letterGround, writeMail } from "./letter.ts";
export { countTry, purgeTries, resetTries, type TryLimit } from "./limits.ts";
export { mailsStored } from "./mail-failures.ts";
export { mails, type Recipient } from "./mails.ts";
export {
  acceptInvitation,
  auditPerson,
  createMember,
  createOperator,
  removeSecondFactor,
} from "./members.ts";
export { notifyOwners } from "./notices.ts";
export { hashPassword, passwordMatches } from "./passwords.ts";
export {
  type Credential,
  findCompaniesOf,
  findCredentialByEmail,
  findCredentialOf,
  findMemberOf,
  findOwners,
  findSessionOf,
  findUserByEmail,
  findUserById,
  findUserNames,
  insertMember,
  insertUser,
  type MemberRow,
  markProved,
  type SessionRow,
  setLanguage,
  touchMember,
} from "./queries.ts";

export async function purgeSessions({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  return deleteEnded(db, clock.now());
}

/** The library has several megabytes of code, so it is loaded at the first sign-in or sign-up. */
export function openAuth(context: Context): () => Promise<Auth> {
  let opened: Promise<Auth> | undefined;
  return () => {
    opened ??= import("./auth.ts").then(({ createAuth }) => createAuth(context));
    return opened;
  };
}

export const principalOf = (config: Config, row: MemberRow, proved: boolean): UserPrincipal => ({
  kind: "user",
  userId: row.user_id,
  proved,
  role: row.role,
  scopes: new Set(roles[row.role]),
  ...tenantOf(config, row),
});

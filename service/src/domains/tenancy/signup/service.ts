import type { Change, Context } from "../../../context.ts";
import type { UserPrincipal } from "../../../contract/access.ts";
import { ApiError, forbidden, wrongState } from "../../../contract/errors.ts";
import { inTransaction, type Queryable } from "../../../platform/db/database.ts";
import { hashSecret } from "../../../platform/security/secrets.ts";
import { audit } from "../audit/service.ts";
import {
  type Administration,
  createCompany,
  type ProvisionEndpoint,
  setProfile,
} from "../companies/service.ts";
import { createKey } from "../keys/service.ts";
import type { Confirmation, Signup } from "../users/schema.ts";
import {
  activateAccount,
  findCompaniesOf,
  findUserByEmail,
  hashPassword,
  insertMember,
  insertUser,
  mails,
  sendConfirmation,
  takeConfirmation,
} from "../users/service.ts";
import { hasKey, lockForCredentials, readProgress } from "./queries.ts";

/**
 * How a company signs up: its first user confirms the e-mail address; an operator approves the company; then an owner
 * is shown the first credentials, once. The checklist shows the remaining steps.
 */
type SignedUpUser = { id: number; email: string; outcome: "made" | "unconfirmed" | "known" };

/** Returns the same whether or not the address is known; only the mail differs. */
export async function signUp(
  context: Pick<Context, "db" | "clock" | "mail" | "config">,
  author: Omit<Administration, "tx" | "now">,
  input: Signup,
): Promise<void> {
  context.mail.requireReady();
  const user = await inTransaction(context.db, (tx) =>
    store({ ...author, tx, now: context.clock.now() }, input),
  );
  if (user.outcome === "known") context.mail.send(mails.known(user.email, context.config.siteUrl));
  else await sendConfirmation(context, user, user.outcome === "unconfirmed" ? input : undefined);
}

/** Consumes the link, confirms the address and sets the password, or changes nothing. */
export async function confirmSignup(
  { db, clock }: Pick<Context, "db" | "clock">,
  author: Omit<Administration, "tx" | "now">,
  { token, password }: Confirmation,
): Promise<{ email: string }> {
  const passwordHash = await hashPassword(password);
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    const taken = await takeConfirmation(tx, hashSecret(token), now);
    if (!taken) throw noSuchLink();
    const { user_id: userId, signup } = taken;
    const email = await activateAccount(tx, now, { userId, passwordHash, name: signup?.user.name });
    if (email === undefined) throw noSuchLink();
    const made = { ...author, tx, now, actor: { type: "user", id: String(userId) } as const };
    for (const { company_id, status } of await findCompaniesOf(tx, userId)) {
      audit(made, company_id, "user.confirmed", `user/${userId}`, { email });
      if (!signup || status !== "pending") continue;
      const { name, country, tax_id = null } = signup.company;
      await setProfile(made, company_id, { name, country, tax_id });
    }
    return { email };
  });
}

const noSuchLink = () =>
  new ApiError(
    422,
    "confirmation_invalid",
    "This link was used or is too old. Sign in if you have set a password by it; otherwise have a new mail sent.",
  );

async function store(administration: Administration, { company, user }: Signup): Promise<SignedUpUser> {
  const { tx, now } = administration;
  const name = user.name;
  const email = user.email.toLowerCase();
  const userId = await insertUser(tx, now, { name, email, passwordHash: undefined });
  if (userId === undefined) {
    const { id, email_verified } = (await findUserByEmail(tx, email))!;
    return { id, email, outcome: email_verified ? "known" : "unconfirmed" };
  }
  const made = { ...administration, actor: { type: "user", id: String(userId) } as const };
  const companyId = await createCompany(made, { name: company.name, email });
  const { country, tax_id } = company;
  await setProfile(made, companyId, { country, ...(typeof tax_id === "string" && { tax_id }) });
  await insertMember(tx, companyId, now, { userId, role: "owner" });
  return { id: userId, email, outcome: "made" };
}

export type Credentials = { app_id: string; secret: string; webhook_secret: string };

/** The credentials are created when they are shown, so that no secret is stored in plain text. */
export async function showCredentials(
  change: Change,
  { config, encryptionKeys }: Pick<Context, "config" | "encryptionKeys">,
  { role }: Pick<UserPrincipal, "role">,
  provisionEndpoint: ProvisionEndpoint,
): Promise<Credentials> {
  const { tx, company } = change;
  if (role !== "owner") {
    throw forbidden(
      "owner_only",
      "The first credentials are shown to an owner of the company. Ask one of them.",
    );
  }
  await lockForCredentials(tx, company.id);
  if (await hasKey(tx, company.id)) {
    throw wrongState(
      "The first credentials were shown already, and nobody can see a secret twice. Rotate the key for a new one.",
      "credentials_shown",
    );
  }
  // The first key has no scopes: the company enables those it needs.
  const key = await createKey(change, company.id, [], config.environment);
  const { secret: webhook_secret } = await provisionEndpoint(change, company.id, encryptionKeys);
  return { ...key, webhook_secret };
}

export type OnboardingStep = { name: string; done: boolean };

/** In the recommended order. */
export async function checklist(
  db: Queryable,
  companyId: number,
  environment: string,
): Promise<OnboardingStep[]> {
  const progress = await readProgress(db, companyId, environment);
  const names = ["credentials", "ping", "scopes", "webhook", "einvoicing", "gateway"] as const;
  return names.map((name) => ({ name, done: progress[name] }));
}

import type { Change, Context } from "../../../context.ts";
import type { Scope, UserPrincipal } from "../../../contract/access.ts";
import { ApiError, forbidden, wrongState } from "../../../contract/errors.ts";
import type { Language } from "../../../contract/languages.ts";
import { inTransaction, type Queryable } from "../../../platform/db/database.ts";
import { hashSecret } from "../../../platform/security/secrets.ts";
import { defaultsOf } from "../../../platform/values/country-defaults.ts";
import { audit } from "../audit/service.ts";
import {
  type Administration,
  createCompany,
  lockCompanyRow,
  type ProvisionEndpoint,
  setProfile,
} from "../companies/service.ts";
import { createKey, hasAnyKey, requireGrantable } from "../keys/service.ts";
import type { Confirmation, Signup } from "../users/schema.ts";
import {
  activateAccount,
  findCompaniesOf,
  findUserByEmail,
  hashPassword,
  insertMember,
  insertUser,
  mails,
  type Recipient,
  sendConfirmation,
  takeConfirmation,
} from "../users/service.ts";
import { readProgress } from "./queries.ts";

/**
 * How a company signs up: its first user confirms the email address; an operator approves the company; then an owner
 * is shown the first credentials, once. The checklist shows the remaining steps.
 */
type SignedUpUser = Recipient & { id: number; outcome: "made" | "unconfirmed" | "known" };

/** Returns the same whether or not the address is known; only the mail differs. */
export async function signUp(
  context: Pick<Context, "db" | "clock" | "mail" | "config">,
  author: Omit<Administration, "tx" | "now">,
  input: Signup,
  language: Language,
): Promise<void> {
  context.mail.requireReady();
  await inTransaction(context.db, async (tx) => {
    const user = await store({ ...author, tx, now: context.clock.now() }, input, language);
    if (user.outcome === "known")
      await context.mail.queue(tx, mails.known(user, context.config.siteUrl), { about: `user/${user.id}` });
    else await sendConfirmation(context, tx, user, user.outcome === "unconfirmed" ? input : undefined);
  });
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
      await setProfile(made, company_id, { name, tax_id, ...profileIn(country) });
    }
    return { email };
  });
}

const noSuchLink = () =>
  new ApiError(
    422,
    "confirmation_invalid",
    "This link has been used or has expired. Sign in if you have already set a password with it. Otherwise request a new email.",
  );

async function store(
  administration: Administration,
  { company, user }: Signup,
  language: Language,
): Promise<SignedUpUser> {
  const { tx, now } = administration;
  const name = user.name;
  const email = user.email.toLowerCase();
  const userId = await insertUser(tx, now, { name, email, passwordHash: undefined, language });
  if (userId === undefined) {
    const { id, email_verified, language: known } = (await findUserByEmail(tx, email))!;
    return { id, email, language: known ?? language, outcome: email_verified ? "known" : "unconfirmed" };
  }
  const made = { ...administration, actor: { type: "user", id: String(userId) } as const };
  const companyId = await createCompany(made, { name: company.name, email });
  const { country, tax_id } = company;
  await setProfile(made, companyId, {
    ...profileIn(country),
    language,
    ...(typeof tax_id === "string" && { tax_id }),
  });
  await insertMember(tx, companyId, now, { userId, role: "owner" });
  return { id: userId, email, language, outcome: "made" };
}

/** A new company starts with the currency and time zone of its country. */
function profileIn(country: string) {
  const found = defaultsOf(country);
  return { country, ...(found && { currency: found.currency, time_zone: found.timeZone }) };
}

export type Credentials = { app_id: string; secret: string; webhook_secret: string };

/** The credentials are created when they are shown, so that no secret is stored in plain text. */
export async function showCredentials(
  change: Change,
  { config, encryptionKeys }: Pick<Context, "config" | "encryptionKeys">,
  owner: UserPrincipal,
  { name = null, scopes = [] }: { name?: string | null; scopes?: readonly Scope[] },
  provisionEndpoint: ProvisionEndpoint,
): Promise<Credentials> {
  const { tx, company } = change;
  if (owner.role !== "owner") {
    throw forbidden(
      "owner_only",
      "Only an owner of the company can create the first API key. Ask one of them.",
    );
  }
  // If two owners ask at the same time, only one of them is shown the credentials.
  await lockCompanyRow(tx, company.id);
  if (await hasAnyKey(tx, company.id)) {
    throw wrongState(
      "The first API key was already created, and a secret is shown only once. Create another key, or rotate this one.",
      "credentials_shown",
    );
  }
  requireGrantable(owner, scopes);
  const key = await createKey(change, company.id, scopes, config.environment, name);
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

import type { UserPrincipal } from "../../access.ts";
import type { Change, Context } from "../../context.ts";
import { inTransaction, type Queryable } from "../../foundation/database.ts";
import { forbidden, wrongState } from "../../foundation/errors.ts";
import type { Registration } from "../accounts/schema.ts";
import { findUserByEmail, hashPassword, insertMember, insertUser, mails } from "../accounts/service.ts";
import { type Administration, createCompany, setProfile } from "../companies/service.ts";
import { provisionEndpoint } from "../endpoints/service.ts";
import { createKey } from "../keys/service.ts";
import { hasKey, lockForCredentials, readProgress } from "./queries.ts";

/**
 * How a company joins: it registers with its first user, who confirms the address; an operator approves it; then its
 * owner is shown the first credentials, once. The checklist shows what is left to do.
 */
export type Registered = "new" | "unconfirmed" | "known";

/** Takes the same time whether or not the address is known. */
export async function register(
  context: Pick<Context, "db" | "clock" | "mail" | "config">,
  author: Omit<Administration, "tx" | "now">,
  input: Registration,
): Promise<Registered> {
  context.mail.requireReady();
  const passwordHash = await hashPassword(input.user.password);
  const outcome = await inTransaction(context.db, (tx) =>
    store({ ...author, tx, now: context.clock.now() }, input, passwordHash),
  );
  if (outcome === "known") context.mail.post(mails.known(input.user.email, context.config.siteUrl));
  return outcome;
}

async function store(
  administration: Administration,
  { company, user }: Registration,
  passwordHash: string,
): Promise<Registered> {
  const { tx, now } = administration;
  const { name, email } = user;
  const userId = await insertUser(tx, now, { name, email, confirmed: false, operator: false, passwordHash });
  if (userId === undefined) {
    const known = await findUserByEmail(tx, email);
    return known?.email_verified === false ? "unconfirmed" : "known";
  }
  const made = { ...administration, actor: { type: "user", id: String(userId) } as const };
  const companyId = await createCompany(made, { name: company.name, email });
  const { country, tax_id } = company;
  await setProfile(made, companyId, { country, ...(typeof tax_id === "string" && { tax_id }) });
  await insertMember(tx, companyId, now, { userId, role: "owner" });
  return "new";
}

export type Credentials = { app_id: string; secret: string; webhook_secret: string };

/** Created when they are shown: no secret is stored in the clear meanwhile. */
export async function showCredentials(
  change: Change,
  { config, encryptionKeys }: Pick<Context, "config" | "encryptionKeys">,
  { role }: Pick<UserPrincipal, "role">,
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
  // The first key holds no scopes: the company enables those it needs.
  const key = await createKey(change, company.id, [], config.environment);
  const { secret: webhook_secret } = await provisionEndpoint(change, company.id, encryptionKeys);
  return { ...key, webhook_secret };
}

export type Step = { name: string; done: boolean };

/** In the order in which they are best taken. */
export async function checklist(db: Queryable, companyId: number, environment: string): Promise<Step[]> {
  const progress = await readProgress(db, companyId, environment);
  const names = ["credentials", "ping", "scopes", "webhook", "einvoicing", "gateway"] as const;
  return names.map((name) => ({ name, done: progress[name] }));
}

import { betterAuth } from "better-auth";
import { twoFactor } from "better-auth/plugins/two-factor";
import type { Context } from "../../../context.ts";
import { resetLinkHours } from "../../../contract/link-lifetimes.ts";
import { inTransaction, type Transaction } from "../../../platform/db/database.ts";
import { sendConfirmation } from "./confirmation.ts";
import {
  addressHeader,
  authPath,
  cookieName,
  cookiePrefix,
  derivedSecret,
  sessionSeconds,
  versionOf,
} from "./cookies.ts";
import { keepFailure } from "./mail-failures.ts";
import { mails, type Recipient } from "./mails.ts";
import { auditPerson } from "./members.ts";
import { hashPassword, passwordLength, passwordMatches } from "./passwords.ts";

export type Auth = ReturnType<typeof createAuth>;

/** Configures better-auth with our tables and our rules for passwords, mails and cookies. */
export function createAuth(context: Context) {
  const { config, db, mail, log } = context;
  const { siteUrl } = config;
  const production = config.environment === "production";
  const confirm = (user: { id: string; email: string }) =>
    storing((tx) => sendConfirmation(context, tx, { id: Number(user.id), ...recipientOf(user) }));
  const storing = (work: (tx: Transaction) => Promise<unknown>) =>
    keepFailure(inTransaction(db, async (tx) => void (await work(tx))));
  return betterAuth({
    appName: "Billfold",
    baseURL: new URL(config.siteUrl).origin,
    basePath: authPath,
    database: db.pool,
    secrets: context.encryptionKeys.map(({ id, key }) => ({
      version: versionOf(id),
      value: derivedSecret(key),
    })),
    telemetry: { enabled: false },
    // Our own limit also counts per account, and uses our clock.
    rateLimit: { enabled: false },
    logger: {
      log: (level, message) => log[level === "debug" ? "trace" : level]({ from: "accounts" }, message),
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: passwordLength.minLength,
      maxPasswordLength: passwordLength.maxLength,
      password: {
        hash: hashPassword,
        verify: ({ hash, password }) => passwordMatches(password, hash),
      },
      resetPasswordTokenExpiresIn: resetLinkHours * 60 * 60,
      revokeSessionsOnPasswordReset: true,
      // An unconfirmed account has no password to reset: its first one is set through the confirmation link.
      sendResetPassword: ({ user, token }) =>
        user.emailVerified
          ? storing((tx) => mail.queue(tx, mails.reset(recipientOf(user), siteUrl, token), aboutUser(user)))
          : confirm(user),
      onPasswordReset: ({ user }) =>
        storing(async (tx) => {
          await auditPerson(context, tx, Number(user.id), "user.password_reset");
          await mail.queue(tx, mails.passwordSet(recipientOf(user), siteUrl), aboutUser(user));
        }),
    },
    // The library's own link would confirm the address on a mere GET; ours requires a password.
    emailVerification: { sendVerificationEmail: ({ user }) => confirm(user) },
    plugins: [
      twoFactor({
        issuer: "Billfold",
        schema: {
          user: { fields: { twoFactorEnabled: "two_factor_enabled" } },
          twoFactor: {
            modelName: "user_second_factors",
            fields: {
              userId: "user_id",
              backupCodes: "backup_codes",
              failedVerificationCount: "failed_verification_count",
              lockedUntil: "locked_until",
            },
          },
        },
      }),
    ],
    ...tables,
    session: { ...tables.session, expiresIn: sessionSeconds, disableSessionRefresh: true, freshAge: 0 },
    advanced: {
      database: { generateId: "serial" },
      cookiePrefix: cookiePrefix(production),
      useSecureCookies: false,
      defaultCookieAttributes: { secure: production, httpOnly: true, sameSite: "lax", path: "/" },
      cookies: { session_token: { name: cookieName(production) } },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
  });
}

const aboutUser = ({ id }: { id: string }) => ({ about: `user/${id}` });

/** The library's user has the columns that we added, which its types do not say. */
function recipientOf(user: { email: string; language?: unknown }): Recipient {
  return { email: user.email, language: typeof user.language === "string" ? user.language : null };
}

const moments = { createdAt: "created_at", updatedAt: "updated_at" } as const;

/** The library's tables and columns, mapped to ours. */
const tables = {
  user: {
    modelName: "users",
    fields: { emailVerified: "email_verified", ...moments },
    additionalFields: { language: { type: "string", required: false, input: false } },
  },
  session: {
    modelName: "user_sessions",
    fields: {
      userId: "user_id",
      expiresAt: "expires_at",
      ipAddress: "ip_address",
      userAgent: "user_agent",
      ...moments,
    },
  },
  account: {
    modelName: "user_credentials",
    fields: {
      userId: "user_id",
      accountId: "account_id",
      providerId: "provider_id",
      accessToken: "access_token",
      refreshToken: "refresh_token",
      idToken: "id_token",
      accessTokenExpiresAt: "access_token_expires_at",
      refreshTokenExpiresAt: "refresh_token_expires_at",
      ...moments,
    },
  },
  // A link that sets a password is as sensitive as a password, so the table stores only its hash.
  verification: {
    modelName: "user_verifications",
    storeIdentifier: "hashed",
    fields: { expiresAt: "expires_at", ...moments },
  },
} as const;

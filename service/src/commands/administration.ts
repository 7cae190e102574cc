import type { Config } from "../config/config.ts";
import type { Context } from "../context.ts";
import type { SensitiveAction } from "../contract/sensitive-actions.ts";
import { CompanyCreate, ProfilePatch } from "../domains/tenancy/companies/schema.ts";
import {
  type Administration,
  approveCompany,
  createCompany,
  findCompanyOf,
  getCompany,
  setProfile,
  suspendCompany,
} from "../domains/tenancy/companies/service.ts";
import { widens } from "../domains/tenancy/keys/limits.ts";
import { findKeyFacts } from "../domains/tenancy/keys/queries.ts";
import { KeyNaming } from "../domains/tenancy/keys/schema.ts";
import {
  createKey,
  graceSecondsDefault,
  graceSecondsMax,
  revokeKey,
  rotateKey,
  setKeyLimits,
  setKeyScopes,
} from "../domains/tenancy/keys/service.ts";
import { setPlan } from "../domains/tenancy/plans/service.ts";
import { notifyOwners, type Recipient } from "../domains/tenancy/users/service.ts";
import { provisionEndpoint } from "../domains/webhooks/endpoints/service.ts";
import { inTransaction, type Transaction } from "../platform/db/database.ts";
import { readLedger } from "../platform/db/migrations/migration-state.ts";
import { openForCommand } from "./command-runtime.ts";
import {
  checked,
  company,
  featureList,
  limit,
  type Options,
  operand,
  print,
  readQuotas,
  required,
  scopeList,
  UsageError,
  wholeNumber,
  yesOrNo,
} from "./options.ts";

type Result = Record<string, unknown>;

type Notice = { companyId: number; action: SensitiveAction; about?: string; alsoTo?: Recipient };

/**
 * Runs one administrative transaction, beside a running service or alone, and prints the result. The owners get a mail
 * about every change that the command reports by `tell`, as they do for the same change in the dashboard.
 */
export async function administer(
  config: Config,
  options: Options,
  work: (administration: Administration, context: Context, tell: (notice: Notice) => void) => Promise<Result>,
  /** Calls to outside parties that must succeed first, outside the transaction. */
  before?: (context: Context) => Promise<void>,
): Promise<void> {
  const { context, close } = await openForCommand(config);
  try {
    await before?.(context);
    const result = await inTransaction(context.db, async (tx) => {
      const notices: Notice[] = [];
      const administration = { tx, now: context.clock.now(), via: "command_line" } as const;
      const done = await work(administration, context, (notice) => notices.push(notice));
      for (const notice of notices) await mailOwners(context, tx, notice);
      return done;
    });
    print(options, result);
  } finally {
    await close();
  }
}

async function mailOwners(
  context: Context,
  tx: Transaction,
  { companyId, ...notice }: Notice,
): Promise<void> {
  const company = await findCompanyOf(tx, companyId);
  const actor = { type: "operator", id: null } as const;
  await notifyOwners(context, tx, { ...notice, company, actor, address: "the command line of the service" });
}

export async function migrateOnly(config: Config, options: Options): Promise<void> {
  const { context, close } = await openForCommand(config, true);
  try {
    const { applied } = await readLedger(context.db);
    print(options, { schema_version: applied.at(-1)!.number });
  } finally {
    await close();
  }
}

export const companyCreate = (config: Config, options: Options) =>
  administer(config, options, async (administration, context) => {
    const input = await checked(CompanyCreate, { name: options.name, email: options.email });
    const companyId = await createCompany(administration, input);
    if (options.approve !== true) return { company_id: companyId, status: "pending" };
    await approveCompany(administration, companyId);
    // The first key has no scopes: the company enables those it needs.
    const key = await createKey(administration, companyId, [], config.environment);
    const { secret: webhookSecret } = await provisionEndpoint(
      administration,
      companyId,
      context.encryptionKeys,
    );
    return { company_id: companyId, status: "active", ...key, webhook_secret: webhookSecret };
  });

export const companyApprove = (config: Config, options: Options) =>
  administer(config, options, async (administration, context) => {
    const { id, status } = await approveCompany(administration, operand(options));
    // Events go to the service's own receiver until the company sets a webhook URL.
    const { secret } = await provisionEndpoint(administration, id, context.encryptionKeys);
    return { company_id: id, status, webhook_secret: secret };
  });

export const companySuspend = (config: Config, options: Options) =>
  administer(config, options, async (administration) => {
    const { id, status } = await suspendCompany(administration, operand(options));
    return { company_id: id, status };
  });

export const companySet = (config: Config, options: Options) =>
  administer(config, options, async (administration) => {
    const companyId = company(options);
    const { company: _company, json: _json, words: _words, ...given } = options;
    const named = Object.entries(given).map(([name, value]) => [name.replaceAll("-", "_"), value]);
    const patch = Object.fromEntries(named) as Record<string, unknown>;
    if (typeof patch.payment_terms_days === "string") {
      patch.payment_terms_days = wholeNumber("--payment-terms-days", patch.payment_terms_days);
    }
    if (typeof patch.prices_include_tax === "string") {
      patch.prices_include_tax = yesOrNo("--prices-include-tax", patch.prices_include_tax);
    }
    const profile = await checked(ProfilePatch, patch);
    return { company: await setProfile(administration, companyId, profile) };
  });

export const companyShow = (config: Config, options: Options) =>
  administer(config, options, async ({ tx }) => ({ company: await getCompany(tx, operand(options)) }));

export const keyCreate = (config: Config, options: Options) =>
  administer(config, options, async (administration, _context, tell) => {
    const companyId = company(options);
    const scopes = scopeList(options);
    const { name = null, ...limits } = await checked(KeyNaming, {
      name: options.name,
      ...limitOptions(options),
      ...(options.strict === true && { strict: true }),
    });
    const key = await createKey(administration, companyId, scopes, config.environment, name, limits);
    tell({ companyId, action: "key.created", about: key.app_id });
    return { ...key, ...(name !== null && { name }), scopes, ...limits };
  });

export const keyLimits = (config: Config, options: Options) =>
  administer(config, options, async (administration, _context, tell) => {
    const { tx } = administration;
    const appId = required(options, "app-id");
    const companyId = company(options);
    const strict = options.strict === undefined ? undefined : yesOrNo("--strict", String(options.strict));
    const given = await checked(KeyNaming, {
      ...limitOptions(options),
      ...(strict !== undefined && { strict }),
    });
    if (Object.keys(given).length === 0)
      throw new UsageError("name what to change: --allowed-ips, --expires-at, --post-rate or --strict");
    const { timeZone } = await findCompanyOf(tx, companyId);
    const before = await findKeyFacts(tx, companyId, appId);
    await setKeyLimits(administration, companyId, appId, given);
    if (before && widens(before, given, timeZone)) tell({ companyId, action: "key.widened", about: appId });
    return { app_id: appId, ...given };
  });

/** `none` takes a limit away. */
function limitOptions(options: Options) {
  const { "allowed-ips": networks, "expires-at": end } = options;
  const post_rate = limit("post-rate", options["post-rate"], 1, 10_000);
  return {
    ...(typeof networks === "string" && {
      allowed_ips: networks === "none" ? [] : networks.split(",").map((network) => network.trim()),
    }),
    ...(end !== undefined && { expires_at: end === "none" ? null : end }),
    ...(post_rate !== undefined && { post_rate }),
  };
}

export const keyRotate = (config: Config, options: Options) =>
  administer(config, options, async (administration, _context, tell) => {
    const grace =
      options.grace === undefined ? graceSecondsDefault : wholeNumber("--grace", String(options.grace));
    if (grace > graceSecondsMax)
      throw new UsageError(`--grace must be at most ${graceSecondsMax} seconds (7 days)`);
    const companyId = company(options);
    const appId = required(options, "app-id");
    const key = await rotateKey(administration, companyId, appId, grace);
    tell({ companyId, action: "key.rotated", about: appId });
    return { ...key, grace_seconds: grace };
  });

export const keyRevoke = (config: Config, options: Options) =>
  administer(config, options, async (administration) => {
    const appId = required(options, "app-id");
    await revokeKey(administration, company(options), appId);
    return { app_id: appId, revoked: true };
  });

export const keyScopes = (config: Config, options: Options) =>
  administer(config, options, async (administration, _context, tell) => {
    const appId = required(options, "app-id");
    const companyId = company(options);
    const scopes = scopeList(options);
    const held = (await findKeyFacts(administration.tx, companyId, appId))?.scopes ?? [];
    await setKeyScopes(administration, companyId, appId, scopes);
    if (scopes.some((scope) => !held.includes(scope)))
      tell({ companyId, action: "key.widened", about: `${appId}: ${scopes.join(", ")}` });
    return { app_id: appId, scopes };
  });

export const planSet = (config: Config, options: Options) =>
  administer(config, options, async (administration) => {
    const companyId = company(options);
    const quotas = readQuotas(options.quota as string[] | undefined);
    const plan = await setPlan(administration, companyId, {
      enable: featureList("enable", options.enable),
      disable: featureList("disable", options.disable),
      quotaInvoices: quotas.invoices,
      quotaPaymentLinks: quotas.payment_links,
      postRate: limit("post-rate", options["post-rate"], 1, 1_000_000),
      postBurst: limit("post-burst", options["post-burst"], 1, 10_000_000),
      companyPostRate: limit("company-post-rate", options["company-post-rate"], 0, 1_000_000),
      readRate: limit("read-rate", options["read-rate"], 0, 1_000_000),
    });
    return { company_id: companyId, ...plan };
  });

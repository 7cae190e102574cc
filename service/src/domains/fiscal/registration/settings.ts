import type { Context } from "../../../context.ts";
import type { Company } from "../../../contract/access.ts";
import { type FieldError, invalid, wrongState } from "../../../contract/errors.ts";
import { inTransaction, type Queryable, type Transaction } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { urlFault } from "../../../platform/outbound/addresses.ts";
import { baseUrlNotAllowed, isAllowedBaseUrl } from "../../../platform/outbound/base-urls.ts";
import { realClock } from "../../../platform/values/clock.ts";
import { type Author, audit } from "../../tenancy/audit/service.ts";
import { type Administration, getCompany } from "../../tenancy/companies/service.ts";
import { adapters } from "../authorities/adapters.ts";
import type { AuthorityCall, FiscalAccount } from "../authorities/port.ts";
import {
  decryptAccountIfReadable,
  encryptedRow,
  type Integration,
  type IntegrationContext,
  notConfigured,
  requireNoneInProgress,
  usesSandbox,
} from "./integration.ts";
import { provisionTestBusiness } from "./sandbox-business.ts";
import type { IntegrationInput } from "./schema.ts";
import {
  findIntegration,
  type KnownIntegration,
  lockIntegration,
  removeIntegration,
  retryWaitingNow,
  showIntegration,
  storeIntegration,
} from "./settings-queries.ts";

/**
 * Validates the settings and checks them with the authority before they are stored; no transaction is open during that
 * call. Documents sent through another account must be finished first.
 */
export async function setIntegration(
  settings: IntegrationContext,
  companyId: number,
  input: IntegrationInput,
  author: Author = {},
  /** Stores the mail to the owners with the change. */
  tell?: (tx: Transaction) => Promise<void>,
): Promise<Json> {
  const { db, clock, config } = settings;
  const { environment } = config;
  await requireApproved(settings, companyId);
  const requested = requireComplete(config, input);
  const current = await findIntegration(db, companyId, environment);
  const { account, isChecked } = await checkedAccount(settings, companyId, requested, current);
  const { baseUrl, ...known } = account;
  const storedBaseUrl = usesSandbox(requested.adapter) ? null : baseUrl || null;
  const row = encryptedRow(settings, companyId, requested.adapter.name, storedBaseUrl, known);
  return inTransaction(db, async (tx) => {
    const now = realClock(clock).now();
    const before = await lockIntegration(tx, companyId, environment);
    const accountName = await storeIntegration(tx, companyId, environment, now, row, isChecked ? now : null);
    if (before?.account !== accountName) await requireNoneInProgress(tx, companyId, environment, now);
    await retryWaitingNow(tx, companyId, environment, now);
    const { adapter, base_url } = input;
    audit({ ...author, tx, now }, companyId, "einvoicing.set", `einvoicing/${adapter}`, {
      environment,
      adapter,
      base_url,
    });
    await tell?.(tx);
    return (await showIntegration(tx, companyId, environment))!;
  });
}

/** An unapproved company must not reach an authority through us. */
async function requireApproved({ db }: IntegrationContext, companyId: number): Promise<void> {
  const { status } = await getCompany(db, companyId);
  if (status !== "pending" && status !== "refused") return;
  throw wrongState("This company is not approved yet. Approve it with 'billfold company approve' first.");
}

/**
 * Checks the account with the authority. The sandbox creates missing credentials now if it is running, otherwise at
 * first use.
 */
async function checkedAccount(
  settings: IntegrationContext,
  companyId: number,
  { adapter, account }: RequestedIntegration,
  current: KnownIntegration | undefined,
): Promise<{ account: FiscalAccount; isChecked: boolean }> {
  if (!usesSandbox(adapter)) {
    await adapter.check(checkCall(settings, account));
    return { account, isChecked: true };
  }
  const known =
    current?.adapter === adapter.name ? decryptAccountIfReadable(settings, companyId, current) : {};
  const baseUrl = settings.config.sandboxAuthority.url;
  if (!baseUrl) return { account: { baseUrl: "", ...known }, isChecked: false };
  const { name } = await getCompany(settings.db, companyId);
  const made = known.api_key
    ? known
    : await provisionTestBusiness(settings.outbound, baseUrl, name, known.business_id ?? null);
  await adapter.check(checkCall(settings, { baseUrl, ...made }));
  return { account: { baseUrl, ...made }, isChecked: true };
}

const checkMaxMs = 15_000;

function checkCall({ outbound, clock }: IntegrationContext, account: FiscalAccount): AuthorityCall {
  const startedAt = performance.now();
  const timeLeftMs = () => checkMaxMs - (performance.now() - startedAt);
  return { outbound, account, now: realClock(clock).now(), timeLeftMs, record: () => undefined };
}

export async function deleteIntegration(
  administration: Administration,
  { config: { environment } }: IntegrationContext,
  companyId: number,
): Promise<void> {
  const { tx, now } = administration;
  await getCompany(tx, companyId);
  const before = await lockIntegration(tx, companyId, environment);
  if (!before) return;
  await requireNoneInProgress(tx, companyId, environment, now);
  await removeIntegration(tx, companyId, environment);
  audit(administration, companyId, "einvoicing.removed", `einvoicing/${before.adapter}`, { environment });
}

/** Throws 503 if there is no integration. */
export async function requireConfigured(context: Context, db: Queryable, company: Company): Promise<void> {
  await getIntegration(context, db, company.id);
}

/** Returns the integration without its secrets; throws 503 if there is none. */
export async function getIntegration(
  settings: Pick<Context, "config">,
  db: Queryable,
  companyId: number,
): Promise<Json> {
  const shown = await showIntegration(db, companyId, settings.config.environment);
  if (shown === undefined) throw notConfigured();
  return shown;
}

/** Whether invoices can be registered now: the authority may be missing, or refuse the credentials. */
export async function integrationStatus(
  { config }: Pick<Context, "config">,
  db: Queryable,
  companyId: number,
): Promise<{ status: "missing" | "unchecked" | "working" | "refused"; refusal: string | null }> {
  const shown = await showIntegration(db, companyId, config.environment);
  if (shown === undefined) return { status: "missing", refusal: null };
  const { status, refusal } = JSON.parse(shown) as {
    status: "unchecked" | "working" | "refused";
    refusal: string | null;
  };
  return { status, refusal };
}

type RequestedIntegration = Pick<Integration, "adapter" | "account">;

function requireComplete(config: Context["config"], input: IntegrationInput): RequestedIntegration {
  const adapter = adapters[input.adapter]!;
  const errors: FieldError[] = [];
  if (config.environment === "production" && usesSandbox(adapter)) {
    errors.push({ field: "adapter", message: "must not be the sandbox in production" });
  }
  const needed = usesSandbox(adapter) ? [] : adapter.settings;
  for (const name of needed) {
    if (!input[name]) errors.push({ field: name, message: `is required for ${adapter.title}` });
  }
  const fault = input.base_url && urlFault(input.base_url, { ...config.outbound, exemptOrigins: [] });
  if (fault) errors.push({ field: "base_url", message: fault });
  else if (input.base_url && !isAllowedBaseUrl(config.allowedBaseUrls, input.base_url)) {
    errors.push({ field: "base_url", message: baseUrlNotAllowed });
  }
  if (errors.length > 0) throw invalid(errors);
  const { adapter: _adapter, base_url, ...known } = input;
  const given = Object.fromEntries(Object.entries(known).filter(([, value]) => value != null));
  return { adapter, account: { baseUrl: base_url?.replace(/(^|[^/])\/+$/, "$1") ?? "", ...given } };
}

import type { Context } from "../../../context.ts";
import { integrationNotConfigured, integrationUnavailable, wrongState } from "../../../contract/errors.ts";
import { inTransaction, type Queryable } from "../../../platform/db/database.ts";
import { baseUrlWithdrawn, isAllowedBaseUrl } from "../../../platform/outbound/base-urls.ts";
import { decrypt, encrypt, purposeNamed, UnreadableSecretError } from "../../../platform/security/secrets.ts";
import { getCompany } from "../../tenancy/companies/service.ts";
import { adapters } from "../authorities/adapters.ts";
import type { Adapter, FiscalAccount } from "../authorities/port.ts";
import { provisionTestBusiness } from "./sandbox-business.ts";
import {
  countInProgress,
  findIntegration,
  type IntegrationRow,
  lockIntegration,
  storeIntegration,
} from "./settings-queries.ts";

/**
 * A company's integration with a revenue authority: one per environment, configured after approval. Its secrets are
 * stored encrypted and never shown again.
 */
export type Integration = {
  adapter: Adapter;
  account: FiscalAccount;
  /** Identifies the account, independently of its keys. */
  accountName: string;
  /**
   * Why the authority last rejected the credentials; null if it accepted them, undefined if they were never checked.
   */
  refusal: string | null | undefined;
};

export type IntegrationContext = Pick<
  Context,
  "config" | "encryptionKeys" | "clock" | "outbound" | "db" | "reads"
>;

/** Returns the decrypted integration; throws 503 if there is none. */
export async function requireIntegration(
  settings: IntegrationContext,
  companyId: number,
): Promise<Integration> {
  const row = await findIntegration(settings.reads, companyId, settings.config.environment);
  const adapter = row && adapters[row.adapter];
  if (!row || !adapter) throw notConfigured();
  const refusal = row.checked_at === null ? undefined : row.refusal;
  const account = { baseUrl: row.base_url ?? "", ...decryptAccount(settings, companyId, row) };
  const accountName = row.account;
  if (!usesSandbox(adapter)) {
    requireAllowed(settings.config, adapter, account.baseUrl);
    return { adapter, account, accountName, refusal };
  }
  const baseUrl = sandboxUrl(settings.config);
  if (account.api_key) return { adapter, account: { ...account, baseUrl }, accountName, refusal };
  return { adapter, refusal, ...(await provision(settings, companyId, adapter, baseUrl, row.business_id)) };
}

function requireAllowed({ allowedBaseUrls }: Context["config"], adapter: Adapter, baseUrl: string): void {
  if (baseUrl === "" || isAllowedBaseUrl(allowedBaseUrls, baseUrl)) return;
  throw integrationUnavailable(adapter.title, baseUrlWithdrawn);
}

/** Adapters whose authority is the sandbox that runs beside the service outside production. */
export const usesSandbox = ({ name }: Adapter) => name === "sandbox" || name === "async_demo";

function sandboxUrl({ sandboxAuthority, environment }: Context["config"]): string {
  if (sandboxAuthority.url) return sandboxAuthority.url;
  const why = environment === "production" ? "there is none in production" : "it is not running";
  throw integrationUnavailable("The sandbox authority", why);
}

/**
 * The sandbox creates a test business, at first use if its URL was unknown before. If several are created concurrently,
 * the first one stored wins; no row is locked meanwhile, because the sandbox may hang.
 */
async function provision(
  settings: IntegrationContext,
  companyId: number,
  adapter: Adapter,
  baseUrl: string,
  businessId: string | null,
): Promise<Pick<Integration, "account" | "accountName">> {
  const { environment } = settings.config;
  const { name } = await getCompany(settings.db, companyId);
  const made = await provisionTestBusiness(settings.outbound, baseUrl, name, businessId);
  return inTransaction(settings.db, async (tx) => {
    const row = await lockIntegration(tx, companyId, environment);
    if (row?.adapter !== adapter.name) throw notConfigured();
    const known = decryptAccount(settings, companyId, row);
    if (known.api_key) return { account: { baseUrl, ...known }, accountName: row.account };
    const now = settings.clock.now();
    const filled = encryptedRow(settings, companyId, adapter.name, null, made);
    const accountName = await storeIntegration(tx, companyId, environment, now, filled, now);
    if (row.account !== accountName) await requireNoneInProgress(tx, companyId, environment, now);
    return { account: { baseUrl, ...made }, accountName };
  });
}

/** Documents that were sent through one account must be finished before another replaces it. */
export async function requireNoneInProgress(
  tx: Queryable,
  companyId: number,
  environment: string,
  now: Date,
): Promise<void> {
  const count = await countInProgress(tx, companyId, environment, now);
  if (count === 0) return;
  throw wrongState(
    `${count} document(s) may already be with the configured authority. Wait until their registration is complete (GET /invoices?fiscal_status=pending), then change the integration.`,
  );
}

/** Like `decryptAccount`, but without the secrets if they cannot be decrypted. */
export function decryptAccountIfReadable(
  ...input: Parameters<typeof decryptAccount>
): ReturnType<typeof decryptAccount> {
  try {
    return decryptAccount(...input);
  } catch (error) {
    if (!(error instanceof UnreadableSecretError)) throw error;
    const [, , { business_id, service_id }] = input;
    return { ...(business_id !== null && { business_id }), ...(service_id !== null && { service_id }) };
  }
}

/** Decrypts an account. */
export function decryptAccount(
  { config, encryptionKeys }: Pick<IntegrationContext, "config" | "encryptionKeys">,
  companyId: number,
  row: IntegrationRow,
) {
  const { business_id, service_id, secrets } = row;
  const text = decrypt(encryptionKeys, purpose(companyId, config.environment), secrets);
  return {
    ...(business_id !== null && { business_id }),
    ...(service_id !== null && { service_id }),
    ...(JSON.parse(text) as Partial<Record<(typeof secretNames)[number], string>>),
  };
}

/** Encrypts an account for storage. */
export function encryptedRow(
  { config, encryptionKeys }: IntegrationContext,
  companyId: number,
  adapter: string,
  baseUrl: string | null,
  known: Omit<FiscalAccount, "baseUrl">,
): IntegrationRow {
  const secrets = Object.fromEntries(
    secretNames.flatMap((name) => (known[name] ? [[name, known[name]]] : [])),
  );
  return {
    adapter,
    base_url: baseUrl,
    business_id: known.business_id ?? null,
    service_id: known.service_id ?? null,
    secrets: encrypt(encryptionKeys, purpose(companyId, config.environment), JSON.stringify(secrets)),
  };
}

const integrationPurpose = purposeNamed("fiscal_integration");
export const purpose = (companyId: number, environment: string) => integrationPurpose(environment, companyId);

const secretNames = [
  "api_key",
  "api_secret",
  "public_key",
  "certificate",
  "signing_key",
  "username",
  "password",
] as const;

export const notConfigured = () =>
  integrationNotConfigured(
    "E-invoicing",
    "Configure it in the company's settings or with 'billfold einvoicing set', then try again.",
  );

import type { Context } from "../../context.ts";
import { inTransaction, type Queryable } from "../../foundation/database.ts";
import {
  type FieldError,
  integrationNotConfigured,
  integrationUnavailable,
  invalid,
} from "../../foundation/errors.ts";
import { urlFault } from "../../foundation/outbound/addresses.ts";
import { decrypt, encrypt } from "../../foundation/secrets.ts";
import type { Json } from "../../foundation/sql.ts";
import { type Administration, getCompany } from "../companies/service.ts";
import { adapters } from "./adapters/adapters.ts";
import type { Adapter, FiscalAccount } from "./port.ts";
import { provisionTestBusiness } from "./sandbox-business.ts";
import type { IntegrationInput } from "./schema.ts";
import {
  findIntegration,
  type IntegrationRow,
  lockIntegration,
  removeIntegration,
  showIntegration,
  storeIntegration,
} from "./settings-queries.ts";

/**
 * A company's integration with a revenue authority: one for each environment, set up after approval. What is secret
 * about it is kept encrypted and never shown again.
 */
export type Integration = { adapter: Adapter; account: FiscalAccount };

type Settings = Pick<Context, "config" | "encryptionKeys" | "clock" | "outbound">;

type Provisioning = Settings & Pick<Context, "db">;

const purpose = (companyId: number, environment: string) => `fiscal_integration:${environment}:${companyId}`;

const secretNames = [
  "api_key",
  "api_secret",
  "public_key",
  "certificate",
  "signing_key",
  "username",
  "password",
] as const;

const notConfigured = () =>
  integrationNotConfigured(
    "E-invoicing",
    "Set it up in the company's settings, or with 'billfold einvoicing set'; then try again.",
  );

/** The integration, opened for use; 503 where there is none. */
export async function requireIntegration(settings: Provisioning, companyId: number): Promise<Integration> {
  const { environment } = settings.config;
  const row = await findIntegration(settings.db, companyId, environment);
  const adapter = row && adapters[row.adapter];
  if (!row || !adapter) throw notConfigured();
  const secrets = openSecrets(settings, companyId, row);
  const known = { ...plain(row), ...secrets };
  const baseUrl = row.base_url ?? (usesSandbox(adapter) ? sandboxUrl(settings.config) : "");
  const account = { baseUrl, ...known };
  if (!usesSandbox(adapter) || secrets.api_key) return { adapter, account };
  return { adapter, account: await provision(settings, companyId, adapter, baseUrl) };
}

/** Adapters whose authority is the one that runs beside us outside production. */
export const usesSandbox = ({ name }: Adapter) => name === "sandbox" || name === "async_demo";

function sandboxUrl({ sandboxAuthority, environment }: Context["config"]): string {
  if (sandboxAuthority.url) return sandboxAuthority.url;
  const why = environment === "production" ? "there is none in production" : "it is not running";
  throw integrationUnavailable("The sandbox authority", why);
}

/**
 * The sandbox brings a test business along, at the first use: then its address is known. The row is locked meanwhile, so
 * that all who come at the same moment get the same one.
 */
function provision(
  settings: Provisioning,
  companyId: number,
  adapter: Adapter,
  baseUrl: string,
): Promise<FiscalAccount> {
  const { environment } = settings.config;
  return inTransaction(settings.db, async (tx) => {
    const row = await lockIntegration(tx, companyId, environment);
    if (!row) throw notConfigured();
    const known = openSecrets(settings, companyId, row);
    if (known.api_key) return { baseUrl, ...plain(row), ...known };
    const { name, tax_id } = await getCompany(tx, companyId);
    const made = await provisionTestBusiness(settings.outbound, baseUrl, { name, taxId: tax_id });
    const now = settings.clock.now();
    await storeIntegration(
      tx,
      companyId,
      environment,
      now,
      sealed(settings, companyId, adapter.name, null, made),
      now,
    );
    return { baseUrl, ...made };
  });
}

const plain = ({ business_id, service_id }: IntegrationRow) => ({
  ...(business_id !== null && { business_id }),
  ...(service_id !== null && { service_id }),
});

function openSecrets({ config, encryptionKeys }: Settings, companyId: number, { secrets }: IntegrationRow) {
  const text = decrypt(encryptionKeys, purpose(companyId, config.environment), secrets);
  return JSON.parse(text) as Partial<Record<(typeof secretNames)[number], string>>;
}

function sealed(
  { config, encryptionKeys }: Settings,
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

/** Looked at here, and by the authority itself, before anything is stored. */
export async function setIntegration(
  { tx, now }: Administration,
  settings: Settings,
  companyId: number,
  input: IntegrationInput,
): Promise<Json> {
  const { environment } = settings.config;
  await getCompany(tx, companyId);
  const { adapter, account } = requireComplete(settings.config, input);
  const isSandbox = usesSandbox(adapter);
  if (!isSandbox) {
    await adapter.check({ outbound: settings.outbound, account, now, record: () => undefined });
  }
  const { baseUrl, ...known } = account;
  const row = sealed(settings, companyId, adapter.name, isSandbox ? null : baseUrl || null, known);
  await storeIntegration(tx, companyId, environment, now, row, isSandbox ? null : now);
  return (await showIntegration(tx, companyId, environment))!;
}

export async function forgetIntegration(
  { tx }: Administration,
  settings: Settings,
  companyId: number,
): Promise<void> {
  await getCompany(tx, companyId);
  await removeIntegration(tx, companyId, settings.config.environment);
}

/** Without its secrets; 503 where there is none. */
export async function getIntegration(settings: Settings, db: Queryable, companyId: number): Promise<Json> {
  const shown = await showIntegration(db, companyId, settings.config.environment);
  if (shown === undefined) throw notConfigured();
  return shown;
}

function requireComplete(config: Context["config"], input: IntegrationInput): Integration {
  const adapter = adapters[input.adapter]!;
  const errors: FieldError[] = [];
  if (config.environment === "production" && usesSandbox(adapter)) {
    errors.push({ field: "adapter", message: "must not be a sandbox in production" });
  }
  const needed = usesSandbox(adapter) ? [] : adapter.settings;
  for (const name of needed) {
    if (!input[name]) errors.push({ field: name, message: `is required for ${adapter.title}` });
  }
  const fault = input.base_url && urlFault(input.base_url, { ...config.outbound, exemptOrigins: [] });
  if (fault) errors.push({ field: "base_url", message: fault });
  if (errors.length > 0) throw invalid(errors);
  const { adapter: _adapter, base_url, ...known } = input;
  const given = Object.fromEntries(Object.entries(known).filter(([, value]) => value != null));
  return { adapter, account: { baseUrl: base_url?.replace(/\/+$/, "") ?? "", ...given } };
}

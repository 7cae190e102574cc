import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import { burstFor } from "../contract/access.ts";
import type { AllowedBaseUrls } from "../platform/outbound/base-urls.ts";
import { keyWeakness, parseEncryptionKeys } from "../platform/security/secrets.ts";
import { isLoopbackName } from "../platform/values/networks.ts";
import { InvalidValue, withoutUser } from "./parsers.ts";
import { type SettingValues, settings } from "./settings.ts";

export type Environment = Record<string, string | undefined>;

/** What is wrong with a setting, or with several together. */
export type SettingFault = { names: readonly string[]; message: string };

export class SettingError extends Error {}

/** The environment is read here and nowhere else. A bad value stops the start and is named. */
export function readConfig(env: Environment): Config {
  const { config, faults } = examineSettings(env);
  const [first, ...more] = faults.map(({ message }) => message);
  if (first === undefined) return config;
  if (more.length === 0) throw new SettingError(first);
  throw new SettingError(`${more.length + 1} settings are invalid:\n  ${[first, ...more].join("\n  ")}`);
}

/** Everything that is wrong, and the configuration with the defaults in place of it. */
export function examineSettings(env: Environment): { config: Config; faults: readonly SettingFault[] } {
  const faults: SettingFault[] = [];
  const values = Object.fromEntries(
    settings.map((setting) => [setting.name, readSetting(setting, env, faults)]),
  ) as SettingValues;
  for (const [one, other] of pairs) {
    if (Boolean(env[one]) !== Boolean(env[other])) {
      faults.push({ names: [one, other], message: `${one} and ${other} must be set together` });
    }
  }
  if (values.BILLFOLD_ENVIRONMENT === "production") checkProductionKeys(values, faults);
  const config = configOf(values, Boolean(env.BILLFOLD_METRICS_PORT));
  if (config.environment === "production") checkProductionAddresses(config, faults);
  return { config, faults };
}

const pairs: [keyof SettingValues, keyof SettingValues][] = [
  ["BILLFOLD_TLS_CERT", "BILLFOLD_TLS_KEY"],
  ["BILLFOLD_SMTP_URL", "BILLFOLD_MAIL_FROM"],
];

function readSetting(setting: (typeof settings)[number], env: Environment, faults: SettingFault[]): unknown {
  const { name, parse, secret } = setting;
  const fallback = () => (setting.default === undefined ? undefined : parse(setting.default));
  const given = env[name];
  if (!given) return fallback();
  try {
    return parse(given);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    const quote = error.rejected === undefined || secret ? "" : `, not '${error.rejected}'`;
    faults.push({ names: [name], message: `${name} ${error.message}${quote}` });
    return fallback();
  }
}

export type Config = ReturnType<typeof configOf>;

/** The settings as the service uses them, with the defaults that follow from other settings. */
function configOf(values: SettingValues, metricsPortChosen: boolean) {
  const environment = values.BILLFOLD_ENVIRONMENT;
  const production = environment === "production";
  const host = values.BILLFOLD_HOST ?? (production ? "0.0.0.0" : "127.0.0.1");
  const [cert, key] = [values.BILLFOLD_TLS_CERT, values.BILLFOLD_TLS_KEY];
  const tls = cert && key ? { cert, key } : undefined;
  const origin = `${tls ? "https" : "http"}://${reachable(host)}:${values.PORT}`;
  const siteUrl = values.BILLFOLD_SITE_URL ?? origin;
  const role = values.BILLFOLD_ROLE;
  const smtpUrl = values.BILLFOLD_SMTP_URL;
  // There is no sandbox in production, where an exemption would only open the way into the network.
  const sandboxes = production
    ? []
    : [values.BILLFOLD_SANDBOX_GATEWAY_URL, values.BILLFOLD_SANDBOX_AUTHORITY_URL];
  return {
    environment,
    host,
    port: values.PORT,
    /** Metrics have no login, so they do not follow `host`: loopback unless somebody asks for more. */
    metricsHost: values.BILLFOLD_METRICS_HOST,
    metricsPort: values.BILLFOLD_METRICS_PORT,
    /** The default port, unlike a chosen one, gives way when another copy of the service listens on it. */
    metricsPortChosen,
    retentionYears: values.BILLFOLD_RETENTION_YEARS,
    /** Where the API is reached from outside: ends in /api/v1. */
    baseUrl: values.BILLFOLD_BASE_URL ?? `${origin}/api/v1`,
    siteUrl,
    dataDir: values.BILLFOLD_DATA_DIR,
    /** Undefined means the embedded database under dataDir. */
    databaseUrl: values.DATABASE_URL,
    databaseConnectionsMax: values.BILLFOLD_DATABASE_CONNECTIONS,
    encryptionKeys: values.BILLFOLD_ENCRYPTION_KEYS,
    drainSeconds: values.BILLFOLD_DRAIN_SECONDS ?? (production ? 5 : 0),
    trustedProxies: values.BILLFOLD_TRUSTED_PROXIES ?? [],
    /** Whether this node, or this process of it, serves the API, does the background work, or both. */
    roles: { api: role !== "worker", worker: role !== "api" },
    /** How many processes serve the API behind one port. Background work alone is never shared out. */
    processes: role === "worker" ? 1 : processesFor(values.BILLFOLD_PROCESSES ?? (production ? "auto" : 1)),
    /** Where calls to addresses that customers set may go, webhooks first of all. */
    outbound: {
      allowLocal: values.BILLFOLD_ALLOW_LOCAL_WEBHOOKS === "1",
      httpsOnly: production,
      /** The service's own receiver may well be on a private network; so may the operator's sandbox. */
      exemptOrigins: [siteUrl, ...sandboxes].flatMap((url) => (url ? [new URL(url).origin] : [])),
    },
    /** Where companies may say that their gateway or authority is. */
    allowedBaseUrls: (production ? (values.BILLFOLD_ALLOWED_BASE_URLS ?? []) : "any") as AllowedBaseUrls,
    /** The gateway that stands for the real ones outside production: its address, or the port to start it on. */
    sandboxGateway: {
      url: values.BILLFOLD_SANDBOX_GATEWAY_URL,
      port: values.BILLFOLD_SANDBOX_GATEWAY_PORT ?? 0,
    },
    /** The same for the revenue authority. */
    sandboxAuthority: {
      url: values.BILLFOLD_SANDBOX_AUTHORITY_URL,
      port: values.BILLFOLD_SANDBOX_AUTHORITY_PORT ?? 0,
    },
    /** For the command that stores a company's account with a gateway. */
    gatewaySecrets: {
      secretKey: values.BILLFOLD_GATEWAY_SECRET_KEY,
      webhookSecret: values.BILLFOLD_GATEWAY_WEBHOOK_SECRET,
    },
    /** How mail goes out; without SMTP it is kept in memory, but not in production. */
    mail: { smtpUrl, from: values.BILLFOLD_MAIL_FROM, keeps: smtpUrl === undefined && !production },
    /** How people reach the operator from the dashboard. */
    support: { email: values.BILLFOLD_SUPPORT_EMAIL ?? null, url: values.BILLFOLD_SUPPORT_URL ?? null },
    mailPage: mailPageFor(values.BILLFOLD_MAIL_PAGE, environment, [host, new URL(siteUrl).hostname]),
    /** The content of the files that the settings name. */
    tls,
    postRate: values.BILLFOLD_POST_RATE,
    /** Of all keys and people of a company together; 0 is no limit, as for reads. */
    companyPostRate: values.BILLFOLD_COMPANY_POST_RATE,
    readRate: values.BILLFOLD_READ_RATE,
    fiscalCallRetentionDays: values.BILLFOLD_FISCAL_CALL_RETENTION_DAYS,
    postBurst: values.BILLFOLD_POST_BURST ?? burstFor(values.BILLFOLD_POST_RATE),
    deliveryRetentionDays: values.BILLFOLD_DELIVERY_RETENTION_DAYS,
    logLevel: values.BILLFOLD_LOG_LEVEL as string,
  };
}

/** One processor is left to the database, the proxy and the operating system. */
function processesFor(asked: number | "auto"): number {
  return asked === "auto" ? Math.max(1, availableParallelism() - 1) : asked;
}

/** Where this machine itself reaches a server that listens there. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return isIP(host) === 6 ? `[${host}]` : host;
}

/**
 * Who may read kept mails at /mail, beside operators who are signed in. They hold links that set passwords, so it is
 * nobody unless the operator says so or all of it is a sandbox on one machine.
 */
function mailPageFor(
  asked: SettingValues["BILLFOLD_MAIL_PAGE"],
  environment: SettingValues["BILLFOLD_ENVIRONMENT"],
  hosts: string[],
): "everybody" | "this_machine" | "nobody" {
  if (asked !== "auto") return asked === "1" ? "everybody" : "nobody";
  return environment === "sandbox" && hosts.every(isLoopbackName) ? "this_machine" : "nobody";
}

/** Only the first key encrypts. A weak one behind it stays readable until everything is under the new one. */
function checkProductionKeys(values: SettingValues, faults: SettingFault[]): void {
  const name = "BILLFOLD_ENCRYPTION_KEYS";
  if (faults.some(({ names }) => names.includes(name))) return;
  const [first] = values[name] ? parseEncryptionKeys(values[name]) : [];
  const weakness = first && keyWeakness(first.key);
  if (first && !weakness) return;
  const message = first
    ? `${name} starts with the key '${first.id}', which ${weakness}. ${howToMakeKey} Put the new key first, and keep '${first.id}' after it until 'billfold secrets reencrypt' has run.`
    : `${name} must be set in production. ${howToMakeKey}`;
  faults.push({ names: [name], message });
  values[name] = undefined;
}

const howToMakeKey = `Create one with: node -e "console.log('k1:' + require('crypto').randomBytes(32).toString('base64'))"`;

function checkProductionAddresses({ baseUrl, siteUrl }: Config, faults: SettingFault[]): void {
  for (const [name, url] of Object.entries({ BILLFOLD_SITE_URL: siteUrl, BILLFOLD_BASE_URL: baseUrl })) {
    if (url.startsWith("https://") || faults.some(({ names }) => names.includes(name))) continue;
    const message = `${name} must be set to an https:// address in production, not '${withoutUser(url)}'`;
    faults.push({ names: [name], message });
  }
}

import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { burstFor } from "../contract/access.ts";
import type { AllowedBaseUrls } from "../platform/outbound/base-urls.ts";
import { isLoopbackName } from "../platform/outbound/loopback.ts";
import { keyWeakness, parseEncryptionKeys } from "../platform/security/secrets.ts";
import {
  address,
  type Environment,
  integer,
  oneOf,
  optionalAddress,
  type Reading,
  refuse,
  type SettingFault,
} from "./reading.ts";

/** The environment is read here and nowhere else. A bad value stops the start and is named. */
export type Config = {
  environment: "sandbox" | "staging" | "production";
  host: string;
  port: number;
  /** Metrics have no login, so they do not follow `host`: loopback unless somebody asks for more. */
  metricsHost: string;
  metricsPort: number;
  /** Was the port asked for, or is it the default, which gives way to another copy's? */
  metricsPortChosen: boolean;
  /** Where the API is reached from outside: ends in /api/v1. */
  baseUrl: string;
  siteUrl: string;
  dataDir: string;
  /** Undefined means the embedded database under dataDir. */
  databaseUrl: string | undefined;
  databaseConnectionsMax: number;
  encryptionKeys: string | undefined;
  trustedProxies: string[];
  /** Does this process answer the API, do the background work, or both? */
  roles: { api: boolean; worker: boolean };
  /** Where calls to addresses that customers set may go, webhooks first of all. */
  outbound: { allowLocal: boolean; httpsOnly: boolean; exemptOrigins: string[] };
  /** Where companies may say that their gateway or authority is. */
  allowedBaseUrls: AllowedBaseUrls;
  /** The gateway that stands for the real ones outside production: its address, or the port to start it on. */
  sandboxGateway: { url: string | undefined; port: number };
  /** The same for the revenue authority. */
  sandboxAuthority: { url: string | undefined; port: number };
  /** For the command that stores a company's account with a gateway. */
  gatewaySecrets: { secretKey: string | undefined; webhookSecret: string | undefined };
  /** How mail goes out; without SMTP it is kept in memory, but not in production. */
  mail: { smtpUrl: string | undefined; from: string | undefined; keeps: boolean };
  /**
   * Who may read kept mails at /mail, beside operators who are signed in: everybody, this machine, or nobody. They hold
   * links that set passwords, so it is nobody unless the operator says so or all of it is a sandbox on one machine.
   */
  mailPage: "everybody" | "this_machine" | "nobody";
  /** What the files named by the settings hold. */
  tls: { cert: Buffer; key: Buffer } | undefined;
  postRate: number;
  /** Of all keys and people of a company together; 0 is no limit, as for reads. */
  companyPostRate: number;
  readRate: number;
  postBurst: number;
  logLevel: string;
};

export class SettingError extends Error {}

export function readConfig(env: Environment): Config {
  const { config, faults } = examineSettings(env);
  const [first, ...more] = faults;
  if (!first) return config;
  const rest = more.length > 0 ? ` (and ${more.length} more: 'billfold doctor' lists them all)` : "";
  throw new SettingError(`${first.message}${rest}`);
}

/** Everything that is wrong, and the configuration with the defaults in place of it. */
export function examineSettings(env: Environment): { config: Config; faults: readonly SettingFault[] } {
  const reading: Reading = { env, faults: [], production: env.BILLFOLD_ENVIRONMENT === "production" };
  return { config: configOf(reading), faults: reading.faults };
}

function configOf(reading: Reading): Config {
  const { env, production } = reading;
  const port = integer(reading, "PORT", 8080, 0, 65_535);
  const host = readHost(reading, "BILLFOLD_HOST", production ? "0.0.0.0" : "127.0.0.1");
  const tls = readTls(reading);
  const origin = `${tls ? "https" : "http"}://${reachable(host)}:${port}`;
  const encryptionKeys = readEncryptionKeys(reading);
  const postRate = integer(reading, "BILLFOLD_POST_RATE", 25, 1, 1_000_000);
  const siteUrl = address(reading, "BILLFOLD_SITE_URL", origin, production, /[^/]$/);
  const gatewayUrl = optionalAddress(reading, "BILLFOLD_SANDBOX_GATEWAY_URL");
  const authorityUrl = optionalAddress(reading, "BILLFOLD_SANDBOX_AUTHORITY_URL");
  const role = oneOf(reading, "BILLFOLD_ROLE", ["all", "api", "worker"], "all");
  return {
    environment: oneOf(reading, "BILLFOLD_ENVIRONMENT", ["sandbox", "staging", "production"], "sandbox"),
    host,
    port,
    metricsHost: readHost(reading, "BILLFOLD_METRICS_HOST", "127.0.0.1"),
    metricsPort: integer(reading, "BILLFOLD_METRICS_PORT", 9464, 0, 65_535),
    metricsPortChosen: Boolean(env.BILLFOLD_METRICS_PORT),
    baseUrl: address(reading, "BILLFOLD_BASE_URL", `${origin}/api/v1`, production, /\/api\/v1$/),
    siteUrl,
    dataDir: env.BILLFOLD_DATA_DIR || "./data",
    databaseUrl: readDatabaseUrl(reading),
    databaseConnectionsMax: integer(reading, "BILLFOLD_DATABASE_CONNECTIONS", 10, 2, 200),
    encryptionKeys,
    trustedProxies: readProxies(reading),
    roles: { api: role !== "worker", worker: role !== "api" },
    outbound: {
      allowLocal: oneOf(reading, "BILLFOLD_ALLOW_LOCAL_WEBHOOKS", ["0", "1"], "0") === "1",
      httpsOnly: production,
      // The service's own receiver may well be on a private network; so may the sandbox that the operator runs, but
      // there is none in production, where an exemption would only open the way into the network.
      exemptOrigins: [siteUrl, ...(production ? [] : [gatewayUrl, authorityUrl])].flatMap((url) =>
        url ? [new URL(url).origin] : [],
      ),
    },
    allowedBaseUrls: readBaseUrls(reading),
    sandboxGateway: {
      url: gatewayUrl,
      port: integer(reading, "BILLFOLD_SANDBOX_GATEWAY_PORT", 0, 0, 65_535),
    },
    sandboxAuthority: {
      url: authorityUrl,
      port: integer(reading, "BILLFOLD_SANDBOX_AUTHORITY_PORT", 0, 0, 65_535),
    },
    gatewaySecrets: {
      secretKey: env.BILLFOLD_GATEWAY_SECRET_KEY || undefined,
      webhookSecret: env.BILLFOLD_GATEWAY_WEBHOOK_SECRET || undefined,
    },
    mail: readMail(reading),
    mailPage: readMailPage(reading, host, siteUrl),
    tls,
    postRate,
    companyPostRate: integer(reading, "BILLFOLD_COMPANY_POST_RATE", 100, 0, 1_000_000),
    readRate: integer(reading, "BILLFOLD_READ_RATE", 200, 0, 1_000_000),
    postBurst: integer(reading, "BILLFOLD_POST_BURST", burstFor(postRate), 1, 10_000_000),
    logLevel: oneOf(
      reading,
      "BILLFOLD_LOG_LEVEL",
      ["trace", "debug", "info", "warn", "error", "silent"],
      "info",
    ),
  };
}

function readHost(reading: Reading, name: string, fallback: string): string {
  const host = reading.env[name] || fallback;
  if (isIP(host) || /^[A-Za-z0-9.-]+$/.test(host)) return host;
  refuse(reading, name, `${name} must be an address or a host name, not '${host}'`);
  return fallback;
}

/** Where this machine itself reaches a server that listens there. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return isIP(host) === 6 ? `[${host}]` : host;
}

function readDatabaseUrl(reading: Reading): string | undefined {
  const url = reading.env.DATABASE_URL || undefined;
  if (!url || (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url))) return url;
  return refuse(
    reading,
    "DATABASE_URL",
    "DATABASE_URL must be an address that starts with postgres:// or postgresql://",
  );
}

function readProxies(reading: Reading): string[] {
  const words = (reading.env.BILLFOLD_TRUSTED_PROXIES ?? "").split(",").map((word) => word.trim());
  const proxies = words.filter(Boolean);
  const isNetwork = (proxy: string) => {
    const [network = "", bits = "0", ...more] = proxy.split("/");
    const most = isIP(network) === 6 ? 128 : 32;
    return isIP(network) && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
  };
  const bad = proxies.find((proxy) => !isNetwork(proxy));
  if (!bad) return proxies;
  const name = "BILLFOLD_TRUSTED_PROXIES";
  refuse(reading, name, `${name} must be addresses or networks (10.0.0.0/8), not '${bad}'`);
  return [];
}

/** A bad value is told everywhere, before it matters. */
function readBaseUrls(reading: Reading): AllowedBaseUrls {
  const name = "BILLFOLD_ALLOWED_BASE_URLS";
  const words = (reading.env[name] ?? "").split(",").map((word) => word.trim());
  const given = words.filter(Boolean);
  const bad = given.find((word) => !isPlainHttps(word));
  if (bad === undefined) return reading.production ? given : "any";
  const shown = bad.replace(/^([^/]{0,20}\/\/)[^/]*@/, "$1…@");
  refuse(
    reading,
    name,
    `${name} must be https:// addresses without a user name, a query or a fragment, separated by commas, not '${shown}'`,
  );
  return [];
}

function isPlainHttps(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return protocol === "https:" && username + password + search + hash === "";
}

function readMail(reading: Reading): Config["mail"] {
  const { env, production } = reading;
  const smtpUrl = env.BILLFOLD_SMTP_URL || undefined;
  const from = env.BILLFOLD_MAIL_FROM || undefined;
  const fault = mailFault(smtpUrl, from);
  if (fault) refuse(reading, ["BILLFOLD_SMTP_URL", "BILLFOLD_MAIL_FROM"], fault);
  const keeps = smtpUrl === undefined && !production;
  return fault ? { smtpUrl: undefined, from: undefined, keeps } : { smtpUrl, from, keeps };
}

function readMailPage(reading: Reading, host: string, siteUrl: string): Config["mailPage"] {
  const { env } = reading;
  const asked = oneOf(reading, "BILLFOLD_MAIL_PAGE", ["auto", "0", "1"], "auto");
  if (asked !== "auto") return asked === "1" ? "everybody" : "nobody";
  const isSandbox = (env.BILLFOLD_ENVIRONMENT || "sandbox") === "sandbox";
  const isLocal = isLoopbackName(host) && isLoopbackName(new URL(siteUrl).hostname);
  return isSandbox && isLocal ? "this_machine" : "nobody";
}

function mailFault(smtpUrl: string | undefined, from: string | undefined): string | undefined {
  if ((smtpUrl === undefined) !== (from === undefined)) {
    return "BILLFOLD_SMTP_URL and BILLFOLD_MAIL_FROM must be set together";
  }
  // The address may hold a password: the message must not repeat it.
  if (smtpUrl && !(/^smtps?:\/\//.test(smtpUrl) && URL.canParse(smtpUrl))) {
    return "BILLFOLD_SMTP_URL must be an address that starts with smtp:// or smtps://";
  }
  if (from && !/^[^\r\n]*[^\s@<>]@[^\s@<>]+>?$/.test(from)) {
    return `BILLFOLD_MAIL_FROM must be an e-mail address, not '${from}'`;
  }
  return undefined;
}

function readTls(reading: Reading): Config["tls"] {
  const names = ["BILLFOLD_TLS_CERT", "BILLFOLD_TLS_KEY"] as const;
  const [certificateFile, keyFile] = names.map((name) => reading.env[name] || undefined);
  if (!certificateFile && !keyFile) return undefined;
  if (!certificateFile || !keyFile) {
    return refuse(reading, names, "BILLFOLD_TLS_CERT and BILLFOLD_TLS_KEY must be set together");
  }
  const cert = readNamed(reading, names[0], certificateFile);
  const key = readNamed(reading, names[1], keyFile);
  return cert && key && { cert, key };
}

function readNamed(reading: Reading, name: string, file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    return refuse(reading, name, `${name} names a file that cannot be read: ${(error as Error).message}`);
  }
}

function readEncryptionKeys(reading: Reading): string | undefined {
  const name = "BILLFOLD_ENCRYPTION_KEYS";
  const given = reading.env[name] || undefined;
  if (!given && !reading.production) return undefined;
  if (!given) return refuse(reading, name, `${name} must be set in production. ${howToMakeKey}`);
  try {
    // Only the first one encrypts. A weak one behind it stays readable until everything is under the new one.
    const [first] = parseEncryptionKeys(given);
    const weakness = reading.production && first ? keyWeakness(first.key) : undefined;
    if (!first || !weakness) return given;
    const cure = `${howToMakeKey} Put it in front, and keep '${first.id}' behind it until 'billfold secrets reencrypt' has run.`;
    return refuse(reading, name, `${name} begins with the key '${first.id}', which ${weakness}. ${cure}`);
  } catch (error) {
    // The value itself is a secret: the message must not repeat it.
    return refuse(reading, name, `${name} is malformed: ${(error as Error).message}`);
  }
}

const howToMakeKey = `Make one with: node -e "console.log('k1:' + require('crypto').randomBytes(32).toString('base64'))"`;

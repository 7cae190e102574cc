import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { burstFor } from "./access.ts";
import { parseEncryptionKeys } from "./foundation/secrets.ts";

/** The environment is read here and nowhere else. A bad value stops the start and is named. */
export type Config = {
  environment: "sandbox" | "staging" | "production";
  host: string;
  port: number;
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
  /** Where calls to strangers may go, webhooks first of all. */
  outbound: { allowLocal: boolean; httpsOnly: boolean; exemptOrigins: string[] };
  /** The gateway that stands for the real ones outside production: its address, or the port to start it on. */
  sandboxGateway: { url: string | undefined; port: number };
  /** The same for the revenue authority. */
  sandboxAuthority: { url: string | undefined; port: number };
  /** For the command that stores a company's account with a gateway. */
  gatewaySecrets: { secretKey: string | undefined; webhookSecret: string | undefined };
  /** How mail goes out; without SMTP it is kept and shown on a local page, but not in production. */
  mail: { smtpUrl: string | undefined; from: string | undefined; keeps: boolean };
  /** What the files named by the settings hold. */
  tls: { cert: Buffer; key: Buffer } | undefined;
  postRate: number;
  postBurst: number;
  logLevel: string;
};

export class SettingError extends Error {}

type Environment = Record<string, string | undefined>;

export function readConfig(env: Environment): Config {
  const environment = oneOf(env, "BILLFOLD_ENVIRONMENT", ["sandbox", "staging", "production"], "sandbox");
  const production = environment === "production";
  const port = integer(env, "PORT", 8080, 0, 65_535);
  const host = env.BILLFOLD_HOST || (production ? "0.0.0.0" : "127.0.0.1");
  if (!isIP(host) && !/^[A-Za-z0-9.-]+$/.test(host)) {
    throw new SettingError(`BILLFOLD_HOST must be an address or a host name, not '${host}'`);
  }
  const tls = readTls(env);
  const origin = `${tls ? "https" : "http"}://${reachable(host)}:${port}`;
  const databaseUrl = env.DATABASE_URL || undefined;
  if (databaseUrl && !(/^postgres(ql)?:\/\//.test(databaseUrl) && URL.canParse(databaseUrl))) {
    throw new SettingError("DATABASE_URL must be an address that starts with postgres:// or postgresql://");
  }
  const encryptionKeys = readEncryptionKeys(env, production);
  const postRate = integer(env, "BILLFOLD_POST_RATE", 25, 1, 1_000_000);
  const siteUrl = address(env, "BILLFOLD_SITE_URL", origin, production, /[^/]$/);
  const gatewayUrl = optionalAddress(env, "BILLFOLD_SANDBOX_GATEWAY_URL");
  const authorityUrl = optionalAddress(env, "BILLFOLD_SANDBOX_AUTHORITY_URL");
  const role = oneOf(env, "BILLFOLD_ROLE", ["all", "api", "worker"], "all");
  return {
    environment,
    host,
    port,
    metricsPort: integer(env, "BILLFOLD_METRICS_PORT", 9464, 0, 65_535),
    metricsPortChosen: Boolean(env.BILLFOLD_METRICS_PORT),
    baseUrl: address(env, "BILLFOLD_BASE_URL", `${origin}/api/v1`, production, /\/api\/v1$/),
    siteUrl,
    dataDir: env.BILLFOLD_DATA_DIR || "./data",
    databaseUrl,
    databaseConnectionsMax: integer(env, "BILLFOLD_DATABASE_CONNECTIONS", 10, 2, 200),
    encryptionKeys,
    trustedProxies: readProxies(env),
    roles: { api: role !== "worker", worker: role !== "api" },
    outbound: {
      allowLocal: oneOf(env, "BILLFOLD_ALLOW_LOCAL_WEBHOOKS", ["0", "1"], "0") === "1",
      httpsOnly: production,
      // The service's own receiver may well be on a private network; so may the sandbox that the operator runs.
      exemptOrigins: [siteUrl, gatewayUrl, authorityUrl].flatMap((url) => (url ? [new URL(url).origin] : [])),
    },
    sandboxGateway: { url: gatewayUrl, port: integer(env, "BILLFOLD_SANDBOX_GATEWAY_PORT", 0, 0, 65_535) },
    sandboxAuthority: {
      url: authorityUrl,
      port: integer(env, "BILLFOLD_SANDBOX_AUTHORITY_PORT", 0, 0, 65_535),
    },
    gatewaySecrets: {
      secretKey: env.BILLFOLD_GATEWAY_SECRET_KEY || undefined,
      webhookSecret: env.BILLFOLD_GATEWAY_WEBHOOK_SECRET || undefined,
    },
    mail: readMail(env, production),
    tls,
    postRate,
    postBurst: integer(env, "BILLFOLD_POST_BURST", burstFor(postRate), 1, 10_000_000),
    logLevel: oneOf(env, "BILLFOLD_LOG_LEVEL", ["trace", "debug", "info", "warn", "error", "silent"], "info"),
  };
}

function integer(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const given = env[name];
  if (given === undefined || given === "") return fallback;
  const value = Number(given);
  if (!/^\d+$/.test(given) || value < min || value > max) {
    throw new SettingError(`${name} must be a whole number from ${min} to ${max}, not '${given}'`);
  }
  return value;
}

function oneOf<const T extends string>(env: Environment, name: string, words: readonly T[], fallback: T): T {
  const given = env[name] || fallback;
  const found = words.find((word) => word === given);
  if (!found) throw new SettingError(`${name} must be one of ${words.join(", ")}, not '${given}'`);
  return found;
}

function address(
  env: Environment,
  name: string,
  fallback: string,
  production: boolean,
  ending: RegExp,
): string {
  const given = env[name] || fallback;
  const shown = given.replace(/\/\/.*@/, "//…@");
  if (production && !given.startsWith("https://")) {
    throw new SettingError(`${name} must be set to an https:// address in production, not '${shown}'`);
  }
  if (!URL.canParse(given) || !/^https?:/.test(given)) {
    throw new SettingError(`${name} must be an http:// or https:// address, not '${shown}'`);
  }
  const trimmed = given.replace(/\/+$/, "");
  if (!ending.test(trimmed)) throw new SettingError(`${name} must end in /api/v1, not '${shown}'`);
  return trimmed;
}

function optionalAddress(env: Environment, name: string): string | undefined {
  return env[name] ? address(env, name, "", false, /[^/]$/) : undefined;
}

/** Where this machine itself reaches a server that listens there. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return isIP(host) === 6 ? `[${host}]` : host;
}

function readProxies(env: Environment): string[] {
  const words = (env.BILLFOLD_TRUSTED_PROXIES ?? "").split(",").map((word) => word.trim());
  const proxies = words.filter(Boolean);
  for (const proxy of proxies) {
    const [network = "", bits = "0", ...more] = proxy.split("/");
    const most = isIP(network) === 6 ? 128 : 32;
    if (isIP(network) && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most) continue;
    throw new SettingError(
      `BILLFOLD_TRUSTED_PROXIES must be addresses or networks (10.0.0.0/8), not '${proxy}'`,
    );
  }
  return proxies;
}

function readMail(env: Environment, production: boolean): Config["mail"] {
  const smtpUrl = env.BILLFOLD_SMTP_URL || undefined;
  const from = env.BILLFOLD_MAIL_FROM || undefined;
  if ((smtpUrl === undefined) !== (from === undefined)) {
    throw new SettingError("BILLFOLD_SMTP_URL and BILLFOLD_MAIL_FROM must be set together");
  }
  // The address may hold a password: the message must not repeat it.
  if (smtpUrl && !(/^smtps?:\/\//.test(smtpUrl) && URL.canParse(smtpUrl))) {
    throw new SettingError("BILLFOLD_SMTP_URL must be an address that starts with smtp:// or smtps://");
  }
  if (from && !/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(from)) {
    throw new SettingError(`BILLFOLD_MAIL_FROM must be an e-mail address, not '${from}'`);
  }
  return { smtpUrl, from, keeps: smtpUrl === undefined && !production };
}

function readTls(env: Environment): Config["tls"] {
  const certificateFile = env.BILLFOLD_TLS_CERT;
  const keyFile = env.BILLFOLD_TLS_KEY;
  if (!certificateFile && !keyFile) return undefined;
  if (!certificateFile || !keyFile) {
    throw new SettingError("BILLFOLD_TLS_CERT and BILLFOLD_TLS_KEY must be set together");
  }
  return {
    cert: readNamed("BILLFOLD_TLS_CERT", certificateFile),
    key: readNamed("BILLFOLD_TLS_KEY", keyFile),
  };
}

function readNamed(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new SettingError(`${name} names a file that cannot be read: ${(error as Error).message}`);
  }
}

function readEncryptionKeys(env: Environment, required: boolean): string | undefined {
  const given = env.BILLFOLD_ENCRYPTION_KEYS;
  if (!given) {
    if (!required) return undefined;
    throw new SettingError(
      "BILLFOLD_ENCRYPTION_KEYS must be set in production. Make one with: node -e \"console.log('k1:' + require('crypto').randomBytes(32).toString('base64'))\"",
    );
  }
  try {
    parseEncryptionKeys(given);
  } catch (error) {
    // The value itself is a secret: the message must not repeat it.
    throw new SettingError(`BILLFOLD_ENCRYPTION_KEYS is malformed: ${(error as Error).message}`);
  }
  return given;
}

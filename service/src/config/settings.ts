import {
  addressOf,
  apiAddress,
  databaseAddress,
  encryptionKeys,
  fileContent,
  hostName,
  httpAddress,
  httpsAddresses,
  integer,
  mailAddress,
  networks,
  oneOf,
  processCount,
  text,
} from "./parsers.ts";

type Setting = {
  /** Of the text that is given, or of the default's. */
  parse: (given: string) => unknown;
  /** As it would be written in the environment. */
  default?: string;
  /** In words, where the default follows from other settings (config.ts); without either it is none. */
  defaultText?: string;
  meaning: string;
  /** No message quotes the value of a secret. */
  secret?: true;
};

/** Everything that can be set from outside, in the order of the guide and of `billfold serve --help`. */
const table = {
  PORT: { parse: integer(0, 65_535), default: "8080", meaning: "Port of the API and the dashboard." },
  BILLFOLD_HOST: {
    parse: hostName,
    defaultText: "127.0.0.1; 0.0.0.0 in production",
    meaning: "Address to listen on.",
  },
  BILLFOLD_ENVIRONMENT: {
    parse: oneOf("sandbox", "staging", "production"),
    default: "sandbox",
    meaning: "`sandbox`, `staging` or `production`.",
  },
  BILLFOLD_BASE_URL: {
    parse: apiAddress,
    defaultText: "http://HOST:PORT/api/v1",
    meaning: "Public URL of the API, ending in /api/v1. Must be https in production.",
  },
  BILLFOLD_SITE_URL: {
    parse: httpAddress,
    defaultText: "http://HOST:PORT",
    meaning: "Public URL of the website and dashboard. Must be https in production.",
  },
  BILLFOLD_DATA_DIR: {
    parse: text,
    default: "./data",
    meaning: "Folder for the embedded database and generated keys.",
  },
  DATABASE_URL: {
    parse: databaseAddress,
    defaultText: "the embedded database",
    meaning:
      "URL of a PostgreSQL 15 (or newer) database: postgres://… It may list several hosts, of which the one that accepts writes is used.",
    secret: true,
  },
  BILLFOLD_DATABASE_CONNECTIONS: {
    parse: integer(2, 200),
    default: "10",
    meaning:
      "Database connections for writes, 2 to 200, shared by the processes of a node. In addition, up to 4 are used for reads and 1 for notifications.",
  },
  BILLFOLD_ENCRYPTION_KEYS: {
    parse: encryptionKeys,
    defaultText: "generated under the data folder",
    meaning:
      "Encryption keys as id:base64 of 32 bytes, separated by commas. The first one encrypts. Required in production, and the same on every node.",
    secret: true,
  },
  BILLFOLD_ROLE: {
    parse: oneOf("all", "api", "worker"),
    default: "all",
    meaning: "What this node does: `api`, `worker` or `all`. Several nodes can share one database.",
  },
  BILLFOLD_PROCESSES: {
    parse: processCount,
    defaultText: "1; auto in production",
    meaning:
      "Processes that serve the API behind one port, 1 to 64, or `auto`: one less than the machine has processors. One of them also does the background work, if the role says so.",
  },
  BILLFOLD_ALLOW_LOCAL_WEBHOOKS: {
    parse: oneOf("0", "1"),
    default: "0",
    meaning: "1 allows webhooks to private and loopback addresses, for development.",
  },
  BILLFOLD_ALLOWED_BASE_URLS: {
    parse: httpsAddresses,
    meaning:
      "In production, additional https base URLs allowed for payment gateways and authorities, separated by commas.",
  },
  BILLFOLD_SANDBOX_GATEWAY_PORT: {
    parse: integer(0, 65_535),
    defaultText: "a free one",
    meaning: "Port of the sandbox payment gateway, which runs on loopback outside production.",
  },
  BILLFOLD_SANDBOX_GATEWAY_URL: {
    parse: httpAddress,
    meaning: "URL of a sandbox gateway that runs elsewhere, so that several nodes can share it.",
  },
  BILLFOLD_SANDBOX_AUTHORITY_PORT: {
    parse: integer(0, 65_535),
    defaultText: "a free one",
    meaning: "Port of the sandbox revenue authority, which runs on loopback outside production.",
  },
  BILLFOLD_SANDBOX_AUTHORITY_URL: {
    parse: httpAddress,
    meaning: "URL of a sandbox authority that runs elsewhere, so that several nodes can share it.",
  },
  BILLFOLD_GATEWAY_SECRET_KEY: {
    parse: text,
    meaning: "Secret key for 'billfold gateway set', unless it is given on standard input.",
    secret: true,
  },
  BILLFOLD_GATEWAY_WEBHOOK_SECRET: {
    parse: text,
    meaning:
      "Webhook signing secret for 'billfold gateway set' (Stripe), unless it is given on standard input.",
    secret: true,
  },
  BILLFOLD_METRICS_HOST: {
    parse: hostName,
    default: "127.0.0.1",
    meaning: "Address that /metrics listens on. It has no login, so keep it inside your network.",
  },
  BILLFOLD_METRICS_PORT: {
    parse: integer(0, 65_535),
    default: "9464",
    meaning: "Port of /metrics; 0 turns it off.",
  },
  BILLFOLD_RETENTION_YEARS: {
    parse: integer(0, 100),
    default: "10",
    meaning:
      "Years from its date for which an issued invoice is kept: until then its customer can't be erased.",
  },
  BILLFOLD_TRUSTED_PROXIES: {
    parse: networks,
    meaning:
      "Addresses or networks of your reverse proxies, separated by commas. Their X-Forwarded-* headers are trusted.",
  },
  BILLFOLD_DRAIN_SECONDS: {
    parse: integer(0, 300),
    defaultText: "0; 5 in production",
    meaning:
      "Seconds for which a node still answers after SIGTERM while it reports that it is not ready, so that load balancers notice; 0 to 300.",
  },
  BILLFOLD_TLS_CERT: { parse: fileContent, meaning: "Certificate file, to serve https without a proxy." },
  BILLFOLD_TLS_KEY: { parse: fileContent, meaning: "Private key file of that certificate." },
  BILLFOLD_SMTP_URL: {
    parse: addressOf("smtp://", "smtps://"),
    meaning:
      "Mail server: smtp://user:password@host:587. Outside production, mails are stored instead of sent when there is none.",
    secret: true,
  },
  BILLFOLD_MAIL_FROM: {
    parse: mailAddress,
    meaning: "Sender of the mails, such as Billfold <post@example.com>.",
  },
  BILLFOLD_SUPPORT_EMAIL: {
    parse: mailAddress,
    meaning: "Email address that the help menu of the dashboard shows for support. Hidden if it is not set.",
  },
  BILLFOLD_SUPPORT_URL: {
    parse: httpAddress,
    meaning: "URL of a support page that the help menu of the dashboard links to. Hidden if it is not set.",
  },
  BILLFOLD_MAIL_PAGE: {
    parse: oneOf("auto", "0", "1"),
    default: "auto",
    meaning:
      "Who can read stored mails at /mail, besides operators: `auto` (this machine, if the sandbox has a loopback address), 1 (everyone) or 0 (nobody).",
  },
  BILLFOLD_POST_RATE: {
    parse: integer(1, 1_000_000),
    default: "25",
    meaning: "POST requests per second for each key, 1 to 1000000.",
  },
  BILLFOLD_POST_BURST: {
    parse: integer(1, 10_000_000),
    defaultText: "120, growing with the rate",
    meaning: "POST requests that a key can send in a burst.",
  },
  BILLFOLD_COMPANY_POST_RATE: {
    parse: integer(0, 1_000_000),
    default: "100",
    meaning:
      "POST requests per second for each company, across all keys and users, up to 1000000; 0 turns the limit off.",
  },
  BILLFOLD_READ_RATE: {
    parse: integer(0, 1_000_000),
    default: "200",
    meaning:
      "Cost units per second for each company's reads, PATCH and DELETE, up to 1000000; 0 turns the limit off.",
  },
  BILLFOLD_DELIVERY_RETENTION_DAYS: {
    parse: integer(1, 3650),
    default: "90",
    meaning: "Days to keep completed webhook deliveries, their attempts and inbox entries, 1 to 3650.",
  },
  BILLFOLD_FISCAL_CALL_RETENTION_DAYS: {
    parse: integer(0, 36_500),
    default: "2555",
    meaning:
      "Days to keep calls to revenue authorities, with request and response, after the registration is complete; 0 keeps them forever.",
  },
  BILLFOLD_LOG_LEVEL: {
    parse: oneOf("trace", "debug", "info", "warn", "error", "silent"),
    default: "info",
    meaning: "`trace`, `debug`, `info`, `warn`, `error` or `silent`.",
  },
} satisfies Record<string, Setting>;

type Table = typeof table;

/** What the parsers return, by the names of the variables; undefined where nothing is set and nothing is the default. */
export type SettingValues = {
  [Name in keyof Table]:
    | ReturnType<Table[Name]["parse"]>
    | (Table[Name] extends { default: string } ? never : undefined);
};

export const settings = Object.entries<Setting>(table).map(([name, setting]) => ({
  ...setting,
  name,
  fallback: setting.default ?? setting.defaultText ?? "none",
}));

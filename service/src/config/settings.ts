import {
  addressOf,
  apiAddress,
  encryptionKeys,
  fileContent,
  hostName,
  httpAddress,
  httpsAddresses,
  integer,
  mailAddress,
  networks,
  oneOf,
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
  PORT: { parse: integer(0, 65_535), default: "8080", meaning: "port of the API and the site" },
  BILLFOLD_HOST: {
    parse: hostName,
    defaultText: "127.0.0.1; 0.0.0.0 in production",
    meaning: "address to listen on",
  },
  BILLFOLD_ENVIRONMENT: {
    parse: oneOf("sandbox", "staging", "production"),
    default: "sandbox",
    meaning: "sandbox, staging or production",
  },
  BILLFOLD_BASE_URL: {
    parse: apiAddress,
    defaultText: "http://HOST:PORT/api/v1",
    meaning: "public address of the API, ends in /api/v1; https in production",
  },
  BILLFOLD_SITE_URL: {
    parse: httpAddress,
    defaultText: "http://HOST:PORT",
    meaning: "public address of the site; https in production",
  },
  BILLFOLD_DATA_DIR: {
    parse: text,
    default: "./data",
    meaning: "folder of the embedded database and generated keys",
  },
  DATABASE_URL: {
    parse: addressOf("postgres://", "postgresql://"),
    defaultText: "the embedded database",
    meaning: "any PostgreSQL 15 or newer, postgres://…",
    secret: true,
  },
  BILLFOLD_DATABASE_CONNECTIONS: {
    parse: integer(2, 200),
    default: "10",
    meaning: "connections for changes, 2 to 200; up to 4 for reads and 1 for announcements come on top",
  },
  BILLFOLD_ENCRYPTION_KEYS: {
    parse: encryptionKeys,
    defaultText: "generated under the data folder",
    meaning:
      "id:base64 of 32 bytes, several by commas, the first encrypts; required in production, and the same on every node",
    secret: true,
  },
  BILLFOLD_ROLE: {
    parse: oneOf("all", "api", "worker"),
    default: "all",
    meaning: "api, worker or all: what this process does; several of each share one database",
  },
  BILLFOLD_ALLOW_LOCAL_WEBHOOKS: {
    parse: oneOf("0", "1"),
    default: "0",
    meaning: "1 lets webhooks go to private and loopback addresses, for development",
  },
  BILLFOLD_ALLOWED_BASE_URLS: {
    parse: httpsAddresses,
    meaning:
      "in production, the https addresses (and paths below them) at which a gateway or authority may be, besides the gateways' own, several by commas",
  },
  BILLFOLD_SANDBOX_GATEWAY_PORT: {
    parse: integer(0, 65_535),
    defaultText: "a free one",
    meaning: "port of the sandbox payment gateway, which runs on loopback outside production",
  },
  BILLFOLD_SANDBOX_GATEWAY_URL: {
    parse: httpAddress,
    meaning: "a sandbox gateway that runs elsewhere, for several nodes that must share one",
  },
  BILLFOLD_SANDBOX_AUTHORITY_PORT: {
    parse: integer(0, 65_535),
    defaultText: "a free one",
    meaning: "port of the sandbox revenue authority, which runs on loopback outside production",
  },
  BILLFOLD_SANDBOX_AUTHORITY_URL: {
    parse: httpAddress,
    meaning: "a sandbox authority that runs elsewhere, for several nodes that must share one",
  },
  BILLFOLD_GATEWAY_SECRET_KEY: {
    parse: text,
    meaning: "secret key that 'billfold gateway set' stores, unless it is given on standard input",
    secret: true,
  },
  BILLFOLD_GATEWAY_WEBHOOK_SECRET: {
    parse: text,
    meaning: "the same for the secret that signs the gateway's notifications (Stripe)",
    secret: true,
  },
  BILLFOLD_METRICS_HOST: {
    parse: hostName,
    default: "127.0.0.1",
    meaning: "address that /metrics listens on; it has no login, so keep it inside your network",
  },
  BILLFOLD_METRICS_PORT: {
    parse: integer(0, 65_535),
    default: "9464",
    meaning: "port of /metrics; 0 is off",
  },
  BILLFOLD_TRUSTED_PROXIES: {
    parse: networks,
    meaning: "addresses or networks whose X-Forwarded-* headers are believed, by commas",
  },
  BILLFOLD_TLS_CERT: { parse: fileContent, meaning: "certificate file, to serve https without a proxy" },
  BILLFOLD_TLS_KEY: { parse: fileContent, meaning: "key file of that certificate" },
  BILLFOLD_SMTP_URL: {
    parse: addressOf("smtp://", "smtps://"),
    meaning: "mail server, smtp://user:password@host:587; without one, mails are kept outside production",
    secret: true,
  },
  BILLFOLD_MAIL_FROM: {
    parse: mailAddress,
    meaning: "sender of the mails, such as Billfold <post@example.com>",
  },
  BILLFOLD_MAIL_PAGE: {
    parse: oneOf("auto", "0", "1"),
    default: "auto",
    meaning:
      "who reads kept mails at /mail, beside operators: auto is this machine, in a sandbox whose address is a loopback one; 1 everybody who reaches the site; 0 nobody",
  },
  BILLFOLD_POST_RATE: {
    parse: integer(1, 1_000_000),
    default: "25",
    meaning: "POST requests a second for each key, 1 to 1000000",
  },
  BILLFOLD_POST_BURST: {
    parse: integer(1, 10_000_000),
    defaultText: "120, growing with the rate",
    meaning: "POST requests a key may save up",
  },
  BILLFOLD_COMPANY_POST_RATE: {
    parse: integer(0, 1_000_000),
    default: "100",
    meaning: "POST requests a second for each company over all its keys and people, to 1000000; 0 is off",
  },
  BILLFOLD_READ_RATE: {
    parse: integer(0, 1_000_000),
    default: "200",
    meaning: "cost units a second for each company's reads, PATCH and DELETE, to 1000000; 0 is off",
  },
  BILLFOLD_DELIVERY_RETENTION_DAYS: {
    parse: integer(1, 3650),
    default: "90",
    meaning: "days for which ended webhook deliveries, their attempts and inbox entries are kept, 1 to 3650",
  },
  BILLFOLD_FISCAL_CALL_RETENTION_DAYS: {
    parse: integer(0, 36_500),
    default: "2555",
    meaning:
      "how many days calls to revenue authorities are kept, with request and response, once the registration is finished; 0 is for ever",
  },
  BILLFOLD_LOG_LEVEL: {
    parse: oneOf("trace", "debug", "info", "warn", "error", "silent"),
    default: "info",
    meaning: "trace, debug, info, warn, error or silent",
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

type Setting = { name: string; fallback: string; meaning: string };

/** What can be set from outside, as `billfold serve --help` lists it; config.ts reads it. */
export const settings: readonly Setting[] = [
  { name: "PORT", fallback: "8080", meaning: "port of the API and the site" },
  { name: "BILLFOLD_HOST", fallback: "127.0.0.1; 0.0.0.0 in production", meaning: "address to listen on" },
  { name: "BILLFOLD_ENVIRONMENT", fallback: "sandbox", meaning: "sandbox, staging or production" },
  {
    name: "BILLFOLD_BASE_URL",
    fallback: "http://HOST:PORT/api/v1",
    meaning: "public address of the API, ends in /api/v1; https in production",
  },
  {
    name: "BILLFOLD_SITE_URL",
    fallback: "http://HOST:PORT",
    meaning: "public address of the site; https in production",
  },
  {
    name: "BILLFOLD_DATA_DIR",
    fallback: "./data",
    meaning: "folder of the embedded database and generated keys",
  },
  {
    name: "DATABASE_URL",
    fallback: "the embedded database",
    meaning: "any PostgreSQL 15 or newer, postgres://…",
  },
  {
    name: "BILLFOLD_DATABASE_CONNECTIONS",
    fallback: "10",
    meaning: "connections for changes, 2 to 200; up to 4 for reads and 1 for announcements come on top",
  },
  {
    name: "BILLFOLD_ENCRYPTION_KEYS",
    fallback: "generated under the data folder",
    meaning:
      "id:base64 of 32 bytes, several by commas, the first encrypts; required in production, and the same on every node",
  },
  {
    name: "BILLFOLD_ROLE",
    fallback: "all",
    meaning: "api, worker or all: what this process does; several of each share one database",
  },
  {
    name: "BILLFOLD_ALLOW_LOCAL_WEBHOOKS",
    fallback: "0",
    meaning: "1 lets webhooks go to private and loopback addresses, for development",
  },
  {
    name: "BILLFOLD_ALLOWED_BASE_URLS",
    fallback: "none",
    meaning:
      "in production, the https addresses (and paths below them) at which a gateway or authority may be, besides the gateways' own, several by commas",
  },
  {
    name: "BILLFOLD_SANDBOX_GATEWAY_PORT",
    fallback: "a free one",
    meaning: "port of the sandbox payment gateway, which runs on loopback outside production",
  },
  {
    name: "BILLFOLD_SANDBOX_GATEWAY_URL",
    fallback: "none",
    meaning: "a sandbox gateway that runs elsewhere, for several nodes that must share one",
  },
  {
    name: "BILLFOLD_SANDBOX_AUTHORITY_PORT",
    fallback: "a free one",
    meaning: "port of the sandbox revenue authority, which runs on loopback outside production",
  },
  {
    name: "BILLFOLD_SANDBOX_AUTHORITY_URL",
    fallback: "none",
    meaning: "a sandbox authority that runs elsewhere, for several nodes that must share one",
  },
  {
    name: "BILLFOLD_GATEWAY_SECRET_KEY",
    fallback: "none",
    meaning: "secret key that 'billfold gateway set' stores, unless it is given on standard input",
  },
  {
    name: "BILLFOLD_GATEWAY_WEBHOOK_SECRET",
    fallback: "none",
    meaning: "the same for the secret that signs the gateway's notifications (Stripe)",
  },
  {
    name: "BILLFOLD_METRICS_HOST",
    fallback: "127.0.0.1",
    meaning: "address that /metrics listens on; it has no login, so keep it inside your network",
  },
  { name: "BILLFOLD_METRICS_PORT", fallback: "9464", meaning: "port of /metrics; 0 is off" },
  {
    name: "BILLFOLD_TRUSTED_PROXIES",
    fallback: "none",
    meaning: "addresses or networks whose X-Forwarded-* headers are believed, by commas",
  },
  {
    name: "BILLFOLD_TLS_CERT",
    fallback: "none",
    meaning: "certificate file, to serve https without a proxy",
  },
  { name: "BILLFOLD_TLS_KEY", fallback: "none", meaning: "key file of that certificate" },
  {
    name: "BILLFOLD_SMTP_URL",
    fallback: "none",
    meaning: "mail server, smtp://user:password@host:587; without one, mails are kept outside production",
  },
  {
    name: "BILLFOLD_MAIL_FROM",
    fallback: "none",
    meaning: "sender of the mails, such as Billfold <post@example.com>",
  },
  {
    name: "BILLFOLD_MAIL_PAGE",
    fallback: "auto",
    meaning:
      "who reads kept mails at /mail, beside operators: auto is this machine, in a sandbox whose address is a loopback one; 1 everybody who reaches the site; 0 nobody",
  },
  {
    name: "BILLFOLD_POST_RATE",
    fallback: "25",
    meaning: "POST requests a second for each key, 1 to 1000000",
  },
  {
    name: "BILLFOLD_POST_BURST",
    fallback: "120, growing with the rate",
    meaning: "POST requests a key may save up",
  },
  {
    name: "BILLFOLD_COMPANY_POST_RATE",
    fallback: "100",
    meaning: "POST requests a second for each company over all its keys and people, to 1000000; 0 is off",
  },
  {
    name: "BILLFOLD_READ_RATE",
    fallback: "200",
    meaning: "cost units a second for each company's reads, PATCH and DELETE, to 1000000; 0 is off",
  },
  { name: "BILLFOLD_LOG_LEVEL", fallback: "info", meaning: "trace, debug, info, warn, error or silent" },
];

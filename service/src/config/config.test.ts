import { hash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { keyWeakness } from "../platform/security/secrets.ts";
import { examineSettings, readConfig, SettingError } from "./config.ts";
import { settings } from "./settings.ts";

const bytes = (count: number) => Buffer.alloc(count, 7).toString("base64");
const key = `k1:${hash("sha256", "a key of these tests", "base64")}`;
const production = {
  BILLFOLD_ENVIRONMENT: "production",
  BILLFOLD_BASE_URL: "https://api.example.com/api/v1",
  BILLFOLD_SITE_URL: "https://example.com",
  BILLFOLD_ENCRYPTION_KEYS: key,
};

type Environment = Parameters<typeof readConfig>[0];

function refusal(env: Environment): string {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingError);
    return (error as Error).message;
  }
  throw new Error(`accepted: ${JSON.stringify(env)}`);
}

describe("with nothing set", () => {
  test("everything has the documented default", () => {
    expect(readConfig({})).toEqual({
      environment: "sandbox",
      allowedBaseUrls: "any",
      gatewaySecrets: { secretKey: undefined, webhookSecret: undefined },
      sandboxGateway: { url: undefined, port: 0 },
      sandboxAuthority: { url: undefined, port: 0 },
      host: "127.0.0.1",
      port: 8080,
      metricsHost: "127.0.0.1",
      metricsPort: 9464,
      metricsPortChosen: false,
      retentionYears: 10,
      baseUrl: "http://127.0.0.1:8080/api/v1",
      siteUrl: "http://127.0.0.1:8080",
      dataDir: "./data",
      databaseUrl: undefined,
      databaseConnectionsMax: 10,
      encryptionKeys: undefined,
      drainSeconds: 0,
      trustedProxies: [],
      roles: { api: true, worker: true },
      processes: 1,
      outbound: { allowLocal: false, httpsOnly: false, exemptOrigins: ["http://127.0.0.1:8080"] },
      mail: { smtpUrl: undefined, from: undefined, keeps: true },
      support: { email: null, url: null },
      mailPage: "this_machine",
      tls: undefined,
      postRate: 25,
      companyPostRate: 100,
      readRate: 200,
      postBurst: 120,
      deliveryRetentionDays: 90,
      fiscalCallRetentionDays: 2555,
      logLevel: "info",
    });
  });

  test("an empty variable counts as not set", () => {
    expect(readConfig(Object.fromEntries(settings.map(({ name }) => [name, ""])))).toEqual(readConfig({}));
  });
});

describe("processes", () => {
  const auto = Math.max(1, availableParallelism() - 1);

  test.each<[Record<string, string>, number]>([
    [{ BILLFOLD_ENVIRONMENT: "staging" }, 1],
    [production, auto],
    [{ BILLFOLD_PROCESSES: "auto" }, auto],
    [{ BILLFOLD_PROCESSES: "3" }, 3],
    [{ ...production, BILLFOLD_PROCESSES: "1" }, 1],
    [{ BILLFOLD_PROCESSES: "3", BILLFOLD_ROLE: "api" }, 3],
    [{ BILLFOLD_PROCESSES: "3", BILLFOLD_ROLE: "worker" }, 1],
  ])("case %#: are as many as the settings say", (env, count) =>
    expect(readConfig(env).processes).toBe(count),
  );
});

describe("kept mails", () => {
  test.each<[Record<string, string>, string]>([
    [{}, "this_machine"],
    [{ BILLFOLD_SITE_URL: "http://localhost:8080" }, "this_machine"],
    [{ BILLFOLD_HOST: "::1" }, "this_machine"],
    [{ BILLFOLD_SITE_URL: "https://staging.example" }, "nobody"],
    [{ BILLFOLD_SITE_URL: "http://127.evil.example" }, "nobody"],
    [{ BILLFOLD_SITE_URL: "http://192.168.1.7:8080" }, "nobody"],
    [{ BILLFOLD_HOST: "0.0.0.0" }, "nobody"],
    [{ BILLFOLD_HOST: "10.0.0.7" }, "nobody"],
    [{ BILLFOLD_ENVIRONMENT: "staging" }, "nobody"],
    [{ BILLFOLD_MAIL_PAGE: "0" }, "nobody"],
    [{ BILLFOLD_ENVIRONMENT: "staging", BILLFOLD_MAIL_PAGE: "1" }, "everybody"],
    [{ BILLFOLD_HOST: "0.0.0.0", BILLFOLD_MAIL_PAGE: "1" }, "everybody"],
  ])("with %j are shown to %s", (env, readers) => expect(readConfig(env).mailPage).toBe(readers));
});

test("what is read from the environment is what the list of settings has, no more and no less", () => {
  const read = new Set<string>();
  readConfig(
    new Proxy({}, { get: (_, name) => void read.add(String(name)) }) as Record<string, string | undefined>,
  );
  expect([...read].sort()).toEqual(settings.map(({ name }) => name).sort());
});

describe("what is set", () => {
  test("is taken", () => {
    const config = readConfig({
      PORT: "8181",
      BILLFOLD_HOST: "0.0.0.0",
      BILLFOLD_ENVIRONMENT: "staging",
      BILLFOLD_DATA_DIR: "/var/lib/billfold",
      DATABASE_URL: "postgresql://user:pw@db/billfold",
      BILLFOLD_DATABASE_CONNECTIONS: "50",
      BILLFOLD_DRAIN_SECONDS: "20",
      BILLFOLD_METRICS_PORT: "0",
      BILLFOLD_TRUSTED_PROXIES: "10.0.0.0/8, 127.0.0.1",
      BILLFOLD_POST_RATE: "100",
      BILLFOLD_COMPANY_POST_RATE: "0",
      BILLFOLD_READ_RATE: "0",
      BILLFOLD_DELIVERY_RETENTION_DAYS: "30",
      BILLFOLD_FISCAL_CALL_RETENTION_DAYS: "0",
      BILLFOLD_LOG_LEVEL: "warn",
    });
    expect(config).toMatchObject({
      port: 8181,
      host: "0.0.0.0",
      environment: "staging",
      dataDir: "/var/lib/billfold",
      databaseUrl: "postgresql://user:pw@db/billfold",
      databaseConnectionsMax: 50,
      drainSeconds: 20,
      metricsPort: 0,
      metricsPortChosen: true,
      retentionYears: 10,
      trustedProxies: ["10.0.0.0/8", "127.0.0.1"],
      postRate: 100,
      companyPostRate: 0,
      readRate: 0,
      postBurst: 480,
      deliveryRetentionDays: 30,
      fiscalCallRetentionDays: 0,
      logLevel: "warn",
    });
  });

  test("of the addresses loses a slash at the end", () => {
    const config = readConfig({
      BILLFOLD_BASE_URL: "http://localhost:9/api/v1/",
      BILLFOLD_SITE_URL: "http://localhost:9/",
    });
    expect(config).toMatchObject({ baseUrl: "http://localhost:9/api/v1", siteUrl: "http://localhost:9" });
  });

  test.each([
    ["all", { api: true, worker: true }],
    ["api", { api: true, worker: false }],
    ["worker", { api: false, worker: true }],
  ])("of the role decides what the process does: %s", (role, roles) => {
    expect(readConfig({ BILLFOLD_ROLE: role }).roles).toEqual(roles);
  });

  test("of the site makes its origin, and no more than that, an address that webhooks may go to", () => {
    const { outbound } = readConfig({ BILLFOLD_SITE_URL: "http://10.0.0.7:8080/billing" });
    expect(outbound).toEqual({
      allowLocal: false,
      httpsOnly: false,
      exemptOrigins: ["http://10.0.0.7:8080"],
    });
  });

  test("of local webhooks is taken at its word: only 1 allows them", () => {
    const allowLocal = (word: string) =>
      readConfig({ BILLFOLD_ALLOW_LOCAL_WEBHOOKS: word }).outbound.allowLocal;
    expect([allowLocal("1"), allowLocal("0"), allowLocal("")]).toEqual([true, false, false]);
  });

  test("of the rate carries the burst along, unless that is set too", () => {
    const bursts = [1, 25, 26, 50, 1000].map(
      (rate) => readConfig({ BILLFOLD_POST_RATE: String(rate) }).postBurst,
    );
    expect(bursts).toEqual([120, 120, 125, 240, 4800]);
    expect(readConfig({ BILLFOLD_POST_RATE: "50", BILLFOLD_POST_BURST: "7" }).postBurst).toBe(7);
  });

  test("of an IPv6 host goes into the default addresses in brackets", () => {
    const config = readConfig({ BILLFOLD_HOST: "::1" });
    expect(config).toMatchObject({
      host: "::1",
      baseUrl: "http://[::1]:8080/api/v1",
      siteUrl: "http://[::1]:8080",
    });
    expect(readConfig({ BILLFOLD_HOST: "::" }).host).toBe("::");
  });

  test("of a certificate makes the default addresses https", () => {
    const file = fileURLToPath(import.meta.url);
    const config = readConfig({ BILLFOLD_TLS_CERT: file, BILLFOLD_TLS_KEY: file });
    expect(config.tls?.cert.equals(readFileSync(file))).toBe(true);
    expect(config.baseUrl).toBe("https://127.0.0.1:8080/api/v1");
  });
});

const bad: [setting: string, value: string][] = [
  ["PORT", "80a"],
  ["PORT", "-1"],
  ["PORT", "65536"],
  ["PORT", "8080.5"],
  ["BILLFOLD_HOST", "not a host"],
  ["BILLFOLD_ENVIRONMENT", "prod"],
  ["BILLFOLD_BASE_URL", "api.example.com"],
  ["BILLFOLD_BASE_URL", "ftp://example.com/api/v1"],
  ["BILLFOLD_BASE_URL", "https://example.com/api/v2"],
  ["BILLFOLD_SITE_URL", "example.com"],
  ["BILLFOLD_SUPPORT_EMAIL", "nobody"],
  ["BILLFOLD_SUPPORT_URL", "example.com"],
  ["DATABASE_URL", "mysql://localhost/x"],
  ["DATABASE_URL", "postgres://a,,b/x"],
  ["DATABASE_URL", "postgres://a,b/x?target_session_attrs=any"],
  ["BILLFOLD_DATABASE_CONNECTIONS", "1"],
  ["BILLFOLD_DATABASE_CONNECTIONS", "201"],
  ["BILLFOLD_PROCESSES", "0"],
  ["BILLFOLD_PROCESSES", "65"],
  ["BILLFOLD_PROCESSES", "all"],
  ["BILLFOLD_DRAIN_SECONDS", "-1"],
  ["BILLFOLD_DRAIN_SECONDS", "301"],
  ["BILLFOLD_ENCRYPTION_KEYS", "k1"],
  ["BILLFOLD_ENCRYPTION_KEYS", `k1:${bytes(31)}`],
  ["BILLFOLD_ENCRYPTION_KEYS", `${key},`],
  ["BILLFOLD_ENCRYPTION_KEYS", `${key},${key}`],
  ["BILLFOLD_ROLE", "delivery"],
  ["BILLFOLD_ROLE", "Worker"],
  ["BILLFOLD_ALLOW_LOCAL_WEBHOOKS", "2"],
  ["BILLFOLD_MAIL_PAGE", "yes"],
  ["BILLFOLD_ALLOWED_BASE_URLS", "http://gateway.example"],
  ["BILLFOLD_ALLOWED_BASE_URLS", "https://gateway.example,nonsense"],
  ["BILLFOLD_ALLOW_LOCAL_WEBHOOKS", "true"],
  ["BILLFOLD_METRICS_HOST", "not a host"],
  ["BILLFOLD_METRICS_PORT", "off"],
  ["BILLFOLD_RETENTION_YEARS", "ten"],
  ["BILLFOLD_MAIL_PAGE", "yes"],
  ["BILLFOLD_TRUSTED_PROXIES", "banana"],
  ["BILLFOLD_TRUSTED_PROXIES", "10.0.0.0/99"],
  ["BILLFOLD_SMTP_URL", "smtp://mail.example"],
  ["BILLFOLD_MAIL_FROM", "post@example.com"],
  ["BILLFOLD_TLS_CERT", "cert.pem"],
  ["BILLFOLD_TLS_KEY", "key.pem"],
  ["BILLFOLD_SANDBOX_AUTHORITY_PORT", "-1"],
  ["BILLFOLD_SANDBOX_AUTHORITY_URL", "authority"],
  ["BILLFOLD_SANDBOX_GATEWAY_PORT", "65536"],
  ["BILLFOLD_SANDBOX_GATEWAY_URL", "127.0.0.1:9000"],
  ["BILLFOLD_POST_RATE", "0"],
  ["BILLFOLD_POST_RATE", "1e3"],
  ["BILLFOLD_COMPANY_POST_RATE", "-1"],
  ["BILLFOLD_COMPANY_POST_RATE", "1000001"],
  ["BILLFOLD_READ_RATE", "off"],
  ["BILLFOLD_POST_BURST", "many"],
  ["BILLFOLD_DELIVERY_RETENTION_DAYS", "0"],
  ["BILLFOLD_FISCAL_CALL_RETENTION_DAYS", "ever"],
  ["BILLFOLD_LOG_LEVEL", "loud"],
];

describe("a bad value", () => {
  test.each(bad)("names its setting: %s=%s", (name, value) => {
    expect(refusal({ [name]: value })).toContain(name);
  });

  test("of a number tells the range and what was given", () => {
    expect(refusal({ PORT: "80a" })).toBe("PORT must be a whole number from 0 to 65535, not '80a'");
  });

  test("does not hide the others: the message counts them, and an examination names them all", () => {
    const env = { PORT: "80a", BILLFOLD_ROLE: "king", BILLFOLD_SMTP_URL: "smtp://mail.example" };
    expect(refusal(env)).toMatch(
      /^3 settings are invalid:\n {2}PORT must be .*\n {2}BILLFOLD_ROLE .*\n {2}.*SMTP.*$/,
    );
    const { config, faults } = examineSettings(env);
    expect(faults.flatMap(({ names }) => names)).toEqual([
      "PORT",
      "BILLFOLD_ROLE",
      "BILLFOLD_SMTP_URL",
      "BILLFOLD_MAIL_FROM",
    ]);
    expect(config).toMatchObject({ port: 8080, roles: { api: true, worker: true } });
  });

  test("of every setting with a closed form is tried above", () => {
    const secrets = ["BILLFOLD_GATEWAY_SECRET_KEY", "BILLFOLD_GATEWAY_WEBHOOK_SECRET"];
    const free = new Set(["BILLFOLD_DATA_DIR", ...secrets]);
    const tried = new Set(bad.map(([name]) => name));
    expect(settings.map(({ name }) => name).filter((name) => !tried.has(name) && !free.has(name))).toEqual(
      [],
    );
  });
});

describe("in production", () => {
  test("good settings are accepted, and it listens on every address", () => {
    expect(readConfig(production)).toMatchObject({
      environment: "production",
      host: "0.0.0.0",
      encryptionKeys: key,
    });
  });

  test("metrics, which have no login, stay on loopback unless BILLFOLD_METRICS_HOST is set", () => {
    expect(readConfig(production).metricsHost).toBe("127.0.0.1");
    expect(readConfig({ ...production, BILLFOLD_HOST: "10.0.0.9" }).metricsHost).toBe("127.0.0.1");
    expect(readConfig({ ...production, BILLFOLD_METRICS_HOST: "10.0.0.9" })).toMatchObject({
      host: "0.0.0.0",
      metricsHost: "10.0.0.9",
    });
  });

  test("a sandbox that somebody names opens no way into the network", () => {
    const named = {
      BILLFOLD_SANDBOX_GATEWAY_URL: "http://10.0.0.1:1",
      BILLFOLD_SANDBOX_AUTHORITY_URL: "http://10.0.0.2:2",
    };
    expect(readConfig({ ...production, ...named }).outbound.exemptOrigins).toEqual(["https://example.com"]);
    expect(readConfig(named).outbound.exemptOrigins).toContain("http://10.0.0.1:1");
  });

  const pattern = (...values: number[]) =>
    Buffer.from(Array.from({ length: 32 }, (_, index) => values[index % values.length]!));
  test.each([
    ["nothing but zeros", Buffer.alloc(32)],
    ["one byte", Buffer.alloc(32, 7)],
    ["nothing but 0xff", Buffer.alloc(32, 255)],
    ["two bytes in turn", pattern(1, 2)],
    ["a pattern that does not come out even", pattern(9, 200, 31, 7, 100)],
    ["its own first half", Buffer.concat([hash("md5", "x", "buffer"), hash("md5", "x", "buffer")])],
    ["a word again and again", pattern(...Buffer.from("password"))],
    ["digits as one counts", Buffer.from("01234567890123456789012345678901")],
    ["0, 1, 2, 3…", Buffer.from(Array.from({ length: 32 }, (_, index) => index))],
    ["31, 30, 29…", Buffer.from(Array.from({ length: 32 }, (_, index) => 31 - index))],
    [
      "zeros with one other byte",
      Buffer.from(Array.from({ length: 32 }, (_, index) => (index === 31 ? 1 : 0))),
    ],
  ])(
    "an encryption key of %s is refused, in words that do not repeat it, but read behind a good one",
    (_, bytes) => {
      const weak = `old:${bytes.toString("base64")}`;
      const message = refusal({ ...production, BILLFOLD_ENCRYPTION_KEYS: weak });
      expect(message).toMatch(/^BILLFOLD_ENCRYPTION_KEYS starts with the key 'old', which (repeats|counts)/);
      expect(message).toContain("randomBytes(32)");
      expect(message).toContain("secrets reencrypt");
      expect(message).not.toContain(bytes.toString("base64"));
      expect(refusal({ ...production, BILLFOLD_ENCRYPTION_KEYS: `${weak},${key}` })).toContain("'old'");
      expect(
        readConfig({ ...production, BILLFOLD_ENCRYPTION_KEYS: `${key},${weak}` }).encryptionKeys,
      ).toContain(weak);
      expect(readConfig({ BILLFOLD_ENCRYPTION_KEYS: weak }).encryptionKeys).toBe(weak);
    },
  );

  test("an encryption key as our own command makes it is never taken for a weak one", () => {
    for (let made = 0; made < 2000; made++) expect(keyWeakness(randomBytes(32))).toBeUndefined();
  });

  test("webhooks go to https addresses only, and to local ones only where it is asked for", () => {
    expect(readConfig(production).outbound).toEqual({
      allowLocal: false,
      httpsOnly: true,
      exemptOrigins: ["https://example.com"],
    });
  });

  test.each(["BILLFOLD_BASE_URL", "BILLFOLD_SITE_URL"])("%s must be https and must be given", (name) => {
    const plain = production[name as "BILLFOLD_SITE_URL"].replace("https:", "http:");
    expect(refusal({ ...production, [name]: plain })).toMatch(
      `${name} must be set to an https:// address in production`,
    );
    expect(refusal({ ...production, [name]: undefined })).toContain(name);
  });

  test("encryption keys must be given, and the message tells how to make one that is then accepted", () => {
    const message = refusal({ ...production, BILLFOLD_ENCRYPTION_KEYS: undefined });
    expect(message).toContain("BILLFOLD_ENCRYPTION_KEYS");
    expect(message).toContain("randomBytes(32)");
  });

  test("mail is never kept for others to read; without SMTP there is none", () => {
    expect(readConfig(production).mail).toEqual({ smtpUrl: undefined, from: undefined, keeps: false });
    const smtp = {
      BILLFOLD_SMTP_URL: "smtps://u:p@mail.example",
      BILLFOLD_MAIL_FROM: "Us <post@example.com>",
    };
    expect(readConfig({ ...production, ...smtp }).mail).toEqual({
      smtpUrl: smtp.BILLFOLD_SMTP_URL,
      from: smtp.BILLFOLD_MAIL_FROM,
      keeps: false,
    });
    expect(refusal({ ...smtp, BILLFOLD_MAIL_FROM: "nobody" })).toContain("BILLFOLD_MAIL_FROM must be");
  });

  test("outside of it plain http and no keys are fine", () => {
    for (const environment of ["sandbox", "staging"]) {
      expect(readConfig({ BILLFOLD_ENVIRONMENT: environment }).baseUrl).toMatch(/^http:/);
    }
  });
});

describe("no message repeats a secret", () => {
  const secret = "s3cr3t-value";
  test.each<[string, Environment]>([
    ["a database password under the wrong scheme", { DATABASE_URL: `mysql://user:${secret}@db/x` }],
    ["a database password in a list of hosts", { DATABASE_URL: `postgres://user:${secret}@a,,b/x` }],
    ["a database password in a broken address", { DATABASE_URL: `postgres//user:${secret}@db/x` }],
    ["an encryption key of the wrong length", { BILLFOLD_ENCRYPTION_KEYS: `k1:${secret}` }],
    ["an encryption key without an id", { BILLFOLD_ENCRYPTION_KEYS: secret }],
    ["one bad encryption key beside a good one", { BILLFOLD_ENCRYPTION_KEYS: `${key},k2:${secret}` }],
    [
      "a password in the address of a mail server",
      { BILLFOLD_SMTP_URL: `http://user:${secret}@mail.example`, BILLFOLD_MAIL_FROM: "post@example.com" },
    ],
    ["a password in an address", { ...production, BILLFOLD_SITE_URL: `http://user:${secret}@example.com` }],
  ])("%s", (_what, env) => {
    const message = refusal(env);
    expect(message).not.toContain(secret);
    expect(message).not.toContain(key.slice(3));
  });
});

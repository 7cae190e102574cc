import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FreshDatabase, migratedDatabase } from "../../test/fresh-database.ts";
import { settings } from "../config/settings.ts";
import { commands } from "./command-line.ts";
import { newOperator, type Operator } from "./commands.fixture.ts";

let operator: Operator;
let database: FreshDatabase;
beforeAll(async () => {
  operator = await newOperator();
  // The database is already running, so that no command has to start one before it rejects its input.
  database = await migratedDatabase();
  await operator.json("company create --name First --email first@example.com --approve", onDatabase());
});
afterAll(async () => {
  await operator.cleanUp();
  await database.drop();
});

const onDatabase = () => ({ DATABASE_URL: database.connectionString });

describe("a bad value", () => {
  test.each<[code: number, line: string, reported: string]>([
    [1, "company create --name X --email nonsense", "--email: must be an e-mail address"],
    [1, "company approve 999999", "company 999999"],
    [2, "company approve", "ID is required"],
    [1, "company set --company 1 --country Nigeria", "--country: must be an ISO 3166 country code"],
    [1, "company set --company 1 --time-zone Mars/Base", "--time-zone: must be an IANA time zone"],
    [2, "company set --company 1 --colour red", "--colour"],
    [2, "company destroy 1", "There is no command 'company destroy'"],
    [2, "key create --company 1 --scopes invoices:rea", "unknown scope invoices:rea"],
    [1, "key revoke --company 1 --app-id bf_test_none", "bf_test_none"],
    [2, "key rotate --company 1 --app-id x --grace 604801", "--grace is at most 604800"],
    [2, "plan set --company 1 --disable flying", "unknown feature flying"],
    [2, "plan set --company 1 --quota invoices=99999999999", "quota"],
    [2, "plan set --company 1 --post-rate 0", "--post-rate must be from 1"],
    [2, "plan set --company 1 --company-post-rate 1000001", "--company-post-rate must be from 0 to 1000000"],
    [2, "plan set --company 1 --read-rate fast", "read-rate must be a whole number, not 'fast'"],
  ])("exit %i and one clear message: %s", async (code, line, reported) => {
    const ended = await operator.run([...line.split(" "), "--json"], onDatabase());
    expect(ended).toMatchObject({ code, stderr: "", stdout: expect.stringMatching(/^\{.*\}\n$/) });
    expect(JSON.parse(ended.stdout)).toMatchObject({
      success: false,
      error: expect.stringContaining(reported),
    });
  });

  test("without --json the message is one line on standard error", async () => {
    const ended = await operator.run("key create --company 1 --scopes invoices:rea".split(" "), onDatabase());
    expect(ended).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/^billfold: unknown scope invoices:rea.*\n$/),
    });
  });
});

describe("help and settings", () => {
  test("serve --help lists every setting, also when one of them is bad", async () => {
    const { code, stdout } = await operator.run(["serve", "--help"], { PORT: "bad" });
    expect(code).toBe(0);
    for (const { name } of settings) expect(stdout).toContain(name);
  });

  test("--help lists every command", async () => {
    const { stdout } = await operator.run(["--help"]);
    for (const { name } of commands) expect(stdout).toContain(name);
  });

  test.each([
    ["PORT", { PORT: "80a" }],
    ["BILLFOLD_ENCRYPTION_KEYS", { BILLFOLD_ENVIRONMENT: "production" }],
    ["BILLFOLD_ROLE", { BILLFOLD_ROLE: "delivery" }],
    ["BILLFOLD_ALLOW_LOCAL_WEBHOOKS", { BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "2" }],
    ["BILLFOLD_TRUSTED_PROXIES", { BILLFOLD_TRUSTED_PROXIES: "banana" }],
    ["BILLFOLD_TLS_CERT", { BILLFOLD_TLS_CERT: "/nowhere/cert.pem", BILLFOLD_TLS_KEY: "/nowhere/key.pem" }],
    ["DATABASE_URL", { DATABASE_URL: "postgres://user:s3cr3t@[::bad/x" }],
  ] as [string, Record<string, string>][])(
    "a bad setting names itself, in one message and with exit 2: %s",
    async (name, env) => {
      const ended = await operator.run(["serve"], {
        BILLFOLD_DATA_DIR: path.join(operator.dataDir, "other"),
        ...env,
      });
      expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/^billfold: .*\n$/) });
      expect(ended.stderr).toContain(name);
      expect(ended.stdout + ended.stderr).not.toContain("s3cr3t");
    },
  );
});

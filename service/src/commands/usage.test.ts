import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FreshDatabase, migratedDatabase } from "../../test/fresh-database.ts";
import { settings } from "../config/settings.ts";
import { ProfilePatch } from "../domains/tenancy/companies/schema.ts";
import { commands } from "./command-line.ts";
import { newOperator, type Operator } from "./commands.fixture.ts";
import { UsageError } from "./options.ts";
import { parseCommandLine } from "./parsing.ts";
import { usage } from "./usage.ts";

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
    [1, "company create --name X --email nonsense", "--email: must be a valid email address"],
    [1, "company approve 999999", "company 999999"],
    [2, "company approve", "Missing ID"],
    [1, "company set --company 1 --country Nigeria", "--country: must be an ISO 3166 country code"],
    [
      2,
      "company set --company 1 --prices-include-tax maybe",
      "--prices-include-tax must be yes or no, not 'maybe'",
    ],
    [1, "company set --company 1 --language klingon", "--language: must be one of en, fr"],
    [
      2,
      "portal set --company 1 --origins none --prices-include-tax maybe",
      "--prices-include-tax must be yes, no or none, not 'maybe'",
    ],
    [1, "company set --company 1 --time-zone Mars/Base", "--time-zone: must be an IANA time zone"],
    [2, "company set --company 1 --colour red", "--colour"],
    [2, "company destroy 1", "There is no command 'company destroy'"],
    [
      2,
      "key create --company 1 --scopes invoices:rea",
      "unknown scope invoices:rea. Did you mean invoices:read?",
    ],
    [1, "key revoke --company 1 --app-id bf_test_none", "bf_test_none"],
    [2, "key rotate --company 1 --app-id x --grace 604801", "--grace must be at most 604800"],
    [2, "plan set --company 1 --disable flying", "unknown feature flying"],
    [2, "plan set --company 1 --quota invoices=99999999999", "quota"],
    [2, "plan set --company 1 --post-rate 0", "--post-rate must be between 1"],
    [
      2,
      "plan set --company 1 --company-post-rate 1000001",
      "--company-post-rate must be between 0 and 1000000",
    ],
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
      stderr: expect.stringMatching(/^billfold: --scopes: unknown scope invoices:rea.*\n$/),
    });
  });
});

describe("help and settings", () => {
  test("serve --help lists every setting, also when one of them is bad", async () => {
    const { code, stdout } = await operator.run(["serve", "--help"], { PORT: "bad" });
    expect(code).toBe(0);
    for (const { name } of settings) expect(stdout).toContain(name);
  });

  test("--help lists every command with its summary, and the exit codes", async () => {
    const { stdout } = await operator.run(["--help"]);
    const text = stdout.replace(/\s+/g, " ");
    for (const { summary } of commands) expect(text).toContain(summary);
    for (const { name } of commands) expect(text).toContain(`${name} `);
    expect(text).toContain("Exit codes: 0 success; 1");
  });

  test.each(commands.map((command) => [command.name, command] as const))(
    "%s --help explains every option in words, says which are required and gives an example",
    (_, command) => {
      const text = usage(command).replace(/\s+/g, " ");
      const { operand, options, example } = command;
      for (const [name, { type, value, description, required }] of Object.entries(options)) {
        expect(description, name).toMatch(/^\S.{6,}\.$/);
        expect(type === "boolean" || value, `the value of ${name}`).toBeTruthy();
        const shown = type === "boolean" ? `--${name}` : `--${name} ${value}`;
        expect(text).toContain(`${shown} ${description}${required ? " Required." : ""}`);
      }
      expect(text).toContain(command.summary);
      expect(text).toContain("Exit codes:");
      if (operand || Object.keys(options).length > 0) expect(example).toBeTruthy();
      if (example) expect(text).toContain(`Example: npx billfold ${command.name} ${example}`);
    },
  );

  test("the example in the help of a command is complete and has no unknown option", () => {
    const examples = commands.filter(({ example }) => example);
    for (const { name, example } of examples) {
      const words = [...example!.replace(/ < .*$/, "").matchAll(/"([^"]*)"|(\S+)/g)].map(
        ([, quoted, plain]) => quoted ?? plain!,
      );
      expect(parseCommandLine([...name.split(" "), ...words]).command?.name).toBe(name);
    }
  });

  test("company set has an option for each field of the profile", () => {
    const { options } = commands.find(({ name }) => name === "company set")!;
    const fields = Object.keys(ProfilePatch.properties).map((name) => name.replaceAll("_", "-"));
    expect(
      Object.keys(options)
        .filter((name) => name !== "company")
        .sort(),
    ).toEqual(fields.sort());
  });

  test.each([
    ["key create", "Missing --company, --scopes. See 'billfold key create --help'."],
    ["key rotate --app-id x", "Missing --company. See 'billfold key rotate --help'."],
    ["company approve", "Missing ID. See 'billfold company approve --help'."],
    ["key creat --company 1", "There is no command 'key creat'. Did you mean 'key create'?"],
    ["frobnicate", "There is no command 'frobnicate'. 'billfold --help' lists all commands."],
    [
      "plan set --company 1 --post-rat 5",
      "Unknown option --post-rat (did you mean --post-rate?). See 'billfold plan set --help'.",
    ],
  ])("what is missing or mistyped is named, the company first: %s", (line, message) => {
    expect(() => parseCommandLine(line.split(" "))).toThrow(new UsageError(message));
  });

  test("a refusal prints all of its errors, with the options as they were given", async () => {
    const words = "einvoicing set --company 1 --adapter firs_mbs --service-id X".split(" ");
    const ended = await operator.run(words, onDatabase());
    expect(ended.code).toBe(1);
    const [first, ...lines] = ended.stderr.trim().split("\n");
    expect(first).toMatch(/^billfold: --base-url: is required for FIRS MBS \(and \d+ more errors\)$/);
    expect(lines).toContain("  --base-url: is required for FIRS MBS");
    expect(lines).toContain("  --business-id: is required for FIRS MBS");
    expect(lines).toContain("  api_key: is required for FIRS MBS");
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
      expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/^billfold: .*\n( {2}.*\n)*$/) });
      expect(ended.stderr).toContain(name);
      expect(ended.stdout + ended.stderr).not.toContain("s3cr3t");
    },
  );
});

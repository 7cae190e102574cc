import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FreshDatabase, migratedDatabase } from "../../test/fresh-database.ts";
import { startService } from "../../test/harness.ts";
import { newOperator, type Operator, type Result } from "./commands.fixture.ts";

let operator: Operator;
let database: FreshDatabase;
let company: Result;
beforeAll(async () => {
  operator = await newOperator();
  // The tests have their own database, so that no command has to start one; none of them needs a running service.
  database = await migratedDatabase();
  company = await json("company create --name Hooked --email hooked@example.com --approve");
});
afterAll(async () => {
  await operator.cleanUp();
  await database.drop();
});

const settings = () => ({ DATABASE_URL: database.connectionString });
const json = (line: string, env = {}) => operator.json(line, { ...settings(), ...env });
const onCompany = (line: string, env = {}) => json(`${line} --company ${company.company_id}`, env);

async function refusal(line: string): Promise<[code: number | null, message: string]> {
  const ended = await operator.run([...line.split(" "), "--json"], settings());
  expect(ended.stderr).toBe("");
  return [ended.code, (JSON.parse(ended.stdout) as Result).error];
}

describe("webhook set", () => {
  test("prints the secret that the company was given, each time the same", async () => {
    const first = await onCompany("webhook set --url https://example.com/hook");
    const second = await onCompany("webhook set --url https://example.com/other?x=1");
    expect([first.webhook_secret, second.webhook_secret]).toEqual([
      company.webhook_secret,
      company.webhook_secret,
    ]);
    expect(second.endpoint).toMatchObject({ id: first.endpoint.id, url: "https://example.com/other?x=1" });
  });

  test("--url default gives the service's own receiver again", async () => {
    const { endpoint, webhook_secret } = await onCompany("webhook set --url default");
    expect(endpoint).toMatchObject({ url: `${operator.url}/sandbox/webhook`, default_url: true });
    expect(webhook_secret).toBe(company.webhook_secret);
    const site = { BILLFOLD_SITE_URL: "https://billing.example.com" };
    const { endpoint: shown } = await onCompany("webhook show", site);
    expect(shown.url).toBe("https://billing.example.com/sandbox/webhook");
  });

  test("a company that waits for approval gets its secret with it", async () => {
    const { company_id: id } = await json("company create --name Waits --email waits@example.com");
    const set = await json(`webhook set --company ${id} --url https://example.com/early`);
    expect(set.webhook_secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    await json(`company approve ${id}`);
    const { endpoint } = await json(`webhook show --company ${id}`);
    expect(endpoint).toEqual(set.endpoint);
  });

  test("takes an address on this machine only where that is allowed, by its own environment before a service has started", async () => {
    const line = "webhook set --url http://127.0.0.1:8099/hook";
    const [code, message] = await refusal(`${line} --company ${company.company_id}`);
    expect([code, message]).toEqual([
      1,
      expect.stringContaining("url: must not point to a loopback address"),
    ]);
    const { endpoint } = await onCompany(line, { BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1" });
    expect(endpoint.url).toBe("http://127.0.0.1:8099/hook");
  });

  test("takes what the service that started last takes, whatever the environment of the command", async () => {
    const local = "webhook set --url http://127.0.0.1:8099/hook";
    const start = async (env: Record<string, string>) => {
      const service = await startService({ env: { ...settings(), ...env } });
      await service.close();
    };
    await start({ BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1" });
    expect((await onCompany(local)).endpoint.url).toBe("http://127.0.0.1:8099/hook");
    await start({});
    const ended = await operator.run([...`${local} --company ${company.company_id}`.split(" "), "--json"], {
      ...settings(),
      BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1",
    });
    expect([ended.code, ended.stdout]).toEqual([
      1,
      expect.stringContaining("must not point to a loopback address"),
    ]);
  });
});

describe("webhook show", () => {
  test("tells how the endpoint fares, and no secret", async () => {
    const shown = await onCompany("webhook show");
    expect(shown).toEqual({
      success: true,
      company_id: company.company_id,
      endpoint: expect.objectContaining({
        primary: true,
        status: "enabled",
        disabled_reason: null,
        failing_since: null,
        previous_secret_until: null,
        events: null,
      }),
    });
    expect(JSON.stringify(shown)).not.toContain("whsec_");
  });

  test("prints one line for each fact without --json", async () => {
    const { code, stdout } = await operator.run(
      ["webhook", "show", "--company", String(company.company_id)],
      settings(),
    );
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^company_id {2}\d+\nendpoint {4}\{"id":\d+.*\}\n$/),
    ]);
  });
});

describe("webhook rotate", () => {
  test("gives a new secret and does not print the old one, which ends at once", async () => {
    const rotated = await onCompany("webhook rotate");
    expect(rotated.webhook_secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(rotated.webhook_secret).not.toBe(company.webhook_secret);
    expect(JSON.stringify(rotated)).not.toContain(company.webhook_secret);
    expect(Date.parse(rotated.endpoint.previous_secret_until ?? 0)).toBeLessThanOrEqual(Date.now());
    expect((await onCompany("webhook set --url default")).webhook_secret).toBe(rotated.webhook_secret);
  });

  test("--overlap lets the old secret sign so much longer, and a second one waits for its end", async () => {
    const before = Date.now();
    const { endpoint } = await onCompany("webhook rotate --overlap 3600");
    const until = Date.parse(endpoint.previous_secret_until);
    expect(until).toBeGreaterThanOrEqual(before + 3600_000);
    expect(until).toBeLessThanOrEqual(Date.now() + 3600_000);
    const [code, message] = await refusal(`webhook rotate --overlap 60 --company ${company.company_id}`);
    expect([code, message]).toEqual([1, expect.stringContaining("A rotation is in progress")]);
    expect((await onCompany("webhook rotate --overlap 0")).webhook_secret).toMatch(/^whsec_/);
  });
});

test("webhook rotate mends a company whose secret no key opens any more", async () => {
  const { company_id: id } = await json("company create --name Lost --email lost@example.com --approve");
  const lost = { BILLFOLD_ENCRYPTION_KEYS: `new:${Buffer.alloc(32, 5).toString("base64")}` };
  const shown = await operator.run(["webhook", "set", "--company", String(id), "--url", "default"], {
    ...settings(),
    ...lost,
  });
  expect([shown.code, shown.stderr]).toEqual([1, expect.stringContaining("encryption key 'generated'")]);
  const { webhook_secret } = await json(`webhook rotate --company ${id}`, lost);
  const again = await json(`webhook set --company ${id} --url default`, lost);
  expect(again.webhook_secret).toBe(webhook_secret);
});

describe("webhook add, list and remove", () => {
  test("a further endpoint has a secret of its own, which it can change alone", async () => {
    const added = await onCompany(
      "webhook add --url https://example.com/crm --events invoice.paid,sale.created",
    );
    expect(added.endpoint).toMatchObject({ primary: false, events: ["invoice.paid", "sale.created"] });
    expect(added.webhook_secret).toMatch(/^whsec_/);
    const { id } = added.endpoint;
    const rotated = await onCompany(`webhook rotate --endpoint ${id}`);
    expect([rotated.endpoint.id, rotated.webhook_secret === added.webhook_secret]).toEqual([id, false]);
    const { endpoints } = await onCompany("webhook list");
    expect(endpoints.map((endpoint: Result) => endpoint.primary).sort()).toEqual([false, true]);
    expect(JSON.stringify(endpoints)).not.toContain("whsec_");
    expect(await onCompany(`webhook remove --endpoint ${id}`)).toMatchObject({ removed: true });
    expect((await onCompany("webhook list")).endpoints).toHaveLength(1);
  });
});

describe("a bad value", () => {
  test.each<[code: number, line: string, reported: string]>([
    [2, "webhook set --url default", "Missing --company"],
    [2, "webhook set --company 1", "Missing --url"],
    [1, "webhook set --company 999999 --url default", "company 999999"],
    [1, "webhook set --company 1 --url nonsense", "url: must be a full URL"],
    [1, "webhook set --company 1 --url https://user:pw@example.com/", "url: must not contain a user name"],
    [1, "webhook show --company 999999", "company 999999"],
    [2, "webhook rotate --company 1 --overlap soon", "overlap must be a whole number"],
    [2, "webhook rotate --company 1 --overlap 604801", "--overlap must be at most 604800 seconds"],
    [2, "webhook add --company 1", "Missing --url"],
    [
      1,
      "webhook add --company 1 --url https://example.com/ --events invoice.eaten",
      "--events: is not a known value",
    ],
    [2, "webhook remove --company 1", "Missing --endpoint"],
    [1, "webhook remove --company 1 --endpoint 999999", "The endpoint was not found"],
    [1, "webhook list --company 999999", "company 999999"],
  ])("exit %i and one clear message: %s", async (code, line, reported) => {
    expect(await refusal(line)).toEqual([code, expect.stringContaining(reported)]);
  });

  test("of an address that is too long is told like any other", async () => {
    const line = `webhook set --company 1 --url https://example.com/${"x".repeat(2000)}`;
    expect(await refusal(line)).toEqual([1, expect.stringContaining("url: must")]);
  });
});

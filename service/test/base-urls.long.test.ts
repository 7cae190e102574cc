import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { newOperator } from "../src/commands/commands.fixture.ts";
import { newDoctorFixture } from "../src/commands/doctor.fixture.ts";
import { findBaseUrls } from "../src/domains/fiscal/registration/settings-queries.ts";
import { currentAccount } from "../src/domains/payments/gateways/service.ts";
import { setGateway } from "../src/domains/payments/gateways/settings.ts";
import { inTransaction } from "../src/platform/db/database.ts";
import { type FreshDatabase, migratedDatabase } from "./fresh-database.ts";
import { startService, type TestService } from "./harness.ts";

let database: FreshDatabase;
beforeAll(async () => {
  database = await migratedDatabase();
});
afterAll(() => database.drop());

const production = {
  BILLFOLD_ENVIRONMENT: "production",
  BILLFOLD_BASE_URL: "https://api.example.com/api/v1",
  BILLFOLD_SITE_URL: "https://billfold.example.com",
  BILLFOLD_TRUSTED_PROXIES: "127.0.0.1",
};
const headers = { "x-forwarded-proto": "https" };

/** A node in production with this list of allowed addresses. */
async function node(list: string): Promise<TestService> {
  const env = {
    ...production,
    DATABASE_URL: database.connectionString,
    BILLFOLD_ALLOWED_BASE_URLS: list,
  };
  const service = await startService({ env });
  onTestFinished(() => service.close());
  service.hurry(50);
  return service;
}

const base_url = "https://gateway.invalid/paystack";
const secret_key = "sk_live_0123456789abcdef";
const choose = ({ context, clock }: TestService, companyId: number, change: object) =>
  setGateway(
    context,
    { now: clock.now() },
    companyId,
    { gateway: "paystack", secret_key, ...change },
    async () => undefined,
  );
const refusal = {
  status: 422,
  errors: [{ field: "base_url", message: expect.stringContaining("operator") }],
};
const firs = {
  adapter: "firs_mbs",
  base_url: "https://authority.invalid",
  business_id: "b",
  service_id: "s",
  api_key: "k",
  api_secret: "x",
  public_key: "p",
  certificate: "c",
};

describe("in production the address of a gateway", () => {
  test("that is not allowed is refused with an explanation, and nothing is stored", async () => {
    const service = await node("https://other.example");
    const { id } = await service.company();
    for (const url of [base_url, "https://other.example.evil.example", "https://evil.example"]) {
      await expect(choose(service, id, { base_url: url })).rejects.toMatchObject(refusal);
    }
    await expect(choose(service, id, { base_url })).rejects.toThrow(/BILLFOLD_ALLOWED_BASE_URLS/);
    const { db } = service.context;
    expect(await db.query("select 1 from gateway_accounts where company_id = $1", [id])).toEqual([]);
  });

  test("defaults to the gateway's own, which may also be given explicitly", async () => {
    const service = await node("");
    const { id } = await service.company();
    const { context } = service;
    for (const own of [{}, { base_url: "https://api.paystack.co/" }]) {
      await choose(service, id, own);
      const account = await inTransaction(context.db, (tx) => currentAccount(context, tx, id, "paystack"));
      expect(account.baseUrl).toBe("https://api.paystack.co");
    }
  });

  test("is used only while it is allowed", async () => {
    const service = await node(`https://other.example, https://gateway.invalid`);
    const { id } = await service.company();
    await choose(service, id, { base_url });
    const used = (of: TestService) => currentAccount(of.context, of.context.db, id, "paystack");
    expect((await used(service)).baseUrl).toBe(base_url);
    const strict = await node("https://other.example");
    await expect(used(strict)).rejects.toMatchObject({
      status: 503,
      code: "integration_unavailable",
      message: expect.stringContaining("BILLFOLD_ALLOWED_BASE_URLS"),
    });
  });
});

describe("in production the address of an authority", () => {
  test("that is not allowed is 422 with an explanation; an allowed one is called", async () => {
    const strict = await node("");
    const company = await strict.company();
    const set = { body: firs, headers };
    const refused = await company.call("POST /einvoicing/integration", set);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([
      { field: "base_url", message: expect.stringContaining("BILLFOLD_ALLOWED_BASE_URLS") },
    ]);
    const { db } = strict.context;
    expect(await db.query("select 1 from fiscal_integrations where company_id = $1", [company.id])).toEqual(
      [],
    );
    const open = await node("https://authority.invalid");
    const allowed = await open.company();
    const { status, body } = await allowed.call("POST /einvoicing/integration", set);
    expect([status, body.code, body.errors?.map(({ field }: { field: string }) => field)]).not.toContainEqual(
      ["base_url"],
    );
    expect(body.error ?? "").not.toContain("BILLFOLD_ALLOWED_BASE_URLS");
  });
});

test("that is stored and no longer allowed is named with its company by the doctor and at each start", async () => {
  const fixture = await newDoctorFixture();
  const operator = await newOperator();
  onTestFinished(operator.cleanUp);
  const { company } = await fixture.serve();
  const { id } = await company();
  await fixture.sql(
    `insert into gateway_accounts (company_id, gateway, base_url, credentials, created_at)
     values (${id}, 'paystack', 'https://evil.example', 'x', now())`,
  );
  await fixture.sql(
    `insert into fiscal_integrations (company_id, environment, adapter, base_url, business_id, service_id, secrets, created_at, updated_at)
     values (${id}, 'production', 'firs_mbs', 'https://authority.example/v1', 'b', 's', 'x', now(), now())`,
  );
  const says = (what: string, url: string) =>
    `${url} is the base URL of a ${what} of company ${id}, but it is not in BILLFOLD_ALLOWED_BASE_URLS, so nothing is sent there`;
  const look = async (list: string) =>
    (await fixture.runDoctor({ ...production, BILLFOLD_ALLOWED_BASE_URLS: list })).of("base addresses");
  const gateway = says("gateway", "https://evil.example");
  const authority = says("authority", "https://authority.example/v1");
  expect(await look("")).toEqual([`problem: ${gateway}`, `problem: ${authority}`]);
  expect(await look("https://authority.example")).toEqual([`problem: ${gateway}`]);
  expect((await fixture.runDoctor({})).of("base addresses")).toEqual([]);
  const { context } = await fixture.serve();
  await fixture.sql(
    `insert into fiscal_integrations (company_id, environment, adapter, base_url, business_id, service_id, secrets, created_at, updated_at)
     values (${(await company()).id}, 'production', 'firs_mbs', 'https://authority.example/v2', 'b', 's', 'x', now(), now())`,
  );
  const listed = (max: number) => findBaseUrls(context.db, "production", max);
  expect([(await listed(1)).length, (await listed(9)).length]).toEqual([1, 2]);

  const started = async (list: string) => {
    const live = await operator.serve({ ...fixture.env, ...production, BILLFOLD_ALLOWED_BASE_URLS: list });
    live.signal("SIGTERM");
    await live.ended();
    const lines = live.stdout().split("\n");
    const warnings = lines.filter((line) => line.includes('"cure":')).map((line) => JSON.parse(line));
    return warnings as { level: number; msg: string; cure: string }[];
  };
  const warned = await started("https://authority.example");
  expect(warned.map(({ level, msg }) => [level, msg])).toEqual([[40, gateway]]);
  expect(warned[0]!.cure).toContain("Add it to BILLFOLD_ALLOWED_BASE_URLS if you trust it");
  expect(await started("https://authority.example,https://evil.example")).toEqual([]);
});

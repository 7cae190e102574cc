import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scopeNames } from "../contract/access.ts";
import { commands } from "./command-line.ts";
import { newOperator, type Operator, type Result } from "./commands.fixture.ts";

let operator: Operator;
// Two run until they are stopped, and four concern copies of the database; these have their own tests.
const tried = new Set(["serve", "listen", "backup", "restore", "activate", "deactivate"]);
async function json(line: string, env?: Record<string, string>, input?: string): Promise<Result> {
  const command = commands.find(({ name }) => `${line} `.startsWith(`${name} `));
  tried.add(command?.name ?? line);
  return operator.json(line, env, input);
}
const ping = async (key: Result) => operator.get("/ping", key as { app_id: string; secret: string });
/** The result is polled, because another process made the change: it takes effect within a second. */
const pollPing = (key: Result) => expect.poll(async () => (await ping(key)).status, { interval: 20 });

beforeAll(async () => {
  operator = await newOperator();
});
afterAll(() => operator.cleanUp());

describe("alone, on an empty folder", () => {
  test("migrate prepares the database, says the schema's version, and stops the database again", async () => {
    expect((await json("migrate")).schema_version).toBeGreaterThanOrEqual(4);
    expect(operator.databaseRuns()).toBe(false);
  });

  test("company create works without a service, and what it made is there for the next command", async () => {
    const made = await json("company create --name Alone --email alone@example.com");
    expect(made).toEqual({ success: true, company_id: expect.any(Number), status: "pending" });
    const { company } = await json(`company show ${made.company_id}`);
    expect(company).toMatchObject({
      id: made.company_id,
      name: "Alone",
      country: "NG",
      currency: "NGN",
      time_zone: "Africa/Lagos",
    });
    expect(operator.databaseRuns()).toBe(false);
  });
});

describe("beside a running service", () => {
  let company: Result;
  beforeAll(async () => {
    await operator.serve();
    company = await json("company create --name Beside --email beside@example.com --approve");
  });
  const onCompanyWith = (line: string, input: string) =>
    json(`${line} --company ${company.company_id}`, {}, input);
  const onCompany = (line: string) => json(`${line} --company ${company.company_id}`);

  test("company create --approve gives the id and all credentials; the first key holds no scopes", async () => {
    expect(company).toEqual({
      success: true,
      company_id: expect.any(Number),
      status: "active",
      app_id: expect.stringMatching(/^bf_test_\w{16,}$/),
      secret: expect.stringMatching(/^bfs_[\w-]{43}$/),
      webhook_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/),
    });
    const { status, body } = await ping(company);
    expect([status, body.scopes, body.tenant.company_id]).toEqual([200, [], company.company_id]);
    expect((await operator.get("/invoices", company as never)).body.code).toBe("scope_missing");
  });

  test("a company that waits for approval gets no key; after it, it gets one, and has a webhook endpoint", async () => {
    const { company_id: id } = await json("company create --name Waits --email waits@example.com");
    const early = await operator.run(["key", "create", "--company", String(id), "--scopes", "all"]);
    expect(early).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("approve it before"),
    });
    expect(await json(`company approve ${id}`)).toEqual({
      success: true,
      company_id: id,
      status: "active",
      webhook_secret: expect.stringMatching(/^whsec_/),
    });
    const scopes = "webhooks:read,customers:write";
    const key = await json(`key create --company ${id} --name Shop --scopes ${scopes}`);
    expect(key.name).toBe("Shop");
    expect((await ping(key)).body.scopes).toEqual(["webhooks:read", "customers:write"]);
    const { endpoints } = (await operator.get("/webhooks/endpoints", key as never)).body;
    expect(endpoints).toMatchObject([{ primary: true, default_url: true, status: "enabled" }]);
    expect((await json(`webhook show --company ${id}`)).endpoint).toEqual(endpoints[0]);
  });

  test("user create makes an account that can sign in; the password comes by standard input only", async () => {
    const password = "correct horse battery";
    const made = await onCompanyWith("user create --email Boss@example.com --role owner", `${password}\n`);
    expect(made).toMatchObject({ email: "boss@example.com", role: "owner", new: true });
    const entered = await fetch(`${operator.url}/app/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "boss@example.com", password }),
    });
    expect(entered.status).toBe(200);
    const cookie = entered.headers.getSetCookie()[0]!.split(";")[0]!;
    const look = async () =>
      (await (await fetch(`${operator.url}/app/session`, { headers: { cookie } })).json()) as Result;
    expect((await look()).company).toMatchObject({ id: company.company_id, role: "owner" });
    const again = await json("user create --email boss@example.com --operator", {}, "an ignored password");
    expect([again.user_id, again.new, (await look()).operator]).toEqual([made.user_id, false, true]);
    expect(await json("user reset-second-factor --email boss@example.com")).toMatchObject({ removed: false });
  });

  test.each([
    ["user reset-second-factor", "", 2, "Missing --email"],
    ["user reset-second-factor --email nobody@example.com", "", 1, "An account for nobody@example.com"],
    ["user create --email a@example.com", "x".repeat(12), 2, "--operator, or --company"],
    ["user create --email a@example.com --operator", "", 2, "standard input"],
    ["user create --email a@example.com --operator", "short", 1, "password"],
    ["user create --email nobody --operator", "x".repeat(12), 1, "--email"],
    ["user create --email a@example.com --company 1 --role king", "x".repeat(12), 2, "--role must be"],
    ["user create --email a@example.com --company 999999999", "x".repeat(12), 1, "no company 999999999"],
  ])("%s is refused with what is wrong", async (line, input, code, message) => {
    const ended = await operator.run(line.split(" "), {}, input);
    expect(ended).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(message) });
  });

  test("company suspend closes the API within a second, and approve opens it again", async () => {
    const key = await onCompany("key create --scopes all");
    const customers = () => operator.get("/customers", key as never).then(({ status }) => status);
    expect(await customers()).toBe(200);
    expect(await json(`company suspend ${company.company_id}`)).toMatchObject({ status: "suspended" });
    await expect.poll(customers, { interval: 20 }).toBe(403);
    expect((await ping(key)).body.tenant.status).toBe("suspended");
    await json(`company approve ${company.company_id}`);
    await expect.poll(customers, { interval: 20 }).toBe(200);
  });

  test("key create --post-rate and key limits set what a key is limited to, and none takes it away", async () => {
    const key = await onCompany("key create --scopes customers:write --post-rate 7");
    expect(key.post_rate).toBe(7);
    const set = (words: string) => onCompany(`key limits --app-id ${key.app_id} ${words}`);
    const given = "--allowed-ips 203.0.113.0/24,127.0.0.1 --expires-at 2090-12-31 --post-rate 3 --strict yes";
    expect(await set(given)).toEqual({
      success: true,
      app_id: key.app_id,
      allowed_ips: ["203.0.113.0/24", "127.0.0.1"],
      expires_at: "2090-12-31",
      post_rate: 3,
      strict: true,
    });
    const cleared = "--allowed-ips none --expires-at none --post-rate none --strict no";
    expect(await set(cleared)).toEqual({
      success: true,
      app_id: key.app_id,
      allowed_ips: [],
      expires_at: null,
      post_rate: null,
      strict: false,
    });
  });

  test("key create --scopes all, scopes, rotate --grace 0 and revoke are felt at once", async () => {
    const key = await onCompany("key create --scopes all");
    expect(key.scopes).toEqual(scopeNames);
    expect((await ping(key)).body.scopes.sort()).toEqual([...scopeNames].sort());

    await onCompany(`key scopes --app-id ${key.app_id} --scopes products:read`);
    await expect.poll(async () => (await ping(key)).body.scopes, { interval: 20 }).toEqual(["products:read"]);

    const rotated = await onCompany(`key rotate --app-id ${key.app_id} --grace 0`);
    expect(rotated).toMatchObject({
      app_id: key.app_id,
      secret: expect.stringMatching(/^bfs_/),
      grace_seconds: 0,
    });
    await pollPing(key).toBe(401);
    expect((await ping(rotated)).status).toBe(200);

    expect(await onCompany(`key revoke --app-id ${key.app_id}`)).toEqual({
      success: true,
      app_id: key.app_id,
      revoked: true,
    });
    await pollPing(rotated).toBe(401);
  });

  test("key rotate without a word about grace gives a day", async () => {
    expect((await onCompany(`key rotate --app-id ${company.app_id}`)).grace_seconds).toBe(86_400);
    expect((await ping(company)).status).toBe(200);
  });

  test("company set changes what is given and keeps the rest", async () => {
    await operator.run([
      "company",
      "set",
      "--company",
      String(company.company_id),
      "--name",
      "Beside & Söhne GmbH",
      "--line1",
      "Kurfürstendamm 1",
    ]);
    const { company: set } = await onCompany(
      "company set --tax-id DE123 --country DE --currency EUR --city Berlin --postal-code 10719 --phone +4930123 --registration-number HRB1 --time-zone Europe/Berlin --payment-terms-days 14 --invoice-series RE --email neu@example.com --line2 Hof --region BE",
    );
    expect(set).toMatchObject({
      name: "Beside & Söhne GmbH",
      email: "neu@example.com",
      tax_id: "DE123",
      country: "DE",
      currency: "EUR",
      time_zone: "Europe/Berlin",
      phone: "+4930123",
      registration_number: "HRB1",
      payment_terms_days: 14,
      invoice_series: "RE",
      address: {
        line1: "Kurfürstendamm 1",
        line2: "Hof",
        city: "Berlin",
        region: "BE",
        postal_code: "10719",
      },
    });
    expect((await json(`company show ${company.company_id}`)).company).toEqual(set);
    const { company: inFrench } = await onCompany("company set --language fr --prices-include-tax yes");
    const changed = { language: "fr", prices_include_tax: true, updated_at: expect.any(String) };
    expect(inFrench).toEqual({ ...set, ...changed });
    const { company: back } = await onCompany("company set --language en --prices-include-tax no");
    expect(back).toMatchObject({ language: "en", prices_include_tax: false });
  });

  test("plan set disables, limits and quickens; what is not named stays", async () => {
    await onCompany("plan set --disable invoicing --disable portal --quota invoices=5 --post-rate 50");
    const plan = await onCompany(
      "plan set --enable portal --quota payment_links=7 --post-burst 99 --company-post-rate 70 --read-rate 0",
    );
    expect(plan).toEqual({
      success: true,
      company_id: company.company_id,
      disabled_features: ["invoicing"],
      quota_invoices: 5,
      quota_payment_links: 7,
      post_rate: 50,
      post_burst: 99,
      company_post_rate: 70,
      read_rate: 0,
    });
    const lifted = await onCompany(
      "plan set --enable invoicing --quota invoices=none,payment_links=none --post-rate none --post-burst none --company-post-rate none --read-rate none",
    );
    expect(lifted).toMatchObject({
      disabled_features: [],
      quota_invoices: null,
      quota_payment_links: null,
      post_rate: null,
      post_burst: null,
      company_post_rate: null,
      read_rate: null,
    });
  });

  test("webhook set, show and rotate work on the company's webhook URL; the secret is the one it was given", async () => {
    const set = await onCompany("webhook set --url https://example.com/hook");
    expect(set).toEqual({
      success: true,
      company_id: company.company_id,
      endpoint: expect.objectContaining({
        url: "https://example.com/hook",
        default_url: false,
        primary: true,
      }),
      webhook_secret: company.webhook_secret,
    });
    const { endpoint } = await onCompany("webhook show");
    expect(endpoint).toEqual(set.endpoint);
    expect((await onCompany("webhook rotate")).webhook_secret).not.toBe(company.webhook_secret);
    const { endpoint: added } = await onCompany("webhook add --url https://example.com/crm");
    expect((await onCompany("webhook list")).endpoints).toHaveLength(2);
    expect(await onCompany(`webhook remove --endpoint ${added.id}`)).toMatchObject({ removed: true });
  });

  test("gateway set and show say what buyers pay through; without one there are no links", async () => {
    const { company_id: id } = await json("company create --name Shop --email shop@example.com --approve");
    const key = (await json(`key create --company ${id} --scopes all`)) as never;
    expect((await operator.post("/payments/link", key, { amount: 5 })).status).toBe(201);
    await json(`gateway set --company ${id} --gateway none`);
    expect(await json(`gateway show --company ${id}`)).toMatchObject({ gateway: "none", chosen: true });
    const refused = await operator.post("/payments/link", key, { amount: 5 });
    expect([refused.status, refused.body.code]).toEqual([503, "integration_not_configured"]);
  });

  test("einvoicing set gives a company the sandbox authority, where its invoice is registered; show hides secrets", async () => {
    const { company_id: id } = await json(
      "company create --name Office --email office@example.com --approve",
    );
    const key = (await json(`key create --company ${id} --scopes all`)) as never;
    await json(`einvoicing set --company ${id} --adapter sandbox`);
    const address = { line1: "12 Marina", city: "Lagos", country: "NG" };
    const customer = { name: "Acme", tax_id: "87654321-0001", phone: "+2348030000000", address };
    const { body: made } = await operator.post("/customers", key, customer);
    const lines = [{ description: "Work", quantity: 1, unit_price: 100, tax_rate: 7.5 }];
    const { body } = await operator.post("/invoices", key, { customer_id: made.customer.id, lines });
    const registered = await operator.post(`/invoices/${body.invoice.id}/register`, key, {});
    expect([registered.status, registered.body.irn]).toEqual([200, expect.stringMatching(/^INV000001-/)]);
    const shown = await json(`einvoicing show --company ${id}`);
    expect(shown.integration).toMatchObject({ adapter: "sandbox", status: "working" });
    expect(JSON.stringify(shown)).not.toContain("sbx_");
  });

  test("portal set and show say which sites may show a company's portal, and whether its prices contain the tax", async () => {
    const set = await onCompany("portal set --origins https://a.example,http://localhost:3000");
    expect(set).toMatchObject({ allowed_origins: ["https://a.example", "http://localhost:3000"] });
    expect(await onCompany("portal show")).toEqual(set);
    expect(await onCompany("portal set --origins none")).toMatchObject({ allowed_origins: [] });
    const priced = await onCompany("portal set --origins none --prices-include-tax yes");
    expect(priced).toMatchObject({ prices_include_tax: true });
    expect(await onCompany("portal set --origins none")).toMatchObject({ prices_include_tax: true });
    const asCompany = await onCompany("portal set --origins none --prices-include-tax none");
    expect(asCompany).toMatchObject({ prices_include_tax: null });
    const words = ["portal", "set", "--company", String(company.company_id), "--origins"];
    const refused = await operator.run([...words, "https://a.example/path,*"]);
    expect(refused).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("https://a.example"),
    });
    const nobody = await operator.run(["portal", "show", "--company", "999999999"]);
    expect([nobody.code, nobody.stderr]).toEqual([
      1,
      expect.stringContaining("There is no company 999999999"),
    ]);
  });

  test("demo makes a company with data and keeps its credentials for the owner's eyes only", async () => {
    const demo = await json("demo");
    expect(demo).toMatchObject({
      company_id: expect.any(Number),
      webhook_secret: expect.stringMatching(/^whsec_/),
    });
    const all = async (noun: string) => (await operator.get(`/${noun}`, demo as never)).body[noun];
    const invoices = await all("invoices");
    expect(invoices.map(({ number, status }: Result) => [number, status])).toEqual([
      ["INV-000006", "paid"],
      ["INV-000005", "open"],
      ["INV-000004", "partially_paid"],
      ["INV-000003", "open"],
      ["INV-000002", "open"],
      ["INV-000001", "open"],
    ]);
    const [credited, inclusive, discounted, abroad, withheld] = invoices;
    expect(discounted.discount_total + discounted.charge_total).toBeGreaterThan(0);
    expect(discounted.credit_applied).toBe(credited.amount_credited);
    expect(credited).toMatchObject({
      credit_applied_elsewhere: credited.amount_credited,
      amount_to_refund: 0,
    });
    expect(inclusive).toMatchObject({ prices_include_tax: true, discounts: [{ percent: 5 }] });
    expect(abroad).toMatchObject({ currency: "USD", accounting_currency: "NGN" });
    expect(abroad.total_accounting).toBeGreaterThan(abroad.total);
    expect(withheld).toMatchObject({ withholding: { rate: 5 }, withholding_amount: 9000 });
    expect((await all("exchange_rates")).length).toBe(4);
    expect((await all("quotes")).map(({ status }: Result) => status).sort()).toEqual([
      "accepted",
      "declined",
      "draft",
      "sent",
    ]);
    expect((await all("recurring_invoices")).length).toBe(3);
    expect(statSync(path.join(operator.dataDir, "demo.json")).mode & 0o777).toBe(0o600);
    const refused = await operator.run(["demo"], { BILLFOLD_ENVIRONMENT: "staging" });
    expect(refused).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("BILLFOLD_ENVIRONMENT=sandbox"),
    });
  });

  test("books rotate-key makes a key that signs later, and verify accepts an export of the demo's books", async () => {
    expect(await json("books check")).toMatchObject({ success: true, differences: 0 });
    const { key_id } = await json("books rotate-key --overlap-hours 1");
    expect(key_id).toEqual(expect.any(Number));
    const demo = JSON.parse(readFileSync(path.join(operator.dataDir, "demo.json"), "utf8"));
    const authorization = `Bearer ${demo.app_id}:${demo.secret}`;
    const exported = await fetch(`${operator.url}/api/v1/books/export`, { headers: { authorization } });
    const file = path.join(operator.dataDir, "books.jsonl");
    writeFileSync(file, await exported.text());
    const verified = await json(`verify ${file}`);
    expect(verified).toMatchObject({ failures: 0, found: [] });
    expect(verified.events).toBeGreaterThan(5);
    writeFileSync(file, "not an export\n");
    expect(await operator.run(["verify", file])).toMatchObject({ code: 2, stdout: "" });
  });

  test("mail bounced reads a report; one of another service is refused, and one that a mail is late changes nothing", async () => {
    const report = (action: string) =>
      `Content-Type: message/delivery-status\n\nAction: ${action}\nStatus: 4.4.1\n\nMessage-ID: <other@example.com>\n`;
    expect(await json("mail bounced -", undefined, report("delayed"))).toEqual({
      success: true,
      recorded: false,
      message_id: "<other@example.com>",
      reason: "4.4.1",
    });
    const file = path.join(operator.dataDir, "report.eml");
    writeFileSync(file, report("failed"));
    expect(await operator.run(["mail", "bounced", file])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("No mail with the Message-ID <other@example.com> is recorded as sent"),
    });
    writeFileSync(file, "Subject: Lunch\n\nSee you.\n");
    expect(await operator.run(["mail", "bounced", file])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("is no report about a mail that came back"),
    });
  });

  test("secrets reencrypt finds all under the one key that there is", async () => {
    const { reencrypted, removable_keys } = await json("secrets reencrypt");
    expect([new Set(Object.values(reencrypted)), removable_keys]).toEqual([new Set([0]), []]);
  });

  test("doctor finds everything in order, and says so", async () => {
    const { problems, checks } = await json("doctor");
    expect(problems).toBe(0);
    expect(checks).toContainEqual({
      check: "nodes",
      level: "ok",
      says: "1 running: 127.0.0.1 (api, worker)",
    });
    const { code, stdout } = await operator.run(["doctor"]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^ok +settings .*\n\n0 problems, \d+ notes?, \d+ ok\n$/s),
    ]);
  });

  test("doctor ends with 1 when there is a problem, also when a setting is one", async () => {
    const ended = await operator.run(["doctor", "--json"], { BILLFOLD_LOG_LEVEL: "loud" });
    expect([ended.code, ended.stderr]).toEqual([1, ""]);
    expect(JSON.parse(ended.stdout)).toMatchObject({ success: false, problems: 1 });
  });

  test("a second copy on the same folder says so and ends", async () => {
    const second = await operator.run(["serve"]);
    expect(second.code).not.toBe(0);
    expect(second.stderr).toMatch(/Another copy \(process \d+\) already serves from .* BILLFOLD_DATA_DIR/);
  });

  test("every command there is was tried above with --json", () => {
    expect(commands.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
  });
});

import { readFileSync } from "node:fs";
import path from "node:path";
import { type Gateway, startGateway } from "billfold-sandbox/gateway";
import { startStripe } from "billfold-sandbox/stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EmbeddedCluster, openEmbeddedCluster } from "../../dev/embedded-postgres/embedded-postgres.ts";
import { newOperator, type Operator, type Result } from "./commands.fixture.ts";

let operator: Operator;
let cluster: EmbeddedCluster;
let gateway: Gateway;
let stripe: Awaited<ReturnType<typeof startStripe>>;
let company: Result;

const local = { BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1" };

beforeAll(async () => {
  [operator, gateway, stripe] = await Promise.all([newOperator(), startGateway(), startStripe()]);
  // The cluster is open, as in a running service; these commands need nothing else of one.
  cluster = await openEmbeddedCluster({
    dataDir: operator.dataDir,
    use: "serve",
    settings: { fsync: "off" },
  });
  company = await operator.json("company create --name Shop --email shop@example.com --approve");
});
afterAll(async () => {
  await cluster.stop();
  await Promise.all([gateway.close(), stripe.close(), operator.cleanUp()]);
});

/** Passes the secrets on standard input, as an operator would. */
async function set(options: string, secrets: string, env: Record<string, string> = local) {
  const words = ["gateway", "set", "--company", String(company.company_id), ...options.split(" "), "--json"];
  const ended = await operator.run(words, env, secrets);
  return { ...ended, result: JSON.parse(ended.stdout) as Result };
}

const shown = async () => (await operator.json(`gateway show --company ${company.company_id}`)).gateway;

describe("gateway set", () => {
  test("outside production a company starts with the sandbox, without having chosen it", async () => {
    const made = await operator.json("company create --name Other --email other@example.com --approve");
    expect(await operator.json(`gateway show --company ${made.company_id}`)).toMatchObject({
      gateway: "sandbox",
      chosen: false,
    });
  });

  test("takes none and sandbox without any secret", async () => {
    for (const choice of ["none", "sandbox"]) {
      const { code, result } = await set(`--gateway ${choice}`, "");
      expect([code, result]).toEqual([0, { success: true, company_id: company.company_id, gateway: choice }]);
      expect(await shown()).toBe(choice);
    }
  });

  test("tries the key with the gateway, and prints it nowhere", async () => {
    const secret = "sk_test_5d1fa0c2e9b84a7f";
    const { code, result, stdout, stderr } = await set(
      `--gateway paystack --base-url ${gateway.url}`,
      `${secret}\n`,
    );
    expect([code, result.gateway, result.verified]).toEqual([0, "paystack", true]);
    expect(stdout + stderr).not.toContain(secret);
    expect(await shown()).toBe("paystack");
    const files = readFileSync(path.join(operator.dataDir, "postgres.log"), "utf8");
    expect(files).not.toContain(secret);
  });

  test("stores nothing when the gateway refuses the key", async () => {
    await set("--gateway sandbox", "");
    gateway.faults.set({ verify: { fault: "unauthorized" } });
    const { code, result } = await set(`--gateway paystack --base-url ${gateway.url}`, "sk_test_wrong\n");
    gateway.faults.clear();
    expect([code, result.error]).toEqual([1, expect.stringContaining("rejected this company's credentials")]);
    expect(await shown()).toBe("sandbox");
  });

  test("stores a key that can't be tried, and says that it is unverified", async () => {
    gateway.faults.set({ verify: { fault: "error" } });
    const { code, result } = await set(`--gateway paystack --base-url ${gateway.url}`, "sk_test_untried\n");
    gateway.faults.clear();
    expect([code, result.verified]).toEqual([0, false]);
  });

  test("takes Stripe's two secrets, one a line, or from the environment", async () => {
    const options = `--gateway stripe --base-url ${stripe.url}`;
    expect((await set(options, "sk_test_1\nwhsec_2\n")).result).toMatchObject({
      gateway: "stripe",
      verified: true,
    });
    const env = { BILLFOLD_GATEWAY_SECRET_KEY: "sk_test_1", BILLFOLD_GATEWAY_WEBHOOK_SECRET: "whsec_2" };
    expect((await set(options, "", { ...local, ...env })).code).toBe(0);
    const lacking = await set(options, "sk_test_1\n");
    expect([lacking.code, lacking.result.error]).toEqual([1, expect.stringContaining("webhook_secret")]);
  });

  test.each([
    ["no secret", "--gateway paystack", "", "standard input"],
    ["a public key", "--gateway paystack", "pk_test_1\n", "secret_key"],
    ["a live key outside production", "--gateway paystack", "sk_live_1\n", "sk_test_"],
    ["an unknown gateway", "--gateway paypal", "", "sandbox, paystack, stripe, none"],
  ])("refuses %s and says why", async (_what, options, secrets, why) => {
    const before = await shown();
    const { code, result } = await set(options, secrets);
    expect([code === 0, result.success, result.error]).toEqual([false, false, expect.stringContaining(why)]);
    expect(await shown()).toBe(before);
  });

  test("refuses a base address that only this machine can reach, unless the operator allows those", async () => {
    const { result } = await set(`--gateway paystack --base-url ${gateway.url}`, "sk_test_1\n", {});
    expect(result.error).toContain("loopback");
  });
});

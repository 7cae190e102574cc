import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import {
  type FiscalSetup,
  startFiscalSetup,
} from "../../service/src/domains/fiscal/registration/registration.fixture.ts";
import type { TestCompany } from "../../service/test/harness.ts";
import { issued, newStateFolder, registrant } from "./consume.fixture.ts";

let fixture: FiscalSetup;

beforeAll(async () => {
  fixture = await startFiscalSetup();
});
beforeEach(() => fixture.authority.faults.clear());
afterAll(() => fixture.close());

const stateFolder = newStateFolder();
const program = fileURLToPath(new URL("./main.ts", import.meta.url));

/** Runs the consumer in its own process, with only its own settings. */
function start(company: TestCompany, words: string[], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...words], {
    env: {
      BILLFOLD_CONSUMER_BASE_URL: `${fixture.url}/api/v1`,
      BILLFOLD_CONSUMER_APP_ID: company.appId,
      BILLFOLD_CONSUMER_SECRET: company.secret,
      BILLFOLD_CONSUMER_ENVIRONMENT: "sandbox",
      BILLFOLD_CONSUMER_STATE: stateFolder,
      ...settings,
    },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const out = { stdout: "", stderr: "" };
  child.stdout.on("data", (text: Buffer) => (out.stdout += text));
  child.stderr.on("data", (text: Buffer) => (out.stderr += text));
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const ended = async () => ({ code: await code, ...out });
  return { child, out, ended };
}

/** Leaves out events that only occur on a slow machine. */
const linesOf = (stdout: string) =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event !== "progress");

/** A server that takes connections and says nothing. */
async function silentAddress(): Promise<string> {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
}

describe("npm run consumer", () => {
  test("--json: one object a line, exit code 0 when all is registered, and the secret nowhere", async () => {
    const company = await registrant(fixture);
    await issued(fixture, company, 2);
    const { code, stdout, stderr } = await start(company, ["--once", "--json"]).ended();
    const lines = linesOf(stdout);
    expect(lines.map(({ event }) => event)).toEqual(["started", "registered", "registered", "finished"]);
    expect(lines[0]).toMatchObject({ company_id: company.id, environment: "sandbox", adapter: "sandbox" });
    expect(lines[1]).toMatchObject({
      time: expect.any(String),
      invoice: expect.stringMatching(/^INV-00000[23]$/),
      irn: expect.any(String),
    });
    expect(lines[3]).toMatchObject({ reason: "done", registered: 2, quarantine: [], exit_code: 0 });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).not.toContain(company.secret);
  });

  test.each([
    ["refuses connections", async () => "http://127.0.0.1:9/api/v1"],
    ["never answers", silentAddress],
  ])("--once --timeout: a service that %s is given up, with exit code 3", async (_what, address) => {
    const company = await registrant(fixture);
    const settings = { BILLFOLD_CONSUMER_BASE_URL: await address() };
    const { code, stdout } = await start(company, ["--once", "--timeout", "3", "--json"], settings).ended();
    expect(code).toBe(3);
    expect(linesOf(stdout).at(-1)).toMatchObject({ event: "finished", reason: "gave_up", exit_code: 3 });
  });

  test("for people: the report says what lacks and what to do, with exit code 1", async () => {
    const company = await registrant(fixture);
    const customer_id = await company.customer({ name: "Nameless Ltd", kind: "business" });
    const { id } = await fixture.invoice(company, { customer_id });
    await company.call(`POST /invoices/${id}/issue`);
    const { code, stdout, stderr } = await start(company, []).ended();
    expect(stderr).toMatch(/^Registering the invoices of Company .* through sandbox\.\n$/);
    expect(stdout).toMatch(/^0 invoices registered in [\d.]+ s, 0 a second\.\n/);
    expect(stdout.split("\n").slice(1).join("\n")).toBe(
      [
        "",
        "1 invoice is incomplete and was not sent:",
        `  INV-000002 (id ${id}): incomplete`,
        `    customer.tax_id: customer ${customer_id} has no tax number (not needed if its kind is "consumer")`,
        `    customer.address.line1: customer ${customer_id} has no street in the address`,
        `    customer.address.city: customer ${customer_id} has no city in the address`,
        `    customer.address.country: customer ${customer_id} has no country in the address`,
        `    → Add the missing data to the customer or the company, then call POST /invoices/${id}/refresh_parties; the next run registers it.`,
        "",
      ].join("\n"),
    );
    expect(code).toBe(1);
  });

  test("that can't start is exit code 2, and says what is wrong to people and to machines", async () => {
    const company = await registrant(fixture);
    const settings = { BILLFOLD_CONSUMER_ENVIRONMENT: "staging" };
    const message = "BILLFOLD_CONSUMER_ENVIRONMENT is staging, but";
    const forPeople = await start(company, [], settings).ended();
    expect([forPeople.code, forPeople.stdout]).toEqual([2, ""]);
    expect(forPeople.stderr).toContain(`consumer: ${message}`);
    const forMachines = await start(company, ["--json"], settings).ended();
    expect(forMachines.code).toBe(2);
    expect(linesOf(forMachines.stdout)).toMatchObject([
      { event: "failed", error: expect.stringContaining(message), exit_code: 2 },
    ]);
  });

  test("--help explains options, settings and exit codes", async () => {
    const { code, stdout } = await start(await registrant(fixture), ["--help"]).ended();
    expect(code).toBe(0);
    for (const word of ["--include-drafts", "BILLFOLD_CONSUMER_SECRET", "Exit codes"])
      expect(stdout).toContain(word);
  });

  test("--watch serves metrics, and ends well on SIGTERM", async () => {
    const company = await registrant(fixture);
    await issued(fixture, company, 1);
    const { child, out, ended } = start(company, ["--watch", "--metrics-port", "0"]);
    await expect.poll(() => out.stderr, { timeout: 15_000 }).toMatch(/Metrics: http:.*\n/);
    const url = /http:\S+/.exec(out.stderr)![0];
    const metrics = async () => (await fetch(url)).text();
    await expect
      .poll(metrics, { timeout: 15_000 })
      .toContain('billfold_consumer_invoices_total{outcome="registered"} 1');
    child.kill("SIGTERM");
    const { code, stdout } = await ended();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^1 invoice registered in/);
  });

  test("SIGTERM in the middle of a registration lets it finish, begins no other, and a later run does the rest", async () => {
    const company = await registrant(fixture);
    await issued(fixture, company, 3);
    fixture.authority.faults.add({ match: { op: "submit" }, fault: "slow_after:1000", times: null });
    const before = fixture.authority.documents().length;
    const { child, ended } = start(company, ["--json", "--concurrency", "1"]);
    await expect
      .poll(() => fixture.authority.documents().length, { timeout: 15_000 })
      .toBeGreaterThan(before);
    child.kill("SIGTERM");
    const { code, stdout } = await ended();
    expect(linesOf(stdout).map(({ event }) => event)).toEqual([
      "started",
      "stopping",
      "registered",
      "finished",
    ]);
    expect(linesOf(stdout).at(-1)).toMatchObject({ reason: "stopped", registered: 1, exit_code: 3 });
    expect(code).toBe(3);
    fixture.authority.faults.clear();
    const rest = await start(company, ["--json"]).ended();
    expect([rest.code, linesOf(rest.stdout).at(-1)?.registered]).toEqual([0, 2]);
  });
});

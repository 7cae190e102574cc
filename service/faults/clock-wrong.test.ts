import { startAuthority } from "billfold-sandbox/authority";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newOperator, type Running } from "../src/commands/commands.fixture.ts";
import { readConfig } from "../src/config/config.ts";
import type { Context } from "../src/context.ts";
import { leaseMs } from "../src/domains/fiscal/registration/registrar.ts";
import { buyer, profile } from "../src/domains/fiscal/registration/registration.fixture.ts";
import { setIntegration } from "../src/domains/fiscal/registration/service.ts";
import { createLog } from "../src/platform/ops/log.ts";
import { makeEncryptionKey } from "../src/platform/security/secrets.ts";
import { openRuntime } from "../src/runtime.ts";
import { makeCompany, type TestCompany } from "../test/harness.ts";
import { startDurableCluster } from "./cluster.fixture.ts";
import { type NodeClocks, openNodeClocks } from "./node-clocks.fixture.ts";
import { giveUpAfterMs } from "./size.fixture.ts";

const open = new AsyncDisposableStack();
const aheadSeconds = 7200;
let clocks: NodeClocks | undefined;
let node: Running;
let context: Context;
let company: TestCompany;
let authority: Awaited<ReturnType<typeof startAuthority>>;

beforeAll(async () => {
  clocks = openNodeClocks();
  if (!clocks) return;
  open.defer(clocks.close);
  clocks.set(0, aheadSeconds);
  const cluster = await startDurableCluster();
  open.defer(cluster.close);
  authority = await startAuthority();
  open.defer(authority.close);
  const env = {
    DATABASE_URL: cluster.connectionString,
    BILLFOLD_ENCRYPTION_KEYS: makeEncryptionKey("faults"),
    BILLFOLD_SANDBOX_AUTHORITY_URL: authority.url,
  };
  const log = createLog({ level: "silent", write: () => undefined });
  const runtime = await openRuntime(readConfig(env), { use: "command", log });
  open.defer(runtime.close);
  context = runtime.context;
  const operator = await newOperator();
  open.defer(operator.cleanUp);
  company = await makeCompany(context, operator.url, { profile });
  await setIntegration(context, company.id, { adapter: "sandbox" });
  node = await operator.serve({ ...env, BILLFOLD_LOG_LEVEL: "warn", ...clocks.settingsOf(0) });
}, 120_000);
afterAll(() => open.disposeAsync());

const seconds = async (sql: string) =>
  (await context.db.query<{ seconds: number }>(`select extract(epoch from ${sql})::float8 as seconds`))[0]!
    .seconds;

test(
  "a node whose clock is two hours wrong, or is being set, goes by the database's clock and says so",
  async (task) => {
    if (!clocks) return task.skip("libfaketime is not installed");
    for (const offset of [aheadSeconds, -aheadSeconds]) {
      clocks.set(0, offset);
      const words = `this machine's clock is ${aheadSeconds} s ${offset < 0 ? "behind" : "ahead of"} the database's clock`;
      // The second warning comes ten minutes after the first.
      if (offset > 0) await expect.poll(node.output, { timeout: giveUpAfterMs }).toContain(words);
      const { body } = await company.call("POST /customers", { body: { name: `${offset}` } });
      const age = await seconds(`clock_timestamp() - '${body.customer.created_at}'::timestamptz`);
      expect(Math.abs(age)).toBeLessThan(60);
    }
    // The lease that it takes for a registration ends when that of any other node would.
    authority.faults.add({ match: { op: "submit" }, fault: "timeout_before" });
    const { id } = await company.draft({ customer_id: await company.customer(buyer) });
    const registering = company.call(`POST /invoices/${id}/register`).catch(() => undefined);
    const leases = () => context.db.query("select 1 from fiscal_documents where lease_until is not null");
    await expect.poll(leases, { timeout: giveUpAfterMs, interval: 20 }).toHaveLength(1);
    const left = await seconds("(select max(lease_until) from fiscal_documents) - clock_timestamp()");
    expect(left).toBeLessThan(leaseMs / 1000 + 1);
    expect(left).toBeGreaterThan(0);
    await registering;
  },
  3 * 60_000,
);

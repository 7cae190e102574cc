import { startAuthority } from "billfold-sandbox/authority";
import { expect, onTestFinished, test } from "vitest";
import { openDatabaseProxy } from "../../../../test/database-proxy.ts";
import { startService } from "../../../../test/harness.ts";
import { buyer, invoiceOf, profile, register } from "./registration.fixture.ts";
import { setIntegration } from "./service.ts";

test("an authority's response that arrives while the database is away is saved when it is back", async () => {
  const proxy = await openDatabaseProxy();
  const authority = await startAuthority();
  const env = { DATABASE_URL: proxy.connectionString, BILLFOLD_SANDBOX_AUTHORITY_URL: authority.url };
  const service = await startService({ env, now: new Date() });
  onTestFinished(async () => {
    await authority.close();
    await service.close();
  });
  const company = await service.company({ profile });
  await setIntegration(service.context, company.id, { adapter: "sandbox" } as never);
  const { id } = await company.draft({ customer_id: await company.customer(buyer) });
  authority.faults.add({ match: { op: "submit" }, fault: "slow_after:1000" });

  const registering = register(company, id, "once");
  await expect.poll(() => authority.documents(), { interval: 20 }).toHaveLength(1);
  const { repair } = proxy.breakAfter(0);
  expect(await registering).toMatchObject({ status: 503, body: { code: "database_unavailable" } });
  repair();

  await expect
    .poll(async () => (await invoiceOf(company, id))?.fiscal_status, { interval: 100 })
    .toBe("registered");
  const [document] = authority.documents();
  expect(await register(company, id, "once")).toMatchObject({ status: 200, body: { irn: document!.irn } });
  expect(authority.calls().map(({ op }) => op)).not.toContain("lookup");
});

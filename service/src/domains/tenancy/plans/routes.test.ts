import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../../../../test/harness.ts";
import { signIn } from "../../../../test/site-session.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test("returns this month's usage of the plan, in the company's time zone", async () => {
  const company = await service.company({
    quotaInvoices: 5,
    disable: ["portal"],
    postRate: 40,
    companyPostRate: 90,
    readRate: 0,
    profile: { time_zone: "America/New_York" },
  });
  await company.draft();
  await company.draft();
  await company.call("POST /payments/link", { body: { amount: 5 } });
  const { call } = await signIn(service, { companyId: company.id, role: "viewer" });
  const { status, body } = await call("GET", "/usage");
  expect(status).toBe(200);
  expect(body.usage).toMatchObject({
    month: "2026-11",
    invoices: { used: 2, limit: 5 },
    payment_links: { used: 1, limit: null },
    resets_at: "2026-12-01T05:00:00.000Z",
    post_rate: 40,
    company_post_rate: 90,
    read_rate: 0,
  });
  expect(body.usage.features).toHaveLength(6);
  expect(body.usage.features).toContainEqual({
    name: "portal",
    title: "The embedded portal",
    enabled: false,
  });
  expect(body.usage.features).toContainEqual({ name: "invoicing", title: "Invoices", enabled: true });
});

test("a company that is suspended still sees it", async () => {
  const company = await service.company();
  await service.context.db.query("update companies set status = 'suspended' where id = $1", [company.id]);
  const { call } = await signIn(service, { companyId: company.id, role: "viewer" });
  expect((await call("GET", "/usage")).status).toBe(200);
  expect((await call("GET", "/overview")).body.code).toBe("subscription_inactive");
});

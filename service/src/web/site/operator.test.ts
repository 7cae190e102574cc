import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../../../test/harness.ts";
import { signIn, type TestSession } from "../../../test/site-session.ts";
import { createVisitor, mailTo, newAddress } from "./visitor.fixture.ts";

let service: TestService;
let operator: TestSession;
beforeAll(async () => {
  service = await startService();
  operator = await signIn(service, { operator: true });
});
afterAll(() => service.close());

const register = (email: string, name: string) =>
  createVisitor(service).post("/app/registrations", {
    company: { name, country: "NG" },
    user: { name: "Ada Obi", email, password: "correct horse battery" },
  });

const decide = (companyId: number, verb: string, body?: object) =>
  operator.call("POST", `/operator/api/companies/${companyId}/${verb}`, body, { base: "" });

describe("an operator", () => {
  test("refuses with a reason, which the owner gets by mail, and may let the company in after all", async () => {
    const email = newAddress();
    await register(email, "Doubtful Ltd");
    const [company] = await service.context.db.query<{ id: number }>(
      "select id from companies where email = $1",
      [email],
    );
    expect((await decide(company!.id, "refuse", {})).status).toBe(422);
    const refused = await decide(company!.id, "refuse", { reason: "The tax number is not yours." });
    expect(refused.body.company).toMatchObject({ status: "refused", reason: "The tax number is not yours." });
    expect((await mailTo(service, email, "was not approved")).text).toContain("The tax number is not yours.");
    expect((await decide(company!.id, "refuse", { reason: "Again" })).status).toBe(422);
    expect((await decide(company!.id, "approve")).body.company).toMatchObject({
      status: "active",
      reason: null,
    });
  });

  test("suspends with a reason; the company's users are notified, and keep their session", async () => {
    const company = await service.company();
    const owner = await signIn(service, { companyId: company.id });
    await decide(company.id, "suspend", { reason: "Unpaid." });
    expect((await mailTo(service, owner.user.email, "is suspended")).text).toContain("Unpaid.");
    expect((await owner.call("GET", "/customers")).body.code).toBe("subscription_inactive");
    const session = await owner.call("GET", "/app/session", undefined, { base: "" });
    expect(session.body.company).toMatchObject({ status: "suspended", reason: "Unpaid." });
  });

  test("sets what a company subscribed to, and that is in the company's log", async () => {
    const company = await service.company();
    const owner = await signIn(service, { companyId: company.id });
    const plan = {
      disabled_features: ["portal"],
      quotas: { invoices: 5 },
      post_rate: null,
      company_post_rate: 70,
      read_rate: 0,
    };
    const path = `/operator/api/companies/${company.id}/plan`;
    const { body } = await operator.call("PATCH", path, plan, { base: "" });
    expect(body.company.plan).toEqual({
      disabled_features: ["portal"],
      quotas: { invoices: 5, payment_links: null },
      post_rate: null,
      company_post_rate: 70,
      read_rate: 0,
    });
    await company.draft();
    const shown = await operator.call("GET", `/operator/api/companies/${company.id}`, undefined, {
      base: "",
    });
    expect(shown.body.company.usage).toEqual({ month: "2026-11-01", invoices: 1, payment_links: 0 });
    const [entry] = (await owner.call("GET", "/audit")).body.audit_entries;
    expect(entry).toMatchObject({ action: "plan.set", actor: { type: "operator", name: "Ada Obi" } });
  });

  test("sees the queues, and finds what a request did", async () => {
    const company = await service.company();
    const requestId = `find-me-${company.id}`;
    const headers = { "x-request-id": requestId };
    const customer = await company.customer();
    const lines = [{ description: "Work", quantity: 1, unit_price: 10 }];
    const { body } = await company.call("POST /invoices", { body: { customer_id: customer, lines } });
    await company.call(`POST /invoices/${body.invoice.id}/issue`, { headers });
    const found = await operator.call("GET", `/operator/api/requests/${requestId}`, undefined, { base: "" });
    expect(found.body.events.map(({ type }: { type: string }) => type)).toEqual(["invoice.issued"]);
    expect(found.body.audit).toMatchObject([{ company_id: company.id, action: "invoice.issued" }]);
    const health = await operator.call("GET", "/operator/api/health", undefined, { base: "" });
    expect(health.body).toMatchObject({
      deliveries: { failing_endpoints: expect.any(Number) },
      registrations: { by_adapter: expect.any(Object) },
      refunds: { pending: expect.any(Number) },
      database: { connections: expect.any(Number) },
    });
  });

  test.each([
    ["GET", "/operator/api/companies"],
    ["GET", "/operator/api/companies/1"],
    ["POST", "/operator/api/companies/1/approve"],
    ["POST", "/operator/api/companies/1/refuse"],
    ["POST", "/operator/api/companies/1/suspend"],
    ["PATCH", "/operator/api/companies/1/plan"],
    ["GET", "/operator/api/health"],
    ["GET", "/operator/api/requests/x"],
  ])("alone may %s %s", async (method, path) => {
    const company = await service.company();
    const owner = await signIn(service, { companyId: company.id });
    const refused = await owner.call(method, path, {}, { base: "" });
    expect([refused.status, refused.body.code]).toEqual([403, "operator_only"]);
    const headers = { cookie: null };
    expect((await owner.call(method, path, {}, { base: "", headers })).status).toBe(401);
    if (method === "GET") return;
    const unproved = await operator.call(method, path, {}, { base: "", headers: { "x-csrf-token": null } });
    expect([unproved.status, unproved.body.code]).toEqual([403, "csrf"]);
  });

  test.each(["0", "x", "1e9", "99999999999999999", "%00"])("404 for the company %s", async (id) => {
    for (const verb of ["", "/approve", "/plan"]) {
      const method = { "": "GET", "/approve": "POST", "/plan": "PATCH" }[verb]!;
      const path = `/operator/api/companies/${id}${verb}`;
      expect((await operator.call(method, path, {}, { base: "" })).status).toBe(404);
    }
  });
});

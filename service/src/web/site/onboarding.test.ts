import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startService, type TestService } from "../../../test/harness.ts";
import { signIn, type TestSession } from "../../../test/site-session.ts";
import { createVisitor, linkIn, mailTo, newAddress, type Visitor } from "./visitor.fixture.ts";

let service: TestService;
let operator: TestSession;
beforeAll(async () => {
  service = await startService();
  operator = await signIn(service, { operator: true });
});
afterAll(() => service.close());

const password = "correct horse battery";

const register = (visitor: Visitor, email: string, name = "Lagos Works Ltd") =>
  visitor.post("/app/registrations", {
    company: { name, country: "NG", tax_id: "12345678-0001" },
    user: { name: "Ada Obi", email, password },
  });

const decide = (companyId: number, verb: string, body?: object) =>
  operator.call("POST", `/operator/api/companies/${companyId}/${verb}`, body, { base: "" });

describe("from registration to the first call", () => {
  const email = newAddress();
  const owner = () => createVisitor(service);

  test("a company registers, is let in, and its owner is shown the credentials once", async () => {
    const ada = owner();
    const registered = await register(ada, email);
    expect([registered.status, registered.body.success]).toEqual([201, true]);

    const early = await ada.post("/app/auth/sign-in/email", { email, password });
    expect([early.status, early.body.code]).toEqual([403, "EMAIL_NOT_VERIFIED"]);

    const confirmed = await ada.get(linkIn(service, await mailTo(service, email, "Confirm")));
    expect([confirmed.status, confirmed.headers.get("location")]).toEqual([302, "/confirm"]);

    const signedIn = await ada.post("/app/auth/sign-in/email", { email, password });
    expect(signedIn.status).toBe(200);
    const session = await ada.get("/app/session");
    expect(session.body).toMatchObject({
      user: { name: "Ada Obi", email, two_factor: false },
      operator: false,
      company: {
        name: "Lagos Works Ltd",
        status: "pending",
        role: "owner",
        country: "NG",
        credentials_shown: false,
      },
    });
    const companyId = session.body.company.id as number;

    const tooEarly = await ada.api("POST", "/credentials");
    expect([tooEarly.status, tooEarly.body.code]).toEqual([422, "invalid_state"]);
    expect((await ada.api("GET", "/invoices")).body.code).toBe("subscription_inactive");

    const waiting = await operator.call(
      "GET",
      "/operator/api/companies?status=pending&q=Lagos+Works",
      undefined,
      {
        base: "",
      },
    );
    expect(waiting.body.companies).toContainEqual(
      expect.objectContaining({ id: companyId, owner: { name: "Ada Obi", email, confirmed: true } }),
    );
    const approved = await decide(companyId, "approve");
    expect([approved.status, approved.body.company.status]).toEqual([200, "active"]);
    await mailTo(service, email, "is approved");

    const steps = async () =>
      (await ada.api("GET", "/checklist")).body.steps as { name: string; done: boolean }[];
    expect((await steps()).filter(({ done }) => done)).toEqual([]);
    const shown = await ada.api("POST", "/credentials");
    expect(shown.status).toBe(201);
    const { app_id, secret, webhook_secret, portal } = shown.body;
    expect(webhook_secret).toMatch(/^whsec_/);
    expect(portal).toEqual({
      company_id: companyId,
      app_id,
      invoice_id: "invoice_id",
      embed_script: `${service.context.config.siteUrl}/portal/embed.js`,
    });
    const again = await ada.api("POST", "/credentials");
    expect([again.status, again.body.code]).toEqual([422, "credentials_shown"]);

    const ping = await fetch(`${service.url}/api/v1/ping`, {
      headers: { authorization: `Bearer ${app_id}:${secret}` },
    });
    expect(await ping.json()).toMatchObject({
      tenant: { company_id: companyId, status: "active" },
      scopes: [],
    });
    await service.app.keys.flushUses();
    expect((await steps()).filter(({ done }) => done).map(({ name }) => name)).toEqual([
      "credentials",
      "ping",
    ]);

    const { entries } = (await ada.api("GET", "/audit")).body;
    const told = (entries as { action: string; actor: { type: string; name: string | null } }[]).map(
      ({ action, actor }) => `${actor.type} ${action}`,
    );
    expect(told).toEqual([
      "user key.created",
      "operator company.approved",
      "user company.changed",
      "user company.registered",
    ]);
  });

  test("two owners who ask at the same moment are shown one set of credentials", async () => {
    const company = await service.company();
    await service.context.db.query("delete from api_keys where company_id = $1", [company.id]);
    const people = await Promise.all([1, 2, 3].map(() => signIn(service, { companyId: company.id })));
    const replies = await Promise.all(people.map((person) => person.call("POST", "/credentials")));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  });

  test("only an owner is shown them", async () => {
    const company = await service.company();
    await service.context.db.query("delete from api_keys where company_id = $1", [company.id]);
    const developer = await signIn(service, { companyId: company.id, role: "developer" });
    const { status, body } = await developer.call("POST", "/credentials");
    expect([status, body.code]).toEqual([403, "owner_only"]);
  });
});

describe("a registration", () => {
  test("does not tell whether the address is known, and makes nothing for one that is", async () => {
    const email = newAddress();
    const first = await register(createVisitor(service), email, "First Ltd");
    await createVisitor(service).get(linkIn(service, await mailTo(service, email, "Confirm")));
    const second = await register(createVisitor(service), email, "Second Ltd");
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    await mailTo(service, email, "You have an account already");
    const made = await service.context.db.query("select name from companies where email = $1", [email]);
    expect(made).toEqual([{ name: "First Ltd" }]);
  });

  test("again before the address is confirmed brings the confirmation again", async () => {
    const email = newAddress();
    await register(createVisitor(service), email);
    await mailTo(service, email, "Confirm");
    await register(createVisitor(service), email);
    await vi.waitFor(() => {
      const letters = service.context.mail.kept!.filter(({ to }) => to === email);
      expect(letters.map(({ subject }) => subject)).toEqual([
        "Confirm your e-mail address",
        "Confirm your e-mail address",
      ]);
    });
  });

  test.each([
    [{}, ["company", "user"]],
    [
      { company: { name: "X", country: "NG" }, user: { name: "A", email: "a@b.example", password: "short" } },
      ["user.password"],
    ],
    [
      { company: { name: "X", country: "Nigeria" }, user: { name: "A", email: "no", password } },
      ["company.country", "user.email"],
    ],
  ])("of %j is refused with what is wrong", async (body, fields) => {
    const { status, body: told } = await createVisitor(service).post("/app/registrations", body);
    expect(status).toBe(422);
    expect(told.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
  });

  test.each(["", "[]", "null", "{", '"x"', "\u0000"])("with the body %j is 422", async (raw) => {
    expect((await createVisitor(service).send("POST", "/app/registrations", { raw })).status).toBe(422);
  });

  test("from another site is refused", async () => {
    const visitor = createVisitor(service);
    const { status } = await visitor.send("POST", "/app/registrations", {
      raw: "{}",
      headers: { origin: "https://evil.example" },
    });
    expect(status).toBe(403);
  });
});

describe("an operator", () => {
  test("refuses with a reason, which the owner gets by mail, and may let the company in after all", async () => {
    const email = newAddress();
    await register(createVisitor(service), email, "Doubtful Ltd");
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

  test("suspends with a reason; the company's people are told, and keep their session", async () => {
    const company = await service.company();
    const owner = await signIn(service, { companyId: company.id });
    await decide(company.id, "suspend", { reason: "Unpaid." });
    expect((await mailTo(service, owner.user.email, "is suspended")).text).toContain("Unpaid.");
    expect((await owner.call("GET", "/customers")).body.code).toBe("subscription_inactive");
    expect((await owner.call("GET", "/users")).status).toBe(200);
  });

  test("sets what a company subscribed to, and that is in the company's log", async () => {
    const company = await service.company();
    const owner = await signIn(service, { companyId: company.id });
    const plan = { disabled_features: ["portal"], quotas: { invoices: 5 }, post_rate: null };
    const path = `/operator/api/companies/${company.id}/plan`;
    const { body } = await operator.call("PATCH", path, plan, { base: "" });
    expect(body.company).toMatchObject({
      disabled_features: ["portal"],
      quotas: { invoices: 5, payment_links: null },
      post_rate: null,
    });
    const [entry] = (await owner.call("GET", "/audit")).body.entries;
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

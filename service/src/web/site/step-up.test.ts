import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../test/harness.ts";
import { signIn, siteCalls } from "../../../test/site-session.ts";
import { apiRoutes, siteRoutes } from "../../app.ts";
import { type SensitiveAction, sensitiveActions } from "../../contract/sensitive-actions.ts";
import { texts } from "../../domains/tenancy/users/texts/en.ts";
import { showDate } from "../../platform/values/format.ts";
import { accountActions } from "./auth.ts";
import {
  ageProof,
  createVisitor,
  enter,
  forgetAddress,
  mailsTo,
  mailTo,
  newAddress,
  password,
  signedInPerson,
  stepUp,
  totp,
} from "./visitor.fixture.ts";

// Describing a route does not call it, so these need no service.
const described = () => Promise.reject(new Error("only described here"));
const routes = [
  ...apiRoutes({
    createDraft: described,
    createOrder: described,
    waitForEvents: described,
    registrar: { register: described, cancel: described, resume: described },
  } as never),
  ...siteRoutes(),
];
const sensitive = routes.filter(({ stepUp: action }) => action !== undefined);
const always = sensitive.filter(({ stepUpIf }) => !stepUpIf);

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
});
beforeEach(() => forgetAddress(service));
afterAll(() => service.close());

const person = () => signedInPerson(service, company.id);
const stale = async () => {
  const somebody = await person();
  await ageProof(service, somebody.id);
  return somebody;
};
const required = [403, "step_up_required"];

describe("which changes ask for a proof", () => {
  test("is what was agreed on", () => {
    const listed = sensitive.map(
      ({ method, path, stepUp: action, stepUpIf }) => `${method} ${path}: ${action}${stepUpIf ? ", if" : ""}`,
    );
    expect(listed.sort()).toEqual([
      "DELETE /einvoicing/integration: einvoicing.removed",
      "DELETE /users/{id}: user.removed",
      "PATCH /keys/{app_id}: key.widened, if",
      "PATCH /users/{id}: user.role_set",
      "PATCH /webhooks/endpoints/{id}: webhook.url_set, if",
      "POST /credentials: key.created",
      "POST /customers/{id}/erase: customer.erased",
      "POST /document_settings/bank_accounts: bank_accounts.set",
      "POST /einvoicing/integration: einvoicing.set",
      "POST /gateway: gateway.set",
      "POST /keys/{app_id}/rotate: key.rotated",
      "POST /keys: key.created",
      "POST /users: user.invited",
      "POST /webhooks/endpoints/{id}/rotate_secret: webhook.secret_rotated",
      "POST /webhooks/endpoints: webhook.created",
    ]);
  });

  test("each has a mail, and no mail is without a change", () => {
    const used = new Set<SensitiveAction>([
      ...sensitive.map(({ stepUp: action }) => action!),
      ...accountActions,
      // Only commands make these changes, and their own tests cover the mails.
      "user.added",
      "second_factor.reset",
    ]);
    expect([...used].sort()).toEqual(Object.keys(sensitiveActions).sort());
  });

  test.each(always.map((route) => ({ name: `${route.method} ${route.path}`, route })))(
    "$name asks a person whose last proof is old, before anything else of the request is looked at",
    async ({ route }) => {
      const owner = await signIn(service, { companyId: company.id });
      const path = route.path.replace(/\{\w+\}/, "999999999");
      const fresh = await owner.call(route.method, path, {});
      expect([fresh.status, fresh.body.code]).not.toEqual(required);
      await ageProof(service, owner.user.id);
      const { status, body } = await owner.call(route.method, path, {});
      expect([status, body.code]).toEqual(required);
      expect(body.error).toContain("/app/step-up");
    },
  );

  test("a key is never asked", async () => {
    const other = await service.company();
    const made = await other.call("POST /webhooks/endpoints", { body: { url: "https://hooks.example/a" } });
    expect(made.status).toBe(201);
    const path = `/webhooks/endpoints/${made.body.endpoint.id}`;
    expect((await other.call(`PATCH ${path}`, { body: { url: "https://hooks.example/b" } })).status).toBe(
      200,
    );
    expect((await other.call(`POST ${path}/rotate_secret`)).status).toBe(200);
  });

  test("giving a key more asks; taking away and revoking do not", async () => {
    const own = await service.company();
    const owner = await signIn(service, { companyId: own.id });
    const { app_id } = (await owner.call("POST", "/keys", { scopes: ["invoices:read", "sales:read"] })).body
      .key;
    await ageProof(service, owner.user.id);
    const set = async (scopes: string[]) => {
      const { status, body } = await owner.call("PATCH", `/keys/${app_id}`, { scopes });
      return [status, body.code];
    };
    expect(await set(["invoices:read", "customers:read"])).toEqual(required);
    expect(await set(["invoices:read"])).toEqual([200, undefined]);
    expect(await set(["invoices:read", "sales:read"])).toEqual(required);
    expect((await owner.call("POST", `/keys/${app_id}/revoke`)).status).toBe(200);
  });

  test("another webhook address asks; another filter, a description and switching off do not", async () => {
    const own = await service.company();
    const owner = await signIn(service, { companyId: own.id });
    const url = "https://hooks.example/first";
    const { id } = (await owner.call("POST", "/webhooks/endpoints", { url })).body.endpoint;
    await ageProof(service, owner.user.id);
    const change = async (body: object) => {
      const reply = await owner.call("PATCH", `/webhooks/endpoints/${id}`, body);
      return [reply.status, reply.body.code];
    };
    expect(await change({ url: "https://evil.example/" })).toEqual(required);
    expect(await change({ url: null })).toEqual(required);
    for (const body of [{ url, events: ["invoice.paid"] }, { description: "Ours" }, { status: "disabled" }]) {
      expect(await change(body)).toEqual([200, undefined]);
    }
  });

  test("what an operator decides asks, and what an operator reads does not", async () => {
    const operator = await signIn(service, { operator: true });
    const waiting = await service.company();
    await ageProof(service, operator.user.id);
    const call = (method: string, path: string, body?: object) =>
      operator.call(method, `/operator/api/companies/${waiting.id}${path}`, body, { base: "" });
    for (const [method, path] of [
      ["POST", "/approve"],
      ["POST", "/refuse"],
      ["POST", "/suspend"],
      ["PATCH", "/plan"],
    ] as const) {
      const { status, body } = await call(method, path, { reason: "x" });
      expect([status, body.code]).toEqual(required);
    }
    expect((await call("GET", "")).status).toBe(200);
  });
});

describe("a proof", () => {
  test("by password holds for this session, and not for another", async () => {
    const { id, email, visitor } = await person();
    const elsewhere = createVisitor(service);
    await enter(elsewhere, email);
    await ageProof(service, id);
    const create = async (who: typeof visitor) => {
      const { status, body } = await who.api("POST", "/keys", { scopes: [] });
      return [status, body.code];
    };
    expect(await create(visitor)).toEqual(required);
    expect((await stepUp(visitor, { password })).status).toBe(200);
    expect(await create(visitor)).toEqual([201, undefined]);
    expect(await create(elsewhere)).toEqual(required);
  });

  test("is signing in, and ends after ten minutes", async () => {
    const { id, visitor } = await person();
    const set = (interval: string) =>
      service.context.db.query(
        "update user_sessions set reauthenticated_at = now() - $2::text::interval where user_id = $1",
        [id, interval],
      );
    expect((await visitor.api("POST", "/keys", { scopes: [] })).status).toBe(201);
    await set("9 minutes 50 seconds");
    expect((await visitor.api("POST", "/keys", { scopes: [] })).status).toBe(201);
    await set("10 minutes 1 second");
    expect((await visitor.api("POST", "/keys", { scopes: [] })).status).toBe(403);
  });

  test("is changing one's password, which takes the present one", async () => {
    const { visitor } = await stale();
    const create = async () => (await visitor.api("POST", "/keys", { scopes: [] })).status;
    const change = (currentPassword: string) =>
      visitor.post("/app/auth/change-password", { currentPassword, newPassword: "another long password" });
    expect((await change("not the present one")).status).toBeGreaterThanOrEqual(400);
    expect(await create()).toBe(403);
    expect((await change(password)).status).toBe(200);
    expect(await create()).toBe(201);
  });

  test("by a code needs an app that is set up, and the right code", async () => {
    const { id, visitor } = await person();
    const { body } = await visitor.post("/app/auth/two-factor/enable", { password });
    const secret = new URL(body.totpURI as string).searchParams.get("secret")!;
    await ageProof(service, id);
    const early = await stepUp(visitor, { code: totp(secret) });
    expect([early.status, early.body.code]).toEqual([403, "proof_wrong"]);
    expect((await visitor.get("/app/session")).body.user.two_factor).toBe(false);
    await stepUp(visitor, { password });
    await visitor.post("/app/auth/two-factor/verify-totp", { code: totp(secret) });
    await ageProof(service, id);
    const wrong = await stepUp(visitor, { code: "000000" });
    expect([wrong.status, wrong.body.code]).toEqual([403, "proof_wrong"]);
    expect((await visitor.api("POST", "/keys", { scopes: [] })).status).toBe(403);
    expect((await stepUp(visitor, { code: totp(secret) })).status).toBe(200);
    expect((await visitor.api("POST", "/keys", { scopes: [] })).status).toBe(201);
  });

  test("is guessed ten times and no more, together with whatever else takes the session's password", async () => {
    const { visitor } = await stale();
    const statuses: number[] = [];
    for (let tries = 0; tries < 5; tries++) {
      statuses.push((await stepUp(visitor, { password: "not the password" })).status);
      statuses.push(
        (await visitor.post("/app/auth/two-factor/disable", { password: "not the password" })).status,
      );
    }
    expect(statuses).not.toContain(429);
    const right = await stepUp(visitor, { password });
    expect([right.status, right.body.code]).toEqual([429, "rate_limited"]);
  });

  test.each([{}, { password, code: "123456" }, { password: "" }, { password: 7 }, { code: "x".repeat(21) }])(
    "by %j is 422 and proves nothing",
    async (body) => {
      const { visitor } = await stale();
      expect((await stepUp(visitor, body)).status).toBe(422);
      expect((await visitor.api("POST", "/keys", { scopes: [] })).status).toBe(403);
    },
  );

  test("needs a session and its token", async () => {
    const { visitor } = await stale();
    expect((await createVisitor(service).post("/app/step-up", { password })).status).toBe(401);
    const forged = await visitor.post("/app/step-up", { password });
    expect([forged.status, forged.body.code]).toEqual([403, "csrf"]);
  });
});

describe("two-step verification", () => {
  test("is turned on by who gave the password just now, and its changes are mailed", async () => {
    const { id, email, visitor } = await person();
    const { body } = await visitor.post("/app/auth/two-factor/enable", { password });
    const secret = new URL(body.totpURI as string).searchParams.get("secret")!;
    await ageProof(service, id);
    const late = await visitor.post("/app/auth/two-factor/verify-totp", { code: totp(secret) });
    expect([late.status, late.body.code]).toEqual(required);
    await stepUp(visitor, { password });
    expect((await visitor.post("/app/auth/two-factor/verify-totp", { code: totp(secret) })).status).toBe(200);
    expect((await mailTo(service, email, "turned on two-step verification")).text).toContain(
      "From: 127.0.0.1",
    );
    await visitor.post("/app/auth/two-factor/generate-backup-codes", { password });
    await mailTo(service, email, "created new backup codes");
    await visitor.post("/app/auth/two-factor/disable", { password });
    await mailTo(service, email, "turned off two-step verification");
  });

  test("an owner hears of a colleague's, and a colleague of their own", async () => {
    const own = await service.company();
    const owner = await signIn(service, { companyId: own.id });
    const colleague = await signedInPerson(service, own.id);
    await service.context.db.query("update memberships set role = 'viewer' where user_id = $1", [
      colleague.id,
    ]);
    await colleague.visitor.post("/app/auth/two-factor/enable", { password });
    await colleague.visitor.post("/app/auth/two-factor/generate-backup-codes", { password });
    await colleague.visitor.post("/app/auth/two-factor/disable", { password });
    await mailTo(service, owner.user.email, "turned off two-step verification");
    await mailTo(service, colleague.email, "turned off two-step verification");
  });

  test("a new password is mailed to its owner", async () => {
    const { email, visitor } = await person();
    await visitor.post("/app/auth/change-password", {
      currentPassword: password,
      newPassword: "another long password",
    });
    await mailTo(service, email, "Your password was changed");
  });
});

describe("all owners get a mail", () => {
  test("of each change: who, what, when, from where, and what to do", async () => {
    const own = await service.company({ primaryEndpoint: true });
    const [ada, second] = [
      await signIn(service, { companyId: own.id }),
      await signIn(service, { companyId: own.id }),
    ];
    const outsider = await signIn(service, { companyId: (await service.company()).id });
    const viewer = await signIn(service, { companyId: own.id, role: "viewer" });
    const other = await signIn(service, { companyId: own.id, role: "viewer" });
    const invited = newAddress();
    const { app_id } = (await ada.call("POST", "/keys", { scopes: [] })).body.key;
    const made = await ada.call("POST", "/webhooks/endpoints", { url: "https://hooks.example/one" });
    const endpoint = `/webhooks/endpoints/${made.body.endpoint.id}`;
    const account = { currency: "NGN", name: "Works Ltd", bank: "First Bank", account_number: "2031234567" };
    const changes: [string, string, object | undefined, SensitiveAction, string][] = [
      ["PATCH", `/keys/${app_id}`, { scopes: ["invoices:read"] }, "key.widened", app_id],
      ["POST", `/keys/${app_id}/rotate`, undefined, "key.rotated", app_id],
      ["POST", "/gateway", { gateway: "none" }, "gateway.set", "none"],
      [
        "POST",
        "/document_settings/bank_accounts",
        { bank_accounts: [account] },
        "bank_accounts.set",
        "…4567",
      ],
      ["POST", "/einvoicing/integration", { adapter: "document_only" }, "einvoicing.set", "document_only"],
      ["DELETE", "/einvoicing/integration", undefined, "einvoicing.removed", ""],
      ["POST", "/users", { email: invited, role: "viewer" }, "user.invited", invited],
      ["PATCH", `/users/${viewer.user.id}`, { role: "accountant" }, "user.role_set", viewer.user.email],
      ["DELETE", `/users/${other.user.id}`, undefined, "user.removed", other.user.email],
      [
        "PATCH",
        endpoint,
        { url: "https://hooks.example/two" },
        "webhook.url_set",
        "https://hooks.example/two",
      ],
      ["POST", `${endpoint}/rotate_secret`, undefined, "webhook.secret_rotated", "https://hooks.example/two"],
    ];
    const expected: [SensitiveAction, string][] = [
      ["key.created", app_id],
      ["webhook.created", "https://hooks.example/one"],
    ];
    for (const [method, path, body, action, about] of changes) {
      const reply = await ada.call(method, path, body);
      expect({ [action]: reply.status }).toEqual({ [action]: path === "/users" ? 201 : 200 });
      expected.push([action, about]);
    }
    for (const [action, about] of expected) {
      for (const owner of [ada, second]) {
        const { text } = await mailTo(service, owner.user.email, texts.actions[action].did);
        expect(text).toContain(`Ada Obi (${ada.user.email}) ${texts.actions[action].did}`);
        expect(text).toContain(about);
        expect(text).toContain("From: 127.0.0.1");
        expect(text).toContain(`When: ${showDate(service.clock.now().toISOString().slice(0, 10), "en")}`);
        expect(text).toContain(texts.actions[action].undo);
        expect(text).not.toMatch(/bfs_|whsec_/);
      }
    }
    for (const { user } of [outsider, viewer]) expect(await mailsTo(service, user.email)).toEqual([]);
  });

  test("also when a key makes it; not when it is refused, given again, or no sensitive one", async () => {
    const own = await service.company();
    const owner = await signIn(service, { companyId: own.id });
    const letters = () => mailsTo(service, owner.user.email);
    await own.call("POST /webhooks/endpoints", { body: { url: "https://hooks.example/by-key" } });
    expect((await mailTo(service, owner.user.email, "added a webhook")).text).toContain(
      `The API key ${own.appId} added`,
    );
    const before = (await letters()).length;
    const headers = { "idempotency-key": "one-key" };
    for (let times = 0; times < 2; times++) {
      await owner.call("POST", "/keys", { scopes: [] }, { headers });
    }
    await owner.call("POST", "/keys", { scopes: ["nonsense"] });
    await owner.call("POST", "/keys/bf_test_nothing/rotate");
    await owner.call("PATCH", `/keys/${own.appId}`, { scopes: ["invoices:read"] });
    expect((await owner.call("POST", "/customers", { name: "Acme Trading Ltd" })).status).toBe(201);
    expect((await owner.call("GET", "/customers")).status).toBe(200);
    expect(await letters()).toHaveLength(before + 1);
  });

  test("and nothing is blocked where no mail can be sent", async () => {
    const production = await startService({
      env: {
        BILLFOLD_ENVIRONMENT: "production",
        BILLFOLD_SITE_URL: "https://site.example",
        BILLFOLD_BASE_URL: "https://site.example/api/v1",
        BILLFOLD_TRUSTED_PROXIES: "127.0.0.1",
        BILLFOLD_ENCRYPTION_KEYS: "k1:MTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3BxcnN0dXY=",
      },
    });
    const own = await production.company();
    const owner = await signIn(production, { companyId: own.id });
    const call = siteCalls(production.url, {
      cookie: owner.cookie.replace("billfold_session", "__Host-billfold_session"),
      "x-csrf-token": owner.csrf,
      "x-company-id": String(own.id),
      "x-forwarded-proto": "https",
      "x-forwarded-for": "203.0.113.9",
    });
    expect((await call("POST", "/keys", { scopes: [] })).status).toBe(201);
    await production.close();
  });
});

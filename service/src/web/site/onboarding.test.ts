import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startService, type TestService } from "../../../test/harness.ts";
import { signIn, type TestSession } from "../../../test/site-session.ts";
import {
  confirm,
  createVisitor,
  forgetAddress,
  mailsTo,
  mailTo,
  newAddress,
  type Visitor,
} from "./visitor.fixture.ts";

let service: TestService;
let operator: TestSession;
beforeAll(async () => {
  service = await startService();
  operator = await signIn(service, { operator: true });
});
beforeEach(() => forgetAddress(service));
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
    expect([early.status, early.body.code]).toEqual([401, "INVALID_EMAIL_OR_PASSWORD"]);

    const confirmed = await confirm(service, email);
    expect([confirmed.status, confirmed.body.email]).toEqual([200, email]);

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
    const shown = await ada.api("POST", "/credentials", { name: "Web shop", scopes: ["invoices:read"] });
    expect(shown.status).toBe(201);
    // Shown is not stored: the tab may have been closed.
    expect((await steps()).filter(({ done }) => done).map(({ name }) => name)).toEqual(["scopes"]);
    await ada.api("POST", `/keys/${shown.body.app_id}/stored`);
    expect((await steps()).filter(({ done }) => done).map(({ name }) => name)).toEqual([
      "credentials",
      "scopes",
    ]);
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
      scopes: ["invoices:read"],
    });
    await service.app.keys.flushUses();
    expect((await steps()).filter(({ done }) => done).map(({ name }) => name)).toEqual([
      "credentials",
      "ping",
      "scopes",
    ]);

    const { audit_entries: entries } = (await ada.api("GET", "/audit")).body;
    const reported = (entries as { action: string; actor: { type: string; name: string | null } }[]).map(
      ({ action, actor }) => `${actor.type} ${action}`,
    );
    expect(reported).toEqual([
      "user key.created",
      "operator company.approved",
      "user user.confirmed",
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
    await confirm(service, email);
    const second = await register(createVisitor(service), email, "Second Ltd");
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    await mailTo(service, email, "You already have an account");
    const made = await service.context.db.query("select name from companies where email = $1", [email]);
    expect(made).toEqual([{ name: "First Ltd" }]);
  });

  test("again before the address is confirmed brings the confirmation again", async () => {
    const email = newAddress();
    await register(createVisitor(service), email);
    await mailTo(service, email, "Confirm");
    await register(createVisitor(service), email);
    const subjects = (await mailsTo(service, email)).map(({ subject }) => subject);
    expect(subjects).toEqual(["Confirm your email address", "Confirm your email address"]);
  });

  test.each([
    [{}, ["company", "user"]],
    [{ company: { name: "X", country: "NG" }, user: { name: "", email: "a@b.example" } }, ["user.name"]],
    [
      { company: { name: "X", country: "Nigeria" }, user: { name: "A", email: "no" } },
      ["company.country", "user.email"],
    ],
  ])("of %j is refused with what is wrong", async (body, fields) => {
    const { status, body: reported } = await createVisitor(service).post("/app/registrations", body);
    expect(status).toBe(422);
    expect(reported.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
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

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../test/harness.ts";
import { signIn } from "../../../test/site-session.ts";
import {
  createVisitor,
  enter,
  forgetAddress,
  isIn,
  newAddress,
  newPerson,
  signedInPerson,
} from "./visitor.fixture.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
});
beforeEach(() => forgetAddress(service));
afterAll(() => service.close());

const person = () => newPerson(service, company.id);
const signedIn = () => signedInPerson(service, company.id);

describe("a session", () => {
  test("lives in a cookie that no script can read and no other site can send with a change", async () => {
    const { email, visitor } = await person();
    const reply = await enter(visitor, email);
    const [cookie] = reply.headers.getSetCookie();
    expect(cookie).toMatch(/^billfold_session=/);
    for (const attribute of ["HttpOnly", "SameSite=Lax", "Path=/"]) expect(cookie).toContain(attribute);
    expect(cookie).not.toContain("Domain");
  });

  test("is another one after every sign-in", async () => {
    const { email, visitor } = await signedIn();
    const first = visitor.cookies.get("billfold_session");
    await enter(visitor, email);
    expect(visitor.cookies.get("billfold_session")).not.toBe(first);
  });

  test("that was stolen is of no use after its owner signed out", async () => {
    const { visitor } = await signedIn();
    const thief = createVisitor(service);
    for (const [name, value] of visitor.cookies) thief.cookies.set(name, value);
    expect(await isIn(thief)).toBe(true);
    expect((await visitor.post("/app/auth/sign-out")).status).toBe(200);
    expect(await isIn(thief)).toBe(false);
    expect((await thief.api("GET", "/ping")).status).toBe(401);
  });

  test("is over after seven days", async () => {
    const session = await signIn(service, { companyId: company.id });
    const own = await startService({ now: new Date(service.clock.now().getTime() + 7 * 86_400_000 + 1) });
    const reply = await fetch(`${own.url}/app/session`, { headers: { cookie: session.cookie } });
    expect(reply.status).toBe(401);
    await own.close();
  });

  test("can be ended from another one", async () => {
    const { email, visitor } = await signedIn();
    const second = createVisitor(service);
    await enter(second, email);
    const { body: sessions } = await visitor.get("/app/auth/list-sessions");
    expect(sessions).toHaveLength(2);
    for (const { token } of sessions as { token: string }[]) {
      if (!decodeURIComponent(visitor.cookies.get("billfold_session")!).startsWith(token)) {
        await visitor.post("/app/auth/revoke-session", { token });
      }
    }
    expect([await isIn(visitor), await isIn(second)]).toEqual([true, false]);
  });

  test("of one person can't end another's", async () => {
    const [mine, theirs] = [await signedIn(), await signedIn()];
    const [{ token }] = (await theirs.visitor.get("/app/auth/list-sessions")).body as [{ token: string }];
    await mine.visitor.post("/app/auth/revoke-session", { token });
    expect(await isIn(theirs.visitor)).toBe(true);
  });

  test("changes nothing when another site asks", async () => {
    const { visitor } = await signedIn();
    const foreign: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { "sec-fetch-site": "cross-site" },
    ];
    for (const headers of foreign) {
      const { status, body } = await visitor.send("POST", "/app/auth/sign-out", { raw: "{}", headers });
      expect([status, body.code]).toEqual([403, "csrf"]);
    }
    expect(await isIn(visitor)).toBe(true);
  });
});

describe("a language", () => {
  test("is remembered on the device and with the person, who finds it on the next one", async () => {
    const { email, visitor } = await signedIn();
    const { body: session } = await visitor.get("/app/session");
    expect(session.user.language).toBeNull();
    const headers = { "x-csrf-token": session.csrf_token as string };
    const choose = (language: string) =>
      visitor.send("POST", "/app/account/language", { raw: JSON.stringify({ language }), headers });
    const chosen = await choose("fr");
    expect([chosen.status, visitor.cookies.get("billfold_language")]).toEqual([200, "fr"]);
    const next = createVisitor(service);
    await enter(next, email);
    expect((await next.get("/app/session")).body.user.language).toBe("fr");
    const unknown = await choose("xx");
    expect([unknown.status, unknown.body.errors[0].field]).toEqual([422, "language"]);
  });
});

describe("signing in", () => {
  test("fails with the same words for a wrong password and an unknown address", async () => {
    const { email, visitor } = await person();
    const wrong = await enter(visitor, email, "not the password");
    const unknown = await enter(visitor, newAddress(), "not the password");
    expect([wrong.status, wrong.body.code]).toEqual([401, "INVALID_EMAIL_OR_PASSWORD"]);
    expect([unknown.status, unknown.body.error]).toEqual([401, wrong.body.error]);
  });

  test("is refused for an account after ten attempts, also with the right password, until the time is over", async () => {
    const { email } = await person();
    const from = (address: string) => createVisitor(trusting, { "x-forwarded-for": address });
    const trusting = await startService({ env: { BILLFOLD_TRUSTED_PROXIES: "127.0.0.1" } });
    for (let tries = 0; tries < 10; tries++) {
      expect((await enter(from(`198.51.100.${tries}`), email, "wrong password")).status).toBe(401);
    }
    const refused = await enter(from("198.51.100.99"), email);
    expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers.get("retry-after"))).toBe(900);
    trusting.clock.advance(900_001);
    expect((await enter(from("198.51.100.99"), email)).status).toBe(200);
    await trusting.close();
  });

  test("is refused for an address that tries many accounts", async () => {
    const trusting = await startService({ env: { BILLFOLD_TRUSTED_PROXIES: "127.0.0.1" } });
    const guesser = createVisitor(trusting, { "x-forwarded-for": "203.0.113.7" });
    const statuses: number[] = [];
    for (let tries = 0; tries < 31; tries++)
      statuses.push((await enter(guesser, newAddress(), "guess guess")).status);
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(401));
    expect(statuses[30]).toBe(429);
    await trusting.close();
  });

  test.each<unknown>([
    null,
    [],
    7,
    "x",
    {},
    { email: 7, password: {} },
    { email: "x\u0000@b.example", password: "x" },
  ])("with %j is refused and breaks nothing", async (body) => {
    const { status } = await createVisitor(service).post("/app/auth/sign-in/email", body);
    expect([400, 401, 422]).toContain(status);
  });

  test.each([
    ["POST", "/app/auth/sign-up/email"],
    ["POST", "/app/auth/update-user"],
    ["POST", "/app/auth/delete-user"],
    ["POST", "/app/auth/change-email"],
    ["POST", "/app/auth/sign-in/social"],
    ["GET", "/app/auth/get-session"],
    ["GET", "/app/auth/constructor"],
    ["GET", "/app/auth/"],
    ["GET", "/app/api/nothing"],
    ["GET", "/app/registrations"],
    ["GET", "/operator/api/nothing"],
  ])("%s %s does not exist", async (method, path) => {
    const { status, body } = await createVisitor(service).send(method, path, { raw: "{}" });
    expect([status, body.code]).toEqual([404, "unknown_path"]);
  });
});

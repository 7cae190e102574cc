import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../test/harness.ts";
import { signIn } from "../../../test/site-session.ts";
import { inTransaction } from "../../foundation/database.ts";
import { hashPassword, insertMember, insertUser } from "../../modules/accounts/service.ts";
import { createVisitor, linkIn, mailTo, newAddress, type Visitor } from "./visitor.fixture.ts";

let service: TestService;
let company: TestCompany;
let passwordHash: string;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
  passwordHash = await hashPassword(password);
});
afterAll(() => service.close());

const password = "correct horse battery";
const other = "another long password";

/** Somebody who can sign in. */
async function person(): Promise<{ id: number; email: string; visitor: Visitor }> {
  const email = newAddress();
  const id = await inTransaction(service.context.db, async (tx) => {
    const now = service.context.clock.now();
    const made = { name: "Chidi Eze", email, confirmed: true, operator: false, passwordHash };
    const userId = (await insertUser(tx, now, made))!;
    await insertMember(tx, company.id, now, { userId, role: "owner" });
    return userId;
  });
  return { id, email, visitor: createVisitor(service) };
}

async function signedIn() {
  const somebody = await person();
  const { status } = await enter(somebody.visitor, somebody.email);
  expect(status).toBe(200);
  return somebody;
}

const enter = (visitor: Visitor, email: string, given = password) =>
  visitor.post("/app/auth/sign-in/email", { email, password: given });

const isIn = async (visitor: Visitor) => (await visitor.get("/app/session")).status === 200;

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
    for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }]) {
      const { status, body } = await visitor.send("POST", "/app/auth/sign-out", { raw: "{}", headers });
      expect([status, body.code]).toEqual([403, "csrf"]);
    }
    expect(await isIn(visitor)).toBe(true);
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

  test("is refused for an account after ten tries, also with the right password, until the time is over", async () => {
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

describe("a password", () => {
  test("is stored as argon2id", async () => {
    const { id } = await person();
    const [row] = await service.context.db.query<{ password: string }>(
      "select password from user_credentials where user_id = $1",
      [id],
    );
    expect(row!.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test("that is changed ends all other sessions, though the page did not ask for it", async () => {
    const { email, visitor } = await signedIn();
    const elsewhere = createVisitor(service);
    await enter(elsewhere, email);
    const changed = await visitor.post("/app/auth/change-password", {
      currentPassword: password,
      newPassword: other,
      revokeOtherSessions: false,
    });
    expect(changed.status).toBe(200);
    expect([await isIn(visitor), await isIn(elsewhere)]).toEqual([true, false]);
    expect((await enter(elsewhere, email)).status).toBe(401);
    const [entry] = (await visitor.api("GET", "/audit")).body.entries;
    expect(entry.action).toBe("user.password_changed");
  });

  test("can't be changed without the old one, nor to one that is too short", async () => {
    const { visitor } = await signedIn();
    const change = (currentPassword: string, newPassword: string) =>
      visitor.post("/app/auth/change-password", { currentPassword, newPassword });
    expect((await change("not the password", other)).status).toBe(400);
    expect((await change(password, "short")).status).toBe(400);
  });

  test("is set anew by a link that works once, ends all sessions, and does not tell who has an account", async () => {
    const { email, visitor } = await signedIn();
    const ask = (address: string) =>
      createVisitor(service).post("/app/auth/request-password-reset", {
        email: address,
        redirectTo: "/reset",
      });
    const [known, unknown] = [await ask(email), await ask(newAddress())];
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    const link = linkIn(service, await mailTo(service, email, "new password"));
    const token = new URL(link, service.url).searchParams.get("token");
    const set = (newPassword: string) =>
      createVisitor(service).post("/app/auth/reset-password", { newPassword, token });
    expect((await set(other)).status).toBe(200);
    expect((await set("a third password")).status).toBe(400);
    expect(await isIn(visitor)).toBe(false);
    expect((await enter(visitor, email)).status).toBe(401);
    expect((await enter(visitor, email, other)).status).toBe(200);
    await mailTo(service, email, "was changed");
  });

  test("is asked for by mail no more than five times an hour", async () => {
    const { email } = await person();
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries++) {
      statuses.push(
        (await createVisitor(service).post("/app/auth/request-password-reset", { email })).status,
      );
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe("a second factor", () => {
  const enable = async (visitor: Visitor) => {
    const { body } = await visitor.post("/app/auth/two-factor/enable", { password });
    const secret = new URL(body.totpURI as string).searchParams.get("secret")!;
    return { secret, backupCodes: body.backupCodes as string[] };
  };

  test("is asked for after the password; a wrong code, and the password alone, do not do", async () => {
    const { email, visitor } = await signedIn();
    const { secret, backupCodes } = await enable(visitor);
    const set = await visitor.post("/app/auth/two-factor/verify-totp", { code: totp(secret) });
    expect(set.status).toBe(200);
    expect((await visitor.get("/app/session")).body.user.two_factor).toBe(true);

    const later = createVisitor(service);
    const half = await enter(later, email);
    expect([half.status, half.body.twoFactorRedirect]).toEqual([200, true]);
    expect(await isIn(later)).toBe(false);
    expect((await later.post("/app/auth/two-factor/verify-totp", { code: "000000" })).status).toBe(401);
    expect(await isIn(later)).toBe(false);
    expect((await later.post("/app/auth/two-factor/verify-totp", { code: totp(secret) })).status).toBe(200);
    expect(await isIn(later)).toBe(true);

    const byBackup = async (code: string) => {
      const visit = createVisitor(service);
      await enter(visit, email);
      return (await visit.post("/app/auth/two-factor/verify-backup-code", { code })).status;
    };
    expect(await byBackup(backupCodes[0]!)).toBe(200);
    expect(await byBackup(backupCodes[0]!)).toBe(401);
  });

  test("is kept encrypted, and ends with the password alone", async () => {
    const { id, visitor } = await signedIn();
    const { secret } = await enable(visitor);
    await visitor.post("/app/auth/two-factor/verify-totp", { code: totp(secret) });
    const [row] = await service.context.db.query(
      "select secret, backup_codes from user_second_factors where user_id = $1",
      [id],
    );
    expect(JSON.stringify(row)).not.toContain(secret);
    expect((await visitor.post("/app/auth/two-factor/disable", { password: "wrong password" })).status).toBe(
      400,
    );
    expect((await visitor.post("/app/auth/two-factor/disable", { password })).status).toBe(200);
    expect((await visitor.get("/app/session")).body.user.two_factor).toBe(false);
    const actions = (
      (await visitor.api("GET", "/audit")).body.entries as { action: string; actor: { id: string } }[]
    )
      .filter(({ actor }) => actor.id === String(id))
      .map(({ action }) => action);
    expect(actions).toEqual(["user.second_factor_removed", "user.second_factor_set"]);
  });
});

/** RFC 6238, as an authenticator app does it. */
function totp(secret: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret.replaceAll("=", "")]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac("sha1", key).update(counter).digest();
  const at = mac.at(-1)! & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

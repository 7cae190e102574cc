import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../test/harness.ts";
import { removeSecondFactor } from "../../domains/tenancy/users/service.ts";
import { inTransaction } from "../../platform/db/database.ts";
import {
  createVisitor,
  enter,
  forgetAddress,
  isIn,
  linkIn,
  mailTo,
  newAddress,
  newPerson,
  password,
  signedInPerson,
  totp,
  type Visitor,
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

const other = "another long password";

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
    const [entry] = (await visitor.api("GET", "/audit")).body.audit_entries;
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
    const link = linkIn(service, await mailTo(service, email, "Reset your password"));
    const token = new URL(link, service.url).searchParams.get("token");
    const [stored] = await service.context.db.query<{ found: boolean }>(
      "select bool_or(strpos(identifier, $1) > 0) as found from user_verifications",
      [token],
    );
    expect(stored).toEqual({ found: false });
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

  test("whose code is given within a session makes no device known, because nobody signs in by it", async () => {
    const { visitor } = await signedIn();
    const { secret } = await enable(visitor);
    await visitor.post("/app/auth/two-factor/verify-totp", { code: totp(secret) });
    const again = await visitor.post("/app/auth/two-factor/verify-totp", { code: totp(secret) });
    expect([again.status, again.headers.getSetCookie()]).toEqual([200, []]);
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
      (await visitor.api("GET", "/audit")).body.audit_entries as { action: string; actor: { id: string } }[]
    )
      .filter(({ actor }) => actor.id === String(id))
      .map(({ action }) => action);
    expect(actions).toEqual(["user.second_factor_removed", "user.second_factor_set"]);
  });

  test("that is lost is removed by an operator: the password alone does then, and whoever was in is out", async () => {
    const { id, email, visitor } = await signedIn();
    const { secret } = await enable(visitor);
    await visitor.post("/app/auth/two-factor/verify-totp", { code: totp(secret) });
    const remove = () =>
      inTransaction(service.context.db, (tx) =>
        removeSecondFactor({ tx, now: service.context.clock.now(), via: "command_line" }, email),
      );
    expect(await remove()).toMatchObject({ id, hadOne: true, companies: [expect.any(Number)] });
    expect(await isIn(visitor)).toBe(false);
    const later = createVisitor(service);
    expect((await enter(later, email)).body.twoFactorRedirect).toBeUndefined();
    expect(await isIn(later)).toBe(true);
    expect((await later.api("GET", "/audit")).body.audit_entries[0]).toMatchObject({
      action: "user.second_factor_removed",
      actor: { type: "command_line" },
    });
    expect(await remove()).toMatchObject({ id, hadOne: false, companies: [] });
  });
});

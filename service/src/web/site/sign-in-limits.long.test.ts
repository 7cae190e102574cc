import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../test/harness.ts";
import {
  createVisitor,
  enter,
  linkIn,
  mailTo,
  newAddress,
  newPerson,
  password,
  signedInPerson,
  type Visitor,
} from "./visitor.fixture.ts";

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startService({ env: { BILLFOLD_TRUSTED_PROXIES: "127.0.0.1" } });
  company = await service.company();
});
afterAll(() => service.close());

let hosts = 0;
/** Each request comes from its own address, as a botnet's do. */
const newAddressHeader = () => {
  hosts += 1;
  return { "x-forwarded-for": `198.51.${100 + Math.floor(hosts / 250)}.${(hosts % 250) + 1}` };
};
const fromElsewhere = (visitor?: Visitor) => {
  const other = createVisitor(service, newAddressHeader());
  for (const [name, value] of visitor?.cookies ?? []) other.cookies.set(name, value);
  return other;
};
const person = () => newPerson(service, company.id, newAddressHeader());
const signedIn = () => signedInPerson(service, company.id, newAddressHeader());
const wrong = "not the password";
const timesWrong = async (times: number, email: string, as?: Visitor) => {
  const statuses: number[] = [];
  for (let tries = 0; tries < times; tries++) {
    statuses.push((await enter(fromElsewhere(as), email, wrong)).status);
  }
  return statuses;
};
const refused = (times: number) => Array(times).fill(401);

describe("attempts are counted by the account that they are for", () => {
  test("also when they come from somebody who is signed in, and whose own success clears nothing", async () => {
    const victim = await person();
    const attacker = await signedIn();
    expect(await timesWrong(10, victim.email, attacker.visitor)).toEqual(refused(10));
    const own = await enter(fromElsewhere(attacker.visitor), attacker.email);
    expect(own.status).toBe(200);
    for (const visitor of [fromElsewhere(attacker.visitor), fromElsewhere()]) {
      expect((await enter(visitor, victim.email, wrong)).status).toBe(429);
      expect((await enter(visitor, victim.email)).status).toBe(429);
    }
  });

  test("however the address is written", async () => {
    const { email } = await person();
    for (let tries = 0; tries < 10; tries++) {
      const written = tries % 2 ? email.toUpperCase() : email;
      expect((await enter(fromElsewhere(), written, wrong)).status).toBe(401);
    }
    expect((await enter(fromElsewhere(), email)).status).toBe(429);
  });

  test.each([
    ["a new password", "/app/auth/request-password-reset"],
    ["a confirmation", "/app/auth/send-verification-email"],
  ])("no more than five mails for %s go to one address, whoever asks", async (_what, path) => {
    const victim = await person();
    const statuses: number[] = [];
    for (let tries = 0; tries < 6; tries++) {
      const attacker = await signedIn();
      statuses.push((await fromElsewhere(attacker.visitor).post(path, { email: victim.email })).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.slice(0, 5)).not.toContain(429);
  });

  test("who holds a session guesses its password ten times, over all that asks for it", async () => {
    const { visitor } = await signedIn();
    const asked = [
      ["/app/auth/change-password", { currentPassword: wrong, newPassword: "another long password" }],
      ["/app/auth/two-factor/enable", { password: wrong }],
      ["/app/auth/two-factor/disable", { password: wrong }],
      ["/app/auth/two-factor/generate-backup-codes", { password: wrong }],
    ] as const;
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries++) {
      const [path, body] = asked[tries % asked.length]!;
      statuses.push((await fromElsewhere(visitor).post(path, body)).status);
    }
    expect(statuses.slice(0, 10)).not.toContain(429);
    expect(statuses.slice(10)).toEqual([429, 429]);
  });

  test("an address is counted before the body is read, at every endpoint that takes one", async () => {
    const paths = [
      "sign-in/email",
      "sign-out",
      "reset-password",
      "change-password",
      "two-factor/enable",
      "two-factor/verify-totp",
      "two-factor/verify-backup-code",
      "revoke-session",
    ];
    for (const path of paths) {
      const visitor = fromElsewhere();
      const send = () => visitor.send("POST", `/app/auth/${path}`, { raw: "{" });
      expect((await send()).status).toBe(422);
      await service.context.db.query("update user_rate_limits set count = 1000 where key = $1", [
        `/${path} ${visitorAddress()}`,
      ]);
      expect({ [path]: (await send()).status }).toEqual({ [path]: 429 });
    }
  });

  const visitorAddress = () => `198.51.${100 + Math.floor(hosts / 250)}.${(hosts % 250) + 1}`;
});

describe("a device on which somebody has signed in", () => {
  test("is not locked out by wrong passwords from elsewhere, nor does its success clear theirs", async () => {
    const { email, visitor } = await signedIn();
    const device = [...visitor.cookies].find(([name]) => name.startsWith("billfold_device_"));
    expect(device).toBeDefined();
    await timesWrong(11, email);
    expect((await enter(fromElsewhere(), email)).status).toBe(429);
    expect((await enter(visitor, email)).status).toBe(200);
    expect((await enter(fromElsewhere(), email)).status).toBe(429);
  });

  test("is not locked out by others at its own address either", async () => {
    const { email, visitor } = await signedIn();
    const setup = newAddressHeader();
    for (let tries = 0; tries < 31; tries++) {
      await enter(createVisitor(service, setup), newAddress(), wrong);
    }
    expect((await enter(createVisitor(service, setup), email)).status).toBe(429);
    const known = createVisitor(service, setup);
    for (const [name, value] of visitor.cookies) known.cookies.set(name, value);
    expect((await enter(known, email)).status).toBe(200);
  });

  test("has ten attempts of its own, and signing in elsewhere gives it no more", async () => {
    const { email, visitor } = await signedIn();
    expect(await timesWrong(10, email, visitor)).toEqual(refused(10));
    expect((await enter(visitor, email)).status).toBe(429);
    expect((await enter(fromElsewhere(), email)).status).toBe(200);
    expect((await enter(visitor, email)).status).toBe(429);
  });

  test("is known for that account only, and gives no more attempts at others", async () => {
    const victim = await person();
    const attacker = await signedIn();
    attacker.visitor.cookies.delete("billfold_session");
    expect(await timesWrong(10, victim.email, attacker.visitor)).toEqual(refused(10));
    expect((await enter(fromElsewhere(attacker.visitor), victim.email)).status).toBe(429);
    const name = [...attacker.visitor.cookies.keys()].find((one) => one.startsWith("billfold_device_"))!;
    const renamed = fromElsewhere();
    renamed.cookies.set(`billfold_device_${victim.id}`, attacker.visitor.cookies.get(name)!);
    expect((await enter(renamed, victim.email)).status).toBe(429);
  });

  test("gives no more attempts at many accounts from one address", async () => {
    const attacker = await signedIn();
    const home = newAddressHeader();
    const statuses: number[] = [];
    for (let tries = 0; tries < 31; tries++) {
      const guesser = createVisitor(service, home);
      for (const [name, value] of attacker.visitor.cookies) guesser.cookies.set(name, value);
      statuses.push((await enter(guesser, newAddress(), wrong)).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  test("carries its cookie out of scripts' reach, and is forgotten with the password", async () => {
    const { email, visitor } = await signedIn();
    const old = new Map(visitor.cookies);
    const changed = await visitor.post("/app/auth/change-password", {
      currentPassword: password,
      newPassword: "another long password",
    });
    const cookie = changed.headers.getSetCookie().find((line) => line.startsWith("billfold_device_"))!;
    for (const attribute of ["HttpOnly", "SameSite=Lax", "Path=/"]) expect(cookie).toContain(attribute);
    await timesWrong(10, email);
    const stale = fromElsewhere();
    for (const [name, value] of old) stale.cookies.set(name, value);
    expect((await enter(stale, email, "another long password")).status).toBe(429);
    expect((await enter(visitor, email, "another long password")).status).toBe(200);

    await fromElsewhere().post("/app/auth/request-password-reset", { email });
    const link = linkIn(service, await mailTo(service, email, "Reset your password"));
    const token = new URL(link, service.url).searchParams.get("token");
    const reset = await fromElsewhere().post("/app/auth/reset-password", {
      newPassword: "a third password",
      token,
    });
    expect(reset.status).toBe(200);
    expect((await enter(visitor, email, "a third password")).status).toBe(429);
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { freshDatabase } from "../../../test/fresh-database.ts";
import { startService, type TestCompany, type TestService } from "../../../test/harness.ts";
import { signIn, type TestSession } from "../../../test/site-session.ts";
import { createMember, createOperator, hashPassword } from "../../domains/tenancy/users/service.ts";
import { inTransaction, openDatabase } from "../../platform/db/database.ts";
import {
  confirm,
  createVisitor,
  enter,
  forgetAddress,
  linkIn,
  mailsTo,
  mailTo,
  newAddress,
  tokenIn,
} from "./visitor.fixture.ts";

let service: TestService;
let company: TestCompany;
let owner: TestSession;
beforeAll(async () => {
  service = await startService();
  company = await service.company();
  owner = await signIn(service, { companyId: company.id });
});
beforeEach(() => forgetAddress(service));
afterAll(() => service.close());

const attackers = "the attacker's own password";
const victims = "the victim's own password";

const register = async (email: string, password: string, name = "Attacker Ltd", person = "Mallory") => {
  const { status } = await createVisitor(service).post("/app/registrations", {
    company: { name, country: "NG" },
    user: { name: person, email, password },
  });
  expect(status).toBe(201);
};
const signInAs = async (email: string, password: string) => {
  const visitor = createVisitor(service);
  const { status } = await enter(visitor, email, password);
  return { status, visitor };
};
const invite = (email: string, role = "accountant") => owner.call("POST", "/users", { email, role });
const accept = (body: object) => createVisitor(service).post("/app/invitations/accept", body);
const rowsOf = (email: string) =>
  service.context.db.query(
    `select u.email_verified as confirmed,
       (select count(*)::int from user_credentials c where c.user_id = u.id) as passwords,
       (select count(*)::int from user_sessions s where s.user_id = u.id) as sessions,
       (select count(*)::int from user_second_factors f where f.user_id = u.id) as factors
     from users u where u.email = $1`,
    [email],
  );

describe("whoever registers somebody else's address first", () => {
  test("has no password for it, before or after its owner registers and confirms", async () => {
    const email = newAddress();
    await register(email, attackers);
    expect((await signInAs(email, attackers)).status).toBe(401);
    await register(email, victims, "Victim Ltd", "Vera");
    expect((await confirm(service, email, victims)).status).toBe(200);
    expect((await signInAs(email, attackers)).status).toBe(401);
    const { status, visitor } = await signInAs(email, victims);
    expect(status).toBe(200);
    const session = (await visitor.get("/app/session")).body;
    expect([session.user.name, session.company.name, session.memberships.length]).toEqual([
      "Vera",
      "Victim Ltd",
      1,
    ]);
  });

  test("has none after its owner was invited, accepted, and followed a confirmation too", async () => {
    const email = newAddress();
    await register(email, attackers);
    const early = await tokenIn(service, email, "Confirm");
    await invite(email);
    const token = await tokenIn(service, email, "invited you");
    const joined = await accept({ token, name: "Nneka", password: victims });
    expect([joined.status, joined.body.message]).toEqual([200, "Your account is ready. Sign in."]);
    await createVisitor(service).post("/app/auth/send-verification-email", { email });
    const late = await createVisitor(service).post("/app/registrations/confirm", {
      token: early,
      password: attackers,
    });
    expect([late.status, late.body.code]).toEqual([422, "confirmation_invalid"]);
    expect((await signInAs(email, attackers)).status).toBe(401);
    const { visitor } = await signInAs(email, victims);
    const { user, company: shown } = (await visitor.get("/app/session")).body;
    expect([user.name, shown.id, shown.role]).toEqual(["Nneka", company.id, "accountant"]);
  });

  test("has none after an operator made an account for it, on the command line", async () => {
    const create = async (kind: "member" | "operator", email: string) => {
      const made = { email, name: "Ngozi", passwordHash: await hashPassword(victims) };
      return inTransaction(service.context.db, (tx) => {
        const administration = { tx, now: service.clock.now(), via: "command_line" } as const;
        return kind === "operator"
          ? createOperator(administration, made)
          : createMember(administration, company.id, "viewer", made);
      });
    };
    for (const kind of ["member", "operator"] as const) {
      const email = newAddress();
      await register(email, attackers);
      expect((await create(kind, email)).isNew).toBe(true);
      expect((await signInAs(email, attackers)).status).toBe(401);
      const { status, visitor } = await signInAs(email, victims);
      expect(status).toBe(200);
      expect((await visitor.get("/app/session")).body.operator).toBe(kind === "operator");
    }
  });

  test("gets nothing by asking for a new password: the mail confirms the address instead", async () => {
    const email = newAddress();
    await register(email, attackers);
    await createVisitor(service).post("/app/auth/request-password-reset", { email });
    const subjects = (await mailsTo(service, email)).map(({ subject }) => subject);
    expect(subjects).toEqual(["Confirm your email address", "Confirm your email address"]);
    expect((await confirm(service, email, victims)).status).toBe(200);
    expect((await signInAs(email, victims)).status).toBe(200);
  });

  test("must know the invitation to join, and an unconfirmed account does not join without a password", async () => {
    const email = newAddress();
    await register(email, attackers);
    await invite(email);
    const token = await tokenIn(service, email, "invited you");
    const { status, body } = await accept({ token });
    expect([status, body.errors[0].field]).toEqual([422, "name"]);
    expect(await rowsOf(email)).toEqual([{ confirmed: false, passwords: 0, sessions: 0, factors: 0 }]);
  });
});

describe("an unconfirmed account", () => {
  test("can have neither password, session nor second factor, and none becomes one again: the database refuses it", async () => {
    const email = newAddress();
    await register(email, attackers);
    const { db, clock } = service.context;
    const [user] = await db.query<{ id: number }>("select id from users where email = $1", [email]);
    const inserts = [
      `insert into user_credentials (user_id, account_id, provider_id, password, created_at, updated_at)
       values ($1, 'x', 'credential', 'x', $2, $2)`,
      `insert into user_sessions (user_id, token, expires_at, created_at, updated_at)
       values ($1, 'unconfirmed', $2, $2, $2)`,
      `insert into user_second_factors (user_id, secret, backup_codes) select $1, $2::text, 'x'`,
    ];
    await db.query("update users set email_verified = true where id = $1", [owner.user.id]);
    await expect(
      db.query("update users set email_verified = false where id = $1", [owner.user.id]),
    ).rejects.toThrow(/stays so/);
    for (const insert of inserts) {
      await expect(db.query(insert, [user!.id, clock.now()])).rejects.toThrow(/is not confirmed/);
    }
  });
});

describe("a confirming link", () => {
  test("changes nothing when it is only looked at", async () => {
    const email = newAddress();
    await register(email, attackers);
    const link = linkIn(service, await mailTo(service, email, "Confirm"));
    for (let looks = 0; looks < 3; looks++) await createVisitor(service).get(link);
    expect(await rowsOf(email)).toMatchObject([{ confirmed: false }]);
    expect((await confirm(service, email, victims)).status).toBe(200);
  });

  test("works once, and takes every other link to the account along", async () => {
    const email = newAddress();
    await register(email, attackers);
    const first = await tokenIn(service, email, "Confirm");
    await createVisitor(service).post("/app/auth/send-verification-email", { email });
    const second = await vi.waitFor(async () => {
      const newest = await tokenIn(service, email, "Confirm");
      expect(newest).not.toBe(first);
      return newest;
    });
    const use = (token: string, password: string) =>
      createVisitor(service).post("/app/registrations/confirm", { token, password });
    expect((await use(first, victims)).status).toBe(200);
    for (const token of [first, second]) {
      const { status, body } = await use(token, attackers);
      expect([status, body.code]).toEqual([422, "confirmation_invalid"]);
    }
    expect((await signInAs(email, attackers)).status).toBe(401);
  });

  test("of several who use it at the same moment lets one", async () => {
    const email = newAddress();
    await register(email, attackers);
    const token = await tokenIn(service, email, "Confirm");
    const words = ["first long password", "second long password", "third long password"];
    const replies = await Promise.all(
      words.map((password) => createVisitor(service).post("/app/registrations/confirm", { token, password })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  test("ends after a day, and is stored as a hash only", async () => {
    const email = newAddress();
    await register(email, attackers);
    const token = await tokenIn(service, email, "Confirm");
    const { db } = service.context;
    const [stored] = await db.query<{ found: boolean }>(
      "select bool_or(encode(token_hash, 'escape') like '%' || $1 || '%') as found from user_confirmations",
      [token],
    );
    expect(stored).toEqual({ found: false });
    await db.query(
      "update user_confirmations set expires_at = $2 where user_id = (select id from users where email = $1)",
      [email, service.clock.now()],
    );
    expect((await confirm(service, email, victims)).status).toBe(422);
    expect(await rowsOf(email)).toMatchObject([{ confirmed: false, passwords: 0 }]);
  });

  test.each([
    [{}, ["token", "password"]],
    [{ token: "x", password: "short" }, ["password"]],
    [{ token: "x".repeat(101), password: victims }, ["token"]],
    [{ token: 7, password: victims }, ["token"]],
  ])("with %j is refused with what is wrong", async (body, fields) => {
    const { status, body: reported } = await createVisitor(service).post("/app/registrations/confirm", body);
    expect(status).toBe(422);
    expect(reported.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
  });

  test("from another site is refused", async () => {
    const { status } = await createVisitor(service).send("POST", "/app/registrations/confirm", {
      raw: "{}",
      headers: { origin: "https://evil.example" },
    });
    expect(status).toBe(403);
  });
});

test("accounts from before that were never confirmed lose password, sessions and second factor; others keep them", async () => {
  const { connectionString, drop } = await freshDatabase();
  const db = openDatabase({ connectionString, connectionsMax: 1, onError: () => undefined });
  const folder = new URL("../../../migrations/", import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const at = files.findIndex((name) => name.includes("confirmed_accounts"));
  const apply = (names: string[]) =>
    names.reduce(
      (done, name) =>
        done.then(async () => void (await db.query(readFileSync(new URL(name, folder), "utf8")))),
      Promise.resolve(),
    );
  try {
    await apply(files.slice(0, at));
    await db.query(`
      insert into users (id, name, email, email_verified, two_factor_enabled, created_at, updated_at)
        values (1, 'A', 'a@b.example', true, true, now(), now()), (2, 'B', 'b@b.example', false, true, now(), now());
      insert into user_credentials (user_id, account_id, provider_id, password, created_at, updated_at)
        select id, id::text, 'credential', 'x', now(), now() from users;
      insert into user_sessions (user_id, token, expires_at, created_at, updated_at)
        select id, id::text, now(), now(), now() from users;
      insert into user_second_factors (user_id, secret, backup_codes) select id, 'x', 'x' from users`);
    // The later ones consist of steps, which are not applied as one text.
    await apply(files.slice(at, 28));
    const left = await db.query(
      `select u.id, u.two_factor_enabled as second, count(c.id)::int as passwords, count(s.id)::int as sessions,
         count(f.id)::int as factors, bool_or(s.reauthenticated_at > now() - interval '10 minutes') as proved
       from users u left join user_credentials c on c.user_id = u.id left join user_sessions s on s.user_id = u.id
         left join user_second_factors f on f.user_id = u.id group by u.id order by u.id`,
    );
    expect(left).toEqual([
      { id: 1, second: true, passwords: 1, sessions: 1, factors: 1, proved: false },
      { id: 2, second: false, passwords: 0, sessions: 0, factors: 0, proved: null },
    ]);
  } finally {
    await db.close();
    await drop();
  }
});

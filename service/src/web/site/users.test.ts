import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signIn, startSite, type TestSession, type TestSite } from "../../../test/site-session.ts";
import { findCompaniesOf, findOwners } from "../../domains/tenancy/users/queries.ts";
import { createVisitor, forgetAddress, linkIn, mailTo, newAddress } from "./visitor.fixture.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
beforeEach(() => forgetAddress(site.service));
afterAll(() => site.close());

const password = "correct horse battery";

const tokenFor = async (email: string) =>
  new URL(
    linkIn(site.service, await mailTo(site.service, email, "invited you")),
    site.service.url,
  ).searchParams.get("token");

const accept = (body: object) => createVisitor(site.service).post("/app/invitations/accept", body);

describe("an invitation", () => {
  test("brings somebody in with the role, and works once", async () => {
    const email = newAddress();
    const invited = await site.call("POST", "/users", { email: email.toUpperCase(), role: "accountant" });
    expect([invited.status, invited.body.invitation.email]).toEqual([201, email]);
    const token = await tokenFor(email);
    expect((await accept({ token, name: "Bola Ade" })).body.errors).toEqual([
      { field: "password", message: expect.any(String) },
    ]);
    expect((await accept({ token, name: "Bola Ade", password })).status).toBe(200);
    const twice = await accept({ token, name: "Eve", password });
    expect([twice.status, twice.body.code]).toEqual([422, "invitation_invalid"]);

    const visitor = createVisitor(site.service);
    expect((await visitor.post("/app/auth/sign-in/email", { email, password })).status).toBe(200);
    expect((await visitor.get("/app/session")).body.company).toMatchObject({
      id: site.company.id,
      role: "accountant",
    });
    const { users, invitations } = (await site.call("GET", "/users")).body;
    expect(users).toContainEqual({
      id: expect.any(Number),
      name: "Bola Ade",
      email,
      role: "accountant",
      two_factor: false,
      last_seen_at: expect.any(String),
    });
    expect(invitations).toEqual([]);
  });

  test("to somebody with an account adds the company, and touches neither name nor password", async () => {
    const elsewhere = await site.service.company();
    const somebody = await signIn(site.service, { companyId: elsewhere.id, role: "viewer" });
    await site.call("POST", "/users", { email: somebody.user.email, role: "developer" });
    const token = await tokenFor(somebody.user.email);
    site.service.clock.advance(1000);
    expect((await accept({ token, name: "Changed", password: "changed password" })).status).toBe(200);
    const { body } = await somebody.call("GET", "/app/session", undefined, {
      base: "",
      headers: { "x-company-id": null },
    });
    expect(body.user.name).toBe("Ada Obi");
    expect(body.memberships).toEqual([
      expect.objectContaining({ company_id: elsewhere.id, role: "viewer" }),
      expect.objectContaining({ company_id: site.company.id, role: "developer" }),
    ]);
    expect(body.company.id).toBe(elsewhere.id);
  });

  test("sent again replaces the one before; withdrawn or a week old, it works no more", async () => {
    const email = newAddress();
    const invite = () => site.call("POST", "/users", { email, role: "viewer" });
    await invite();
    const first = await tokenFor(email);
    const { id } = (await invite()).body.invitation;
    const second = await tokenFor(email);
    expect(second).not.toBe(first);
    expect((await accept({ token: first, name: "X", password })).status).toBe(422);
    expect((await site.call("DELETE", `/invitations/${id}`)).status).toBe(200);
    expect((await site.call("DELETE", `/invitations/${id}`)).status).toBe(404);
    expect((await accept({ token: second, name: "X", password })).status).toBe(422);

    const late = newAddress();
    await site.call("POST", "/users", { email: late, role: "viewer" });
    await site.service.context.db.query("update invitations set expires_at = $2 where email = $1", [
      late,
      site.service.clock.now(),
    ]);
    expect((await accept({ token: await tokenFor(late), name: "X", password })).status).toBe(422);
  });

  test("to somebody who is in already is refused", async () => {
    const { status, body } = await site.call("POST", "/users", { email: site.user.email, role: "viewer" });
    expect([status, body.errors[0].field]).toEqual([422, "email"]);
  });

  test("of several who accept at the same moment one joins", async () => {
    const email = newAddress();
    await site.call("POST", "/users", { email, role: "viewer" });
    const token = await tokenFor(email);
    const replies = await Promise.all([1, 2, 3, 4].map(() => accept({ token, name: "X", password })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
  });
});

describe("the people of a company", () => {
  test("are shown with the time of their own last visit, and not of a colleague's", async () => {
    const company = await site.service.company();
    const [owner, colleague] = [
      await signIn(site.service, { companyId: company.id }),
      await signIn(site.service, { companyId: company.id, role: "viewer" }),
    ];
    const open = { base: "", headers: { "x-company-id": null } };
    expect((await owner.call("GET", "/app/session", undefined, open)).status).toBe(200);
    const { users } = (await owner.call("GET", "/users")).body;
    const seen = (id: number) => users.find((user: { id: number }) => user.id === id).last_seen_at;
    expect([seen(owner.user.id), seen(colleague.user.id)]).toEqual([expect.any(String), null]);
  });

  test("the last owner can neither go nor become something else; with another one, either", async () => {
    const company = await site.service.company();
    const owner = await signIn(site.service, { companyId: company.id });
    for (const [method, body] of [
      ["PATCH", { role: "viewer" }],
      ["DELETE", undefined],
    ] as const) {
      const reply = await owner.call(method, `/users/${owner.user.id}`, body);
      expect([reply.status, reply.body.code]).toEqual([422, "last_owner"]);
    }
    const second = await signIn(site.service, { companyId: company.id });
    expect((await second.call("PATCH", `/users/${owner.user.id}`, { role: "viewer" })).status).toBe(200);
    expect((await owner.call("GET", "/users")).status).toBe(403);
    expect((await second.call("DELETE", `/users/${owner.user.id}`)).status).toBe(200);
    expect((await owner.call("GET", "/ping")).status).toBe(404);
  });

  test("two owners who remove each other at the same moment leave one", async () => {
    const company = await site.service.company();
    const [a, b] = [
      await signIn(site.service, { companyId: company.id }),
      await signIn(site.service, { companyId: company.id }),
    ] as [TestSession, TestSession];
    const replies = await Promise.all([
      a.call("DELETE", `/users/${b.user.id}`),
      b.call("DELETE", `/users/${a.user.id}`),
    ]);
    expect(replies.map(({ status }) => status).sort()[0]).toBe(200);
    const left = await site.service.context.db.query("select from memberships where company_id = $1", [
      company.id,
    ]);
    expect(left).toHaveLength(1);
  });

  test("404 for another company's people and invitations", async () => {
    const theirs = await site.service.company();
    const outsider = await signIn(site.service, { companyId: theirs.id });
    const { id } = (await outsider.call("POST", "/users", { email: newAddress(), role: "viewer" })).body
      .invitation;
    expect((await site.call("PATCH", `/users/${outsider.user.id}`, { role: "viewer" })).status).toBe(404);
    expect((await site.call("DELETE", `/users/${outsider.user.id}`)).status).toBe(404);
    expect((await outsider.call("PATCH", `/users/${site.user.id}`, { role: "no role" })).status).toBe(404);
    expect((await outsider.call("PATCH", `/users/${outsider.user.id}`, { role: "no role" })).status).toBe(
      422,
    );
    expect((await site.call("DELETE", `/invitations/${id}`)).status).toBe(404);
  });

  test("nobody is invited by a company that waits for approval", async () => {
    const company = await site.service.company();
    const owner = await signIn(site.service, { companyId: company.id });
    await site.service.context.db.query("update companies set status = 'pending' where id = $1", [
      company.id,
    ]);
    const { status, body } = await owner.call("POST", "/users", { email: newAddress(), role: "viewer" });
    expect([status, body.code]).toEqual([422, "invalid_state"]);
  });

  test.each([{}, { email: "x", role: "viewer" }, { email: "a@b.example", role: "king" }])(
    "nobody is invited by %j",
    async (body) => expect((await site.call("POST", "/users", body)).status).toBe(422),
  );
});

describe("lists are bounded", () => {
  const now = () => site.service.clock.now();
  const query = (sql: string, values: unknown[]) => site.service.context.db.query(sql, values);

  /** Inserts users directly into the tables, because these tests are not about how they join. */
  const join = (companyId: number, count: number, role: string, isVerified: boolean) =>
    query(
      `with made as (
         insert into users (name, email, email_verified, created_at, updated_at)
         select 'Person', $1::text || n || '@example.com', $2, $3, $3 from generate_series(1, $4::int) n returning id
       ) insert into memberships (company_id, user_id, role, created_at) select $5, id, $6, $3 from made`,
      [`${role}-${isVerified}-${companyId}-`, isVerified, now(), count, companyId, role],
    );

  test("500 people and 500 invitations of a company are shown", async () => {
    const company = await site.service.company();
    const owner = await signIn(site.service, { companyId: company.id });
    await join(company.id, 500, "viewer", true);
    await query(
      `insert into invitations (company_id, email, role, token_hash, created_at, expires_at)
       select $1, n || '@example.com', 'viewer', sha256(($1::bigint || ' ' || n)::bytea), $2,
         $2::timestamptz + interval '7 days'
       from generate_series(1, 501) n`,
      [company.id, now()],
    );
    const { users, invitations } = (await owner.call("GET", "/users")).body;
    expect([users.length, invitations.length]).toEqual([500, 500]);
  });

  test("a change is mailed to 100 owners whose address is confirmed, and to nobody else", async () => {
    const company = await site.service.company();
    await join(company.id, 3, "accountant", true);
    await join(company.id, 3, "owner", false);
    await join(company.id, 101, "owner", true);
    const owners = await findOwners(site.service.context.db, company.id);
    expect(owners.filter(({ email }) => email.startsWith(`owner-true-${company.id}-`))).toHaveLength(100);
    expect(owners).toHaveLength(100);
  });

  test("a person sees the first 100 companies they are in", async () => {
    const { user } = await signIn(site.service, { companyId: site.company.id, role: "viewer" });
    await query(
      `with made as (
         insert into companies (name, email, status, approved_at, created_at, updated_at)
         select 'Company', 'owner@example.com', 'active', $1, $1, $1 from generate_series(1, 100) returning id
       ) insert into memberships (company_id, user_id, role, created_at)
       select id, $2, 'viewer', $1::timestamptz + interval '1 second' from made`,
      [now(), user.id],
    );
    const companies = await findCompaniesOf(site.service.context.db, user.id);
    expect([companies.length, companies[0]!.company_id]).toEqual([100, site.company.id]);
  });
});

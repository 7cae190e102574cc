import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { roleNames, roles } from "../src/contract/access.ts";
import { signIn, startSite, type TestSite } from "./site-session.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

describe("people use the API's routes by session", () => {
  test("an invoice created on the site says so, and its event names the person", async () => {
    const customer = await site.call("POST", "/customers", { name: "Acme" });
    expect(customer.status).toBe(201);
    const lines = [{ description: "Work", quantity: 1, unit_price: 100 }];
    const order = { customer_id: customer.body.customer.id, lines };
    const invoice = await site.call("POST", "/invoices", order);
    expect(invoice.body.invoice.source).toBe("site");
    expect((await site.call("POST", "/sales", order)).body.sale.source).toBe("site");
    const { events } = (await site.call("GET", "/events")).body;
    for (const { actor } of events) expect(actor).toEqual({ type: "user", id: String(site.user.id) });
  });

  test("the API itself accepts no cookie", async () => {
    const { status, body } = await site.call("GET", "/ping", undefined, { base: "/api/v1" });
    expect([status, body.code]).toEqual([401, "unauthenticated"]);
  });

  test("a key is not a session", async () => {
    const authorization = `Bearer ${site.company.appId}:${site.company.secret}`;
    const headers = { cookie: null, authorization };
    expect((await site.call("GET", "/ping", undefined, { headers })).status).toBe(401);
  });

  test("a change without the session's own token, or from another page, is refused", async () => {
    const other = await signIn(site.service, { companyId: site.company.id });
    const wrong: Record<string, string | null>[] = [
      { "x-csrf-token": null },
      { "x-csrf-token": "x" },
      { "x-csrf-token": other.csrf },
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ];
    for (const headers of wrong) {
      const { status, body } = await site.call("POST", "/customers", { name: "X" }, { headers });
      expect([status, body.code]).toEqual([403, "csrf"]);
    }
  });

  test("a company that the user does not belong to is 404", async () => {
    const theirs = await site.service.company();
    for (const id of [String(theirs.id), "0", "x", "999999999"]) {
      const { status } = await site.call("GET", "/ping", undefined, { headers: { "x-company-id": id } });
      expect(status).toBe(404);
    }
  });

  test("a link may name the company in its query, for reading only, and no route receives it", async () => {
    const other = await site.service.company();
    const person = await signIn(site.service, { companyId: other.id, role: "viewer" });
    const db = site.service.context.db;
    await db.query(
      `insert into memberships (company_id, user_id, role, created_at) values ($1, $2, 'owner', '2000-01-01')`,
      [site.company.id, person.user.id],
    );
    const headers = { "x-company-id": null };
    const read = await person.call("GET", `/ping?company_id=${other.id}`, undefined, { headers });
    expect([read.body.tenant.company_id, read.body.warnings]).toEqual([other.id, undefined]);
    expect((await person.call("GET", "/ping?company_id=999999999", undefined, { headers })).status).toBe(404);
    const made = await person.call(
      "POST",
      `/customers?company_id=${other.id}`,
      { name: "Acme" },
      { headers },
    );
    expect(made.status).toBe(201);
    const elsewhere = await site.company.call(`GET /customers/${made.body.customer.id}`);
    expect(elsewhere.status).toBe(200);
  });

  test("a person's POSTs in one company do not count for another company", async () => {
    const [busy, quiet] = [
      await site.service.company({ postRate: 1 }),
      await site.service.company({ postRate: 1 }),
    ];
    const person = await signIn(site.service, { companyId: busy.id });
    await site.service.context.db.query(
      "insert into memberships (company_id, user_id, role, created_at) values ($1, $2, 'owner', $3)",
      [quiet.id, person.user.id, site.service.clock.now()],
    );
    const post = async (companyId: number) =>
      (
        await person.call(
          "POST",
          "/customers",
          { name: "Acme" },
          { headers: { "x-company-id": String(companyId) } },
        )
      ).status;
    // No time passes, so that only the burst is available.
    const statuses = await Promise.all(Array.from({ length: 130 }, () => post(busy.id)));
    expect(new Set(statuses)).toEqual(new Set([201, 429]));
    expect(await post(quiet.id)).toBe(201);
  });

  test("a forged, altered or ended session is refused", async () => {
    const ended = await signIn(site.service, { companyId: site.company.id });
    expect((await ended.call("GET", "/ping")).status).toBe(200);
    await site.service.context.db.query("delete from user_sessions where user_id = $1", [ended.user.id]);
    expect((await ended.call("GET", "/ping")).status).toBe(401);
    for (const cookie of [
      "billfold_session=x",
      "billfold_session=%E0%A4%A",
      `${site.cookie}x`,
      `${site.cookie}; ${site.cookie}`,
    ]) {
      expect((await site.call("GET", "/ping", undefined, { headers: { cookie } })).status).toBe(401);
    }
  });

  test.each(roleNames)("%s has the scopes of the role", async (role) => {
    const person = await signIn(site.service, { companyId: site.company.id, role });
    expect((await person.call("GET", "/ping")).body.scopes).toEqual([...roles[role]]);
  });
});

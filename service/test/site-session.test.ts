import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { roleNames, roles } from "../src/access.ts";
import { signIn, startSite, type TestSite } from "./site-session.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

describe("the API's routes serve people too, by session", () => {
  test("an invoice made on the site says so, and its event names the person", async () => {
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

  test("the API itself takes no cookie", async () => {
    const { status, body } = await site.call("GET", "/ping", undefined, { base: "/api/v1" });
    expect([status, body.code]).toEqual([401, "unauthenticated"]);
  });

  test("a key is no session", async () => {
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

  test("404 for a company that one is not in", async () => {
    const theirs = await site.service.company();
    for (const id of [String(theirs.id), "0", "x", "999999999"]) {
      const { status } = await site.call("GET", "/ping", undefined, { headers: { "x-company-id": id } });
      expect(status).toBe(404);
    }
  });

  test("a forged, altered or ended session is none", async () => {
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

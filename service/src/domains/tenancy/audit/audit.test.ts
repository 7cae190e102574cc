import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signIn, startSite, type TestSite } from "../../../../test/site-session.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { deleteIntegration, setIntegration } from "../../fiscal/registration/service.ts";
import { setPortalSettings } from "../../portal/service.ts";
import type { Administration } from "../companies/service.ts";
import { chooseGateway, setProfile, suspendCompany } from "../companies/service.ts";
import { createKey, revokeKey, rotateKey, setKeyScopes } from "../keys/service.ts";
import { setPlan } from "../plans/service.ts";
import { audit } from "./service.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ primaryEndpoint: true });
});
afterAll(() => site.close());

type Entry = {
  id: number;
  action: string;
  subject: string | null;
  details: Record<string, unknown>;
  actor: { type: string; id: string | null; name: string | null };
  request_id: string | null;
  address: string | null;
};

const entries = async (limit = 100): Promise<Entry[]> =>
  (await site.call("GET", `/audit?limit=${limit}`)).body.audit_entries as Entry[];

/** What was written while the work ran, oldest first. */
async function written(work: () => Promise<unknown>): Promise<Entry[]> {
  const before = new Set((await entries()).map(({ id }) => id));
  await work();
  return (await entries()).filter(({ id }) => !before.has(id)).reverse();
}

const administer = (work: (administration: Administration) => Promise<unknown>) =>
  inTransaction(site.service.context.db, (tx) =>
    work({ tx, now: site.service.context.clock.now(), via: "command_line" }),
  );

describe("the audit log", () => {
  test("records every change to keys and settings from the command line, and never a secret", async () => {
    const { id } = site.company;
    const { context } = site.service;
    const integration = { adapter: "document_only" } as never;
    await setIntegration(context, id, integration);
    let key = "";
    const reported = await written(() =>
      administer(async (a) => {
        const { app_id } = await createKey(a, id, ["invoices:read"], "sandbox");
        key = app_id;
        await setKeyScopes(a, id, app_id, []);
        await rotateKey(a, id, app_id, 60);
        await revokeKey(a, id, app_id);
        await setProfile(a, id, { phone: "+2348030000000" });
        await chooseGateway(a, id, "none");
        await setPortalSettings(a, context.config, id, { allowed_origins: ["https://a.example"] });
        await setPlan(a, id, { disable: ["portal"] });
        await deleteIntegration(a, context, id);
        await suspendCompany(a, id, "A trial.");
      }),
    );
    expect(reported.map(({ action }) => action)).toEqual([
      "key.created",
      "key.scopes_set",
      "key.rotated",
      "key.revoked",
      "company.changed",
      "gateway.set",
      "portal.set",
      "plan.set",
      "einvoicing.removed",
      "company.suspended",
    ]);
    expect(reported.map(({ subject }) => subject)).toEqual([
      ...Array(4).fill(`key/${key}`),
      `company/${id}`,
      "gateway/none",
      `company/${id}`,
      `company/${id}`,
      "einvoicing/document_only",
      `company/${id}`,
    ]);
    for (const { actor } of reported) expect(actor).toEqual({ type: "command_line", id: null, name: null });
    expect(JSON.stringify(reported)).not.toMatch(/bfs_|whsec_/);
    await administer(async (a) => {
      await setPlan(a, id, { enable: ["portal"] });
      await chooseGateway(a, id, "sandbox");
    });
    await site.service.context.db.query("update companies set status = 'active' where id = $1", [id]);
  });

  test("records changes of money and settings by a user, with name, request and address", async () => {
    const headers = { "x-request-id": "by-a-person" };
    const reported = await written(async () => {
      const customer = (await site.call("POST", "/customers", { name: "Acme" })).body.customer.id;
      const lines = [{ description: "Work", quantity: 1, unit_price: 100 }];
      const { id } = (await site.call("POST", "/invoices", { customer_id: customer, lines })).body.invoice;
      await site.call("POST", `/invoices/${id}/issue`, {}, { headers });
      await site.call("POST", "/payments", { invoice_id: id, amount: 40, currency: "NGN" });
      await site.call("POST", `/invoices/${id}/write_off`);
      await site.call("POST", "/portal/settings", { allowed_origins: [] });
      const { endpoint } = (await site.call("POST", "/webhooks/endpoints", { url: "https://h.example/x" }))
        .body;
      await site.call("PATCH", `/webhooks/endpoints/${endpoint.id}`, { description: "crm" });
      await site.call("POST", `/webhooks/endpoints/${endpoint.id}/rotate_secret`, {});
      await site.call("DELETE", `/webhooks/endpoints/${endpoint.id}`);
    });
    const actions = reported.map(({ action }) => action);
    for (const action of [
      "invoice.issued",
      "payment.recorded",
      "invoice.written_off",
      "portal.set",
      "webhook.created",
      "webhook.changed",
      "webhook.deleted",
    ]) {
      expect(actions).toContain(action);
    }
    expect(actions).not.toContain("customer.created");
    const issued = reported.find(({ action }) => action === "invoice.issued")!;
    expect(issued).toMatchObject({
      actor: { type: "user", id: String(site.user.id), name: "Ada Obi" },
      subject: expect.stringMatching(/^invoice\/\d+$/),
      details: { total: 100, currency: "NGN" },
      request_id: "by-a-person",
      address: "127.0.0.1",
    });
  });

  test("names the key that moved money, and the link by its reference", async () => {
    let reference = "";
    const reported = await written(async () => {
      ({ reference } = (await site.company.call("POST /payments/link", { body: { amount: 5 } })).body);
      await site.company.call(`POST /payments/links/${reference}/cancel`);
    });
    const entry = {
      subject: `payment_link/${reference}`,
      actor: { type: "key", id: site.company.appId, name: null },
      details: { amount: 5, currency: "NGN" },
    };
    expect(reported).toMatchObject([
      { action: "payment_link.created", ...entry },
      { action: "payment_link.cancelled", ...entry },
    ]);
  });

  test("records a link that a portal order creates, like any other link", async () => {
    const customer_id = await site.company.customer();
    const lines = [{ description: "Work", quantity: 2, unit_price: 50 }];
    const headers = { "x-request-id": "an-order" };
    const body = { customer_id, lines };
    let order: Record<string, string> = {};
    const reported = await written(async () => {
      ({ body: order } = await site.company.call("POST /portal/orders", { body, headers }));
    });
    expect(reported).toMatchObject([
      {
        action: "payment_link.created",
        subject: `payment_link/${order.checkout_url!.split("/").at(-1)}`,
        actor: { type: "key", id: site.company.appId },
        details: { amount: 100, currency: "NGN", invoice_id: Number(order.invoice_id) },
        request_id: "an-order",
        address: "127.0.0.1",
      },
    ]);
    const again = await written(() => site.call("POST", "/portal/orders", body));
    expect(again).toMatchObject([{ actor: { type: "user", id: String(site.user.id), name: "Ada Obi" } }]);
  });

  test("refuses an entry that names nothing, and with it the change", async () => {
    for (const id of [undefined, null, Number.NaN, "", "a b"]) {
      const change = administer(async (a) => audit(a, site.company.id, "company.changed", `company/${id}`));
      await expect(change).rejects.toThrow("must name a record");
    }
  });

  test("of e-invoicing says which authority, and whose doing it was", async () => {
    const actor = { type: "user", id: String(site.user.id) } as const;
    const reported = await written(() =>
      setIntegration(site.service.context, site.company.id, { adapter: "document_only" } as never, { actor }),
    );
    expect(reported).toMatchObject([
      { action: "einvoicing.set", details: { adapter: "document_only" }, actor },
    ]);
  });

  test("says nothing of what was refused", async () => {
    const reported = await written(async () => {
      await site.call("POST", "/invoices/999999999/issue");
      await site.call("POST", "/portal/settings", { allowed_origins: ["nonsense"] });
    });
    expect(reported).toEqual([]);
  });

  test("is filtered by person, action, record type, record and period, and exported with the same filters", async () => {
    const bola = await signIn(site.service, { companyId: site.company.id, role: "owner" });
    await bola.call("POST", "/portal/settings", { allowed_origins: [] });
    const found = async (query: string) =>
      (await site.call("GET", `/audit?${query}`)).body.audit_entries as Entry[];
    const hers = await found(`actor_type=user&actor_id=${bola.user.id}`);
    expect(hers.map(({ action }) => action)).toEqual(["portal.set"]);
    const made = await found("action=payment_link.created");
    expect(new Set(made.map(({ action }) => action))).toEqual(new Set(["payment_link.created"]));
    const links = await found("record_type=payment_link");
    expect(new Set(links.map(({ subject }) => subject?.split("/")[0]))).toEqual(new Set(["payment_link"]));
    const { subject } = links[0]!;
    expect((await found(`subject=${subject}`)).every((entry) => entry.subject === subject)).toBe(true);
    expect(await found("created_to=2026-11-14")).toEqual([]);
    expect((await found("created_from=2026-11-15")).length).toBeGreaterThan(0);
    expect((await site.call("GET", "/audit?action=nothing.done")).status).toBe(422);
    const { text } = await site.call("GET", `/exports/audit.csv?actor_type=user&actor_id=${bola.user.id}`);
    expect(text.split("\r\n")).toEqual([
      expect.stringContaining("actor_name,action,subject,details"),
      expect.stringContaining(`user,${bola.user.id},Ada Obi,portal.set,company/${site.company.id},`),
      "",
    ]);
    const { actors } = (await site.call("GET", "/audit/actors")).body;
    expect(actors).toContainEqual({ type: "user", id: String(bola.user.id), name: "Ada Obi" });
    expect(actors).toContainEqual({ type: "key", id: site.company.appId, name: null });
  });

  test("is read a page at a time, and only by the company itself", async () => {
    const first = await site.call("GET", "/audit?limit=2");
    expect(first.body.audit_entries).toHaveLength(2);
    const next = await site.call("GET", `/audit?limit=2&cursor=${first.body.pagination.next_cursor}`);
    expect(next.body.audit_entries[0].id).toBeLessThan(first.body.audit_entries[1].id);
    expect((await site.call("GET", "/audit?cursor=x")).status).toBe(422);
  });
});

test("a key with company:read reads its own company's log, users, keys and gateway, and nothing of another's", async () => {
  const [own, other] = [await site.service.company(), await site.service.company()];
  for (const company of [own, other]) {
    const { call } = await signIn(site.service, { companyId: company.id, role: "owner" });
    await call("POST", "/keys", { name: `Key of ${company.id}`, scopes: [] });
  }
  const { audit_entries, pagination } = (await own.call("GET /audit")).body;
  expect(audit_entries[0]).toMatchObject({
    action: "key.created",
    details: { name: `Key of ${own.id}` },
    actor: { type: "user" },
  });
  expect(pagination).toMatchObject({ limit: 25 });
  for (const path of ["/audit", "/keys", "/users", "/company", "/gateway"]) {
    const { status, text } = await own.call(`GET ${path}`);
    expect([path, status]).toEqual([path, 200]);
    expect(text).not.toContain(`Key of ${other.id}`);
    expect(text).not.toContain(own.secret);
  }
  expect((await own.call("GET /users")).body.users).toHaveLength(1);
});

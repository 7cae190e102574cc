import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../../../test/harness.ts";
import { openPage as open } from "../../../test/payment-service.ts";
import { signIn } from "../../../test/site-session.ts";
import { unsubscribeUrlOf } from "../../domains/backoffice/notifications/unsubscribe.ts";
import { makeEncryptionKey, parseEncryptionKeys } from "../../platform/security/secrets.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function subscriber(profile = {}) {
  const company = await service.company({ profile: { name: "Lagos Works Ltd", ...profile } });
  const { call, user } = await signIn(service, { companyId: company.id });
  await call("POST", "/notifications/preferences", { kinds: [], mail_kinds: ["payment_received"] });
  const { pathname, search } = new URL(unsubscribeUrlOf(service.context, company.id, user.id));
  const chosen = async () => (await call("GET", "/notifications")).body.mail_kinds;
  return { company, user, chosen, page: `${service.url}${pathname}${search}` };
}

describe("the address in a mail of notifications", () => {
  test("asks first, because programs open links; the button ends the mails without signing in", async () => {
    const { page, chosen } = await subscriber();
    const asked = await open(page);
    expect([asked.status, await chosen()]).toEqual([200, ["payment_received"]]);
    expect(asked.html).toContain("Lagos Works Ltd");
    expect(asked.html).not.toMatch(/<script/i);
    const [, action] = /<form method="post" action="([^"]+)"/.exec(asked.html)!;
    const done = await open(service.url + action!, {});
    expect(done.status).toBe(200);
    expect(done.html).toContain("You get no more of these emails");
    expect(await chosen()).toEqual([]);
    expect((await open(page)).html).toContain("You get no more of these emails");
  });

  test("ends them by the POST of a mail program (RFC 8058), any number of times, without a redirect", async () => {
    const { page, chosen } = await subscriber();
    for (let count = 0; count < 2; count++) {
      const response = await fetch(page, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
      });
      expect([response.status, response.headers.get("set-cookie")]).toEqual([200, null]);
    }
    expect(await chosen()).toEqual([]);
  });

  test("ends them for this person and company alone", async () => {
    const [one, other] = [await subscriber(), await subscriber()];
    await open(one.page, {});
    expect([await one.chosen(), await other.chosen()]).toEqual([[], ["payment_received"]]);
  });

  test("is 404 with any other signature, and changes nothing", async () => {
    const [one, other] = [await subscriber(), await subscriber()];
    const signature = one.page.slice(-43);
    const { company, user } = other;
    const cut = one.page.slice(0, -1);
    for (const page of [
      `${service.url}/unsubscribe?token=${company.id}.${user.id}.${signature}`,
      `${service.url}/unsubscribe?token=${company.id}.${user.id}.${"A".repeat(43)}`,
      `${service.url}/unsubscribe?token=0.0.${signature}`,
      `${service.url}/unsubscribe?token=a&token=b`,
      `${service.url}/unsubscribe`,
      cut,
    ]) {
      for (const body of [undefined, {}]) {
        const { status, html } = await open(page, body);
        expect([page, status]).toEqual([page, 404]);
        expect(html).toContain("This link does not work");
      }
    }
    expect([await one.chosen(), await other.chosen()]).toEqual([["payment_received"], ["payment_received"]]);
  });

  test("works for mails from before a new encryption key, and speaks the person's language", async () => {
    const { company, user, page } = await subscriber();
    const { db, encryptionKeys, config } = service.context;
    await db.query("update users set language = 'fr' where id = $1", [user.id]);
    expect((await open(page)).html).toContain("Ne plus recevoir ces e-mails");
    const older = parseEncryptionKeys(makeEncryptionKey("k9"));
    const from = (keys: typeof older) =>
      new URL(unsubscribeUrlOf({ config, encryptionKeys: keys }, company.id, user.id)).search;
    expect((await open(`${service.url}/unsubscribe${from(older)}`)).status).toBe(404);
    expect(from([...encryptionKeys, ...older])).toBe(new URL(page).search);
  });

  test("tells somebody who left the company nothing about it", async () => {
    const { company, user, page } = await subscriber();
    const { db } = service.context;
    await db.query("delete from memberships where company_id = $1 and user_id = $2", [company.id, user.id]);
    const { status, html } = await open(page);
    expect([status, html.includes("Lagos Works")]).toEqual([200, false]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany } from "../../../../test/harness.ts";
import { signIn } from "../../../../test/site-session.ts";
import type { Role } from "../../../contract/access.ts";
import { mailChecks } from "../../../worker.ts";
import { type OutboxSetup, startOutbox } from "../../sending/mails/outbox.fixture.ts";
import { sendDueMails } from "../../sending/mails/worker.ts";
import { collectMs, mailNotifications } from "./mailing.ts";

let setup: OutboxSetup;
beforeAll(async () => {
  setup = await startOutbox();
});
afterAll(() => setup.close());

const minute = 60_000;
const passTime = (minutes: number) => setup.service.clock.advance(minutes * minute);
/** What the loops do. */
async function run() {
  await mailNotifications(setup.service.context);
  while ((await sendDueMails(setup.service.context, mailChecks)) > 0);
}
/** Everything that is due is looked at, and mailed once it has been collected for long enough. */
async function runUntilMailed() {
  passTime(5);
  await run();
  passTime(collectMs / minute);
  await run();
}

async function person(company: TestCompany, kinds: string[], role: Role = "owner") {
  const { call, user } = await signIn(setup.service, { companyId: company.id, role });
  const choose = (mail_kinds: string[]) =>
    call("POST", "/notifications/preferences", { kinds: [], mail_kinds });
  expect((await choose(kinds)).status).toBe(200);
  const mails = () => setup.smtp.received.filter(({ to }) => to === user.email);
  return { call, user, choose, mails };
}

async function paid(company: TestCompany, amount = "10") {
  const customer_id = await company.customer({ name: "Acme Foods" });
  const { id } = await company.draft({ customer_id });
  const { number } = (await company.call(`POST /invoices/${id}/issue`)).body.invoice;
  const { payment } = (await company.call("POST /payments", { body: { invoice_id: id, amount } })).body;
  return { number: number as string, payment: payment.id as number, invoice: id };
}
const payments = ["payment_received"];

describe("notifications by mail", () => {
  test("come for nothing until a person chooses them, and then for what happens from then on", async () => {
    const company = await setup.service.company();
    const { call, user } = await signIn(setup.service, { companyId: company.id });
    await paid(company);
    await runUntilMailed();
    expect((await call("GET", "/notifications")).body).toMatchObject({ mail_kinds: [], mail_ready: true });
    await call("POST", "/notifications/preferences", { kinds: [], mail_kinds: payments });
    await runUntilMailed();
    expect(setup.smtp.tries(user.email)).toBe(0);
    await paid(company);
    await runUntilMailed();
    expect(setup.smtp.tries(user.email)).toBe(1);
    expect((await call("GET", "/notifications")).body).toMatchObject({ kinds: [], mail_kinds: payments });
  });

  test("tell what happened, lead to the record in its company, and can be ended by the mail program", async () => {
    const company = await setup.service.company({ profile: { name: "Lagos Works Ltd" } });
    const { user, mails } = await person(company, payments);
    const { number, payment } = await paid(company, "12.5");
    await runUntilMailed();
    const [mail] = mails();
    const { config } = setup.service.context;
    expect(mails()).toHaveLength(1);
    expect(mail!.text).toContain(`${number}`);
    expect(mail!.text).toContain("Acme Foods");
    expect(mail!.text).toContain(`${config.siteUrl}/app/payments/${payment}?company=${company.id}`);
    const address = `${config.siteUrl}/unsubscribe?token=${company.id}.${user.id}.`;
    expect(mail!.text).toContain(`List-Unsubscribe: <${address}`);
    expect(mail!.text).toMatch(/^List-Unsubscribe: <\S+[\w-]{43}>$/m);
    expect(mail!.text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    const [row] = await setup.service.context.db.query<{ subject: string; status: string }>(
      "select subject, status from mails where recipient = $1",
      [user.email],
    );
    expect(row).toEqual({ subject: "Lagos Works Ltd: Payment of ₦12.50 received", status: "sent" });
  });

  test("tell which endpoint could not be reached, once, and lead to its events", async () => {
    const company = await setup.service.company({ profile: { name: "Lagos Works Ltd" } });
    const { endpoint } = (
      await company.call("POST /webhooks/endpoints", { body: { url: "https://receiver.example/hooks" } })
    ).body;
    // After the endpoint was added, of which owners are told as well.
    const { mails } = await person(company, ["deliveries_failed"]);
    const other = await person(company, payments);
    passTime(1);
    const { delivery } = (await company.call("POST /webhooks/test", { body: { endpoint_id: endpoint.id } }))
      .body;
    await setup.service.context.db.query(
      `update webhook_deliveries set status = 'failed', step = 9, completed_at = $3, next_attempt_at = null,
         last_error = 'the endpoint returned 500' where company_id = $1 and id = $2`,
      [company.id, delivery.id, setup.service.clock.now()],
    );
    await runUntilMailed();
    await runUntilMailed();
    expect(mails()).toHaveLength(1);
    expect(mails()[0]!.text).toContain("https://receiver.example/hooks");
    expect(mails()[0]!.text).toContain("the endpoint returned 500");
    const { siteUrl } = setup.service.context.config;
    expect(mails()[0]!.text).toMatch(new RegExp(`${siteUrl}/app/\\S+company=${company.id}`));
    expect(other.mails()).toEqual([]);
  });

  test("tell who answered a quote, and lead to it", async () => {
    const company = await setup.service.company({ profile: { name: "Lagos Works Ltd" } });
    const { mails } = await person(company, ["quote_answered"]);
    const customer_id = await company.customer({ name: "Acme Foods" });
    const lines = [{ description: "Rice", quantity: 1, unit_price: 10 }];
    const { quote } = (await company.call("POST /quotes", { body: { customer_id, lines } })).body;
    await company.call(`POST /quotes/${quote.id}/send`);
    await company.call(`POST /quotes/${quote.id}/decline`, { body: { reason: "Too late" } });
    await runUntilMailed();
    const [mail] = mails();
    expect(mail!.text).toContain(`Quote ${quote.number} declined`);
    expect(mail!.text).toMatch(/Acme Foods .* Too late/);
    const { siteUrl } = setup.service.context.config;
    expect(mail!.text).toContain(`${siteUrl}/app/quotes/${quote.id}?company=${company.id}`);
  });

  test("of a burst are one mail, within a quarter of an hour of the first", async () => {
    const company = await setup.service.company({ profile: { name: "Lagos Works Ltd" } });
    const { mails } = await person(company, payments);
    const start = setup.service.clock.now().getTime();
    for (let count = 0; count < 4; count++) {
      await paid(company, `${count + 1}`);
      passTime(2);
      await run();
    }
    expect(mails()).toEqual([]);
    while (mails().length === 0) {
      passTime(1);
      await run();
    }
    expect(setup.service.clock.now().getTime() - start).toBeLessThanOrEqual(15 * minute);
    expect(mails()).toHaveLength(1);
    expect(mails()[0]!.subject).toBe("Lagos Works Ltd: 4 notifications");
    for (let count = 0; count < 8; count++) {
      passTime(5);
      await run();
    }
    expect(mails()).toHaveLength(1);
  });

  test("are mailed even while more happens than a mail lists, and no more often than every ten minutes", async () => {
    const company = await setup.service.company();
    const { mails } = await person(company, payments);
    const { invoice } = await paid(company, "1");
    for (let round = 0; round < 30; round++) {
      for (let count = 0; count < 3; count++)
        await company.call("POST /payments", { body: { invoice_id: invoice, amount: "0.01" } });
      passTime(1);
      await run();
    }
    expect(mails().length).toBeGreaterThanOrEqual(2);
    expect(mails().length).toBeLessThanOrEqual(3);
    expect(mails()[0]!.text).toContain("There may be more than are listed here.");
  });

  test("are mailed once by two processes that look at the same time", async () => {
    const company = await setup.service.company();
    const { mails } = await person(company, payments);
    await paid(company);
    passTime(5);
    await run();
    passTime(collectMs / minute);
    await Promise.all(Array.from({ length: 4 }, () => mailNotifications(setup.service.context)));
    await run();
    expect(mails()).toHaveLength(1);
  });

  test("leave out what the person has read in the dashboard, or did themselves", async () => {
    const company = await setup.service.company();
    const { call, mails } = await person(company, payments);
    await call("POST", "/notifications/preferences", { kinds: payments });
    const { invoice } = await paid(company);
    expect((await call("POST", "/payments", { invoice_id: invoice, amount: "5" })).status).toBe(201);
    passTime(5);
    await run();
    const [{ event }] = (await call("GET", "/notifications")).body.notifications;
    await call("POST", "/notifications/read", { event, import: 0 });
    passTime(collectMs / minute);
    await run();
    expect(mails()).toEqual([]);
  });

  test("are in the language of the person", async () => {
    const company = await setup.service.company({ profile: { name: "Lagos Works Ltd" } });
    const { user, mails } = await person(company, payments);
    await setup.service.context.db.query("update users set language = 'fr' where id = $1", [user.id]);
    await paid(company);
    await runUntilMailed();
    expect(mails()[0]!.text).toContain("Ouvrir dans Billfold");
  });

  test("tell of imports and of failures that have no event", async () => {
    const company = await setup.service.company();
    const { mails } = await person(company, ["import_finished"]);
    const other = await signIn(setup.service, { companyId: company.id });
    const report = { kind: "customers", file_name: "clients.csv", created: 3, updated: 1, failed: 2 };
    await other.call("POST", "/imports/finished", report);
    await runUntilMailed();
    await runUntilMailed();
    expect(mails()).toHaveLength(1);
    expect(mails()[0]!.text).toContain("3 created, 1 updated, 2 with errors");
  });
});

describe("a person gets only what they may see:", () => {
  test("neither what their role can't read, nor anything of another company", async () => {
    const [company, other] = [await setup.service.company(), await setup.service.company()];
    const viewer = await person(company, ["import_finished"], "viewer");
    const outsider = await person(other, payments);
    const owner = await signIn(setup.service, { companyId: company.id });
    await owner.call("POST", "/imports/finished", {
      kind: "products",
      file_name: "list.csv",
      created: 1,
      updated: 0,
      failed: 0,
    });
    await paid(company);
    await runUntilMailed();
    expect([...viewer.mails(), ...outsider.mails()]).toEqual([]);
  });

  test("nothing once they are removed, and nothing when they join again until they choose", async () => {
    const company = await setup.service.company();
    const owner = await signIn(setup.service, { companyId: company.id });
    const { user, mails } = await person(company, payments, "accountant");
    await paid(company);
    passTime(5);
    await run();
    await setup.service.context.db.query("delete from memberships where company_id = $1 and user_id = $2", [
      company.id,
      user.id,
    ]);
    await runUntilMailed();
    await setup.service.context.db.query(
      "insert into memberships (company_id, user_id, role, created_at) values ($1, $2, 'viewer', now())",
      [company.id, user.id],
    );
    await paid(company);
    await runUntilMailed();
    expect(mails()).toEqual([]);
    expect((await owner.call("GET", "/notifications")).status).toBe(200);
  });

  test.each([
    ["left the company", "delete from memberships where company_id = $1 and user_id = $2"],
    ["has another role", "update memberships set role = 'viewer' where company_id = $1 and user_id = $2"],
    ["unsubscribed", "delete from notification_mails where company_id = $1 and user_id = $2"],
    ["has another address", "update users set email = 'n' || email where id = $2 and $1::bigint is not null"],
  ])("a mail that waits is cancelled for somebody who %s meanwhile", async (_, statement) => {
    const company = await setup.service.company();
    const { user, mails } = await person(company, payments);
    setup.faults.set(user.email, (tries) => (tries === 1 ? { at: "recipient", code: 451 } : undefined));
    await paid(company);
    await runUntilMailed();
    expect((await setup.stored(user.email)).status).toBe("queued");
    await setup.service.context.db.query(statement, [company.id, user.id]);
    passTime(5);
    await run();
    expect(mails()).toEqual([]);
    expect(await setup.stored(user.email)).toMatchObject({ status: "cancelled", content: null });
  });
});

test("where the service can't send mail, nobody can choose it, and the reason is given", async () => {
  const env = {
    BILLFOLD_ENVIRONMENT: "production",
    BILLFOLD_SITE_URL: "https://site.example",
    BILLFOLD_BASE_URL: "https://site.example/api/v1",
    BILLFOLD_TRUSTED_PROXIES: "127.0.0.1",
  };
  const live = await startService({ env });
  try {
    const company = await live.company();
    const { call, cookie } = await signIn(live, { companyId: company.id });
    const headers = {
      cookie: `__Host-${cookie}`,
      "x-forwarded-proto": "https",
      "x-forwarded-for": "203.0.113.9",
    };
    const read = await call("GET", "/notifications", undefined, { headers });
    expect(read.body).toMatchObject({ mail_ready: false, mail_kinds: [] });
    const chosen = { kinds: [], mail_kinds: payments };
    const reply = await call("POST", "/notifications/preferences", chosen, { headers });
    expect([reply.status, reply.body.code]).toEqual([503, "mail_not_configured"]);
    expect(reply.headers.get("retry-after")).toBe("3600");
    const none = await call("POST", "/notifications/preferences", { ...chosen, mail_kinds: [] }, { headers });
    expect(none.status).toBe(200);
  } finally {
    await live.close();
  }
});

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditActions, auditedRecords } from "../src/contract/audit-actions.ts";
import { deleteIntegration, setIntegration } from "../src/domains/fiscal/registration/service.ts";
import {
  returnToCheckout,
  startedPayment,
} from "../src/domains/payments/payment-attempts/payment-attempts.fixture.ts";
import { reportDispute } from "../src/domains/payments/payments/disputes.fixture.ts";
import { approveCompany, refuseCompany, suspendCompany } from "../src/domains/tenancy/companies/service.ts";
import { setPlan } from "../src/domains/tenancy/plans/service.ts";
import { inTransaction } from "../src/platform/db/database.ts";
import {
  confirm,
  createVisitor,
  enter,
  forgetAddress,
  newAddress,
  newPerson,
  password,
  signedInPerson,
  tokenIn,
  totp,
  type Visitor,
} from "../src/web/site/visitor.fixture.ts";
import type { TestCompany } from "./harness.ts";
import { type PaymentService, startPaymentService } from "./payment-service.ts";

let shop: PaymentService;
beforeAll(async () => {
  shop = await startPaymentService({ sendsNotifications: false });
});
beforeEach(() => forgetAddress(shop));
afterAll(() => shop.close());

/** The test of deliveries shows that this entry names its delivery: it needs a worker. */
const elsewhere = "delivery.replayed";

const lines = [{ description: "Work", quantity: 1, unit_price: 100 }];

async function settings(ada: Visitor, companyId: number): Promise<void> {
  const { context } = shop;
  await setIntegration(context, companyId, { adapter: "document_only" } as never);
  await inTransaction(context.db, (tx) =>
    deleteIntegration({ tx, now: context.clock.now() }, context, companyId),
  );
  await ada.api("PATCH", "/company", { phone: "+2348030000000" });
  await ada.api("POST", "/gateway", { gateway: "none" });
  await ada.api("POST", "/portal/settings", { allowed_origins: [] });
  await ada.api("PATCH", "/reports/journal/accounts", { sales: "4000" });
  await ada.api("PATCH", "/document_settings", { footer: "Thank you" });
  await ada.api("PATCH", "/checkpoint_mails", { enabled: true });
  const file = btoa(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  );
  await ada.api("POST", "/document_settings/logo", { file });
  await ada.api("DELETE", "/document_settings/logo");
  await ada.api("POST", "/document_settings/bank_accounts", { bank_accounts: [] });
  await ada.api("PATCH", "/reminder_settings", { enabled: true });
  const { exchange_rate } = (await ada.api("POST", "/exchange_rates", { currency: "USD", rate: 1500 })).body;
  await ada.api("DELETE", `/exchange_rates/${exchange_rate.id}`);
}

async function keys(ada: Visitor): Promise<void> {
  const { key } = (await ada.api("POST", "/keys", { name: "Shop", scopes: [] })).body;
  const path = `/keys/${key.app_id}`;
  await ada.api("PATCH", path, { strict: true });
  await ada.api("PATCH", path, { name: "Web shop", scopes: ["invoices:read"] });
  await ada.api("POST", `${path}/rotate`, {});
  await ada.api("POST", `${path}/revoke`);
}

async function webhooks(ada: Visitor): Promise<void> {
  const { endpoint } = (await ada.api("POST", "/webhooks/endpoints", { url: "https://h.example/x" })).body;
  const path = `/webhooks/endpoints/${endpoint.id}`;
  await ada.api("PATCH", path, { description: "crm" });
  await ada.api("POST", `${path}/rotate_secret`, {});
  await ada.api("POST", "/webhooks/replay", { failed: true });
  await ada.api("DELETE", path);
}

async function money(company: TestCompany): Promise<void> {
  const customer_id = await company.customer();
  const invoice = async () => {
    const { body } = await company.call("POST /invoices", { body: { customer_id, lines } });
    await company.call(`POST /invoices/${body.invoice.id}/issue`);
    return body.invoice.id as number;
  };
  await company.call(`POST /invoices/${await invoice()}/void`, { body: { reason: "Wrong customer" } });
  await company.call(`POST /invoices/${await invoice()}/write_off`);
  const paid = await invoice();
  await company.call(`PATCH /customers/${customer_id}`, { body: { tax_id: "12345678-0001" } });
  await company.call(`POST /invoices/${paid}/refresh_parties`);
  await company.call(`POST /invoices/${paid}/send`, { body: { to: "buyer@example.com" } });
  const { payment } = (await company.call("POST /payments", { body: { invoice_id: paid, amount: 100 } }))
    .body;
  await company.call(`POST /payments/${payment.id}/refund`, { body: { amount: 10 } });
  await reportDispute(shop.context, company, payment.id);
  const wrong = (await company.call("POST /payments", { body: { invoice_id: await invoice(), amount: 1 } }))
    .body;
  await company.call(`POST /payments/${wrong.payment.id}/reverse`, { body: { reason: "Recorded twice" } });
  const withheld = { invoice_id: await invoice(), amount: 1, method: "withholding_tax" };
  await company.call(`POST /customers/${await company.customer()}/erase`);
  const unallocated = await company.recordPayment(5);
  await company.call(`POST /payments/${unallocated}/allocate`, { body: { invoice_id: await invoice() } });
  const tax = (await company.call("POST /payments", { body: withheld })).body.payment;
  await company.call(`PATCH /payments/${tax.id}`, { body: { certificate_number: "WHT/1" } });
  const credited = await company.call(`POST /invoices/${paid}/credit_notes`, {
    body: { reason: "Returned", lines },
  });
  await company.call(`POST /credit_notes/${credited.body.credit_note.id}/apply`, {
    body: { invoice_id: await invoice() },
  });
  const { reference } = (await company.call("POST /payments/link", { body: { amount: 5 } })).body;
  await company.call(`POST /payments/links/${reference}/cancel`);
  const { attempt, checkout_url } = await startedPayment(shop, company);
  shop.gateway.pay(attempt, { card: "4000000000000002" });
  await returnToCheckout(checkout_url);
}

async function people(ada: Visitor, company: TestCompany): Promise<void> {
  const guest = newAddress();
  await ada.api("POST", "/users", { email: newAddress(), role: "viewer" });
  const { invitations } = (await ada.api("GET", "/users")).body;
  await ada.api("DELETE", `/invitations/${invitations[0].id}`);
  await ada.api("POST", "/users", { email: guest, role: "viewer" });
  const token = await tokenIn(shop, guest, "invited you");
  await createVisitor(shop).post("/app/invitations/accept", { token, name: "Bola", password });
  const { users } = (await ada.api("GET", "/users")).body;
  const { id } = users.find(({ email }: { email: string }) => email === guest);
  await ada.api("PATCH", `/users/${id}`, { role: "accountant" });
  await ada.api("DELETE", `/users/${id}`);
  await account(company);
}

/** What a person changes about themselves. */
async function account(company: TestCompany): Promise<void> {
  const { email, visitor } = await signedInPerson(shop, company.id);
  const { csrf_token } = (await visitor.get("/app/session")).body;
  const post = (path: string, body: object) =>
    visitor.send("POST", path, { raw: JSON.stringify(body), headers: { "x-csrf-token": csrf_token } });
  expect((await post("/app/account/name", { name: "Chidi Okoro" })).status).toBe(200);
  const fresh = newAddress();
  expect((await post("/app/account/email", { email: fresh })).status).toBe(202);
  const change = await tokenIn(shop, fresh, "Confirm your new");
  const confirmed = await createVisitor(shop).post("/app/account/email/confirm", { token: change });
  expect([confirmed.status, confirmed.body.email]).toEqual([200, fresh]);
  expect((await enter(createVisitor(shop), email)).status).toBe(401);
  const { totpURI } = (await visitor.post("/app/auth/two-factor/enable", { password })).body;
  await visitor.post("/app/auth/two-factor/verify-totp", {
    code: totp(new URL(totpURI).searchParams.get("secret")!),
  });
  await visitor.post("/app/auth/two-factor/generate-backup-codes", { password });
  await visitor.post("/app/auth/two-factor/disable", { password });
  await visitor.post("/app/auth/change-password", { currentPassword: password, newPassword: `${password}!` });
  const other = await newPerson(shop, company.id);
  await other.visitor.post("/app/auth/request-password-reset", { email: other.email, redirectTo: "/reset" });
  const reset = await tokenIn(shop, other.email, "Reset your password");
  await other.visitor.post("/app/auth/reset-password", { token: reset, newPassword: `${password}!` });
}

/** From sign-up to suspension, by an operator. */
async function lifecycle(): Promise<number> {
  const email = newAddress();
  await createVisitor(shop).post("/app/registrations", {
    company: { name: "Lagos Works Ltd", country: "NG" },
    user: { name: "Ada Obi", email },
  });
  const visitor = createVisitor(shop);
  await confirm(shop, email);
  await enter(visitor, email);
  const { id } = (await visitor.get("/app/session")).body.company;
  const { db, clock } = shop.context;
  await inTransaction(db, async (tx) => {
    const by = { tx, now: clock.now(), via: "command_line" } as const;
    await refuseCompany(by, id, "A trial.");
    await approveCompany(by, id);
    await suspendCompany(by, id, "A trial.");
    await setPlan(by, id, { disable: ["portal"] });
  });
  return id;
}

test("every action that the log knows is written by the function that does it, and names its record", async () => {
  const company = await shop.company({ primaryEndpoint: true });
  const { visitor: ada } = await signedInPerson(shop, company.id);
  await money(company);
  await webhooks(ada);
  await keys(ada);
  await people(ada, company);
  await settings(ada, company.id);
  const signedUp = await lifecycle();
  const entries = await shop.context.db.query<{ action: string; subject: string }>(
    "select action, subject from audit_entries where company_id = any($1)",
    [[company.id, signedUp]],
  );
  expect([...new Set(entries.map(({ action }) => action))].sort()).toEqual(
    auditActions.filter((action) => action !== elsewhere).sort(),
  );
  const named = new RegExp(`^(${auditedRecords.join("|")})/(?!undefined$|null$|NaN$)\\S+$`);
  expect(entries.filter(({ subject }) => !named.test(subject))).toEqual([]);
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noon, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { openPage } from "../../../../test/payment-service.ts";
import { signIn } from "../../../../test/site-session.ts";
import type { Role } from "../../../contract/access.ts";
import { invoicesOf, runOne, scheduleOf } from "../../billing/recurring-invoices/recurring.fixture.ts";
import { reportDispute } from "../../payments/payments/disputes.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function person(company: TestCompany, role: Role = "owner") {
  const { call } = await signIn(service, { companyId: company.id, role });
  const read = async () => (await call("GET", "/notifications")).body;
  return { call, read };
}

async function paid(company: TestCompany, amount = "10") {
  const customer_id = await company.customer({ name: "Ọlọ́run Foods" });
  const { id } = await company.draft({ customer_id });
  const { number } = (await company.call(`POST /invoices/${id}/issue`)).body.invoice;
  const { payment } = (await company.call("POST /payments", { body: { invoice_id: id, amount } })).body;
  return { invoice: id, number: number as string, payment: payment.id as number };
}

describe("a notification", () => {
  test("tells of a payment, with what a sentence about it needs", async () => {
    const company = await service.company();
    const owner = await person(company);
    const { invoice, number, payment } = await paid(company, "12.5");
    const { notifications, unread_count } = await owner.read();
    expect(notifications).toEqual([
      expect.objectContaining({
        kind: "payment_received",
        unread: true,
        payment_id: payment,
        invoice_id: invoice,
        number,
        customer_name: "Ọlọ́run Foods",
        amount: 12.5,
        currency: "NGN",
      }),
    ]);
    expect(unread_count).toBe(1);
  });

  test("tells of a recurring invoice that failed: for whom, why, and the draft that is left", async () => {
    const company = await service.company();
    const owner = await person(company);
    const customer_id = await company.customer({ name: "Ọlọ́run Foods" });
    const start_date = noon.toISOString().slice(0, 10);
    const fields = { customer_id, start_date, count: 1, action: "issue_and_register" } as const;
    const { id } = await scheduleOf(company, fields);
    await runOne(service.context, company, { id, action: fields.action });
    const [draft] = await invoicesOf(company, id);
    expect((await owner.read()).notifications).toEqual([
      expect.objectContaining({
        kind: "recurring_invoice_failed",
        recurring_invoice_id: id,
        invoice_id: draft.id,
        customer_name: "Ọlọ́run Foods",
        reason: expect.stringContaining("not configured"),
      }),
    ]);
  });

  test("tells of a dispute about a payment, and how it ended", async () => {
    const company = await service.company();
    const owner = await person(company);
    const { payment, invoice, number } = await paid(company);
    for (const status of ["open", "lost"] as const)
      await reportDispute(service.context, company, payment, { status });
    const about = {
      kind: "payment_disputed",
      payment_id: payment,
      invoice_id: invoice,
      number,
      customer_name: "Ọlọ́run Foods",
      amount: 10,
      reason: "fraudulent",
    };
    expect((await owner.read()).notifications.slice(0, 2)).toMatchObject([
      { ...about, dispute_status: "lost" },
      { ...about, dispute_status: "open" },
    ]);
  });

  test("tells of a buyer's answer to a quote, whose it is and why it was declined", async () => {
    const company = await service.company();
    const owner = await person(company);
    const customer_id = await company.customer({ name: "Ọlọ́run Foods" });
    const lines = [{ description: "Rice", quantity: 1, unit_price: 10 }];
    const answered = async (answer: "accept" | "decline", fields: Record<string, string>) => {
      const { quote } = (await company.call("POST /quotes", { body: { customer_id, lines } })).body;
      const sent = (await company.call(`POST /quotes/${quote.id}/send`)).body.quote;
      await openPage(`${service.url}${new URL(sent.url).pathname}/${answer}`, { name: "Ada Obi", ...fields });
      return { quote_id: quote.id, number: quote.number, customer_name: "Ọlọ́run Foods", invoice_id: null };
    };
    const accepted = await answered("accept", {});
    const declined = await answered("decline", { reason: "Too late" });
    expect((await owner.read()).notifications).toEqual([
      expect.objectContaining({
        kind: "quote_answered",
        quote_status: "declined",
        reason: "Too late",
        ...declined,
      }),
      expect.objectContaining({
        kind: "quote_answered",
        quote_status: "accepted",
        reason: null,
        ...accepted,
      }),
    ]);
  });

  test("does not tell people of what they did themselves", async () => {
    const company = await service.company();
    const [owner, other] = [await person(company), await person(company, "accountant")];
    const { id } = await company.draft();
    await company.call(`POST /invoices/${id}/issue`);
    const { status } = await owner.call("POST", "/payments", { invoice_id: id, amount: "5" });
    expect(status).toBe(201);
    expect((await owner.read()).notifications).toEqual([]);
    expect((await other.read()).notifications).toMatchObject([{ kind: "payment_received", amount: 5 }]);
  });

  test("tells of an endpoint that was disabled, and of a finished import", async () => {
    const company = await service.company({ primaryEndpoint: true });
    const [owner, other] = [await person(company), await person(company)];
    const report = { kind: "customers", file_name: "clients.csv", created: 3, updated: 1, failed: 2 };
    expect((await other.call("POST", "/imports/finished", report)).status).toBe(201);
    const [endpoint] = (await other.call("GET", "/webhooks/endpoints")).body.endpoints;
    await other.call("PATCH", `/webhooks/endpoints/${endpoint.id}`, { status: "disabled" });
    const { notifications } = await owner.read();
    expect(notifications).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "endpoint_disabled", url: endpoint.url }),
        expect.objectContaining({ kind: "import_finished", file_name: "clients.csv", created: 3, failed: 2 }),
      ]),
    );
    expect(notifications).toHaveLength(2);
  });

  test("is about records of the person's own company, and never of another", async () => {
    const [ours, theirs] = [await service.company(), await service.company()];
    await paid(theirs);
    const them = await person(theirs);
    const report = { kind: "products", file_name: "theirs.csv", created: 1, updated: 0, failed: 0 };
    await them.call("POST", "/imports/finished", report);
    expect((await (await person(ours)).read()).notifications).toEqual([]);
  });

  test("is hidden from roles that may not read its record", async () => {
    const company = await service.company();
    const owner = await person(company);
    const report = { kind: "products", file_name: "list.csv", created: 1, updated: 0, failed: 0 };
    await owner.call("POST", "/imports/finished", report);
    const viewer = await person(company, "viewer");
    const { notifications, available } = await viewer.read();
    expect(available).not.toContain("import_finished");
    expect(notifications).toEqual([]);
    expect((await viewer.call("POST", "/imports/finished", report)).status).toBe(403);
  });
});

describe("reading", () => {
  test("is kept for the person, up to a position that never goes back", async () => {
    const company = await service.company();
    const [owner, other] = [await person(company), await person(company)];
    await paid(company);
    const [{ event }] = (await owner.read()).notifications;
    await owner.call("POST", "/notifications/read", { event, import: 0 });
    expect(await owner.read()).toMatchObject({ unread_count: 0, notifications: [{ unread: false }] });
    expect(await other.read()).toMatchObject({ unread_count: 1 });
    await owner.call("POST", "/notifications/read", { event: event - 1, import: 0 });
    expect(await owner.read()).toMatchObject({ unread_count: 0 });
    await paid(company);
    expect(await owner.read()).toMatchObject({
      unread_count: 1,
      notifications: [{ unread: true }, { unread: false }],
    });
  });

  test("does not change what was chosen", async () => {
    const company = await service.company();
    const owner = await person(company);
    await owner.call("POST", "/notifications/preferences", { kinds: ["endpoint_disabled"] });
    await owner.call("POST", "/notifications/read", { event: 5, import: 0 });
    expect((await owner.read()).kinds).toEqual(["endpoint_disabled"]);
  });
});

describe("preferences", () => {
  test("decide which kinds are shown, for this person and company alone", async () => {
    const [company, second] = [await service.company(), await service.company()];
    const [owner, other] = [await person(company), await person(company)];
    for (const each of [company, second]) await paid(each);
    const chosen = await owner.call("POST", "/notifications/preferences", { kinds: ["registration_failed"] });
    expect(chosen.status).toBe(200);
    expect(await owner.read()).toMatchObject({ notifications: [], kinds: ["registration_failed"] });
    expect((await other.read()).notifications).toHaveLength(1);
    expect((await (await person(second)).read()).notifications).toHaveLength(1);
  });

  test("name only kinds that exist", async () => {
    const owner = await person(await service.company());
    const { status, body } = await owner.call("POST", "/notifications/preferences", { kinds: ["weather"] });
    expect([status, body.errors[0].field]).toEqual([422, "kinds[0]"]);
  });
});

test("no more than the newest 20 are shown", async () => {
  const company = await service.company();
  const owner = await person(company);
  const { invoice } = await paid(company, "1");
  for (let count = 0; count < 22; count++) {
    await company.call("POST /payments", { body: { invoice_id: invoice, amount: "1" } });
  }
  const { notifications, unread_count } = await owner.read();
  expect([notifications.length, unread_count]).toEqual([20, 20]);
});

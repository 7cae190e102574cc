import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noon, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { movedClocksPass } from "../../../due-work.ts";
import { mailChecks } from "../../../worker.ts";
import { link } from "../../payments/payments/money.fixture.ts";
import { sendDueMails } from "../../sending/mails/worker.ts";
import { daysOf, type Reminders, startReminders } from "../../sending/reminders/reminders.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const day = 86_400_000;
const dayOf = (days: number) => new Date(noon.getTime() + days * day).toISOString();
const move = (company: TestCompany, body: object, headers = {}) =>
  company.call("POST /sandbox/clock", { body, headers });
const clockOf = async (company: TestCompany) => (await company.call("GET /sandbox/clock")).body.clock;
const typesOf = async (company: TestCompany, type: string): Promise<string[]> =>
  (await company.call(`GET /events?type=${type}&limit=100`)).body.events.map(
    ({ created_at }: { created_at: string }) => created_at,
  );
const issued = async (company: TestCompany, fields: object = {}) => {
  const { id } = await company.draft(fields as Record<string, unknown>);
  return (await company.call(`POST /invoices/${id}/issue`)).body.invoice;
};

describe("the clock of a company", () => {
  test("starts at the real time, goes forward by a duration or to a moment, and says where it is", async () => {
    const company = await service.company();
    const still = { deliveries: 0, registrations: 0, mails: 0 };
    const at = (days: number) => ({
      now: dayOf(days),
      real_time: noon.toISOString(),
      offset_seconds: days * 86_400,
      pending: still,
    });
    expect(await clockOf(company)).toEqual(at(0));
    const moved = await move(company, { advance: "P45D" });
    expect([moved.status, moved.body]).toEqual([200, { success: true, clock: at(45) }]);
    expect((await move(company, { now: dayOf(46) })).body.clock).toEqual(at(46));
    expect(await clockOf(company)).toEqual(at(46));
    const { created_at } = (await company.call("POST /customers", { body: { name: "Acme" } })).body.customer;
    expect(created_at).toBe(dayOf(46));
    expect((await company.call("GET /ping")).body.server_time).toBe(noon.toISOString());
  });

  test("is never set back, nor more than ten years ahead", async () => {
    const company = await service.company();
    await move(company, { advance: "P10D" });
    const where = `the company's clock is at ${dayOf(10)}`;
    for (const [body, field, message] of [
      [{ now: dayOf(10) }, "now", `must lead forward: ${where}`],
      [{ now: noon.toISOString() }, "now", `must lead forward: ${where}`],
      [{ advance: "P0D" }, "advance", `must lead forward: ${where}`],
      [{ advance: "P10Y" }, "advance", `must not lead more than 10 years ahead of the real time: ${where}`],
      [
        { advance: "45 days" },
        "advance",
        "must be an ISO 8601 duration in whole units, such as P45D or PT6H",
      ],
    ] as const) {
      const { status, body: answer } = await move(company, body);
      expect([status, answer.errors]).toEqual([422, [{ field, message }]]);
    }
    for (const body of [{}, { now: dayOf(11), advance: "P1D" }]) {
      expect((await move(company, body)).status).toBe(422);
    }
    expect((await clockOf(company)).now).toBe(dayOf(10));
  });

  test("moves no other company", async () => {
    const [one, other] = [await service.company(), await service.company()];
    const [mine, theirs] = [await issued(one), await issued(other)];
    await move(one, { advance: "P45D" });
    const isOverdue = async (company: TestCompany, id: number) =>
      (await company.call(`GET /invoices/${id}`)).body.invoice.overdue;
    expect([await isOverdue(one, mine.id), await isOverdue(other, theirs.id)]).toEqual([true, false]);
    expect(await clockOf(other)).toMatchObject({ now: noon.toISOString(), offset_seconds: 0 });
    expect([(await typesOf(one, "invoice.overdue")).length, await typesOf(other, "invoice.overdue")]).toEqual(
      [1, []],
    );
  });

  test("needs its own scope, and does not exist in production", async () => {
    const company = await service.company({ scopes: ["invoices:read", "company:read"] });
    for (const operation of ["GET /sandbox/clock", "POST /sandbox/clock"]) {
      const { status, body } = await company.call(
        operation,
        operation.startsWith("POST") ? { body: {} } : {},
      );
      expect([status, body.code, body.scope]).toEqual([403, "scope_missing", "sandbox"]);
    }
    const production = await startService({
      env: {
        BILLFOLD_ENVIRONMENT: "production",
        BILLFOLD_SITE_URL: "https://site.example",
        BILLFOLD_BASE_URL: "https://site.example/api/v1",
        BILLFOLD_TRUSTED_PROXIES: "127.0.0.1",
        BILLFOLD_ENCRYPTION_KEYS: "k1:MTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3BxcnN0dXY=",
      },
    });
    const real = await production.company();
    const headers = { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9" };
    expect((await real.call("GET /ping", { headers })).status).toBe(200);
    for (const operation of ["GET /sandbox/clock", "POST /sandbox/clock"]) {
      const post = operation.startsWith("POST") ? { body: { advance: "P1D" } } : {};
      expect((await real.call(operation, { ...post, headers })).status).toBe(404);
    }
    const scenario = { body: { scenario: "six_months" }, headers };
    expect((await real.call("POST /sandbox/scenarios", scenario)).status).toBe(404);
    await production.close();
  });

  test("moves once for one Idempotency-Key, and lets other keys expire", async () => {
    const company = await service.company();
    const key = (name: string) => ({ "idempotency-key": name });
    const customer = () =>
      company.call("POST /customers", { body: { name: "Acme" }, headers: key("customer") });
    const first = (await customer()).body.customer.id;
    expect((await customer()).body.customer.id).toBe(first);
    for (let time = 0; time < 2; time += 1) {
      expect((await move(company, { advance: "P3D" }, key("move"))).body.clock.now).toBe(dayOf(3));
    }
    expect((await customer()).body.customer.id).not.toBe(first);
  });
});

describe("what falls due while the clock moves", () => {
  test("happens on its day: recurring invoices, overdue events, and the expiry of links and quotes", async () => {
    const company = await service.company();
    const customer_id = await company.customer();
    const lines = [{ description: "Rent", quantity: 1, unit_price: 100 }];
    const schedule = (
      await company.call("POST /recurring_invoices", {
        body: { customer_id, lines, interval: "month", start_date: "2026-12-01", action: "issue" },
      })
    ).body.recurring_invoice;
    const invoice = await issued(company, { customer_id, due_date: "2026-11-29" });
    const { reference } = (await link(company, { amount: 5, expires_at: dayOf(2) })).body;
    const quote = (
      await company.call("POST /quotes", { body: { customer_id, lines, valid_until: "2026-11-20" } })
    ).body.quote;
    await company.call(`POST /quotes/${quote.id}/send`);
    await move(company, { now: "2027-02-10" });

    const made = (await company.call(`GET /invoices?recurring_invoice_id=${schedule.id}`)).body.invoices;
    // Lagos is an hour ahead of UTC: dates begin there at 23:00.
    expect(
      made.map((each: Record<string, string>) => [each.invoice_date, each.issued_at]).toSorted(),
    ).toEqual([
      ["2026-12-01", "2026-11-30T23:00:00.000Z"],
      ["2027-01-01", "2026-12-31T23:00:00.000Z"],
      ["2027-02-01", "2027-01-31T23:00:00.000Z"],
    ]);
    const overdue = await company.call(`GET /invoices/${invoice.id}`);
    expect(overdue.body.invoice.overdue).toBe(true);
    expect((await typesOf(company, "invoice.overdue"))[0]).toBe("2026-11-29T23:00:00.000Z");
    expect((await company.call(`GET /payments/links/${reference}`)).body.payment_link).toMatchObject({
      status: "expired",
      updated_at: dayOf(2),
    });
    expect(await typesOf(company, "payment_link.expired")).toEqual(["2026-11-17T23:00:00.000Z"]);
    expect((await company.call(`GET /quotes/${quote.id}`)).body.quote.status).toBe("expired");
    expect(await typesOf(company, "quote.expired")).toEqual(["2026-11-20T23:00:00.000Z"]);
  });

  test("mails to one address are as many as its days allow, and have the company's time", async () => {
    const company = await service.company();
    const settings = { enabled: true, steps: [{ days: 1 }], weekdays_only: false };
    await company.call("PATCH /reminder_settings", { body: settings });
    const customer_id = await company.customer({ email: "often@example.com" });
    // More than an address gets in one day.
    for (let due = 1; due <= 24; due++) {
      await issued(company, { customer_id, due_date: dayOf(due).slice(0, 10) });
    }
    await move(company, { advance: "P30D" });
    const { mails } = (await company.call("GET /mails?kind=reminder&limit=100")).body;
    expect(mails).toHaveLength(24);
    expect(mails.at(-1).created_at.slice(0, 10)).toBe(dayOf(2).slice(0, 10));
  }, 30_000);

  test("goes on while time passes after the move", async () => {
    const company = await service.company();
    await move(company, { advance: "P30D" });
    const soon = new Date(Date.parse(dayOf(30)) + 3_600_000).toISOString();
    const made = (await link(company, { amount: 5, expires_at: soon })).body;
    const pass = async () => {
      await movedClocksPass(service.context)();
      return (await typesOf(company, "payment_link.expired")).length;
    };
    expect([made.expires_at, await pass()]).toEqual([soon, 0]);
    service.clock.advance(3_600_000);
    expect(await pass()).toBe(1);
    service.clock.set(noon);
  });

  test("retries of deliveries come earlier by as much, and what is left is said", async () => {
    const company = await service.company();
    const url = "https://receiver.example/hooks";
    const { endpoint } = (await company.call("POST /webhooks/endpoints", { body: { url } })).body;
    const sent = await company.call("POST /webhooks/test", { body: { endpoint_id: endpoint.id } });
    const { id } = sent.body.delivery;
    const nextOf = async () =>
      (await company.call(`GET /webhooks/deliveries/${id}`)).body.delivery.next_attempt_at;
    await service.context.db.query(
      "update webhook_deliveries set next_attempt_at = $3, step = 4 where company_id = $1 and id = $2",
      [company.id, id, dayOf(1)],
    );
    const early = await move(company, { advance: "PT23H" });
    expect([await nextOf(), early.body.clock.pending.deliveries]).toEqual([dayOf(1 / 24), 0]);
    const late = await move(company, { advance: "PT1H" });
    expect([await nextOf(), late.body.clock.pending.deliveries]).toEqual([noon.toISOString(), 1]);
  }, 30_000);
});

describe("reminders", () => {
  let setup: Reminders;
  beforeAll(async () => {
    setup = await startReminders();
  });
  afterAll(() => setup.close());

  test("are sent each on its day and in its hours, however far the clock moves at once", async () => {
    const hours = { send_from_hour: 9, send_until_hour: 17, weekdays_only: false };
    const company = await setup.company({ ...hours, steps: [{ days: -3 }, { days: 1 }, { days: 7 }] });
    const invoice = await setup.issue(company, 10);
    // The first PDF of a process takes long.
    await company.call(`GET /invoices/${invoice.id}.pdf`);
    const mails = setInterval(() => void sendDueMails(setup.service.context, mailChecks).catch(() => 0), 50);
    const moved = await move(company, { advance: "P30D" });
    clearInterval(mails);
    expect(moved.body.clock.pending).toEqual({ deliveries: 0, registrations: 0, mails: 0 });
    expect(await daysOf(company, invoice.id)).toEqual([-3, 1, 7]);
    const { reminders } = (await company.call(`GET /invoices/${invoice.id}/reminders`)).body;
    // Nine in the morning in Lagos.
    expect(reminders.map(({ created_at }: { created_at: string }) => created_at)).toEqual([
      "2026-11-23T08:00:00.000Z",
      "2026-11-27T08:00:00.000Z",
      "2026-12-03T08:00:00.000Z",
    ]);
    expect(setup.received(invoice.email)).toHaveLength(3);
  }, 30_000);
});

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import {
  daysOf,
  invoiceOf,
  pay,
  type Reminders,
  remindedEvents,
  startReminders,
} from "./reminders.fixture.ts";
import { remindOf, runCompany, sendDueReminders } from "./run.ts";

let setup: Reminders;
beforeAll(async () => {
  setup = await startReminders();
});
// A pass looks at all companies.
afterEach(() => setup.switchOff());
afterAll(() => setup.close());

describe("nobody is reminded", () => {
  test.each([
    ["paid", async (company: TestCompany, id: number, total: number) => pay(company, id, total)],
    ["voided", async (company: TestCompany, id: number) => company.call(`POST /invoices/${id}/void`)],
    [
      "written off",
      async (company: TestCompany, id: number) => company.call(`POST /invoices/${id}/write_off`),
    ],
    [
      "credited in full",
      async (company: TestCompany, id: number) =>
        company.call(`POST /invoices/${id}/credit_notes`, { body: { reason: "Returned" } }),
    ],
    [
      "paused",
      async (company: TestCompany, id: number) => company.call(`POST /invoices/${id}/pause_reminders`),
    ],
    [
      "of a customer that is paused",
      async (company: TestCompany, id: number) => {
        const { customer_id } = await invoiceOf(company, id);
        return company.call(`PATCH /customers/${customer_id}`, { body: { reminders_paused: true } });
      },
    ],
    [
      "of a company that switched reminders off",
      async (company: TestCompany) => company.call("PATCH /reminder_settings", { body: { enabled: false } }),
    ],
  ])("of an invoice that is %s, before the step or while its mail waits", async (_state, act) => {
    const company = await setup.company({ steps: [{ days: 1 }, { days: 5 }] });
    const [early, waiting] = [await setup.issue(company, -1), await setup.issue(company, -1)];
    expect((await act(company, early.id, early.total)).status).toBeLessThan(300);
    await sendDueReminders(setup.service.context);
    const isOff = !(await company.call("GET /reminder_settings")).body.reminder_settings.enabled;
    expect(await daysOf(company, waiting.id)).toEqual(isOff ? [] : [1]);
    expect((await act(company, waiting.id, waiting.total)).status).toBeLessThan(300);
    await setup.days(6);
    expect(setup.received(early.email)).toEqual([]);
    expect(setup.received(waiting.email)).toEqual([]);
    const mails = await setup.service.context.db.query(
      "select status, last_error from mails where recipient = $1",
      [waiting.email],
    );
    expect(mails).toEqual(isOff ? [] : [{ status: "cancelled", last_error: expect.any(String) }]);
  });

  test("once the invoice is paid while the mail server is being reached", async () => {
    const company = await setup.company({ steps: [{ days: 1 }] });
    const invoice = await setup.issue(company, -1);
    let tries = 0;
    const { db } = setup.service.context;
    setup.faults.set(invoice.email, () => {
      tries += 1;
      return { at: "message", code: 451 };
    });
    await setup.pass();
    expect(tries).toBe(1);
    await pay(company, invoice.id, invoice.total);
    setup.service.clock.advance(3_600_000);
    await setup.pass();
    expect(tries).toBe(1);
    const [mail] = await db.query("select status, content from mails where recipient = $1", [invoice.email]);
    expect(mail).toEqual({ status: "cancelled", content: null });
  });

  test("of a draft, of an invoice without anything to pay, or where reminders were never switched on", async () => {
    const company = await setup.company({ steps: [{ days: 0 }] });
    const never = await setup.service.company();
    const email = "never@example.com";
    const draft = async (by: TestCompany) =>
      by.draft({
        customer_id: await by.customer({ email }),
        due_date: setup.today(),
        invoice_date: setup.today(),
      });
    await draft(company);
    const { id } = await draft(never);
    await never.call(`POST /invoices/${id}/issue`);
    await setup.days(2);
    expect(setup.received(email)).toEqual([]);
  });
});

describe("an invoice goes on being reminded of", () => {
  test("once it is resumed, with the newest step", async () => {
    const company = await setup.company({ steps: [{ days: 1 }, { days: 2 }, { days: 5 }] });
    const invoice = await setup.issue(company, 0);
    expect((await company.call(`POST /invoices/${invoice.id}/pause_reminders`)).body.invoice).toMatchObject({
      reminders_paused: true,
    });
    await setup.days(3);
    expect(setup.received(invoice.email)).toEqual([]);
    await company.call(`POST /invoices/${invoice.id}/resume_reminders`);
    await setup.days(4);
    expect(await daysOf(company, invoice.id)).toEqual([2, 5]);
    expect(setup.received(invoice.email)).toHaveLength(2);
  });

  test("once its payment is reversed", async () => {
    const company = await setup.company({ steps: [{ days: 1 }, { days: 3 }] });
    const invoice = await setup.issue(company, 0);
    const paid = (await pay(company, invoice.id, invoice.total)).body.payment;
    await setup.days(1);
    await company.call(`POST /payments/${paid.id}/reverse`, { body: { reason: "Recorded twice" } });
    await setup.days(3);
    expect(await daysOf(company, invoice.id)).toEqual([1, 3]);
  });
});

describe("however many processes work at once", () => {
  test("a step is sent once", async () => {
    const company = await setup.company({ steps: [{ days: 0 }] });
    const invoices = await Promise.all(Array.from({ length: 5 }, () => setup.issue(company, 0)));
    const { context } = setup.service;
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (const { id } of invoices) await remindOf(context, company.id, id);
      }),
    );
    await setup.pass();
    for (const { id, email } of invoices) {
      expect(setup.received(email)).toHaveLength(1);
      expect(await remindedEvents(company, id)).toBe(1);
    }
  });

  test("one of them has a company at a time, and what it left is continued after its lease", async () => {
    const company = await setup.company({ steps: [{ days: 0 }] });
    const { context, clock } = setup.service;
    const runs = await Promise.all([runCompany(context, company.id), runCompany(context, company.id)]);
    expect(runs.toSorted()).toEqual([false, true]);
    const invoice = await setup.issue(company, 0);
    expect(await runCompany(context, company.id)).toBe(false);
    clock.advance(15 * 60_000);
    expect(await runCompany(context, company.id)).toBe(true);
    expect(await daysOf(company, invoice.id)).toEqual([0]);
  });

  test("a payment at the same time either comes first, and nothing is sent, or the reminder was due before it", async () => {
    const company = await setup.company({ steps: [{ days: 0 }] });
    const { context } = setup.service;
    for (let round = 0; round < 10; round++) {
      const invoice = await setup.issue(company, 0);
      await Promise.all([remindOf(context, company.id, invoice.id), pay(company, invoice.id, invoice.total)]);
      await setup.pass();
      expect(setup.received(invoice.email)).toEqual([]);
    }
  });
});

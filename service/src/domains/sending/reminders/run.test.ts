import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { mailsMax } from "../document-mails/service.ts";
import {
  daysOf,
  invoiceOf,
  pay,
  type Reminders,
  remindedEvents,
  remindersOf,
  startReminders,
} from "./reminders.fixture.ts";

let setup: Reminders;
beforeAll(async () => {
  setup = await startReminders();
});
// A pass looks at all companies.
afterEach(() => setup.switchOff());
afterAll(() => setup.close());

describe("over all days of an invoice", () => {
  test("each step is sent once, on its day, and says what is left to pay", async () => {
    const company = await setup.company({ steps: [-3, 0, 1, 7, 14].map((days) => ({ days })) });
    const invoice = await setup.issue(company, 5);
    const sent: [number, string][] = [];
    for (let day = -5; day <= 24; day++) {
      const before = setup.received(invoice.email).length;
      await setup.pass();
      if (day % 7 === 0) await setup.pass();
      for (const mail of setup.received(invoice.email).slice(before)) sent.push([day, mail.subject]);
      setup.service.clock.advance(86_400_000);
    }
    const { number } = invoice;
    expect(sent).toEqual([
      [-3, `Invoice ${number} is due on 21 November 2026`],
      [0, `Invoice ${number} is due on 21 November 2026`],
      [1, `Payment reminder: invoice ${number}`],
      [7, `Payment reminder: invoice ${number}`],
      [14, `Payment reminder: invoice ${number}`],
    ]);
    expect(await daysOf(company, invoice.id)).toEqual([-3, 0, 1, 7, 14]);
    expect(await remindedEvents(company, invoice.id)).toBe(5);
    const [mail] = setup.received(invoice.email);
    expect(mail!.text).toMatch(/^From: Lagos Works Ltd <post@example.com>$/m);
    expect(mail!.text).toMatch(/^Reply-To: desk@works.example$/m);
    expect(mail!.text).toMatch(/\/i\/in_\d+_\d+_/);
    expect(mail!.text).toContain(`filename=${number}.pdf`);
  });

  test("the record says when the buyer was last reminded", async () => {
    const company = await setup.company();
    const invoice = await setup.issue(company, 3);
    expect(invoice).toMatchObject({ reminders_paused: false, reminded_at: null });
    await setup.pass();
    const { reminded_at } = await invoiceOf(company, invoice.id);
    expect(reminded_at).toBe(setup.service.clock.now().toISOString());
    expect(await remindersOf(company, invoice.id)).toEqual([
      { days: -3, outcome: "mailed", created_at: reminded_at },
    ]);
  });

  test("of a partly paid invoice with withheld tax, the mail asks for what the buyer has left to pay", async () => {
    const company = await setup.company({ steps: [{ days: 0, message: "Left: {amount}" }] });
    const invoice = await setup.issue(company, 0, { withholding: { rate: 10 } });
    await pay(company, invoice.id, 10);
    const { amount_payable } = await invoiceOf(company, invoice.id);
    await setup.pass();
    const shown = new Intl.NumberFormat("en", { minimumFractionDigits: 2 }).format(amount_payable);
    expect(amount_payable).toBeLessThan(invoice.total - 10);
    expect(setup.received(invoice.email)[0]!.text.replace(/=\r?\n/g, "")).toContain(shown);
  });

  test("texts of the company have their placeholders filled in, and ours are in the language of the buyer", async () => {
    const company = await setup.company({
      steps: [{ days: 0, subject: "{company}: {number}", message: "Dear {customer} <b>" }, { days: 1 }],
    });
    const email = "francophone@example.com";
    const customer_id = await company.customer({ email, name: "Ada\nObi", language: "fr" });
    const { id, number } = await setup.issue(company, 0, { customer_id });
    await setup.pass();
    await setup.days(1);
    const [first, second] = setup.received(email);
    expect(first!.subject).toBe(`Lagos Works Ltd: ${number}`);
    expect(first!.text).toContain("Obi &lt;b&gt;");
    expect(second!.subject).toBe(`Rappel de paiement : facture ${number}`);
    expect(await daysOf(company, id)).toEqual([0, 1]);
  });
});

describe("what lies in the past", () => {
  test("is skipped: only the newest step goes, and none that is more than a week past", async () => {
    const company = await setup.company();
    const [late, old] = [await setup.issue(company, -9), await setup.issue(company, -22)];
    const lastDay = await setup.issue(company, -21);
    await setup.pass();
    expect(await daysOf(company, lastDay.id)).toEqual([14]);
    expect(await daysOf(company, late.id)).toEqual([7]);
    expect(await daysOf(company, old.id)).toEqual([]);
    await setup.days(6);
    expect(await daysOf(company, late.id)).toEqual([7, 14]);
    expect(setup.received(late.email)).toHaveLength(2);
    expect(setup.received(old.email)).toEqual([]);
  });

  test("is not sent because the steps were changed", async () => {
    const company = await setup.company({ steps: [{ days: 3 }] });
    const invoice = await setup.issue(company, -3);
    await setup.pass();
    await company.call("PATCH /reminder_settings", {
      body: { steps: [{ days: 1 }, { days: 2 }, { days: 9 }] },
    });
    await setup.days(7);
    expect(await daysOf(company, invoice.id)).toEqual([3, 9]);
  });
});

test("a customer without an email address is noted once, and the next step is sent to the address added meanwhile", async () => {
  const company = await setup.company({ steps: [{ days: 1 }, { days: 3 }] });
  const customer_id = await company.customer({ email: null });
  const { id } = await setup.issue(company, -1, { customer_id });
  await setup.pass();
  await setup.days(1);
  expect(await remindersOf(company, id)).toEqual([
    { days: 1, outcome: "no_address", created_at: expect.any(String) },
  ]);
  expect(await invoiceOf(company, id)).toMatchObject({ reminded_at: null });
  expect(await remindedEvents(company, id)).toBe(0);
  await company.call(`PATCH /customers/${customer_id}`, { body: { email: "late@example.com" } });
  await setup.days(1);
  expect(setup.received("late@example.com")).toHaveLength(1);
});

describe("business hours", () => {
  test("begin when they begin in the company's time zone; a step on Saturday goes on Monday", async () => {
    const { clock } = setup.service;
    // Saturday, nine in the morning in Lagos.
    clock.set(new Date("2027-02-06T08:00:00Z"));
    const company = await setup.company({ send_from_hour: 9, send_until_hour: 17, weekdays_only: true });
    const invoice = await setup.issue(company, -1);
    await setup.pass();
    clock.set(new Date("2027-02-08T07:59:59Z"));
    await setup.pass();
    expect(setup.received(invoice.email)).toEqual([]);
    clock.set(new Date("2027-02-08T08:00:00Z"));
    await setup.pass();
    expect(setup.received(invoice.email)).toHaveLength(1);
  });

  test("hold for a mail that waits, too: it is postponed until they begin, over the weekend if need be", async () => {
    const { clock } = setup.service;
    // Friday, a minute before five.
    clock.set(new Date("2027-02-12T15:59:00Z"));
    const company = await setup.company({ send_from_hour: 9, send_until_hour: 17, weekdays_only: true });
    const invoice = await setup.issue(company, -1);
    setup.faults.set(invoice.email, (tries) => (tries === 1 ? { at: "message", code: 451 } : undefined));
    await setup.pass();
    for (const hour of [1, 5, 24, 48, 63]) {
      clock.set(new Date(Date.parse("2027-02-12T16:00:00Z") + hour * 3_600_000));
      await setup.pass();
    }
    expect(setup.received(invoice.email)).toEqual([]);
    clock.set(new Date("2027-02-15T08:00:00Z"));
    await setup.pass();
    expect(setup.received(invoice.email)).toHaveLength(1);
  });
});

test("of two steps of which one could not be sent in time, only the later one arrives", async () => {
  const company = await setup.company({ steps: [{ days: 1 }, { days: 2 }] });
  const invoice = await setup.issue(company, 0);
  setup.faults.set(invoice.email, (tries) => (tries < 3 ? { at: "message", code: 451 } : undefined));
  await setup.days(1);
  await setup.days(1);
  setup.service.clock.advance(6 * 3_600_000);
  await setup.pass();
  expect(await daysOf(company, invoice.id)).toEqual([1, 2]);
  expect(setup.received(invoice.email)).toHaveLength(1);
});

test("the same address gets a limited number in a day, and the rest on the next", async () => {
  const company = await setup.company({ steps: [{ days: 0 }] });
  const email = "many@example.com";
  const customer_id = await company.customer({ email });
  for (let count = 0; count < mailsMax.toRecipient + 1; count++)
    await setup.issue(company, 0, { customer_id });
  await setup.pass();
  expect(setup.received(email)).toHaveLength(mailsMax.toRecipient);
  await setup.days(2);
  expect(setup.received(email)).toHaveLength(mailsMax.toRecipient + 1);
});

test("a suspended company reminds nobody until it is active again", async () => {
  const company = await setup.company({ steps: [{ days: 0 }] });
  const invoice = await setup.issue(company, 0);
  const { db } = setup.service.context;
  await db.query("update companies set status = 'suspended' where id = $1", [company.id]);
  await setup.days(1);
  expect(setup.received(invoice.email)).toEqual([]);
  await db.query("update companies set status = 'active' where id = $1", [company.id]);
  await setup.days(1);
  expect(setup.received(invoice.email)).toHaveLength(1);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { noon, type TestCompany } from "../../../../test/harness.ts";
import { waitsForLocked } from "../../../../test/locked-rows.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { buyer, type FiscalSetup, startFiscalSetup } from "../../fiscal/registration/registration.fixture.ts";
import { setProfile, suspendCompany } from "../../tenancy/companies/service.ts";
import { setPlan } from "../../tenancy/plans/service.ts";
import { insertSchedules, invoicesOf, recurringOf, runDue, scheduleOf } from "./recurring.fixture.ts";
import { attemptsMax } from "./run.ts";

// A setup has a database of its own: the pass works on every company there is.
let setup: FiscalSetup;
let company: TestCompany;
beforeAll(async () => {
  setup = await startFiscalSetup();
});
beforeEach(async () => {
  setup.clock.set(noon);
  setup.authority.faults.clear();
  company = await setup.integratedCompany();
});
afterAll(() => setup.close());

const run = () => runDue(setup.context);
const runAt = (moment: string) => {
  setup.clock.set(new Date(moment));
  return run();
};
const datesOf = async (id: number) =>
  (await invoicesOf(company, id)).map(({ invoice_date }: { invoice_date: string }) => invoice_date);
const eventTypes = async () =>
  (await company.call("GET /events?limit=100")).body.events
    .map(({ type }: { type: string }) => type)
    .filter((type: string) => /^(recurring_)?invoice\./.test(type));

const failedEventsOf = async (id: number) =>
  (await company.call("GET /events?limit=100&type=recurring_invoice.failed")).body.events
    .map(({ data }: { data: { object: { id: number } } }) => data.object)
    .filter((object: { id: number }) => object.id === id);

describe("a period", () => {
  test("has its invoice as soon as its date begins where the company is", async () => {
    const { id } = await scheduleOf(company, {
      start_date: "2026-11-20",
      payment_terms_days: 14,
      po_number: "PO-1",
    });
    await runAt("2026-11-19T22:59:59Z"); // in Lagos it is still the 19th
    expect(await datesOf(id)).toEqual([]);
    await runAt("2026-11-19T23:00:00Z");
    const [invoice] = await invoicesOf(company, id);
    expect(invoice).toMatchObject({
      status: "draft",
      recurring_invoice_id: id,
      invoice_date: "2026-11-20",
      due_date: "2026-12-04",
      period_start: "2026-11-20",
      period_end: "2026-12-19",
      total: 107.5,
      po_number: "PO-1",
    });
    expect(await recurringOf(company, id)).toMatchObject({
      status: "active",
      last_date: "2026-11-20",
      next_date: "2026-12-20",
      periods_done: 1,
      last_invoice_id: invoice.id,
      last_error: null,
    });
    expect(await eventTypes()).toEqual([
      "recurring_invoice.created",
      "invoice.created",
      "recurring_invoice.invoiced",
    ]);
  });

  test("has the discounts, charges and prices that the schedule shows", async () => {
    const terms = { discounts: [{ percent: 10 }], charges: [{ amount: 5 }], prices_include_tax: true };
    const schedule = await scheduleOf(company, terms);
    await run();
    const [{ id }] = await invoicesOf(company, schedule.id);
    const { invoice } = (await company.call(`GET /invoices/${id}`)).body;
    const { subtotal, discount_total, charge_total, tax_total, taxes, total } = schedule;
    expect(invoice).toMatchObject({
      ...terms,
      subtotal,
      discount_total,
      charge_total,
      tax_total,
      taxes,
      total,
    });
  });

  test("has one invoice, however many passes run at once", async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await scheduleOf(company)).id as number));
    const node = await setup.anotherNode();
    node.clock.set(setup.clock.now());
    await Promise.all([run(), run(), runDue(node.context), runDue(node.context)]);
    await run();
    for (const id of ids) expect(await datesOf(id)).toEqual(["2026-11-15"]);
  });

  test("has one invoice, whoever writes: the database refuses another", async () => {
    const { id } = await scheduleOf(company);
    await run();
    const twice = setup.context.db.query(
      `insert into invoices (company_id, status, customer_id, invoice_date, due_date, currency, subtotal, tax_total, total,
         taxes, source, portal_secret, metadata, created_at, updated_at, recurring_invoice_id, period_start, period_end)
       select company_id, status, customer_id, invoice_date, due_date, currency, subtotal, tax_total, total, taxes, source,
         portal_secret, metadata, created_at, updated_at, recurring_invoice_id, period_start, period_end
       from invoices where company_id = $1 and recurring_invoice_id = $2`,
      [company.id, id],
    );
    await expect(twice).rejects.toMatchObject({ constraint: "invoices_recurring_period" });
    const moved = setup.context.db.query(
      "update invoices set period_start = period_start + 1 where company_id = $1 and recurring_invoice_id = $2",
      [company.id, id],
    );
    await expect(moved).rejects.toMatchObject({ constraint: "invoices_period_is_fixed" });
  });

  test("is left to another worker that has the schedule in hand", async () => {
    const { id } = await scheduleOf(company);
    expect(await waitsForLocked(setup.context.db, "recurring_invoices", company.id, run)).toBe(false);
    expect(await datesOf(id)).toEqual([]);
    await run();
    expect(await datesOf(id)).toEqual(["2026-11-15"]);
  });

  test("of a deleted draft does not come again", async () => {
    const { id } = await scheduleOf(company);
    await run();
    const [{ id: invoiceId }] = await invoicesOf(company, id);
    expect((await company.call(`DELETE /invoices/${invoiceId}`)).status).toBe(200);
    await run();
    expect(await datesOf(id)).toEqual([]);
    expect((await recurringOf(company, id)).last_invoice_id).toBeNull();
  });

  test("is issued, and registered by the pass that registers, as the schedule says", async () => {
    const customer_id = await company.customer(buyer);
    const issued = await scheduleOf(company, { customer_id, action: "issue" });
    const registered = await scheduleOf(company, { customer_id, action: "issue_and_register" });
    await run();
    expect((await invoicesOf(company, issued.id))[0]).toMatchObject({
      status: "open",
      fiscal_status: "none",
    });
    expect((await invoicesOf(company, registered.id))[0]).toMatchObject({
      status: "open",
      fiscal_status: "pending",
    });
    expect(setup.authority.documents()).toHaveLength(0);
    await setup.reconcile(60_000);
    const [invoice] = await invoicesOf(company, registered.id);
    expect(invoice).toMatchObject({ fiscal_status: "registered", irn: expect.any(String) });
    expect(setup.authority.documents()).toHaveLength(1);
  });
});

describe("periods of one company that are due at once", () => {
  const schedules = (count: number, fields: object = {}) =>
    Promise.all(Array.from({ length: count }, async () => (await scheduleOf(company, fields)).id as number));
  const transactions = async () => {
    const [row] = await setup.context.db.query<{ count: number }>(
      "select count(distinct xmin::text)::int as count from invoices where company_id = $1",
      [company.id],
    );
    return row!.count;
  };

  test("share transactions, and each has its invoice and its next date", async () => {
    const ids = await schedules(12, { action: "issue" });
    await run();
    const numbers = [];
    for (const id of ids) {
      const [invoice, ...others] = await invoicesOf(company, id);
      expect([invoice.status, others]).toEqual(["open", []]);
      expect(await recurringOf(company, id)).toMatchObject({ next_date: "2026-12-15", periods_done: 1 });
      numbers.push(invoice.number);
    }
    expect(new Set(numbers).size).toBe(12);
    expect(await transactions()).toBe(2);
    expect((await eventTypes()).filter((type: string) => type === "recurring_invoice.invoiced")).toHaveLength(
      12,
    );
  });

  test("are made one by one if one of them is refused", async () => {
    const ids = await schedules(6, { action: "issue" });
    await inTransaction(setup.context.db, (tx) =>
      setPlan({ tx, now: setup.clock.now() }, company.id, { quotaInvoices: 4 }),
    );
    await run();
    const made = await Promise.all(ids.map(async (id) => (await datesOf(id)).length));
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(4);
    const errors = await Promise.all(ids.map(async (id) => (await recurringOf(company, id)).last_error));
    expect(errors.filter((error) => error?.code === "quota_exceeded")).toHaveLength(2);
    expect(await transactions()).toBe(4);
  });

  test("are all caught up where several are due of each", async () => {
    const ids = await schedules(3);
    await runAt("2027-01-20T12:00:00Z");
    for (const id of ids) expect(await datesOf(id)).toEqual(["2026-11-15", "2026-12-15", "2027-01-15"]);
  });
});

describe("after an outage", () => {
  test("each missed period is caught up with its own date, and the next date follows the rule", async () => {
    const { id } = await scheduleOf(company, { day_of_month: 31 });
    await runAt("2027-04-02T12:00:00Z");
    expect(await datesOf(id)).toEqual(["2026-11-30", "2026-12-31", "2027-01-31", "2027-02-28", "2027-03-31"]);
    expect(await recurringOf(company, id)).toMatchObject({ next_date: "2027-04-30", periods_done: 5 });
  });

  test("all but the latest are skipped, if the schedule says so, and do not count", async () => {
    const { id } = await scheduleOf(company, { day_of_month: 31, missed: "skip", count: 2 });
    await runAt("2027-04-02T12:00:00Z");
    expect(await datesOf(id)).toEqual(["2027-03-31"]);
    expect(await recurringOf(company, id)).toMatchObject({ next_date: "2027-04-30", periods_done: 1 });
    await runAt("2027-04-30T12:00:00Z");
    expect(await recurringOf(company, id)).toMatchObject({
      status: "ended",
      next_date: null,
      periods_done: 2,
    });
  });

  test("a change of the notes does not bring skipped periods back", async () => {
    const { id } = await scheduleOf(company, { missed: "skip" });
    await runAt("2027-04-02T12:00:00Z");
    await company.call(`PATCH /recurring_invoices/${id}`, { body: { notes: "x" } });
    await run();
    expect(await datesOf(id)).toEqual(["2027-03-15"]);
  });

  test("of a schedule that ended meanwhile, what came before its end is made", async () => {
    const { id } = await scheduleOf(company, { end_date: "2027-01-20", missed: "skip" });
    await runAt("2027-04-02T12:00:00Z");
    expect(await datesOf(id)).toEqual(["2027-01-15"]);
    expect((await eventTypes()).slice(-2)).toEqual(["recurring_invoice.invoiced", "recurring_invoice.ended"]);
  });
});

describe("a period that fails", () => {
  const failed = { code: "quota_exceeded", invoice_id: null, message: expect.stringContaining("quota") };

  test("tells the company, and does not stop the next", async () => {
    const { id } = await scheduleOf(company, { action: "issue" });
    const limit = (quotaInvoices: number | null) =>
      inTransaction(setup.context.db, (tx) =>
        setPlan({ tx, now: setup.clock.now() }, company.id, { quotaInvoices }),
      );
    await limit(0);
    await run();
    expect(await recurringOf(company, id)).toMatchObject({
      status: "active",
      next_date: "2026-12-15",
      last_error: { date: "2026-11-15", ...failed },
    });
    expect(await eventTypes()).toEqual(["recurring_invoice.created", "recurring_invoice.failed"]);
    await limit(null);
    await runAt("2026-12-15T12:00:00Z");
    expect(await datesOf(id)).toEqual(["2026-12-15"]);
    const { body } = await company.call(`PATCH /recurring_invoices/${id}`, { body: { notes: "x" } });
    expect(body.recurring_invoice.last_error).toBeNull();
  });

  test("at the authority's requirements leaves a draft, which can be registered once its data is complete", async () => {
    const customer_id = await company.customer({ name: "No tax number" });
    const { id } = await scheduleOf(company, { customer_id, action: "issue_and_register" });
    await run();
    const [draft] = await invoicesOf(company, id);
    expect(draft).toMatchObject({ status: "draft", number: null, fiscal_status: "none" });
    expect((await recurringOf(company, id)).last_error).toMatchObject({
      date: "2026-11-15",
      invoice_id: draft.id,
      message: expect.any(String),
    });
    await company.call(`PATCH /customers/${customer_id}`, { body: buyer });
    expect((await company.call(`POST /invoices/${draft.id}/register`)).status).toBe(200);
  });

  test("for want of an integration leaves a draft too", async () => {
    company = await setup.company();
    const { id } = await scheduleOf(company, { action: "issue_and_register" });
    await run();
    expect((await invoicesOf(company, id))[0].status).toBe("draft");
    expect((await recurringOf(company, id)).last_error.code).toBe("integration_not_configured");
  });

  test("says why there is not even a draft, rather than what would have happened to it", async () => {
    company = await setup.company();
    const { id } = await scheduleOf(company, { action: "issue_and_register" });
    await inTransaction(setup.context.db, (tx) =>
      setPlan({ tx, now: setup.clock.now() }, company.id, { quotaInvoices: 0 }),
    );
    await run();
    expect((await recurringOf(company, id)).last_error).toMatchObject(failed);
  });
});

describe("a company", () => {
  const switchInvoicing = (to: "enable" | "disable") =>
    inTransaction(setup.context.db, (tx) =>
      setPlan({ tx, now: setup.clock.now() }, company.id, { [to]: ["invoicing"] }),
    );

  test("whose invoicing the operator switched off gets no invoices meanwhile; then `missed` decides", async () => {
    const customer_id = await company.customer(buyer);
    const all = await scheduleOf(company, { customer_id, action: "issue_and_register" });
    const latest = await scheduleOf(company, { customer_id, missed: "skip" });
    await switchInvoicing("disable");
    await run();
    await runAt("2027-01-20T12:00:00Z");
    await switchInvoicing("enable");
    expect(await datesOf(all.id)).toEqual([]);
    expect(await recurringOf(company, all.id)).toMatchObject({
      status: "active",
      next_date: "2026-11-15",
      periods_done: 0,
      last_error: null,
    });
    await runAt("2027-01-20T13:00:00Z");
    expect(await datesOf(all.id)).toEqual(["2026-11-15", "2026-12-15", "2027-01-15"]);
    expect(await datesOf(latest.id)).toEqual(["2027-01-15"]);
  });

  test("whose invoicing is off does not hold up others, however many schedules it has", async () => {
    const others = await setup.company();
    const { id } = await scheduleOf(company);
    const customerId = await company.customer();
    await insertSchedules(setup.context, company, customerId, 150);
    await setup.context.db.query(
      "update recurring_invoices set next_date = '2026-11-01', next_run_at = $2 where company_id = $1 and id <> $3",
      [company.id, new Date("2026-11-01T00:00:00Z"), id],
    );
    await switchInvoicing("disable");
    const due = await scheduleOf(others);
    await run();
    expect(await invoicesOf(others, due.id)).toHaveLength(1);
    await setup.context.db.query("delete from recurring_invoices where company_id = $1", [company.id]);
  });

  test("that is suspended gets no invoices until it is active again, and then all of them", async () => {
    const { id } = await scheduleOf(company);
    const { db } = setup.context;
    await inTransaction(db, (tx) => suspendCompany({ tx, now: setup.clock.now() }, company.id));
    await run();
    await db.query("update companies set status = 'active' where id = $1", [company.id]);
    expect(await datesOf(id)).toEqual([]);
    setup.clock.advance(60 * 60_000);
    await run();
    expect(await datesOf(id)).toEqual(["2026-11-15"]);
  });

  test("that moves to another time zone gets them when the date begins there", async () => {
    const { id } = await scheduleOf(company, { start_date: "2026-11-20" });
    await inTransaction(setup.context.db, (tx) =>
      setProfile({ tx, now: setup.clock.now() }, company.id, { time_zone: "America/Los_Angeles" }),
    );
    await runAt("2026-11-20T07:59:59Z");
    expect(await datesOf(id)).toEqual([]);
    await runAt("2026-11-20T08:00:00Z");
    expect(await datesOf(id)).toEqual(["2026-11-20"]);
  });
});

test("a schedule that can't be run does not hold up the others", async () => {
  const broken = await scheduleOf(company, { start_date: "2026-11-10" });
  const sound = await scheduleOf(company);
  const { db } = setup.context;
  await db.query(
    `update recurring_invoices set document = document - 'lines' where company_id = $1 and id = $2`,
    [company.id, broken.id],
  );
  await run();
  expect(await datesOf(sound.id)).toEqual(["2026-11-15"]);
  expect(setup.logged.join("\n")).toContain("recurring invoice postponed");
  await db.query("delete from recurring_invoices where company_id = $1 and id = $2", [company.id, broken.id]);
});

test("a period that fails again and again for an unknown reason is reported, whoever tries it, and the next has its turn", async () => {
  const { id } = await scheduleOf(company, { start_date: "2026-12-01", interval: "day" });
  const { db } = setup.context;
  const setLines = (sql: string) =>
    db.query(`update recurring_invoices set document = ${sql} where company_id = $1 and id = $2`, [
      company.id,
      id,
    ]);
  await setLines("jsonb_set(document::jsonb, '{other}', document::jsonb -> 'lines') - 'lines'");
  setup.clock.set(new Date("2026-12-01T12:00:00Z"));
  for (let attempt = 1; attempt < attemptsMax; attempt++) {
    // Each attempt is another node's, as if the service was restarted in between.
    const node = await setup.anotherNode();
    node.clock.set(setup.clock.now());
    await runDue(node.context);
    setup.clock.advance(6 * 60_000);
  }
  expect(await failedEventsOf(id)).toEqual([]);
  await run();
  expect(await failedEventsOf(id)).toMatchObject([
    { last_error: { date: "2026-12-01", code: "internal_error", invoice_id: null }, next_date: "2026-12-02" },
  ]);
  expect(await datesOf(id)).toEqual([]);
  await setLines("jsonb_set(document::jsonb, '{lines}', document::jsonb -> 'other') - 'other'");
  await runAt("2026-12-02T12:00:00Z");
  expect(await datesOf(id)).toEqual(["2026-12-02"]);
});

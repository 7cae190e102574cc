import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  madeAtNoon,
  noon,
  startService,
  type TestCompany,
  type TestService,
} from "../../../../test/harness.ts";
import { recurringOf, scheduleOf } from "./recurring.fixture.ts";

let service: TestService;
let company: TestCompany;
let customer_id: number;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  service.clock.set(noon);
  company = await service.company();
  customer_id = await company.customer();
});
afterAll(() => service.close());

const line = { description: "Maintenance", quantity: 2, unit_price: 100, tax_rate: 7.5 };
const monthly = { lines: [line], interval: "month", start_date: "2026-11-15" };
const create = (fields: object = {}) =>
  company.call("POST /recurring_invoices", { body: { customer_id, ...monthly, ...fields } });
const patch = (id: number, body: object) => company.call(`PATCH /recurring_invoices/${id}`, { body });
const faultsOf = async (fields: object) => {
  const { status, body } = await create(fields);
  return [status, ...(body.errors ?? []).map(({ field }: { field: string }) => field)];
};
const eventTypes = async () =>
  (await company.call("GET /events?limit=100")).body.events
    .map(({ type }: { type: string }) => type)
    .filter((type: string) => type.startsWith("recurring_invoice."));

describe("a recurring invoice", () => {
  test("has the company's defaults, its totals and its next date", async () => {
    const { status, body } = await create({
      po_number: "PO-1",
      notes: "Thank you",
      metadata: { contract: 7 },
    });
    expect([status, body.recurring_invoice]).toEqual([
      201,
      {
        ...madeAtNoon,
        status: "active",
        customer_id,
        customer_name: expect.any(String),
        currency: "NGN",
        prices_include_tax: false,
        withholding: null,
        withholding_amount: 0,
        discounts: [],
        charges: [],
        subtotal: 200,
        discount_total: 0,
        charge_total: 0,
        tax_total: 15,
        taxes: [{ category: "S", rate: 7.5, taxable_amount: 200, tax_amount: 15 }],
        total: 215,
        interval: "month",
        interval_count: 1,
        day_of_month: null,
        start_date: "2026-11-15",
        end_date: null,
        count: null,
        action: "draft",
        missed: "catch_up",
        payment_terms_days: null,
        next_date: "2026-11-15",
        last_date: null,
        periods_done: 0,
        last_invoice_id: null,
        last_error: null,
        po_number: "PO-1",
        external_id: null,
        notes: "Thank you",
        metadata: { contract: 7 },
        lines: [
          {
            ...line,
            tax_category: "S",
            exemption_reason: null,
            product_id: null,
            unit_code: "C62",
            hs_code: null,
            service_code: null,
            discounts: [],
            charges: [],
            gross_amount: 200,
            discount_amount: 0,
            charge_amount: 0,
            net_amount: 200,
            tax_amount: 15,
            total_amount: 215,
          },
        ],
      },
    ]);
    expect(await recurringOf(company, body.recurring_invoice.id)).toEqual(body.recurring_invoice);
    expect(await eventTypes()).toEqual(["recurring_invoice.created"]);
  });

  test("keeps the price that its product had, whatever the product costs later", async () => {
    const { product } = (
      await company.call("POST /products", { body: { name: "Hosting", unit_price: 50, tax_rate: 5 } })
    ).body;
    const { id } = await scheduleOf(company, {
      customer_id,
      lines: [{ product_id: product.id, quantity: 1 }],
    });
    await company.call(`PATCH /products/${product.id}`, { body: { unit_price: 70, tax_rate: 10 } });
    const { body } = await patch(id, { notes: "x" });
    expect(body.recurring_invoice.lines[0]).toMatchObject({
      description: "Hosting",
      unit_price: 50,
      tax_rate: 5,
    });
    expect(body.recurring_invoice.total).toBe(52.5);
  });

  test("keeps discounts, charges and prices with tax, and the customer's discount of that day", async () => {
    const given = { discounts: [{ amount: 15 }], charges: [{ percent: 10 }], prices_include_tax: true };
    const { body } = await create({ ...given, lines: [{ ...line, discounts: [{ percent: 50 }] }] });
    expect(body.recurring_invoice).toMatchObject({
      ...given,
      total: 93.5,
      lines: [{ discount_amount: 100 }],
    });
    const loyal = await company.customer({ default_discount_percent: 10 });
    const { id, total } = await scheduleOf(company, { customer_id: loyal, lines: [line] });
    expect(total).toBe(193.5);
    await company.call(`PATCH /customers/${loyal}`, { body: { default_discount_percent: 20 } });
    expect((await patch(id, { notes: "x" })).body.recurring_invoice.total).toBe(193.5);
  });

  test.each([
    [{ end_date: "2027-01-01", count: 3 }, ["count"]],
    [{ interval: "week", day_of_month: 3 }, ["day_of_month"]],
    [{ end_date: "2026-11-14" }, ["end_date"]],
    [{ end_date: "2026-11-20", day_of_month: 30 }, ["end_date"]],
    [{ start_date: "2026-10-14" }, ["start_date"]],
    [{ start_date: "1926-11-15", customer_id: 999_999 }, ["start_date", "customer_id"]],
    [{ lines: [{ product_id: 999_999, quantity: 1 }] }, ["lines[0].product_id"]],
    [{ interval: "decade" }, ["interval"]],
    [{ interval_count: 0 }, ["interval_count"]],
    [{ day_of_month: 32 }, ["day_of_month"]],
    [{ count: 0 }, ["count"]],
    [{ payment_terms_days: -1 }, ["payment_terms_days"]],
  ])("with %j is refused", async (fields, faults) => {
    expect(await faultsOf(fields)).toEqual([422, ...faults]);
  });

  test("has an external_id that no other has", async () => {
    const { id } = await scheduleOf(company, { customer_id, external_id: "contract-7" });
    expect(await faultsOf({ external_id: "contract-7" })).toEqual([422, "external_id"]);
    const { body } = await company.call("GET /recurring_invoices?external_id=contract-7");
    expect(body.recurring_invoices.map((each: { id: number }) => each.id)).toEqual([id]);
  });

  test("of another company is 404", async () => {
    const other = await service.company();
    const { id } = await scheduleOf(company, { customer_id });
    for (const operation of ["GET ", "PATCH "]) {
      const options = operation === "PATCH " ? { body: { notes: "x" } } : {};
      expect((await other.call(`${operation}/recurring_invoices/${id}`, options)).status).toBe(404);
    }
    for (const action of ["POST pause", "POST resume", "GET preview"]) {
      const [method, name] = action.split(" ");
      expect((await other.call(`${method} /recurring_invoices/${id}/${name}`)).status).toBe(404);
    }
  });
});

describe("a change", () => {
  test("of the rule counts from today, and of anything else leaves the next date", async () => {
    const { id } = await scheduleOf(company, { customer_id, start_date: "2026-11-20" });
    expect((await patch(id, { notes: "x" })).body.recurring_invoice.next_date).toBe("2026-11-20");
    expect((await patch(id, { day_of_month: 31 })).body.recurring_invoice.next_date).toBe("2026-11-30");
    expect((await patch(id, { interval: "week", day_of_month: null })).body.recurring_invoice.next_date).toBe(
      "2026-11-20",
    );
    expect((await patch(id, { start_date: "2026-11-10" })).body.recurring_invoice.next_date).toBe(
      "2026-11-10",
    );
  });

  test("of the lines changes the totals, and of the currency prices them again", async () => {
    const { id } = await scheduleOf(company, { customer_id });
    const { body } = await patch(id, { lines: [{ ...line, quantity: 3 }], currency: "JPY" });
    expect(body.recurring_invoice).toMatchObject({
      currency: "JPY",
      subtotal: 300,
      tax_total: 23,
      total: 323,
    });
  });

  test("that leaves no date ends it, and what is ended can't be changed, paused or resumed", async () => {
    const { id } = await scheduleOf(company, { customer_id, start_date: "2026-11-16" });
    const { body } = await patch(id, {
      start_date: "2026-11-15",
      interval: "year",
      day_of_month: 20,
      end_date: "2026-11-16",
    });
    expect(body.recurring_invoice).toMatchObject({ status: "ended", next_date: null });
    expect(await eventTypes()).toEqual([
      "recurring_invoice.created",
      "recurring_invoice.updated",
      "recurring_invoice.ended",
    ]);
    expect((await patch(id, { notes: "x" })).body.code).toBe("invalid_state");
    for (const action of ["pause", "resume"]) {
      expect((await company.call(`POST /recurring_invoices/${id}/${action}`)).body.code).toBe(
        "invalid_state",
      );
    }
  });
});

describe("a pause", () => {
  const act = (id: number, action: string) => company.call(`POST /recurring_invoices/${id}/${action}`);

  test("leaves out its dates: a resumed one goes on with the first date from today on", async () => {
    const { id } = await scheduleOf(company, { customer_id, start_date: "2026-11-20" });
    expect((await act(id, "pause")).body.recurring_invoice).toMatchObject({
      status: "paused",
      next_date: null,
    });
    expect((await act(id, "pause")).body.code).toBe("invalid_state");
    service.clock.set(new Date("2027-01-20T11:00:00Z"));
    expect((await act(id, "resume")).body.recurring_invoice).toMatchObject({
      status: "active",
      next_date: "2027-01-20",
    });
    expect((await act(id, "resume")).body.code).toBe("invalid_state");
    expect(await eventTypes()).toEqual([
      "recurring_invoice.created",
      "recurring_invoice.paused",
      "recurring_invoice.resumed",
    ]);
  });

  test("beyond the last date ends it when it is resumed", async () => {
    const { id } = await scheduleOf(company, { customer_id, end_date: "2026-12-31" });
    await act(id, "pause");
    service.clock.set(new Date("2027-01-20T11:00:00Z"));
    expect((await act(id, "resume")).body.recurring_invoice.status).toBe("ended");
  });
});

describe("the preview", () => {
  const preview = async (id: number) =>
    (await company.call(`GET /recurring_invoices/${id}/preview`)).body.invoices as Record<string, string>[];

  test("shows twelve dates with their periods and due dates", async () => {
    const { id } = await scheduleOf(company, { customer_id, day_of_month: 31, payment_terms_days: 10 });
    const dates = await preview(id);
    expect(dates.map(({ invoice_date }) => invoice_date)).toEqual(
      "2026-11-30 2026-12-31 2027-01-31 2027-02-28 2027-03-31 2027-04-30 2027-05-31 2027-06-30 2027-07-31 2027-08-31 2027-09-30 2027-10-31".split(
        " ",
      ),
    );
    expect(dates[3]).toEqual({
      invoice_date: "2027-02-28",
      due_date: "2027-03-10",
      period_start: "2027-02-28",
      period_end: "2027-03-30",
    });
  });

  test("ends where the schedule ends", async () => {
    const counted = await scheduleOf(company, { customer_id, count: 2 });
    const dated = await scheduleOf(company, { customer_id, end_date: "2027-01-15" });
    expect([await preview(counted.id), await preview(dated.id)].map(({ length }) => length)).toEqual([2, 3]);
  });

  test("of a paused one begins today", async () => {
    const { id } = await scheduleOf(company, { customer_id, start_date: "2026-11-14" });
    await company.call(`POST /recurring_invoices/${id}/pause`);
    expect((await preview(id))[0]!.invoice_date).toBe("2026-12-14");
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { waitsForLocked } from "../../../../test/locked-rows.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { setProfile } from "../../tenancy/companies/service.ts";
import { emitOverdueEvents } from "./overdue.ts";

// The pass works on every company there is, so this file lives in 2020: what other files make falls due later.
const start = new Date("2020-03-02T11:00:00.000Z");

let service: TestService;
beforeAll(async () => {
  service = await startService({ now: start });
});
beforeEach(() => service.clock.set(start));
afterAll(() => service.close());

/** An open invoice that is due on the tenth. */
async function openInvoice(company: TestCompany, fields: object = {}): Promise<number> {
  const { id } = await company.draft({ due_date: "2020-03-10", ...fields });
  await company.call(`POST /invoices/${id}/issue`);
  return id;
}
const isOverdue = async (company: TestCompany, id: number): Promise<boolean> =>
  (await company.call(`GET /invoices/${id}`)).body.invoice.overdue;
const listed = async (company: TestCompany, query = "status=overdue"): Promise<number[]> =>
  (await company.call(`GET /invoices?${query}`)).body.invoices.map(({ id }: { id: number }) => id);
const eventsOf = async (company: TestCompany) => {
  const rows = await service.context.db.query<{ body: string }>(
    "select body from events where company_id = $1 and type = 'invoice.overdue' order by sequence",
    [company.id],
  );
  return rows.map(({ body }) => JSON.parse(body));
};
const dueDayEnds = "2020-03-10T23:00:00.000Z"; // in Lagos
const moveTo = (moment: string) => service.clock.set(new Date(moment));

describe("overdue", () => {
  test("is false to the end of the due date where the company is, and true from then on", async () => {
    const company = await service.company();
    const id = await openInvoice(company);
    for (const [moment, overdue] of [
      [start.toISOString(), false],
      ["2020-03-10T22:59:59.999Z", false],
      [dueDayEnds, true],
      ["2021-01-01T00:00:00.000Z", true],
    ] as const) {
      moveTo(moment);
      expect([moment, await isOverdue(company, id)]).toEqual([moment, overdue]);
      expect([moment, await listed(company)]).toEqual([moment, overdue ? [id] : []]);
    }
  });

  test("follows the company's own time zone", async () => {
    const company = await service.company({ profile: { time_zone: "Pacific/Auckland" } });
    const id = await openInvoice(company);
    moveTo("2020-03-10T10:59:59.999Z");
    expect(await isOverdue(company, id)).toBe(false);
    moveTo("2020-03-10T11:00:00.000Z");
    expect(await isOverdue(company, id)).toBe(true);
  });

  test("ends where the company moves to a time zone in which the due date is not over yet", async () => {
    const company = await service.company({ profile: { time_zone: "Pacific/Auckland" } });
    const id = await openInvoice(company);
    moveTo("2020-03-10T11:00:00.000Z");
    await emitOverdueEvents(service.context);
    expect([await isOverdue(company, id), await listed(company)]).toEqual([true, [id]]);
    await inTransaction(service.context.db, (tx) =>
      setProfile({ tx, now: service.clock.now() }, company.id, { time_zone: "Africa/Lagos" }),
    );
    await expect.poll(() => isOverdue(company, id)).toBe(false);
    expect(await listed(company)).toEqual([]);
  });

  test("is the same before and after the pass, in one and in the list", async () => {
    const company = await service.company();
    const id = await openInvoice(company);
    moveTo(dueDayEnds);
    const before = (await company.call(`GET /invoices/${id}`)).body;
    expect(await listed(company)).toEqual([id]);
    await emitOverdueEvents(service.context);
    expect((await company.call(`GET /invoices/${id}`)).body).toEqual(before);
    expect(await listed(company)).toEqual([id]);
  });

  test("is never stored as a status: the invoice stays open, and status=open finds it", async () => {
    const company = await service.company();
    const id = await openInvoice(company);
    moveTo(dueDayEnds);
    await emitOverdueEvents(service.context);
    expect((await company.call(`GET /invoices/${id}`)).body.invoice.status).toBe("open");
    expect(await listed(company, "status=open")).toEqual([id]);
  });

  test.each([
    ["a draft", []],
    ["a void one", ["issue", "void"]],
    ["one written off", ["issue", "write_off"]],
  ])("is never true of %s", async (_what, actions) => {
    const company = await service.company();
    const { id } = await company.draft({ due_date: "2020-03-10" });
    for (const action of actions) await company.call(`POST /invoices/${id}/${action}`);
    moveTo("2020-06-01T00:00:00.000Z");
    await emitOverdueEvents(service.context);
    expect(await isOverdue(company, id)).toBe(false);
    expect(await listed(company)).toEqual([]);
    expect(await eventsOf(company)).toEqual([]);
  });

  test("ends when the invoice is voided or written off, also after the pass", async () => {
    const company = await service.company();
    const [voided, writtenOff] = [await openInvoice(company), await openInvoice(company)];
    moveTo(dueDayEnds);
    await emitOverdueEvents(service.context);
    await company.call(`POST /invoices/${voided}/void`);
    await company.call(`POST /invoices/${writtenOff}/write_off`);
    expect([await isOverdue(company, voided), await isOverdue(company, writtenOff)]).toEqual([false, false]);
    expect(await listed(company)).toEqual([]);
  });
});

describe("GET /invoices?status=overdue", () => {
  test("finds those the pass has marked and those it has not, newest first, each once, along the cursor too", async () => {
    const company = await service.company();
    const ids: number[] = [];
    for (const due_date of ["2020-03-10", "2020-03-11", "2020-03-10", "2020-03-11", "2020-03-12"]) {
      ids.push(await openInvoice(company, { due_date }));
      service.clock.advance(1000);
    }
    moveTo(dueDayEnds);
    await emitOverdueEvents(service.context);
    moveTo("2020-03-11T23:00:00.000Z");
    const wanted = [ids[3], ids[2], ids[1], ids[0]];
    expect(await listed(company)).toEqual(wanted);
    const { body } = await company.call("GET /invoices?status=overdue&limit=3&include=total_count");
    expect(body.pagination).toMatchObject({ has_more: true, total_count: 4 });
    const rest = await listed(company, `status=overdue&limit=3&cursor=${body.pagination.next_cursor}`);
    expect([...body.invoices.map(({ id }: { id: number }) => id), ...rest]).toEqual(wanted);
  });

  test("goes with every other filter, q included", async () => {
    const company = await service.company();
    const customer_id = await company.customer({ name: "Late Payers Ltd" });
    const id = await openInvoice(company, { customer_id, currency: "USD" });
    await openInvoice(company);
    moveTo(dueDayEnds);
    for (const filter of [`customer_id=${customer_id}`, "currency=USD", "q=late", "q=INV-000001"]) {
      const { status, body } = await company.call(
        `GET /invoices?status=overdue&${filter}&include=lines,total_count`,
      );
      expect([filter, status, body.invoices?.map((invoice: { id: number }) => invoice.id)]).toEqual([
        filter,
        200,
        [id],
      ]);
    }
  });
});

describe("the event invoice.overdue", () => {
  test("is written once for each invoice, however often the pass runs", async () => {
    const company = await service.company();
    const ids = [await openInvoice(company), await openInvoice(company)];
    moveTo("2020-03-10T22:59:59.999Z");
    await emitOverdueEvents(service.context);
    expect(await eventsOf(company)).toEqual([]);
    moveTo(dueDayEnds);
    await Promise.all([1, 2, 3].map(() => emitOverdueEvents(service.context)));
    moveTo("2020-03-12T00:00:00.000Z");
    await emitOverdueEvents(service.context);
    const events = await eventsOf(company);
    expect(events.map((event) => event.data.object.id).sort()).toEqual([...ids].sort());
  });

  test("shows the invoice as GET does, and the service itself as its cause", async () => {
    const company = await service.company();
    const id = await openInvoice(company);
    moveTo(dueDayEnds);
    await emitOverdueEvents(service.context);
    const [event] = await eventsOf(company);
    const { invoice } = (await company.call(`GET /invoices/${id}`)).body;
    expect(event).toEqual({
      id: await company.eventId(event.sequence),
      type: "invoice.overdue",
      sequence: event.sequence,
      created_at: dueDayEnds,
      api_version: "v1",
      company_id: company.id,
      actor: { type: "system", id: null },
      request_id: null,
      data: { object: invoice },
    });
    expect(invoice.overdue).toBe(true);
  });

  test("is written for several hundred at once, and leaves the sequence without a gap", async () => {
    const company = await service.company();
    const { customer_id } = await company.draft();
    await service.context.db.query(
      `insert into invoices (company_id, status, number, customer_id, customer_snapshot, supplier_snapshot, invoice_date,
         due_date, currency, subtotal, tax_total, total, taxes, source, portal_secret, metadata, created_at, updated_at)
       select $1, 'open', 'OLD-' || n, $2, '{}', '{}', '2020-03-01', '2020-03-10', 'NGN', 1, 0, 1, '[]', 'api', 's',
         '{}', $3, $3 from generate_series(1, 450) n`,
      [company.id, customer_id, start],
    );
    moveTo(dueDayEnds);
    await emitOverdueEvents(service.context);
    expect(await eventsOf(company)).toHaveLength(450);
    const [row] = await service.context.db.query<{ last: number; count: number }>(
      "select max(sequence) as last, count(*) as count from events where company_id = $1",
      [company.id],
    );
    expect(row!.last).toBe(row!.count);
  });

  test("is not written twice: what another worker has in hand is left to it", async () => {
    const company = await service.company();
    await openInvoice(company);
    moveTo(dueDayEnds);
    const { context } = service;
    expect(await waitsForLocked(context.db, "invoices", company.id, () => emitOverdueEvents(context))).toBe(
      false,
    );
    expect(await eventsOf(company)).toEqual([]);
    await emitOverdueEvents(context);
    expect(await eventsOf(company)).toHaveLength(1);
  });
});

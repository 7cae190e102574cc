import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type FiscalSetup,
  invoiceOf,
  startFiscalSetup,
} from "../../service/src/domains/fiscal/registration/registration.fixture.ts";
import { consume, documentsOf, fiscalStatuses, issued, reported } from "./consume.fixture.ts";

let fixture: FiscalSetup;

beforeAll(async () => {
  fixture = await startFiscalSetup();
});
beforeEach(() => fixture.authority.faults.clear());
afterAll(() => fixture.close());

describe("one run", () => {
  test("registers what is issued, paid or not, and leaves drafts, void and written-off invoices alone", async () => {
    const company = await fixture.integratedCompany();
    const [open, partly, paid, written] = (await issued(fixture, company, 4)) as [
      number,
      number,
      number,
      number,
    ];
    const pay = (invoice_id: number, amount: number) =>
      company.call("POST /payments", { body: { invoice_id, amount } });
    await pay(partly, 100);
    await pay(paid, 145_125);
    await company.call(`POST /invoices/${written}/write_off`);
    const draft = (await fixture.invoice(company)).id;
    const voided = (await fixture.invoice(company)).id;
    await company.call(`POST /invoices/${voided}/void`);

    const { report, events } = await consume(fixture, company);
    expect(report).toMatchObject({
      reason: "done",
      registered: 3,
      pending: 0,
      rejected: 0,
      incomplete: 0,
      exit_code: 0,
    });
    expect(
      reported(events, "registered")
        .map(({ invoice_id }) => invoice_id)
        .toSorted(),
    ).toEqual([open, partly, paid]);
    expect(await fiscalStatuses(company, [open, partly, paid, written, draft, voided])).toEqual([
      "registered",
      "registered",
      "registered",
      "none",
      "none",
      "none",
    ]);
  });

  test("with --include-drafts takes drafts too, which issues them", async () => {
    const company = await fixture.integratedCompany();
    const { id } = await fixture.invoice(company);
    const { report, events } = await consume(fixture, company, { includeDrafts: true });
    const invoice = await invoiceOf(company, id);
    expect([report.registered, report.exit_code, invoice.status]).toEqual([1, 0, "open"]);
    expect(reported(events, "registered")).toMatchObject([
      { invoice_id: id, irn: invoice.irn, invoice: "INV-000001" },
    ]);
  });

  test("skips none and meets none twice, though what is registered leaves the list that is being paged", async () => {
    const company = await fixture.integratedCompany();
    const ids = await issued(fixture, company, 17);
    const { report, events } = await consume(fixture, company, { pageSize: 2, concurrency: 3 });
    const met = reported(events, "registered").map(({ invoice_id }) => invoice_id);
    expect([report.registered, met.length, met.toSorted()]).toEqual([17, 17, ids.toSorted()]);
    expect(await documentsOf(fixture, company, ids)).toEqual(ids.map(() => 1));
  });

  test("takes up what is issued while it runs", async () => {
    const company = await fixture.integratedCompany();
    await issued(fixture, company, 1);
    let later: number[] = [];
    const { report } = await consume(fixture, company, {
      // This is the last list of the first round; all others have been read.
      onRequest: async (url) => {
        if (later.length === 0 && url.includes("fiscal_status=rejected"))
          later = await issued(fixture, company, 1);
      },
    });
    expect([report.registered, await fiscalStatuses(company, later)]).toEqual([2, ["registered"]]);
  });

  test("has nothing to do for a company that is done, and says so", async () => {
    const company = await fixture.integratedCompany();
    const { report, events } = await consume(fixture, company);
    expect([report.registered, report.exit_code, events.map(({ event }) => event)]).toEqual([
      0,
      0,
      ["started"],
    ]);
  });
});

describe("an authority that decides later", () => {
  test("leaves invoices pending: one run counts them and ends well", async () => {
    const company = await fixture.integratedCompany("async_demo");
    const ids = await issued(fixture, company, 2);
    const { report } = await consume(fixture, company, { concurrency: 1 });
    expect(report).toMatchObject({ registered: 0, pending: 2, exit_code: 0 });
    expect(report.pending_invoices.toSorted()).toEqual(ids.toSorted());
    await fixture.reconcile(10 * 60_000);
    expect(await fiscalStatuses(company, ids)).toEqual(["registered", "registered"]);
    expect((await consume(fixture, company)).report).toMatchObject({ pending: 0, exit_code: 0 });
  });

  test("is followed with --watch until it has decided, for and against", async () => {
    const company = await fixture.integratedCompany("async_demo");
    await issued(fixture, company, 2);
    fixture.authority.faults.add({ match: { op: "submit" }, fault: "pending_then_reject" });
    const stop = new AbortController();
    let sleeps = 0;
    const { report, events } = await consume(fixture, company, {
      mode: "watch",
      concurrency: 1,
      stopping: stop.signal,
      onSleep: async () => {
        sleeps += 1;
        if (sleeps === 1) await fixture.reconcile(10 * 60_000);
        else stop.abort();
      },
    });
    expect(reported(events, "pending")).toHaveLength(2);
    expect(reported(events, "registered")).toMatchObject([{ irn: expect.any(String), duration_ms: null }]);
    expect(report).toMatchObject({ reason: "stopped", registered: 1, pending: 0, rejected: 1, exit_code: 1 });
  });
});

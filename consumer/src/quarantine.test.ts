import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  buyer,
  type FiscalSetup,
  startFiscalSetup,
} from "../../service/src/domains/fiscal/registration/registration.fixture.ts";
import { consume, issued, newStateFolder, reported } from "./consume.fixture.ts";

let fixture: FiscalSetup;

beforeAll(async () => {
  fixture = await startFiscalSetup();
});
beforeEach(() => fixture.authority.faults.clear());
afterAll(() => fixture.close());

describe("what is not complete", () => {
  test("is held back with all fields that lack, and never reaches the authority", async () => {
    const company = await fixture.integratedCompany();
    const customer_id = await company.customer({ name: "Nameless Ltd", address: { city: "Lagos" } });
    const { id } = await fixture.invoice(company, { customer_id });
    const calls = fixture.authority.calls().length;
    const { report } = await consume(fixture, company, { includeDrafts: true });
    expect(fixture.authority.calls()).toHaveLength(calls);
    expect([report.exit_code, report.registered]).toEqual([1, 0]);
    expect(report.quarantine).toEqual([
      {
        invoice_id: id,
        invoice: `draft ${id}`,
        state: "incomplete",
        code: "incomplete",
        message: `customer.tax_id: customer ${customer_id} has no tax number (not needed if its kind is "consumer")`,
        errors: [
          {
            field: "customer.tax_id",
            message: `customer ${customer_id} has no tax number (not needed if its kind is "consumer")`,
          },
          {
            field: "customer.address.line1",
            message: `customer ${customer_id} has no street in the address`,
          },
          {
            field: "customer.address.country",
            message: `customer ${customer_id} has no country in the address`,
          },
        ],
        cure: "Add the missing data; the next run registers it.",
        request_id: null,
      },
    ]);
    await company.call(`PATCH /customers/${customer_id}`, { body: buyer });
    expect((await consume(fixture, company, { includeDrafts: true })).report).toMatchObject({
      registered: 1,
      exit_code: 0,
    });
  });

  test("of an issued invoice is held back in the same way; what it says to do gets it registered", async () => {
    const company = await fixture.integratedCompany();
    const customer_id = await company.customer({ name: "Nameless Ltd" });
    const { id } = await fixture.invoice(company, { customer_id });
    await company.call(`POST /invoices/${id}/issue`);
    for (const _ of "12") {
      const { report } = await consume(fixture, company);
      expect(report.quarantine).toMatchObject([{ invoice_id: id, state: "incomplete" }]);
      expect(report.quarantine[0]!.cure).toBe(
        `Add the missing data to the customer or the company, then call POST /invoices/${id}/refresh_parties; the next run registers it.`,
      );
    }
    const { name: _, ...missing } = buyer;
    await company.call(`PATCH /customers/${customer_id}`, { body: missing });
    await company.call(`POST /invoices/${id}/refresh_parties`);
    expect((await consume(fixture, company)).report).toMatchObject({ registered: 1, exit_code: 0 });
  });

  test("of an issued invoice's lines needs a credit note: that is what it says, and the service is asked once", async () => {
    const company = await fixture.integratedCompany();
    const line = { description: "Rice", quantity: 1, unit_price: 10, hs_code: "rice" };
    const { id } = await fixture.invoice(company, { lines: [line] });
    await company.call(`POST /invoices/${id}/issue`);
    const { report, events } = await consume(fixture, company);
    expect(reported(events, "quarantined")).toHaveLength(1);
    expect(report.quarantine).toMatchObject([
      {
        invoice_id: id,
        state: "incomplete",
        code: "fiscal_incomplete",
        cure: expect.stringContaining("credit note"),
      },
    ]);
    const { invoice } = (await company.call(`GET /invoices/${id}`)).body;
    expect(invoice.fiscal_status).toBe("none");
  });

  test("is told by the service where only it knows, asked once, and registered when it is mended within the day", async () => {
    const company = await fixture.integratedCompany();
    const line = { description: "Rice", quantity: 1, unit_price: 10, hs_code: "rice" };
    const { id } = await fixture.invoice(company, { lines: [line] });
    const { report, events } = await consume(fixture, company, { includeDrafts: true });
    expect(reported(events, "quarantined")).toHaveLength(1);
    expect(report.quarantine).toMatchObject([
      {
        invoice_id: id,
        state: "incomplete",
        code: "fiscal_incomplete",
        errors: [{ field: "lines[0].hs_code" }],
      },
    ]);
    await company.call(`PATCH /invoices/${id}`, { body: { lines: [{ ...line, hs_code: "1006.10" }] } });
    expect((await consume(fixture, company, { includeDrafts: true })).report).toMatchObject({
      registered: 1,
      exit_code: 0,
    });
  });

  test("is not asked about again when a list breaks off and is read anew", async () => {
    const company = await fixture.integratedCompany();
    const line = { description: "Rice", quantity: 1, unit_price: 10, hs_code: "rice" };
    await fixture.invoice(company, { lines: [line] });
    let registrations = 0;
    let lost = 0;
    const { report } = await consume(fixture, company, {
      includeDrafts: true,
      onRequest: (url) => {
        if (url.endsWith("/register")) registrations += 1;
        if (!url.includes("status=paid") || lost === 3) return;
        lost += 1;
        throw new Error("lost");
      },
    });
    expect([report.reason, report.incomplete, lost, registrations]).toEqual(["done", 1, 3, 1]);
  });

  test("products are looked through for codes and tax, and named once", async () => {
    const company = await fixture.integratedCompany();
    const post = (body: object) => company.call("POST /products", { body });
    await post({ name: "Rice", tax_rate: 0, hs_code: "1006.10" });
    await post({ name: "Advice", sku: "ADV", kind: "service", tax_rate: 0, tax_category: "E" });
    const { report, events } = await consume(fixture, company);
    expect(report.products).toMatchObject([
      { name: "Advice", sku: "ADV", errors: [{ field: "service_code" }, { field: "exemption_reason" }] },
    ]);
    expect(reported(events, "product_incomplete")).toHaveLength(1);
    expect(report.exit_code).toBe(0);
  });

  test("a product is reported once, not by every run, until what it lacks changes", async () => {
    const company = await fixture.integratedCompany();
    const { body } = await company.call("POST /products", { body: { name: "Advice", kind: "service" } });
    const change = (fields: object) => company.call(`PATCH /products/${body.product.id}`, { body: fields });
    const stateFolder = newStateFolder();
    const namedBy = async () => {
      const { report, events } = await consume(fixture, company, { stateFolder });
      return [
        reported(events, "product_incomplete").length,
        report.products.map((one) => one.reported_before),
      ];
    };
    expect(await namedBy()).toEqual([1, [false]]);
    expect(await namedBy()).toEqual([0, [true]]);
    await change({ tax_rate: 0, tax_category: "E" });
    expect(await namedBy()).toEqual([1, [false]]);
    await change({ active: false });
    expect(await namedBy()).toEqual([0, []]);
    await change({ active: true });
    expect(await namedBy()).toEqual([1, [false]]);
  });

  test("without a folder that can be written, every run reports all products and says why", async () => {
    const company = await fixture.integratedCompany();
    await company.call("POST /products", { body: { name: "Advice", kind: "service" } });
    const stateFolder = path.join(newStateFolder(), "file");
    writeFileSync(stateFolder, "");
    for (const _ of [1, 2]) {
      const { report, events, failures } = await consume(fixture, company, { stateFolder });
      expect([report.exit_code, reported(events, "product_incomplete").length]).toEqual([0, 1]);
      expect(failures).toEqual([expect.stringContaining("Set BILLFOLD_CONSUMER_STATE")]);
    }
  });
});

describe("what the authority rejects", () => {
  test("is quarantined with its fields and not tried again, in this run or the next", async () => {
    const company = await fixture.integratedCompany();
    await issued(fixture, company, 2);
    fixture.authority.faults.add({ match: { op: "submit" }, fault: "reject_fields:2" });
    const first = await consume(fixture, company, { concurrency: 1 });
    expect(first.report).toMatchObject({ registered: 1, rejected: 1, exit_code: 1 });
    const [entry] = first.report.quarantine;
    expect(entry).toMatchObject({
      state: "rejected",
      code: "fiscal_rejected",
      request_id: expect.any(String),
    });
    expect(entry!.errors).toHaveLength(2);
    expect(entry!.cure).toMatch(/refresh_parties|credit note/);
    expect(entry!.cure).not.toContain("PATCH");

    const calls = fixture.authority.calls().length;
    const second = await consume(fixture, company);
    expect(second.report).toMatchObject({ registered: 0, rejected: 1, exit_code: 1 });
    expect(second.report.quarantine).toMatchObject([
      { state: "rejected_earlier", invoice_id: entry!.invoice_id },
    ]);
    expect(second.report.quarantine[0]!.errors).toEqual(entry!.errors);
    expect(fixture.authority.calls()).toHaveLength(calls);

    await company.call(`POST /invoices/${entry!.invoice_id}/register`);
    expect((await consume(fixture, company)).report).toMatchObject({ rejected: 0, exit_code: 0 });
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService, taxed } from "../../../../test/harness.ts";
import { invoicesOf, runOne, scheduleOf } from "../../billing/recurring-invoices/recurring.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const address = { line1: "12 Marina", city: "Lagos", country: "NG" };
const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ description: `Pipe ${index}`, quantity: 1, unit_price: 5 }));

describe.each([
  ["short enough for the main thread", 2, 0],
  ["of 500 lines, written in a thread", 500, 1],
])("a document %s", (_name, count, threaded) => {
  test("is UBL, of an invoice and of its credit note; a draft and what breaks a rule are 422", async () => {
    const company = await service.company({ profile: { ...taxed, ...address } });
    const customer_id = await company.customer({ tax_id: "12345678-0002", address });
    const { id } = await company.draft({ customer_id, lines: lines(count) });
    const draft = await company.call(`GET /invoices/${id}.xml`);
    expect([draft.status, draft.body.code]).toEqual([422, "invalid_state"]);
    await company.call(`POST /invoices/${id}/issue`);
    const note = await company.call(`POST /invoices/${id}/credit_notes`, { body: {} });
    const { threads } = service.context;
    const { run } = threads;
    let jobs = 0;
    threads.run = (job) => {
      jobs += 1;
      return run(job);
    };
    const invoice = await company.call(`GET /invoices/${id}.xml`);
    const credit = await company.call(`GET /credit_notes/${note.body.credit_note.id}.xml`);
    threads.run = run;
    expect([invoice.status, credit.status, jobs]).toEqual([200, 200, 2 * threaded]);
    expect(invoice.headers.get("content-disposition")).toContain('"INV-000001.xml"');
    expect(invoice.text.match(/<cac:InvoiceLine>/g)).toHaveLength(count);
    expect(credit.text.match(/<cac:CreditNoteLine>/g)).toHaveLength(count);
    const bare = await service.company();
    const { id: bareId } = await bare.draft({ lines: lines(count) });
    await bare.call(`POST /invoices/${bareId}/issue`);
    const invalid = await bare.call(`GET /invoices/${bareId}.xml`);
    expect([invalid.status, invalid.body.code]).toEqual([422, "document_invalid"]);
  });
});

test("the invoice of a period has the invoicing period; its credit note, which may be for less, has none", async () => {
  const company = await service.company({ profile: { ...taxed, ...address } });
  const customer_id = await company.customer({ tax_id: "12345678-0002", address });
  const schedule = await scheduleOf(company, { customer_id, action: "issue" });
  await runOne(service.context, company, schedule);
  const [{ id }] = await invoicesOf(company, schedule.id);
  const invoice = await company.call(`GET /invoices/${id}.xml`);
  const period =
    /<cac:InvoicePeriod>\s*<cbc:StartDate>(.+)<\/cbc:StartDate>\s*<cbc:EndDate>(.+)<\/cbc:EndDate>/;
  expect(invoice.text.match(period)?.slice(1)).toEqual(["2026-11-15", "2026-12-14"]);
  const note = await company.call(`POST /invoices/${id}/credit_notes`, { body: {} });
  const credit = await company.call(`GET /credit_notes/${note.body.credit_note.id}.xml`);
  expect([credit.status, credit.text.includes("InvoicePeriod")]).toEqual([200, false]);
});

describe("?syntax=", () => {
  test("cii gives the same document as a Cross Industry Invoice, and ubl what is given without", async () => {
    const company = await service.company({ profile: { ...taxed, ...address } });
    const customer_id = await company.customer({ tax_id: "12345678-0002", address });
    // In a thread, because of its length.
    const { id } = await company.draft({ customer_id, lines: lines(300) });
    expect((await company.call(`GET /invoices/${id}.xml?syntax=cii`)).body.code).toBe("invalid_state");
    await company.call(`POST /invoices/${id}/issue`);
    const note = await company.call(`POST /invoices/${id}/credit_notes`, { body: {} });
    const paths = [`/invoices/${id}.xml`, `/credit_notes/${note.body.credit_note.id}.xml`];
    for (const [index, path] of paths.entries()) {
      const cii = await company.call(`GET ${path}?syntax=cii`);
      expect([cii.status, cii.headers.get("content-type")]).toEqual([200, "application/xml"]);
      expect(cii.text).toContain(`<ram:TypeCode>${["380", "381"][index]}</ram:TypeCode>`);
      expect(cii.text.match(/<ram:IncludedSupplyChainTradeLineItem>/g)).toHaveLength(300);
      const plain = await company.call(`GET ${path}`);
      expect((await company.call(`GET ${path}?syntax=ubl`)).text).toBe(plain.text);
    }
  });

  test("anything else is 422 with what may be given, and the same rules are demanded", async () => {
    const company = await service.company();
    const { id } = await company.draft({ lines: lines(1) });
    await company.call(`POST /invoices/${id}/issue`);
    const unknown = await company.call(`GET /invoices/${id}.xml?syntax=zugferd`);
    expect([unknown.status, unknown.body.errors]).toEqual([
      422,
      [{ field: "syntax", message: expect.stringContaining("ubl, cii") }],
    ]);
    const invalid = await company.call(`GET /invoices/${id}.xml?syntax=cii`);
    expect([invalid.status, invalid.body.code]).toEqual([422, "document_invalid"]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCsv } from "../src/domains/backoffice/imports-exports/csv.ts";
import { canonicalInvoice, freeze, type IssuedInvoice } from "../src/domains/fiscal/canonical/canonical.ts";
import { readPdf } from "../src/domains/sending/documents/pdf.fixture.ts";
import { startService, type TestCompany, type TestService, taxed } from "./harness.ts";
import { signIn } from "./site-session.ts";

const address = { line1: "12 Marina", city: "Lagos", country: "NG" };
const lines = [{ description: "Work", quantity: 1, unit_price: 100 }];
const po_number = "PO-4711/Ä & <co>";
const longest = "W".repeat(50);

let service: TestService;
let company: TestCompany;
let customer_id: number;
beforeAll(async () => {
  service = await startService();
  company = await service.company({ profile: { ...taxed, ...address } });
  customer_id = await company.customer({ tax_id: "12345678-0002", address });
});
afterAll(() => service.close());

const invoiceOf = async (id: number) => (await company.call(`GET /invoices/${id}`)).body.invoice;

async function pdfOf(id: number): Promise<string> {
  const headers = { authorization: `Bearer ${company.appId}:${company.secret}` };
  const response = await fetch(`${service.url}/api/v1/invoices/${id}.pdf`, { headers });
  return readPdf(Buffer.from(await response.arrayBuffer())).text;
}

describe("the purchase order number", () => {
  test("of an invoice is stored, listed, changed and cleared while it is a draft, and null by default", async () => {
    const { id } = await company.draft({ customer_id, po_number });
    expect(await invoiceOf(id)).toMatchObject({ po_number });
    const { body } = await company.call("GET /invoices?limit=1");
    expect(body.invoices[0]).toMatchObject({ id, po_number });
    const patched = await company.call(`PATCH /invoices/${id}`, { body: { po_number: longest } });
    expect(patched.body.invoice.po_number).toBe(longest);
    await company.call(`PATCH /invoices/${id}`, { body: { notes: "x" } });
    expect(await invoiceOf(id)).toMatchObject({ po_number: longest, notes: "x" });
    await company.call(`PATCH /invoices/${id}`, { body: { po_number: null } });
    expect(await invoiceOf(id)).toMatchObject({ po_number: null });
    expect((await company.draft({ customer_id })).po_number).toBeNull();
  });

  test.each([`${longest}W`, 5, {}])("%j is 422 on an invoice, a sale and an order", async (wrong) => {
    const body = { customer_id, lines, po_number: wrong };
    for (const path of ["/invoices", "/sales", "/portal/orders"]) {
      const refused = await company.call(`POST ${path}`, { body });
      expect([refused.status, refused.body.errors[0].field]).toEqual([422, "po_number"]);
    }
  });

  test("of a sale is copied to its invoice", async () => {
    const sale = await company.call("POST /sales", { body: { customer_id, lines } });
    const { id } = sale.body.sale;
    expect(sale.body.sale.po_number).toBeNull();
    const patched = await company.call(`PATCH /sales/${id}`, { body: { po_number } });
    expect(patched.body.sale.po_number).toBe(po_number);
    const { body } = await company.call(`POST /sales/${id}/invoice`);
    expect([body.sale.po_number, body.invoice.po_number]).toEqual([po_number, po_number]);
  });

  test("of a portal order is copied to its sale and its invoice", async () => {
    const { body } = await company.call("POST /portal/orders", { body: { customer_id, lines, po_number } });
    expect([body.order.po_number, body.invoice.po_number]).toEqual([po_number, po_number]);
    expect(await invoiceOf(body.invoice_id)).toEqual(body.invoice);
  });

  test("is fixed once the invoice is issued, and is in its PDF and XML and in those of its credit note", async () => {
    const { id } = await company.draft({ customer_id, lines, po_number });
    await company.call(`POST /invoices/${id}/issue`);
    const refused = await company.call(`PATCH /invoices/${id}`, { body: { po_number: "other" } });
    expect([refused.status, refused.body.code]).toEqual([422, "invalid_state"]);
    expect(await pdfOf(id)).toContain(`Purchase order \n${po_number}`);
    const xml = await company.call(`GET /invoices/${id}.xml`);
    const reference =
      /<cac:OrderReference>\s*<cbc:ID>PO-4711\/Ä &amp; &lt;co&gt;<\/cbc:ID>\s*<\/cac:OrderReference>/;
    expect(xml.text).toMatch(reference);
    const note = await company.call(`POST /invoices/${id}/credit_notes`, { body: {} });
    const credit = await company.call(`GET /credit_notes/${note.body.credit_note.id}.xml`);
    expect(credit.text).toMatch(reference);
  });

  test("leaves no empty space in PDF and XML when it is missing", async () => {
    const { id } = await company.draft({ customer_id, lines });
    await company.call(`POST /invoices/${id}/issue`);
    expect(await pdfOf(id)).not.toContain("Purchase order");
    expect((await company.call(`GET /invoices/${id}.xml`)).text).not.toContain("OrderReference");
  });

  test("is a column of the exported invoices and sales", async () => {
    const own = await service.company();
    const person = await signIn(service, { companyId: own.id });
    await own.draft({ po_number: "PO-1" });
    await own.call("POST /sales", { body: { lines, po_number: "PO-2" } });
    const cellOf = async (list: string) => {
      const { header, rows } = readCsv((await person.call("GET", `/exports/${list}.csv`)).text);
      return rows[0]!.cells[header.indexOf("po_number")];
    };
    expect([await cellOf("invoices"), await cellOf("sales")]).toEqual(["PO-1", "PO-2"]);
  });

  test("does not change the hash of a document without one, which may already be registered", async () => {
    const { id } = await company.draft({ customer_id, lines });
    await company.call(`POST /invoices/${id}/issue`);
    const { po_number: none, ...before } = (await invoiceOf(id)) as IssuedInvoice;
    expect(none).toBeNull();
    expect(freeze(canonicalInvoice({ ...before, po_number: null })).hash).toBe(
      freeze(canonicalInvoice(before)).hash,
    );
  });
});

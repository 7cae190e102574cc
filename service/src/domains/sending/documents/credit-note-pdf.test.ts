import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { creditNoteExample } from "../../billing/credit-notes/schema.ts";
import { creditAmount } from "../../payments/payments/money.fixture.ts";
import { type CorrectedInvoice, type CreditNoteDocument, renderCreditNotePdf } from "./credit-note-pdf.ts";
import { invoiceOf, print } from "./invoice.fixture.ts";
import { embeddedIn, readPdf } from "./pdf.fixture.ts";

const example = creditNoteExample as unknown as CreditNoteDocument;
const corrected: CorrectedInvoice = invoiceOf([{}], { po_number: "PO-4711" });

const proofUrl = "https://billing.example.com/i/in_12_345_AbCdEfGhIjKlMnOpQrStUv/proof";

async function textOf(
  note: Partial<CreditNoteDocument> = {},
  printed: Partial<Parameters<typeof renderCreditNotePdf>[2]> = {},
) {
  const given = { ...print, date: "2026-11-20", proofUrl, ...printed };
  return readPdf(await renderCreditNotePdf({ ...example, ...note }, corrected, given)).text;
}

describe("a credit note on paper", () => {
  test("names its invoice, its date and reason, and adds up to what is credited, not to an amount due", async () => {
    const text = await textOf({ reason: "Cancelled order" });
    expect(text).toContain("Credit note\nCN-000001");
    expect(text).toContain("For invoice \nINV-000042");
    expect(text).toContain("Date \n20 November 2026");
    expect(text).toContain("PO-4711");
    expect(text).toContain("Reason\nCancelled order");
    expect(text).toContain("₦145,125.00");
    expect(text).not.toMatch(/Amount due|Due date|TEST/);
  });

  test("says where it can be verified", async () => {
    const text = await textOf();
    expect(text).toContain("Verify this credit note");
    expect(text.replace(/\s/g, "")).toContain(proofUrl);
  });

  test("has no empty heading where no reason was given", async () => {
    expect(await textOf({ reason: null })).not.toContain("Reason");
  });

  test("shows the authority's reference and code once it is registered", async () => {
    const text = await textOf({ irn: "CN000001-94019D33-20261120", fiscal_status: "registered" });
    expect(text).toContain("Registered with the revenue authority");
    expect(text).toContain("CN000001-94019D33-20261120");
  });

  test("speaks French, and is marked as a test on every page", async () => {
    const lines = Array.from({ length: 80 }, (_, index) => ({ ...example.lines[0]!, id: index + 1 }));
    const text = await textOf({ lines }, { language: "fr", isTest: true });
    expect(text).toContain("Avoir\nCN-000001");
    expect(text).toContain("Document de test. Ce n’est pas un avoir réel.");
    expect(text.match(/^TEST$/gm)!.length).toBeGreaterThan(1);
  });
});

describe("GET /credit_notes/{id}.pdf", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  async function fetchPdf({ appId, secret }: TestCompany, id: number) {
    const headers = { authorization: `Bearer ${appId}:${secret}` };
    const response = await fetch(`${service.url}/api/v1/credit_notes/${id}.pdf`, { headers });
    return {
      status: response.status,
      headers: response.headers,
      file: Buffer.from(await response.arrayBuffer()),
    };
  }

  async function creditNote(company: TestCompany): Promise<number> {
    const { id } = await company.draft();
    await company.call(`POST /invoices/${id}/issue`);
    const body = { reason: "Returned goods" };
    return (await company.call(`POST /invoices/${id}/credit_notes`, { body })).body.credit_note.id;
  }

  test("is the credit note with its reason and its invoice, named by its number", async () => {
    const company = await service.company({ profile: { name: "Lagos Works Ltd" } });
    const id = await creditNote(company);
    const { status, headers, file } = await fetchPdf(company, id);
    expect([status, headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(headers.get("content-disposition")).toBe('inline; filename="CN-000001.pdf"');
    const { text, info } = readPdf(file);
    expect(info).toMatchObject({ Title: "Credit note CN-000001", Author: "Lagos Works Ltd" });
    for (const words of ["INV-000001", "Returned goods", "Acme Trading Ltd", "₦100.00", "TEST"])
      expect(text).toContain(words);
    service.clock.advance(3_600_000);
    expect((await fetchPdf(company, id)).file.equals(file)).toBe(true);
  });

  test("404 for another company's credit note and for one that is not there, as JSON", async () => {
    const [company, outsider] = [await service.company(), await service.company()];
    for (const id of [await creditNote(company), 9007199254740991]) {
      const { status, body } = await outsider.call(`GET /credit_notes/${id}.pdf`);
      expect([status, body.code]).toEqual([404, "not_found"]);
    }
  });

  test("contains its UBL document, where there is one, and none once its invoice is void", async () => {
    const address = { line1: "1 Marina", city: "Lagos", postal_code: "101241", country: "NG" };
    const company = await service.company({ profile: { tax_id: "12345678-0001", ...address } });
    const customer_id = await company.customer({ tax_id: "87654321-0001", address });
    const { id } = await company.draft({ customer_id });
    await company.call(`POST /invoices/${id}/issue`);
    const { credit_note } = (await creditAmount(company, id, 10)).body;
    const file = async () => {
      const headers = { authorization: `Bearer ${company.appId}:${company.secret}` };
      const response = await fetch(`${service.url}/api/v1/credit_notes/${credit_note.id}.pdf`, { headers });
      return Buffer.from(await response.arrayBuffer());
    };
    const { status, text } = await company.call(`GET /credit_notes/${credit_note.id}.xml`);
    expect(status).toBe(200);
    expect(embeddedIn(await file())).toEqual([text]);
    expect((await company.call(`POST /invoices/${id}/void`)).status).toBe(200);
    expect(embeddedIn(await file())).toEqual([]);
  });
});

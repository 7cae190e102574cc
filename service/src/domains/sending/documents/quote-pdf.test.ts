import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { quoteExample } from "../../billing/quotes/schema.ts";
import { invoiceOf, print } from "./invoice.fixture.ts";
import { readPdf } from "./pdf.fixture.ts";
import { type QuoteDocument, renderQuotePdf } from "./quote-pdf.ts";

const example = quoteExample as unknown as QuoteDocument;
const { supplier, customer } = invoiceOf([{}]);

async function textOf(quote: Partial<QuoteDocument> = {}, printed: Partial<typeof print> = {}) {
  const given = { ...print, ...printed };
  return readPdf(await renderQuotePdf({ ...example, ...quote }, { supplier, customer }, given)).text;
}

describe("a quote on paper", () => {
  test("names its number, dates and buyer, and adds up to a total, not to an amount due", async () => {
    const text = await textOf({ status: "sent", po_number: "PO-4711", notes: "Delivery in May" });
    expect(text).toContain("Quote\nQUO-000031");
    expect(text).toContain("Valid until \n31 December 2026");
    expect(text).toContain("Prepared for");
    for (const words of ["PO-4711", "Delivery in May", "₦145,125.00", customer!.name, supplier.name])
      expect(text).toContain(words);
    expect(text).not.toMatch(/Amount due|Due date|Invoice|TEST|DRAFT/);
  });

  test.each([
    ["draft", "DRAFT"],
    ["accepted", "ACCEPTED"],
    ["declined", "DECLINED"],
    ["expired", "EXPIRED"],
  ] as const)("says that it is %s", async (status, word) => {
    expect(await textOf({ status })).toContain(word);
  });

  test("names who accepted it", async () => {
    expect(await textOf({ status: "accepted", accepted_by: "Ada Obi" })).toContain("Accepted by \nAda Obi");
  });

  test("speaks French, and is marked as a test", async () => {
    const text = await textOf({ status: "accepted" }, { language: "fr", isTest: true });
    expect(text).toContain("Devis\nQUO-000031");
    expect(text).toContain("Document de test. Ce n’est pas un devis réel.");
    expect(text).toContain("ACCEPTÉ");
  });
});

describe("GET /quotes/{id}.pdf", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  async function quote(company: TestCompany): Promise<number> {
    const lines = [{ description: "Work", quantity: 1, unit_price: 100 }];
    const customer_id = await company.customer({ name: "Acheteur SARL", language: "fr" });
    return (await company.call("POST /quotes", { body: { customer_id, lines } })).body.quote.id;
  }

  test("is the quote in the customer's language, named by its number, the same until it changes", async () => {
    const company = await service.company({ profile: { name: "Lagos Works Ltd" } });
    const id = await quote(company);
    const headers = { authorization: `Bearer ${company.appId}:${company.secret}` };
    const fetchPdf = () => fetch(`${service.url}/api/v1/quotes/${id}.pdf`, { headers });
    const response = await fetchPdf();
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(response.headers.get("content-disposition")).toBe('inline; filename="QUO-000001.pdf"');
    const file = Buffer.from(await response.arrayBuffer());
    const { text, info } = readPdf(file);
    expect(info).toMatchObject({ Title: "Devis QUO-000001", Author: "Lagos Works Ltd" });
    expect(text).toContain("Acheteur SARL");
    service.clock.advance(3_600_000);
    expect(Buffer.from(await (await fetchPdf()).arrayBuffer()).equals(file)).toBe(true);
  });

  test("404 for another company's quote and for one that is not there, as JSON", async () => {
    const [company, outsider] = [await service.company(), await service.company()];
    for (const id of [await quote(company), 9007199254740991]) {
      const { status, body } = await outsider.call(`GET /quotes/${id}.pdf`);
      expect([status, body.code]).toEqual([404, "not_found"]);
    }
  });
});

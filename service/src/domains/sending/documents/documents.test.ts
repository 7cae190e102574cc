import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { readPdf } from "./pdf.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Bytes, which `call` would read as text. */
async function fetchPdf(
  company: TestCompany,
  path: string,
  headers: Record<string, string> = {},
  url = service.url,
) {
  const authorization = `Bearer ${company.appId}:${company.secret}`;
  const response = await fetch(`${url}/api/v1${path}`, { headers: { authorization, ...headers } });
  const file = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, file };
}

describe("GET /invoices/{id}.pdf", () => {
  test("is the invoice as it was issued, named by its number", async () => {
    const company = await service.company({ profile: { name: "Lagos Works Ltd", tax_id: "87654321-0001" } });
    const { id } = await company.draft({ notes: "Purchase order 4711" });
    await company.call(`POST /invoices/${id}/issue`);
    const { status, headers, file } = await fetchPdf(company, `/invoices/${id}.pdf`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/pdf");
    expect(headers.get("content-disposition")).toBe('inline; filename="INV-000001.pdf"');
    const { text, info } = readPdf(file);
    expect(info).toMatchObject({ Title: "Invoice INV-000001", Author: "Lagos Works Ltd" });
    expect(text).toContain("Acme Trading Ltd");
    expect(text).toContain("Purchase order 4711");
    expect(text).toContain("₦100.00");
  });

  test("is marked and named as a draft before", async () => {
    const company = await service.company();
    const { id } = await company.draft();
    const { headers, file } = await fetchPdf(company, `/invoices/${id}.pdf`);
    expect(headers.get("content-disposition")).toBe(`inline; filename="draft-${id}.pdf"`);
    expect(readPdf(file).text).toContain(`Draft ${id}, not issued\nDRAFT`);
  });

  test("is marked as a test by a sandbox, and not in production", async () => {
    const production = await startService({
      env: {
        BILLFOLD_ENVIRONMENT: "production",
        BILLFOLD_BASE_URL: "https://api.example.com/api/v1",
        BILLFOLD_SITE_URL: "https://billfold.example.com/",
        BILLFOLD_TRUSTED_PROXIES: "127.0.0.1",
      },
    });
    try {
      const company = await service.company();
      const { id } = await company.draft();
      await company.call(`POST /invoices/${id}/issue`);
      const said = /TEST|Test document. This is not a real invoice./g;
      const marksOf = async ({ url }: TestService) => {
        const { status, file } = await fetchPdf(
          company,
          `/invoices/${id}.pdf`,
          { "x-forwarded-proto": "https" },
          url,
        );
        return [status, readPdf(file).text.match(said)?.length ?? 0];
      };
      expect(await marksOf(service)).toEqual([200, 2]);
      expect(await marksOf(production)).toEqual([200, 0]);
    } finally {
      await production.close();
    }
  });

  test("follows the invoice: paid, and void", async () => {
    const company = await service.company();
    const [paid, voided] = [await company.draft(), await company.draft()];
    await company.call("POST /payments", { body: { invoice_id: paid.id, amount: 100 } });
    await company.call(`POST /invoices/${voided.id}/void`);
    const texts = [paid, voided].map(async ({ id }) =>
      readPdf((await fetchPdf(company, `/invoices/${id}.pdf`)).file).text.split("\n"),
    );
    expect(await texts[0]).toContain("PAID");
    expect(await texts[1]).toContain("VOID");
  });

  test("is the same file until the invoice changes, and 304 for who has it", async () => {
    const company = await service.company();
    const { id } = await company.draft();
    const first = await fetchPdf(company, `/invoices/${id}.pdf`);
    service.clock.advance(3_600_000);
    const second = await fetchPdf(company, `/invoices/${id}.pdf`);
    expect(second.file.equals(first.file)).toBe(true);
    const tag = { "if-none-match": first.headers.get("etag")! };
    const known = await fetchPdf(company, `/invoices/${id}.pdf`, tag);
    expect([known.status, known.file.length]).toEqual([304, 0]);
    await company.call(`PATCH /invoices/${id}`, { body: { notes: "Changed" } });
    expect((await fetchPdf(company, `/invoices/${id}.pdf`, tag)).status).toBe(200);
  });

  test("stays whole when the request says something that is not understood", async () => {
    const company = await service.company();
    const { id } = await company.draft();
    const plain = await fetchPdf(company, `/invoices/${id}.pdf`);
    const asked = await fetchPdf(company, `/invoices/${id}.pdf?colour=red`, { "accept-encoding": "gzip" });
    expect([asked.status, asked.file.equals(plain.file)]).toEqual([200, true]);
  });

  test("404 for another company's invoice and for one that is not there, as JSON", async () => {
    const [company, outsider] = [await service.company(), await service.company()];
    const { id } = await company.draft();
    for (const path of [`/invoices/${id}.pdf`, "/invoices/9007199254740991.pdf", "/invoices/abc.pdf"]) {
      const { status, body } = await outsider.call(`GET ${path}`);
      expect([path, status, body.code]).toEqual([path, 404, "not_found"]);
    }
    const { status, body } = await outsider.call("GET /invoices/.pdf");
    expect([status, body.code]).toEqual([404, "unknown_path"]);
  });

  test("takes nothing from the routes beside it", async () => {
    const company = await service.company();
    const { id } = await company.draft();
    expect((await company.call(`GET /invoices/${id}`)).body.invoice.id).toBe(id);
    expect((await company.call(`PATCH /invoices/${id}.pdf`, { body: { notes: "x" } })).status).toBe(404);
    expect((await company.call(`GET /invoices/${id}.PDF`)).status).toBe(404);
    expect((await company.call(`DELETE /invoices/${id}.pdf`)).status).toBe(404);
  });

  test("is drawn for all who ask at once, however large", async () => {
    const company = await service.company();
    const line = { description: `Steel pipe ${"galvanised ".repeat(50)}`, quantity: 1, unit_price: 5 };
    const { id } = await company.draft({ lines: Array.from({ length: 500 }, () => line) });
    const all = await Promise.all([1, 2].map(() => fetchPdf(company, `/invoices/${id}.pdf`)));
    expect(all.map(({ status }) => status)).toEqual([200, 200]);
    expect(all[0]!.file.equals(all[1]!.file)).toBe(true);
    expect(readPdf(all[0]!.file).text.match(/^Steel pipe /gm)?.length).toBe(500);
  });

  test("prints a sign for what no font has, and never fails for it", async () => {
    const company = await service.company();
    const line = { description: "中文 \u202e 😀 \u{12000} <b>&\u0007", quantity: 1, unit_price: 5 };
    const { id } = await company.draft({ lines: [line], currency: "AFN", notes: "\u0301\u0301\n\n\n" });
    const { status, file } = await fetchPdf(company, `/invoices/${id}.pdf`);
    expect(status).toBe(200);
    expect(readPdf(file).text).toContain("[?] <b>&[?]");
    expect(readPdf(file).text).toContain("AFN 5.00");
  });
});

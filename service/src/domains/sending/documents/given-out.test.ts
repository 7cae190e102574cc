import { hash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSite, type TestSite } from "../../../../test/site-session.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const get = async (path: string) => {
  const { appId, secret } = site.company;
  const headers = { authorization: `Bearer ${appId}:${secret}` };
  const answer = await fetch(`${site.service.url}${path}`, { headers });
  return hash("sha256", Buffer.from(await answer.arrayBuffer()), "hex");
};
const documentsOf = async (sha256: string) =>
  (await site.call("GET", `/document_hashes?sha256=${sha256}`)).body.documents;

test("the hash of a PDF is kept with when it was first given out, once for the same bytes", async () => {
  const { company, service } = site;
  const { id } = await company.draft();
  const draft = await get(`/api/v1/invoices/${id}.pdf`);
  const { portal_token } = (await company.call(`POST /invoices/${id}/issue`)).body.invoice;
  const first = service.context.clock.now().toISOString();
  const issued = await get(`/api/v1/invoices/${id}.pdf`);
  expect(issued).not.toBe(draft);
  // The buyer gets the same file.
  expect(await get(`/i/in_${company.id}_${portal_token.slice(3)}.pdf`)).toBe(issued);
  expect(await documentsOf(draft)).toMatchObject([{ kind: "invoice", record_id: id }]);
  const [found, ...others] = await documentsOf(issued);
  expect([found, others]).toEqual([{ kind: "invoice", record_id: id, given_out_at: expect.any(String) }, []]);
  expect(Date.parse(found.given_out_at)).toBeGreaterThanOrEqual(Date.parse(first));
});

test("quotes too", async () => {
  const { company } = site;
  const customer_id = await company.customer();
  const lines = [{ description: "Work", quantity: 1, unit_price: 100 }];
  const { quote } = (await company.call("POST /quotes", { body: { customer_id, lines } })).body;
  expect(await documentsOf(await get(`/api/v1/quotes/${quote.id}.pdf`))).toMatchObject([
    { kind: "quote", record_id: quote.id },
  ]);
});

test("statements, with their customer, and reports, which are of no record", async () => {
  const { company } = site;
  const customer_id = await company.customer();
  const statement = await get(`/api/v1/reports/statement.pdf?customer_id=${customer_id}`);
  const given_out_at = expect.any(String);
  expect(await documentsOf(statement)).toEqual([{ kind: "statement", record_id: customer_id, given_out_at }]);
  for (const name of ["receivables", "sales", "taxes", "payments", "journal", "withholding"]) {
    const report = await get(`/api/v1/reports/${name}.pdf`);
    const found = await documentsOf(report);
    expect([name, found]).toEqual([name, [{ kind: "report", record_id: null, given_out_at }]]);
  }
});

test("a changed file, and one of another company, is unknown", async () => {
  const other = await site.service.company();
  const { id } = await other.draft();
  const headers = { authorization: `Bearer ${other.appId}:${other.secret}` };
  const answer = await fetch(`${site.service.url}/api/v1/invoices/${id}.pdf`, { headers });
  const file = Buffer.from(await answer.arrayBuffer());
  expect(await documentsOf(hash("sha256", file, "hex"))).toEqual([]);
  expect((await site.call("GET", "/document_hashes?sha256=abc")).status).toBe(422);
});

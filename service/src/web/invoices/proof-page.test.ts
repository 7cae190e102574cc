import { hash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestCompany, taxed } from "../../../test/harness.ts";
import { openPage, type PaymentService, startPaymentService } from "../../../test/payment-service.ts";
import { signCheckpoints } from "../../domains/backoffice/books/service.ts";

let service: PaymentService;
let company: TestCompany;
beforeAll(async () => {
  service = await startPaymentService();
  company = await service.company({ profile: { ...taxed, name: "Lagos Works Ltd" } });
});
afterAll(() => service.close());

async function issued() {
  const { id } = await company.draft();
  const { invoice } = (await company.call(`POST /invoices/${id}/issue`)).body;
  return { ...invoice, page: `${service.url}/i/in_${company.id}_${invoice.portal_token.slice(3)}` };
}
async function pdfOf(page: string): Promise<Buffer> {
  const response = await fetch(`${page}.pdf`);
  return Buffer.from(await response.arrayBuffer());
}
const sha256 = (bytes: Buffer) => hash("sha256", bytes, "hex");
const verdictOf = async (page: string, given: string) =>
  (await openPage(`${page}/proof?sha256=${encodeURIComponent(given)}`)).html;

test("a PDF of the invoice is genuine, however its fingerprint is written; a changed one is not", async () => {
  const { page } = await issued();
  const pdf = await pdfOf(page);
  for (const given of [sha256(pdf), sha256(pdf).toUpperCase(), ` ${sha256(pdf)} `]) {
    expect(await verdictOf(page, given)).toContain("Yes: this file is genuine");
  }
  const changed = Buffer.from(pdf);
  changed[changed.length - 1]! ^= 1;
  expect(await verdictOf(page, sha256(changed))).toContain("No: this file was not given out");
  for (const given of ["abc", "x".repeat(64), "a".repeat(5000)]) {
    expect(await verdictOf(page, given)).toContain("A fingerprint has 64 digits");
  }
});

test("the PDF of another invoice is not genuine here, although the company gave it out", async () => {
  const [one, other] = [await issued(), await issued()];
  expect(await verdictOf(one.page, sha256(await pdfOf(other.page)))).toContain("No: this file");
});

test("the receipt of a payment of the invoice is genuine, too", async () => {
  const { id, page } = await issued();
  const { payment } = (await company.call("POST /payments", { body: { invoice_id: id, amount: 1 } })).body;
  const response = await fetch(`${service.url}/api/v1/payments/${payment.id}.pdf`, {
    headers: { authorization: `Bearer ${company.appId}:${company.secret}` },
  });
  expect(response.status).toBe(200);
  const receipt = Buffer.from(await response.arrayBuffer());
  expect(await verdictOf(page, sha256(receipt))).toContain("as a receipt for a payment of this invoice");
});

test("the page shows the invoice's place in the chain, and the first checkpoint after it", async () => {
  const { id, page } = await issued();
  await issued();
  const { events } = (await company.call("GET /events?type=invoice.issued&limit=100")).body;
  const event = events.find(({ data }: { data: { object: { id: number } } }) => data.object.id === id);
  const before = (await openPage(`${page}/proof`)).html.replaceAll("<wbr>", "");
  for (const text of [event.body_hash, event.hash, "No checkpoint covers it yet"])
    expect(before).toContain(text);
  service.clock.advance(25 * 60 * 60 * 1000);
  await signCheckpoints(service.context);
  const [checkpoint] = (await company.call("GET /books/checkpoints")).body.checkpoints;
  expect(checkpoint.sequence).toBeGreaterThanOrEqual(event.sequence);
  const after = (await openPage(`${page}/proof`)).html.replaceAll("<wbr>", "");
  expect(after).toContain(checkpoint.hash);
  expect(after).not.toContain("No checkpoint covers it yet");
});

test("the page shows the fingerprint of each PDF that was given out last", async () => {
  const { page, id } = await issued();
  const shown = async () => (await openPage(`${page}/proof`)).html.replaceAll("<wbr>", "");
  expect(await shown()).not.toContain("Fingerprint of the PDF of");
  const first = sha256(await pdfOf(page));
  await company.call("POST /payments", { body: { invoice_id: id, amount: 1 } });
  const second = sha256(await pdfOf(page));
  expect(second).not.toBe(first);
  const html = await shown();
  for (const fingerprint of [first, second]) expect(html).toContain(fingerprint);
  expect(html.match(/Fingerprint of the PDF of/g)).toHaveLength(2);
});

test("asking stores nothing, and the only script is the one that the policy names", async () => {
  const { page } = await issued();
  const count = async () => {
    const sql = `select (select count(*) from document_hashes where company_id = $1)::int as hashes,
      (select count(*) from events where company_id = $1)::int as events`;
    const [row] = await service.context.db.query<{ hashes: number; events: number }>(sql, [company.id]);
    return row;
  };
  const before = await count();
  await verdictOf(page, "0".repeat(64));
  expect(await count()).toEqual(before);
  const response = await fetch(`${page}/proof`);
  const [, script] = /<script>([\s\S]*)<\/script>/.exec(await response.text()) ?? [];
  const policy = response.headers.get("content-security-policy");
  expect(policy).toContain(`script-src 'sha256-${hash("sha256", script!, "base64")}';`);
});

test("a wrong address is 404, and the invoice's own page links here", async () => {
  const { page } = await issued();
  expect((await openPage(`${page.slice(0, -1)}_/proof`)).status).toBe(404);
  expect((await openPage(page)).html).toContain(`/proof">Verify this document</a>`);
});

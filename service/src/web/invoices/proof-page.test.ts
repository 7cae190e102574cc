import { hash } from "node:crypto";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestCompany, taxed } from "../../../test/harness.ts";
import { openPage, type PaymentService, startPaymentService } from "../../../test/payment-service.ts";
import { signCheckpoints } from "../../domains/backoffice/books/service.ts";
import { readPdf } from "../../domains/sending/documents/pdf.fixture.ts";

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

test("a credit note of the invoice is genuine, and its PDF leads here", async () => {
  const { id, page } = await issued();
  const lines = [{ description: "Back", quantity: 1, unit_price: 1 }];
  const { credit_note } = (await company.call(`POST /invoices/${id}/credit_notes`, { body: { lines } })).body;
  const headers = { authorization: `Bearer ${company.appId}:${company.secret}` };
  const response = await fetch(`${service.url}/api/v1/credit_notes/${credit_note.id}.pdf`, { headers });
  const pdf = Buffer.from(await response.arrayBuffer());
  expect(readPdf(pdf).text.replace(/\s/g, "")).toContain(`${page}/proof`);
  expect(await verdictOf(page, sha256(pdf))).toContain("as a credit note for this invoice");
  expect(await verdictOf((await issued()).page, sha256(pdf))).toContain("No: this file");
});

describe("a file that is sent, as browsers do without the script,", () => {
  type Sent = { body?: Buffer | string; type?: string };
  const upload = (page: string, { body, type }: Sent) =>
    fetch(`${page}/proof`, {
      method: "POST",
      redirect: "manual",
      ...(body !== undefined && { body: Buffer.from(body) }),
      ...(type !== undefined && { headers: { "content-type": type } }),
    });
  const type = "multipart/form-data; boundary=line";
  const head = (name: string) =>
    `--line\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n`;
  const formOf = (file: Buffer, name = "invoice.pdf"): { body: Buffer; type: string } => {
    const body = Buffer.concat([Buffer.from(head(name)), file, Buffer.from("\r\n--line--\r\n")]);
    return { body, type };
  };
  const verdictOn = async (page: string, sent: Sent) => {
    const { status, headers: answered } = await upload(page, sent);
    expect(status).toBe(303);
    return (await openPage(new URL(answered.get("location")!, page).href)).html;
  };

  test("is genuine or not, whatever its name is and however large it is", async () => {
    const { page } = await issued();
    const pdf = await pdfOf(page);
    const name = `"><script>alert(1)</script>\r\n.pdf`;
    const html = await verdictOn(page, formOf(pdf, name));
    expect(html).toContain("Yes: this file is genuine");
    expect(html).not.toContain("alert(1)");
    for (const other of [pdf.subarray(1), Buffer.alloc(19 * 1024 * 1024, 7)])
      expect(await verdictOn(page, formOf(other))).toContain("No: this file was not given out");
  });

  test("may arrive in pieces that end anywhere, within the boundary too", async () => {
    const { page } = await issued();
    const pdf = await pdfOf(page);
    const { body } = formOf(pdf);
    const ends = [1, 5, 40, body.length - 200, body.length - 11, body.length - 9, body.length - 3];
    const request = httpRequest(`${page}/proof`, { method: "POST", headers: { "content-type": type } });
    const answered = once(request, "response");
    for (const [at, end] of [...ends, body.length].entries()) {
      request.write(body.subarray(ends[at - 1] ?? 0, end));
      await new Promise((resolve) => setImmediate(resolve));
    }
    request.end();
    const [answer] = (await answered) as [IncomingMessage];
    answer.resume();
    expect(answer.headers.location).toContain(sha256(pdf));
  });

  test("is refused if there is none, or the form is not one", async () => {
    const { page } = await issued();
    const sent: Sent[] = [
      {},
      formOf(Buffer.alloc(0)),
      { body: "sha256=1", type: "application/x-www-form-urlencoded" },
      { body: "", type },
      { body: "nonsense".repeat(10_000), type },
      { body: `${head("a")}no end`, type },
      { body: "--line--\r\n", type },
      { ...formOf(Buffer.from("x")), type: "multipart/form-data" },
    ];
    for (const each of sent) expect(await verdictOn(page, each)).toContain("A fingerprint has 64 digits");
  });

  test("is refused above 20 MiB, at a wrong address, and is stored nowhere", async () => {
    const { page } = await issued();
    const file = Buffer.alloc(21 * 1024 * 1024, 7);
    expect((await upload(page, formOf(file))).status).toBe(413);
    expect((await upload(`${page.slice(0, -1)}_`, formOf(file.subarray(0, 9)))).status).toBe(404);
    const sql = "select count(*)::int as count from document_hashes where company_id = $1 and sha256 = $2";
    await verdictOn(page, formOf(file.subarray(0, 9)));
    const [row] = await service.context.db.query<{ count: number }>(sql, [
      company.id,
      sha256(file.subarray(0, 9)),
    ]);
    expect(row).toEqual({ count: 0 });
  });
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

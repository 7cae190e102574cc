import { hash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import { startSite, type TestSite } from "../../../../test/site-session.ts";
import { credit, issued, pay } from "../../payments/payments/money.fixture.ts";
import { readPdf } from "../../sending/documents/pdf.fixture.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const lines = [
  {
    description: "Consulting",
    quantity: 3,
    unit_price: "33.335",
    tax_rate: 7.5,
    discounts: [{ percent: 10 }],
  },
  { description: "Travel", quantity: 1, unit_price: 50, tax_rate: 0, tax_category: "Z" },
];

async function fileOf({ appId, secret }: TestCompany, path: string) {
  const headers = { authorization: `Bearer ${appId}:${secret}` };
  const response = await fetch(`${site.service.url}/api/v1${path}`, { headers });
  return { response, file: Buffer.from(await response.arrayBuffer()) };
}

test("the PDF of an invoice can carry how its amounts were calculated, after its own pages", async () => {
  const { company } = site;
  const { id, number } = await issued(company, { customer_id: await company.customer(), lines });
  const plain = await fileOf(company, `/invoices/${id}.pdf`);
  const { response, file } = await fileOf(company, `/invoices/${id}/explain.pdf`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-disposition")).toBe(`inline; filename="${number}-explained.pdf"`);
  const [own, explained] = [readPdf(plain.file), readPdf(file)];
  const textsOf = (page: { text: string }[]) => page.map(({ text }) => text);
  expect(explained.pages.length).toBeGreaterThan(own.pages.length);
  const annex = explained.pages.slice(own.pages.length).flatMap(textsOf).join("\n");
  expect(annex).toContain("How the amounts were calculated");
  const { body } = await company.call(`GET /invoices/${id}/explain`);
  for (const { name, rule, parts } of body.explanation.amounts) {
    // What leads to the net amount of a line is shown once, under that amount.
    const isStep = /\.(gross|discount|charge)_amount$/.test(name);
    expect(annex.includes(`${name} · `), name).toBe(!isStep);
    if (isStep) continue;
    expect(annex, name).toContain(`${name} · ${rule}`);
    for (const part of parts)
      expect(annex.replaceAll("\n", ""), part.text).toContain(part.text.split(" ")[0]);
  }
  // Under the line, to which the subtotal refers.
  expect(annex.split("Quantity 3 × unit price 33.335")).toHaveLength(2);
  expect(annex).toContain("steps at line 1");
  expect(annex).toContain("Line 2: The net amount of the line");
  expect(annex).toContain("BT-129 × BT-146");
  expect(annex).toContain("exactly 100.005, rounded");
  expect(explained.roles.filter((role) => role === "H1")).not.toEqual([]);
  // Without it the file is the same as before, and both are known as genuine.
  expect(textsOf(own.pages.flat()).join()).not.toContain("How the amounts");
  for (const given of [plain.file, file]) {
    const { body } = await site.call("GET", `/document_hashes?sha256=${hash("sha256", given, "hex")}`);
    expect(body.documents).toMatchObject([{ kind: "invoice", record_id: id }]);
  }
  expect((await fileOf(company, `/invoices/${id}/explain.pdf`)).file.equals(file)).toBe(true);
});

test("the annex is in the language of the customer, and shows payments to keys that may read them", async () => {
  const company = await site.service.company();
  const customer_id = await company.customer({ language: "fr" });
  const { id, total } = await issued(company, { customer_id, lines });
  await pay(company, { invoice_id: id, amount: total, method: "cash" });
  const { file } = await fileOf(company, `/invoices/${id}/explain.pdf`);
  const { text } = readPdf(file);
  expect(text).toContain("Comment les montants ont été calculés");
  expect(text).toContain("payment.applied");
});

test("a credit note has it too, and another company's is 404", async () => {
  const company = await site.service.company();
  const { id } = await issued(company, { customer_id: await company.customer(), lines });
  const note = (await credit(company, id)).body.credit_note;
  const { file, response } = await fileOf(company, `/credit_notes/${note.id}/explain.pdf`);
  expect(response.status).toBe(200);
  expect(readPdf(file).text).toContain("How the amounts were calculated");
  const other = await site.service.company();
  expect((await fileOf(other, `/credit_notes/${note.id}/explain.pdf`)).response.status).toBe(404);
  expect((await fileOf(other, `/invoices/${id}/explain.pdf`)).response.status).toBe(404);
});

test("an invoice of 500 lines is explained line by line, with the head of the table on every page", async () => {
  const company = await site.service.company();
  const many = Array.from({ length: 500 }, (_, index) => ({
    description: `Item ${index + 1} with a description that is long enough to be wrapped in its column of the annex`,
    quantity: 3,
    unit_price: "0.335",
    tax_rate: 7.5,
  }));
  const { id } = await issued(company, { customer_id: await company.customer(), lines: many });
  const { file, response } = await fileOf(company, `/invoices/${id}/explain.pdf`);
  expect(response.status).toBe(200);
  const { pages, text } = readPdf(file);
  expect(text).toContain("lines[499].net_amount");
  const last = pages.at(-1)!.map((fragment) => fragment.text);
  expect(last).toContain("Step");
});

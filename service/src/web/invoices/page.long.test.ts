import { hash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestCompany, taxed } from "../../../test/harness.ts";
import {
  openPage as open,
  type PageResponse,
  type PaymentService,
  startPaymentService,
} from "../../../test/payment-service.ts";
import { signIn } from "../../../test/site-session.ts";
import { readPdf } from "../../domains/sending/documents/pdf.fixture.ts";

let service: PaymentService;
let company: TestCompany;
beforeAll(async () => {
  service = await startPaymentService();
  company = await service.company({ profile: { ...taxed, ...contact, ...address } });
});
afterAll(() => service.close());

const contact = { name: "Lagos Works Ltd", email: "desk@works.example" };
const address = { address: { line1: "4 Broad Street", city: "Lagos", country: "NG" } };
const lines = [{ description: "Roof <b>repair</b>", quantity: 2, unit_price: 100, tax_rate: 7.5 }];

/** An issued invoice with the address of its page. */
async function issued(fields: object = {}, by = company) {
  const { id } = await by.draft({ lines, ...fields });
  const { invoice } = (await by.call(`POST /invoices/${id}/issue`)).body;
  return { ...invoice, ...pageOf(invoice, by) };
}
function pageOf({ portal_token }: { portal_token: string }, by = company) {
  const path = `/i/in_${by.id}_${portal_token.slice(3)}`;
  return { path, page: service.url + path };
}
const get = async (id: number) => (await company.call(`GET /invoices/${id}`)).body.invoice;
const viewsOf = async (id: number) => {
  const { events } = (await company.call("GET /events?type=invoice.viewed&limit=100")).body;
  return events.filter((event: { data: { object: { id: number } } }) => event.data.object.id === id);
};
const textOf = ({ html }: PageResponse) =>
  html.replace(/<style>.*?<\/style>|<[^>]*>/gs, " ").replace(/\s+/g, " ");
const linksOf = async (id: number) =>
  (await company.call(`GET /payments/links?invoice_id=${id}`)).body.payment_links;

describe("the buyer's page of an invoice", () => {
  test("shows the document, what is left to pay and the files, without a script and within 15 KB", async () => {
    const customer_id = await company.customer(address);
    const invoice = await issued({ customer_id, notes: "First line\nSecond line", po_number: "PO-7" });
    const page = await open(invoice.page);
    expect(page.status).toBe(200);
    for (const words of [
      `Invoice ${invoice.number}`,
      "₦215.00",
      "Roof &lt;b&gt;repair",
      "Second line",
      "PO-7",
    ])
      expect(textOf(page)).toContain(words);
    expect(page.html).not.toMatch(/<script|onclick|javascript:/i);
    expect(Buffer.byteLength(page.html)).toBeLessThan(15 * 1024);
    for (const [ending, type, start] of [
      [".pdf", "application/pdf", "%PDF-"],
      [".xml", "application/xml", "<?xml"],
    ]) {
      const file = await open(invoice.page + ending);
      expect([file.status, file.headers.get("content-type")]).toEqual([200, expect.stringContaining(type!)]);
      expect(file.html.startsWith(start!)).toBe(true);
    }
  });

  test.each(["en", "fr"])(
    "never takes more than 15 KB in %s, however long lines, notes, payments and names are, and says what is left out",
    async (language) => {
      const long = await service.company({
        profile: { ...taxed, ...contact, ...address, name: "漢字".repeat(30) },
      });
      const owner = await signIn(service, { companyId: long.id });
      await owner.call("PATCH", "/document_settings", { accent_colour: "#ffd400" });
      const account = { currency: "NGN", name: "漢".repeat(50), bank: "字".repeat(50) };
      await owner.call("POST", "/document_settings/bank_accounts", {
        bank_accounts: [1, 2].map((account_number) => ({
          ...account,
          account_number: `203${account_number}`,
        })),
      });
      const customer_id = await long.customer({ ...address, language });
      const each = { quantity: 2.25, unit_price: 1000.5, tax_rate: 7.5, discounts: [{ percent: 10 }] };
      const many = Array.from({ length: 500 }, (_, index) => ({
        ...each,
        description: `${index} ${"工程 & <".repeat(20)}`,
      }));
      const invoice = await issued({ customer_id, lines: many, notes: "谢谢 & \n".repeat(700) }, long);
      for (let paid = 1; paid <= 20; paid++)
        await long.call("POST /payments", {
          body: { invoice_id: invoice.id, amount: paid, method: "汇款".repeat(10) },
        });
      const page = await open(invoice.page);
      expect(page.status).toBe(200);
      expect(Buffer.byteLength(page.html)).toBeLessThanOrEqual(15 * 1024);
      const said =
        language === "en"
          ? ["The rest of the notes is in the PDF.", /And \d+ earlier payments\./]
          : ["La suite des remarques est dans le PDF.", /Et \d+ paiements antérieurs\./];
      for (const words of said) expect(textOf(page)).toMatch(words);
      expect(page.html).toContain('class="small unlisted"');
    },
  );

  test("shows an invoice of usual length whole", async () => {
    const usual = Array.from({ length: 12 }, (_, index) => ({ ...lines[0], description: `Work ${index}` }));
    const page = await open((await issued({ lines: usual, notes: "Thank you. ".repeat(40) })).page);
    expect(textOf(page)).toContain("Work 11");
    expect(textOf(page)).not.toMatch(/in the PDF|earlier payment/);
    expect(Buffer.byteLength(page.html)).toBeLessThanOrEqual(15 * 1024);
  });

  test("shows the company's colour and the accounts in the invoice's currency, while there is something to pay", async () => {
    const own = await service.company();
    const owner = await signIn(service, { companyId: own.id });
    await owner.call("PATCH", "/document_settings", { accent_colour: "#ffd400" });
    const account = {
      currency: "NGN",
      name: "Works <b>Ltd",
      bank: "First Bank",
      account_number: "2031234567",
    };
    const european = { ...account, currency: "EUR", bank: "Commerzbank" };
    await owner.call("POST", "/document_settings/bank_accounts", { bank_accounts: [account, european] });
    const invoice = await issued({}, own);
    const page = await open(invoice.page);
    for (const words of ["First Bank", "Works &lt;b&gt;Ltd", "2031234567", `reference ${invoice.number}`])
      expect(textOf(page)).toContain(words);
    expect(textOf(page)).not.toContain("Commerzbank");
    expect(Buffer.byteLength(page.html)).toBeLessThan(15 * 1024);
    // The browser accepts both styles by their hashes, and the colour is darker than it was given.
    const styles = [...page.html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style!);
    expect(styles).toHaveLength(2);
    for (const style of styles)
      expect(page.headers.get("content-security-policy")).toContain(hash("sha256", style, "base64"));
    expect(styles[1]).not.toMatch(/^[^@]*#ffd400/);
    await own.call("POST /payments", { body: { invoice_id: invoice.id, amount: invoice.amount_due } });
    expect(textOf(await open(invoice.page))).not.toContain("First Bank");
  });

  test("offers the XML only where company and customer have the data that it needs", async () => {
    const customer_id = await company.customer(address);
    expect((await open((await issued({ customer_id })).page)).html).toContain('.xml"');
    expect((await open((await issued()).page)).html).not.toContain('.xml"');
  });

  test("can't be framed, cached, indexed or leaked; a messenger sees the company and no figure", async () => {
    const invoice = await issued();
    const { headers, html } = await open(invoice.page);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; .*form-action 'self'; /);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-robots-tag")).toBe("noindex");
    const shared = [...html.matchAll(/<meta property="og:[^>]*>/g)].join("");
    expect(shared).toContain("Invoice from Lagos Works Ltd");
    expect(shared).not.toContain(invoice.number);
    expect(shared).not.toMatch(/215|Acme/);
  });

  test("notes the first opening by a person once, and no preview by a program", async () => {
    const invoice = await issued();
    for (const agent of ["WhatsApp/2.23", "facebookexternalhit/1.1", "Googlebot/2.1"]) {
      await fetch(invoice.page, { headers: { "user-agent": agent } });
    }
    expect((await get(invoice.id)).viewed_at).toBeNull();
    await Promise.all(Array.from({ length: 5 }, () => open(invoice.page)));
    const first = service.clock.now().toISOString();
    service.clock.advance(60_000);
    await open(invoice.page);
    expect((await get(invoice.id)).viewed_at).toBe(first);
    expect(await viewsOf(invoice.id)).toHaveLength(1);
  });

  test("speaks the customer's language, or the one that is asked for", async () => {
    const invoice = await issued({ customer_id: await company.customer({ language: "fr" }) });
    expect(textOf(await open(invoice.page))).toContain("Télécharger en PDF");
    expect(textOf(await open(`${invoice.page}?lang=en`))).toContain("Download as PDF");
  });

  test("is the same 404 for a wrong secret, id or company, a draft, a voided draft and nonsense", async () => {
    const invoice = await issued();
    const other = await service.company();
    const [draft, voided] = [await company.draft(), await company.draft()];
    await company.call(`POST /invoices/${voided.id}/void`);
    const secret = invoice.page.slice(-22);
    for (const path of [
      `/i/in_${company.id}_${invoice.id}_${"x".repeat(22)}`,
      `/i/in_${company.id}_${invoice.id + 1000}_${secret}`,
      `/i/in_${other.id}_${invoice.id}_${secret}`,
      pageOf(draft).path,
      pageOf(voided).path,
      `${invoice.path}x`,
      "/i/in_0_1_x",
      "/i/%00",
    ]) {
      const page = await open(service.url + path);
      expect([path, page.status]).toEqual([path, 404]);
      expect(textOf(page)).toContain("We can’t find this invoice");
      expect((await open(`${service.url}${path}/pay`, {})).status).toBe(404);
    }
  });
});

describe("paying from the page", () => {
  test("leads to the checkout of one link for all that is owed, however often it is pressed", async () => {
    const invoice = await issued();
    const answers = await Promise.all(Array.from({ length: 5 }, () => open(`${invoice.page}/pay`, {})));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    const [location, ...others] = new Set(answers.map((answer) => answer.location));
    expect(others).toEqual([]);
    expect(textOf(await open(service.url + location))).toContain("₦215.00");
    expect(await linksOf(invoice.id)).toMatchObject([{ amount: 215, status: "active" }]);
  });

  test("asks for what is left after a payment, which the page lists", async () => {
    const invoice = await issued();
    await open(`${invoice.page}/pay`, {});
    const body = { invoice_id: invoice.id, amount: 15, method: "bank_transfer" };
    expect((await company.call("POST /payments", { body })).status).toBe(201);
    const page = textOf(await open(invoice.page));
    expect(page).toContain("Pay ₦200.00");
    expect(page).toContain("₦15.00");
    const { location } = await open(`${invoice.page}/pay`, {});
    expect(textOf(await open(service.url + location))).toContain("₦200.00");
  });

  test("calls what a credit note took away credited, and not paid", async () => {
    const invoice = await issued();
    await company.call("POST /payments", { body: { invoice_id: invoice.id, amount: 15 } });
    expect(textOf(await open(invoice.page))).toContain("Already paid -₦15.00");
    const lines = [{ description: "Back", quantity: 1, unit_price: 10 }];
    const credited = await company.call(`POST /invoices/${invoice.id}/credit_notes`, { body: { lines } });
    expect(credited.status).toBe(201);
    const page = textOf(await open(invoice.page));
    expect(page).toContain("Paid or credited -₦25.00");
    expect(page).not.toContain("Already paid");
  });

  test("lists the part of a payment that this invoice got, and a receipt that names all", async () => {
    const customer_id = await company.customer();
    const [first, second] = [await issued({ customer_id }), await issued({ customer_id })];
    const id = await company.recordPayment(300);
    for (const invoice_id of [first.id, second.id])
      await company.call(`POST /payments/${id}/allocate`, { body: { invoice_id } });
    const [own, other] = [await open(first.page), await open(second.page)];
    expect(textOf(own)).toContain("Part of a payment of ₦300.00 ₦215.00 · Receipt");
    expect(textOf(other)).toContain("Part of a payment of ₦300.00 ₦85.00 · Receipt");
    const file = await fetch(`${second.page}/receipts/${id}.pdf`);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const { text } = await readPdf(Buffer.from(await file.arrayBuffer()));
    expect(text).toContain(`${first.number}: ₦215.00 · ${second.number}: ₦85.00`);
    const unrelated = await issued();
    for (const path of [`${unrelated.page}/receipts/${id}.pdf`, `${first.page}/receipts/x.pdf`])
      expect((await open(path)).status).toBe(404);
  });

  test("shows prices with tax so that lines, discounts and charges, with their reasons, add up to the total", async () => {
    const invoice = await issued({
      prices_include_tax: true,
      lines: [
        { description: "Chair", quantity: 2, unit_price: 107.5, tax_rate: 7.5, charges: [{ amount: 5 }] },
        { description: "Book", quantity: 1, unit_price: 80, tax_rate: 0 },
      ],
      discounts: [
        { percent: 5, reason: "Loyal\ncustomer" },
        { amount: 15, reason: "<b>Fair</b>" },
      ],
      charges: [{ amount: 7, reason: "Freight" }],
    });
    const page = textOf(await open(invoice.page));
    expect(page).toContain("Chair 2 × ₦107.50 Charges: ₦5.00 ₦220.00 Book ₦80.00");
    expect(page).toContain(
      "Subtotal with tax ₦300.00 Discount Loyal customer · &lt;b&gt;Fair&lt;/b&gt; -₦30.00 Charges Freight ₦7.00 Includes tax (7.5%)",
    );
    expect(page).toContain("Invoice total ₦277.00");
    expect(invoice.total).toBe(277);
    const { location } = await open(`${invoice.page}/pay`, {});
    expect(textOf(await open(service.url + location))).toContain(
      "Subtotal with tax ₦300.00 Discount Loyal customer · &lt;b&gt;Fair&lt;/b&gt; -₦30.00",
    );
  });

  test("asks for what is left after the tax that the buyer withholds", async () => {
    const reason = "WHT on services <5%>";
    const invoice = await issued({ withholding: { rate: 10, reason } });
    const page = textOf(await open(invoice.page));
    expect(page).toContain("Pay ₦195.00");
    expect(page).toContain("Withholding tax (10%) deducted by the buyer WHT on services &lt;5%&gt;");
    const { location } = await open(`${invoice.page}/pay`, {});
    const checkout = textOf(await open(service.url + location));
    expect(checkout).toContain("₦195.00");
    expect(checkout).toContain("deducted by the buyer WHT on services");
  });

  test.each([
    ["paid", "This invoice is paid"],
    ["void", "This invoice was voided"],
    ["credited", "There is nothing to pay"],
    ["withheld", "What is left is the tax that you withhold"],
  ])("is not offered on one that is %s", async (state, words) => {
    const invoice = await issued(state === "withheld" ? { withholding: { rate: 10 } } : {});
    if (state === "withheld") {
      await company.call("POST /payments", { body: { invoice_id: invoice.id, amount: 195 } });
    } else if (state === "paid") {
      await company.call("POST /payments", { body: { invoice_id: invoice.id, amount: 215 } });
    } else if (state === "void") await company.call(`POST /invoices/${invoice.id}/void`);
    else {
      const { status } = await company.call(`POST /invoices/${invoice.id}/credit_notes`, {
        body: { reason: "Returned" },
      });
      expect(status).toBe(201);
    }
    const page = await open(invoice.page);
    expect(textOf(page)).toContain(words);
    expect(page.html).not.toContain("<form");
    expect(await open(`${invoice.page}/pay`, {})).toMatchObject({ status: 303, location: invoice.path });
    expect(await linksOf(invoice.id)).toEqual([]);
  });

  test("is refused from another site", async () => {
    const invoice = await issued();
    const { status } = await fetch(`${invoice.page}/pay`, {
      method: "POST",
      redirect: "manual",
      headers: { "sec-fetch-site": "cross-site" },
      body: new URLSearchParams(),
    });
    expect(status).toBe(422);
    expect(await linksOf(invoice.id)).toEqual([]);
  });
});

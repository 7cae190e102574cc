import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import { attachmentMakers, mailChecks } from "../../../worker.ts";
import { issued, pay } from "../../payments/payments/money.fixture.ts";
import { readPdf } from "../../sending/documents/pdf.fixture.ts";
import { type OutboxSetup, startOutbox } from "../../sending/mails/outbox.fixture.ts";
import { sendDueMails } from "../../sending/mails/worker.ts";

let outbox: OutboxSetup;
let company: TestCompany;
beforeAll(async () => {
  outbox = await startOutbox();
  company = await outbox.service.company({
    profile: { name: "Lagos Works Ltd", email: "books@works.example" },
  });
});
afterAll(() => outbox.close());

let count = 0;
const newAddress = () => `statement-${++count}@example.com`;
const send = (body: object, of = company) => of.call("POST /reports/statement/send", { body });

async function received(to: string) {
  await sendDueMails(outbox.service.context, mailChecks, attachmentMakers);
  return outbox.smtp.received.filter((mail) => mail.to === to);
}

/** The file in a mail, as its reader would save it. */
function fileIn(mail: string): Buffer {
  const [, encoded] = /filename=\S+\.pdf[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(mail)!;
  return Buffer.from(encoded!, "base64");
}

async function customerWithDebt(fields: object = {}) {
  const customer_id = await company.customer({ name: "Oba, Ltd", ...fields });
  const invoice = await issued(company, {
    customer_id,
    lines: [{ description: "Work", quantity: 1, unit_price: 1234.56, tax_rate: 0, tax_category: "Z" }],
  });
  await pay(company, { invoice_id: invoice.id, amount: 200 });
  return { customer_id, invoice };
}

describe("a statement that is sent", () => {
  test("reaches the customer with its balance and its PDF, and is listed with the customer", async () => {
    const email = newAddress();
    const { customer_id, invoice } = await customerWithDebt({ email });
    const { status, body } = await send({ customer_id });
    expect(status).toBe(200);
    expect(body.mail).toEqual({ to: [email], cc: [], subject: "Statement from Lagos Works Ltd", url: null });
    const [mail, ...others] = await received(email);
    expect(others).toEqual([]);
    expect(mail!.text).toContain("1,034.56");
    const { text } = readPdf(fileIn(mail!.text));
    for (const part of ["Oba, Ltd", invoice.number, "1,234.56", "-200.00", "1,034.56"]) {
      expect(text).toContain(part);
    }
    const { mails } = (await company.call(`GET /mails?about=customer/${customer_id}`)).body;
    expect(mails).toMatchObject([{ kind: "statement", to: email, status: "sent" }]);
  });

  test("goes to others, with the company's own words, of the days and the currency that are given", async () => {
    const [to, cc] = [newAddress(), newAddress()];
    const { customer_id } = await customerWithDebt({ email: null });
    await issued(company, { customer_id, currency: "USD" });
    const days = { period_from: "2026-01-01", period_to: "2026-01-31" };
    const { body } = await send({ customer_id, ...days, currency: "NGN", to, cc, message: "Please check." });
    expect(body.mail).toMatchObject({ to: [to], cc: [cc] });
    const [mail] = await received(to);
    expect(mail!.text).toContain("Please check.");
    expect(mail!.text).toContain("filename=statement-2026-01-01-2026-01-31.pdf");
    expect(readPdf(fileIn(mail!.text)).text).not.toContain("USD");
  });

  test("leaves out the currencies in which nothing is open", async () => {
    const { customer_id } = await customerWithDebt({ email: newAddress() });
    const paid = await issued(company, { customer_id, currency: "USD" });
    await pay(company, { invoice_id: paid.id, amount: paid.total });
    const { body } = await company.call(`GET /reports/statement/mail_preview?customer_id=${customer_id}`);
    expect(body.mail.text).toContain("Balance: ₦1,034.56");
    expect(body.mail.text).not.toContain("$");
  });

  test("has no file where none is wanted, and is in the customer's language", async () => {
    const email = newAddress();
    const { customer_id } = await customerWithDebt({ email, language: "fr" });
    const { body } = await send({ customer_id, attach_pdf: false });
    expect(body.mail.subject).toBe("Relevé de compte de Lagos Works Ltd");
    const [mail] = await received(email);
    expect(mail!.text).not.toContain("filename=");
  });

  test("is refused without an address, for an unknown customer, and for days in the wrong order", async () => {
    const { customer_id } = await customerWithDebt({ email: null });
    const refused = async (body: object, of = company) => (await send(body, of)).body.errors?.[0]?.field;
    expect(await refused({ customer_id })).toBe("to");
    expect(await refused({ customer_id: 9_999_999, to: newAddress() })).toBe("customer_id");
    const days = { period_from: "2026-02-02", period_to: "2026-02-01" };
    expect(await refused({ customer_id, to: newAddress(), ...days })).toBe("period_from");
    const other = await outbox.service.company();
    expect(await refused({ customer_id, to: newAddress() }, other)).toBe("customer_id");
  });

  test("can be seen before, and nothing is stored then", async () => {
    const email = newAddress();
    const { customer_id } = await customerWithDebt({ email });
    const query = `customer_id=${customer_id}&message=Hello`;
    const { status, body } = await company.call(`GET /reports/statement/mail_preview?${query}`);
    expect(status).toBe(200);
    expect(body.mail).toMatchObject({ to: [email], subject: "Statement from Lagos Works Ltd", url: null });
    expect(body.mail.text).toContain("Hello");
    expect(body.mail.text).toContain("1,034.56");
    expect((await company.call(`GET /mails?about=customer/${customer_id}`)).body.mails).toEqual([]);
  });
});

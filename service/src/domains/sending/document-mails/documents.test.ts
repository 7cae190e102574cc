import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import { signIn } from "../../../../test/site-session.ts";
import { type OutboxSetup, startOutbox } from "../mails/outbox.fixture.ts";
import { sendDueMails } from "../mails/worker.ts";

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
const newAddress = () => `customer-${++count}@example.com`;
const line = { description: "Consulting", quantity: 2, unit_price: 500 };

async function received(to: string) {
  await sendDueMails(outbox.service.context);
  return outbox.smtp.received.filter((mail) => mail.to === to);
}
async function quoteFor(customer: object = {}) {
  const customer_id = await company.customer({ ...customer });
  return (await company.call("POST /quotes", { body: { customer_id, lines: [line] } })).body.quote;
}
async function issuedFor(email: string | null) {
  const { id } = await company.draft({ customer_id: await company.customer({ email }) });
  return (await company.call(`POST /invoices/${id}/issue`)).body.invoice;
}
async function paymentOf(invoice: { id: number }) {
  const body = { invoice_id: invoice.id, amount: 10, method: "cash" };
  return (await company.call("POST /payments", { body })).body.payment;
}
type Event = { type: string; data: { object: Record<string, unknown> } };
const eventsOf = async (type: string): Promise<Event["data"]["object"][]> =>
  ((await company.call(`GET /events?type=${type}&limit=100`)).body.events as Event[]).map(
    ({ data }) => data.object,
  );

/** Mails are quoted-printable on the wire. */
const decoded = (text: string) =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, "")
      .replaceAll("\r\n", "\n")
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");

describe("a quote that is sent", () => {
  test("is open, and reaches the customer with its page and its PDF", async () => {
    const email = newAddress();
    const quote = await quoteFor({ email });
    const { status, body } = await company.call(`POST /quotes/${quote.id}/send`);
    expect([status, body.quote.status]).toEqual([200, "sent"]);
    const subject = `Quote ${quote.number} from Lagos Works Ltd`;
    expect(body.mail).toEqual({ to: [email], cc: [], subject, url: body.quote.url });
    const [mail, ...others] = await received(email);
    expect(others).toEqual([]);
    expect(mail!.text).toContain(body.quote.url);
    expect(mail!.text).toMatch(new RegExp(`filename=${quote.number}\\.pdf`));
  });

  test("is open without a mail where no address is known", async () => {
    const quote = await quoteFor({ email: null });
    const { body } = await company.call(`POST /quotes/${quote.id}/send`);
    expect([body.quote.status, body.mail]).toEqual(["sent", null]);
  });

  test("is sent again only to an address that is given, with a later last day if one is given", async () => {
    const quote = await quoteFor({ email: newAddress() });
    await company.call(`POST /quotes/${quote.id}/send`);
    const refused = await company.call(`POST /quotes/${quote.id}/send`);
    expect([refused.status, refused.body.code]).toEqual([422, "invalid_state"]);
    const to = newAddress();
    const again = await company.call(`POST /quotes/${quote.id}/send`, {
      body: { to, valid_until: "2099-12-31" },
    });
    expect(again.body.quote).toMatchObject({ status: "sent", valid_until: "2099-12-31" });
    expect(await received(to)).toHaveLength(1);
  });

  test("an accepted quote is not sent again", async () => {
    const quote = await quoteFor();
    await company.call(`POST /quotes/${quote.id}/send`);
    await company.call(`POST /quotes/${quote.id}/accept`);
    const refused = await company.call(`POST /quotes/${quote.id}/send`, { body: { to: newAddress() } });
    expect(refused.status).toBe(422);
  });
});

describe("a credit note that is sent", () => {
  test("reaches the customer with its PDF and leads to the page of the invoice", async () => {
    const email = newAddress();
    const invoice = await issuedFor(email);
    const { credit_note: note } = (
      await company.call(`POST /invoices/${invoice.id}/credit_notes`, { body: { reason: "Returned" } })
    ).body;
    const another = (
      await company.call(`POST /invoices/${(await issuedFor(email)).id}/credit_notes`, { body: {} })
    ).body.credit_note;
    const { status, body } = await company.call(`POST /credit_notes/${note.id}/send`);
    expect([status, { ...body.credit_note, sent_at: null }]).toEqual([200, note]);
    expect((await company.call(`GET /credit_notes/${another.id}`)).body.credit_note.sent_at).toBeNull();
    expect(body.mail).toMatchObject({
      to: [email],
      subject: `Credit note ${note.number} from Lagos Works Ltd`,
    });
    const [mail] = await received(email);
    expect(mail!.text).toContain(`/i/in_${company.id}_${invoice.id}_`);
    expect(mail!.text).toContain("Returned");
    expect(mail!.text).toMatch(new RegExp(`filename=${note.number}\\.pdf`));
  });

  test("without an address is refused, and says where to add one", async () => {
    const invoice = await issuedFor(null);
    const { credit_note: note } = (await company.call(`POST /invoices/${invoice.id}/credit_notes`)).body;
    const { status, body } = await company.call(`POST /credit_notes/${note.id}/send`);
    expect([status, body.errors]).toEqual([
      422,
      [{ field: "to", message: expect.stringContaining("add it to the customer") }],
    ]);
  });
});

describe("a mail of a company with a look of its own", () => {
  test("has its colour, and its logo as a part of the mail and not as an address", async () => {
    const styled = await outbox.service.company({ profile: { name: "Abuja Prints" } });
    const owner = await signIn(outbox.service, { companyId: styled.id });
    const file =
      '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><rect width="60" height="20"/></svg>';
    await owner.call("PATCH", "/document_settings", { accent_colour: "#7a1f5c" });
    const uploaded = await owner.call("POST", "/document_settings/logo", {
      file: Buffer.from(file).toString("base64"),
    });
    expect(uploaded.status).toBe(200);
    const email = newAddress();
    const { id } = await styled.draft({ customer_id: await styled.customer({ email }) });
    await styled.call(`POST /invoices/${id}/send`, { body: { issue: true } });
    const [mail] = await received(email);
    const text = decoded(mail!.text);
    // In the sandbox, both the text and the page say that it is a test.
    expect(text.match(/TEST: this email comes from a sandbox/g)).toHaveLength(2);
    expect(text).toContain("background:#7a1f5c");
    expect(text).toContain('<img src="cid:logo" alt="Abuja Prints"');
    expect(text).toMatch(/^Content-Id: <logo>$/im);
    expect(text).not.toMatch(/<img src="http/);
  });
});

describe("the receipt of a payment", () => {
  test("exists as a PDF for money that was recorded by hand, and is sent", async () => {
    const email = newAddress();
    const payment = await paymentOf(await issuedFor(email));
    const pdf = await company.call(`GET /payments/${payment.id}.pdf`);
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(pdf.headers.get("content-disposition")).toContain(`receipt-${payment.id}.pdf`);
    const { body } = await company.call(`POST /payments/${payment.id}/send`, {
      body: { message: "Thank you, Ada." },
    });
    expect(body.mail).toMatchObject({ to: [email], subject: "Receipt from Lagos Works Ltd" });
    const [mail] = await received(email);
    expect(mail!.text).toContain("Thank you, Ada.");
    expect(mail!.text).toMatch(new RegExp(`filename=receipt-${payment.id}\\.pdf`));
  });

  test("that was sent is noted on the record and as an event, as for a credit note", async () => {
    const invoice = await issuedFor(newAddress());
    const payment = await paymentOf(invoice);
    const credit = { body: { reason: "Returned" } };
    const { credit_note } = (await company.call(`POST /invoices/${invoice.id}/credit_notes`, credit)).body;
    expect([payment.sent_at, credit_note.sent_at]).toEqual([null, null]);
    const now = outbox.service.clock.now().toISOString();
    for (const [path, name, type] of [
      [`/payments/${payment.id}`, "payment", "payment.receipt_sent"],
      [`/credit_notes/${credit_note.id}`, "credit_note", "credit_note.sent"],
    ]) {
      const { body } = await company.call(`POST ${path}/send`);
      expect(body[name!].sent_at).toBe(now);
      expect((await company.call(`GET ${path}`)).body[name!]).toEqual(body[name!]);
      expect(await eventsOf(type!)).toContainEqual(body[name!]);
    }
  });

  test("does not exist for a payment that was reversed", async () => {
    const payment = await paymentOf(await issuedFor(newAddress()));
    await company.call(`POST /payments/${payment.id}/reverse`, { body: { reason: "Recorded twice" } });
    const answers = [
      await company.call(`GET /payments/${payment.id}.pdf`),
      await company.call(`POST /payments/${payment.id}/send`),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [422, "invalid_state"],
      [422, "invalid_state"],
    ]);
  });
});

describe("the preview of a mail", () => {
  test("is what is sent, for every kind of document, and sends nothing", async () => {
    const email = newAddress();
    const invoice = await issuedFor(email);
    const { credit_note: note } = (
      await company.call(`POST /invoices/${invoice.id}/credit_notes`, {
        body: { lines: [{ ...line, quantity: 1, unit_price: 5 }] },
      })
    ).body;
    const payment = await paymentOf(invoice);
    const quote = await quoteFor({ email });
    for (const path of [
      `/invoices/${invoice.id}`,
      `/credit_notes/${note.id}`,
      `/payments/${payment.id}`,
      `/quotes/${quote.id}`,
    ] as const) {
      const message = "Dear Ada,\nas agreed.";
      const { mail: preview } = (
        await company.call(`GET ${path}/mail_preview?message=${encodeURIComponent(message)}`)
      ).body;
      const before = (await received(email)).length;
      const { mail } = (await company.call(`POST ${path}/send`, { body: { message } })).body;
      expect(preview).toMatchObject({ to: mail.to, subject: mail.subject });
      const after = await received(email);
      expect(after).toHaveLength(before + 1);
      // The address of a quote is not known before it is sent.
      expect(decoded(after.at(-1)!.text).replace(/\/q\/\S+/, "/q/…")).toContain(preview.text.trim());
    }
  });

  test("of a draft says that the number comes when it is issued", async () => {
    const { id } = await company.draft();
    const { mail } = (await company.call(`GET /invoices/${id}/mail_preview`)).body;
    expect(mail.subject).toBe("Invoice (number at issue) from Lagos Works Ltd");
  });
});

describe("a document that did not reach its buyer", () => {
  test("is reported once, as an event with the reason, and in the list of mails", async () => {
    const to = newAddress();
    outbox.faults.set(to, () => ({ at: "recipient", code: 550, words: "No such user" }));
    const invoice = await issuedFor(null);
    await company.call(`POST /invoices/${invoice.id}/send`, { body: { to } });
    expect(await received(to)).toEqual([]);
    await sendDueMails(outbox.service.context);
    const { mails } = (await company.call(`GET /mails?about=invoice/${invoice.id}`)).body;
    expect(mails).toEqual([
      expect.objectContaining({
        kind: "invoice",
        to,
        about: `invoice/${invoice.id}`,
        status: "failed",
        last_error: "The mail server refused the recipient: 550 No such user",
      }),
    ]);
    expect((await eventsOf("mail.failed")).filter((mail) => mail.to === to)).toEqual(mails);
  });

  test("is reported when it could not be sent in time", async () => {
    const to = newAddress();
    outbox.faults.set(to, () => ({ at: "message", code: 452 }));
    const payment = await paymentOf(await issuedFor(null));
    await company.call(`POST /payments/${payment.id}/send`, { body: { to } });
    await sendDueMails(outbox.service.context);
    expect((await eventsOf("mail.failed")).filter((mail) => mail.to === to)).toEqual([]);
    outbox.service.clock.advance(49 * 3_600_000);
    await sendDueMails(outbox.service.context);
    expect((await eventsOf("mail.failed")).filter((mail) => mail.to === to)).toEqual([
      expect.objectContaining({ status: "expired", about: `payment/${payment.id}` }),
    ]);
  });

  test("a mail to a user of the company that fails is no event: the documents of buyers are", async () => {
    const to = newAddress();
    outbox.faults.set(to, () => ({ at: "recipient", code: 550, words: "No such user" }));
    await outbox.queue({ to, kind: "invitation" }, { companyId: company.id, about: `invitation/${to}` });
    await sendDueMails(outbox.service.context);
    expect((await outbox.stored(to)).status).toBe("failed");
    expect((await eventsOf("mail.failed")).filter((mail) => mail.to === to)).toEqual([]);
    expect(JSON.stringify((await company.call("GET /mails?limit=100")).body)).not.toContain(to);
  });

  test("another company sees nothing of it", async () => {
    const other = await outbox.service.company();
    const { mails } = (await company.call("GET /mails?limit=1")).body;
    expect(mails).toHaveLength(1);
    expect((await other.call(`GET /mails?about=${mails[0].about}`)).body.mails).toEqual([]);
  });
});

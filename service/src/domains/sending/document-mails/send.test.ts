import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import { type OutboxSetup, startOutbox } from "../mails/outbox.fixture.ts";
import { sendDueMails } from "../mails/worker.ts";
import { mailsMax } from "./service.ts";

let outbox: OutboxSetup;
let company: TestCompany;
beforeAll(async () => {
  outbox = await startOutbox();
  company = await outbox.service.company({
    profile: { name: "Lagos Works Ltd", email: "desk@works.example" },
  });
});
afterAll(() => outbox.close());

let count = 0;
const newAddress = () => `buyer-${++count}@example.com`;

async function issued(fields: Record<string, unknown> = {}, by = company) {
  const { id } = await by.draft(fields);
  return (await by.call(`POST /invoices/${id}/issue`)).body.invoice;
}
const send = (id: number, body?: object, by = company) =>
  by.call(`POST /invoices/${id}/send`, body && { body });
const get = async (id: number) => (await company.call(`GET /invoices/${id}`)).body.invoice;
type Event = { type: string; data: { object: { id: number } } };
const eventsOf = async (id: number): Promise<string[]> => {
  const { events } = (await company.call("GET /events?limit=100")).body;
  return events
    .filter(({ type, data }: Event) => type.startsWith("invoice.") && data.object.id === id)
    .map(({ type }: Event) => type);
};
const mailsAbout = (id: number) =>
  outbox.service.context.db.query("select recipient, status, subject from mails where about = $1", [
    `invoice/${id}`,
  ]);
async function received(to: string) {
  await sendDueMails(outbox.service.context);
  return outbox.smtp.received.filter((mail) => mail.to === to);
}

describe("an invoice that is sent", () => {
  test("reaches the customer's address with the figures, the button and the PDF, from the company", async () => {
    const email = newAddress();
    const invoice = await issued({ customer_id: await company.customer({ email }) });
    const { status, body } = await send(invoice.id);
    expect([status, body.success]).toEqual([200, true]);
    expect(body.mail).toEqual({
      to: [email],
      cc: [],
      subject: `Invoice ${invoice.number} from Lagos Works Ltd`,
      url: expect.stringMatching(/\/i\/in_\d+_\d+_[\w-]{22}$/),
    });
    const [mail, ...others] = await received(email);
    expect(others).toEqual([]);
    expect(mail!.subject).toBe(`Invoice ${invoice.number} from Lagos Works Ltd`);
    expect(mail!.text).toMatch(/^From: Lagos Works Ltd <post@example.com>$/m);
    expect(mail!.text).toMatch(/^Reply-To: desk@works.example$/m);
    expect(mail!.text).toContain(body.mail.url);
    expect(mail!.text).toMatch(new RegExp(`filename=${invoice.number}\\.pdf`));
    expect(mail!.text).toContain(Buffer.from("%PDF-1.").toString("base64").slice(0, 8));
  });

  test("says so on the record and as an event, with the time of the last mail", async () => {
    const invoice = await issued();
    expect(invoice).toMatchObject({ sent_at: null, viewed_at: null });
    const first = (await send(invoice.id, { to: newAddress() })).body.invoice;
    expect(first.sent_at).toBe(outbox.service.clock.now().toISOString());
    outbox.service.clock.advance(60_000);
    await send(invoice.id, { to: newAddress() });
    expect((await get(invoice.id)).sent_at).toBe(outbox.service.clock.now().toISOString());
    expect((await eventsOf(invoice.id)).filter((type) => type === "invoice.sent")).toHaveLength(2);
  });

  test("goes to the addresses that are given, in copy too, with the company's own words and without the PDF", async () => {
    const [to, second, cc] = [newAddress(), newAddress(), newAddress()];
    const invoice = await issued();
    const message = "Dear Ada,\n\nthank you for <b>your</b> order.";
    const sent = await send(invoice.id, { to: [to, second], cc, message, attach_pdf: false });
    expect(sent.body.mail).toMatchObject({ to: [to, second], cc: [cc] });
    const [mail] = await received(to);
    expect(mail!.text).toMatch(new RegExp(`^Cc: ${second}, ${cc}$`, "m"));
    expect(mail!.text).toContain("thank you for <b>your</b> order.");
    expect(mail!.text).toContain("thank you for &lt;b&gt;your&lt;/b&gt; order.");
    expect(mail!.text).not.toContain("filename=");
    const { mails } = (await company.call(`GET /mails?about=invoice/${invoice.id}`)).body;
    expect(mails).toEqual([expect.objectContaining({ to, cc: [second, cc], status: "sent" })]);
  });

  test("is in the customer's language", async () => {
    const email = newAddress();
    const invoice = await issued({ customer_id: await company.customer({ email, language: "fr" }) });
    expect((await send(invoice.id)).body.mail.subject).toBe(`Facture ${invoice.number} de Lagos Works Ltd`);
  });

  test("waits for a mail server that is down, and arrives once", async () => {
    const to = newAddress();
    outbox.faults.set(to, (tries) => (tries === 1 ? { at: "message", code: 451 } : undefined));
    const invoice = await issued();
    await send(invoice.id, { to });
    expect(await received(to)).toEqual([]);
    outbox.service.clock.advance(3_600_000);
    expect(await received(to)).toHaveLength(1);
  });

  test("that the server refuses for its recipient, though not for the copy, has failed and says why", async () => {
    const to = newAddress();
    outbox.faults.set(to, () => ({ at: "recipient", code: 550 }));
    const invoice = await issued();
    await send(invoice.id, { to, cc: newAddress() });
    await sendDueMails(outbox.service.context);
    expect(await outbox.stored(to)).toMatchObject({
      status: "failed",
      last_error: expect.stringContaining("refused the recipient"),
    });
  });

  test("that the server refuses for a copy only is sent, and says whose copy it was", async () => {
    const [to, cc] = [newAddress(), newAddress()];
    outbox.faults.set(cc, () => ({ at: "recipient", code: 550 }));
    const invoice = await issued();
    await send(invoice.id, { to, cc });
    await sendDueMails(outbox.service.context);
    expect(await outbox.stored(to)).toMatchObject({
      status: "sent",
      last_error: `The mail server refused the copy to ${cc}.`,
    });
  });
});

describe("a draft", () => {
  test("is refused and nothing is sent", async () => {
    const { id } = await company.draft();
    const refused = await send(id, { to: newAddress() });
    expect([refused.status, refused.body.code]).toEqual([422, "invalid_state"]);
    expect(refused.body.error).toContain("Issue it first, or send it with issue set to true.");
    expect(await mailsAbout(id)).toEqual([]);
  });

  test("is issued and sent in one step where that is asked for", async () => {
    const { id } = await company.draft();
    const { status, body } = await send(id, { to: newAddress(), issue: true });
    expect([status, body.invoice.status, body.invoice.number]).toEqual([200, "open", expect.any(String)]);
    expect(await eventsOf(id)).toEqual(["invoice.created", "invoice.issued", "invoice.sent"]);
    expect((await send(id, { to: newAddress(), issue: true })).status).toBe(200);
  });

  test("stays a draft where the mail can't be written", async () => {
    const { id } = await company.draft();
    const refused = await send(id, { issue: true });
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, "to"]);
    expect((await get(id)).status).toBe("draft");
  });
});

test("a void invoice and another company's are refused: 422 and 404", async () => {
  const invoice = await issued();
  await company.call(`POST /invoices/${invoice.id}/void`);
  expect((await send(invoice.id, { to: newAddress() })).body.code).toBe("invalid_state");
  const other = await outbox.service.company();
  expect((await send((await issued()).id, { to: newAddress() }, other)).status).toBe(404);
});

test.each([
  [{ to: "nobody" }, "to"],
  [{ to: [] }, "to"],
  [{ to: Array(6).fill("a@example.com") }, "to"],
  [{ to: "a@example.com", cc: ["b@example.com", "c"] }, "cc[1]"],
  [{ to: "a@example.com", message: " " }, "message"],
  [{ to: "a@example.com\r\nBcc: b@example.com" }, "to"],
  // A mail program would take these for a@example.com, whose limit they would not count towards.
  [{ to: "1,a@example.com" }, "to"],
  [{ to: "a@example.com", cc: "<a@example.com>" }, "cc"],
])("%j is refused and names %s", async (body, field) => {
  const invoice = await issued();
  const refused = await send(invoice.id, body);
  expect([refused.status, refused.body.errors?.[0].field]).toEqual([422, field]);
  expect((await get(invoice.id)).sent_at).toBeNull();
});

test("the same address gets a limited number in a day, and another company's mails don't count", async () => {
  const to = newAddress();
  const invoice = await issued();
  for (let sent = 0; sent < mailsMax.toRecipient; sent++) {
    expect((await send(invoice.id, { to, attach_pdf: false })).status).toBe(200);
  }
  const refused = await send(invoice.id, { to });
  expect([refused.status, refused.body.code, refused.headers.get("retry-after")]).toEqual([
    429,
    "rate_limited",
    "3600",
  ]);
  const other = await outbox.service.company();
  expect((await send((await issued({}, other)).id, { to }, other)).status).toBe(200);
  outbox.service.clock.advance(86_400_000);
  expect((await send(invoice.id, { to })).status).toBe(200);
});

test("copies, further recipients and reminders count towards the limit of an address as well", async () => {
  const invoice = await issued();
  const copied = newAddress();
  for (let sent = 0; sent < mailsMax.toRecipient / 2; sent++) {
    const copy = { to: newAddress(), cc: copied, attach_pdf: false };
    expect((await send(invoice.id, copy)).status).toBe(200);
    const further = { to: [newAddress(), copied.toUpperCase()], attach_pdf: false };
    expect((await send(invoice.id, further)).status).toBe(200);
  }
  for (const body of [{ to: copied }, { to: newAddress(), cc: copied }, { to: [newAddress(), copied] }])
    expect((await send(invoice.id, body)).status).toBe(429);
  expect((await send(invoice.id, { to: newAddress() })).status).toBe(200);
});

test("an Idempotency-Key sends once", async () => {
  const to = newAddress();
  const invoice = await issued();
  const twice = { body: { to }, headers: { "idempotency-key": "send-once" } };
  const first = await company.call(`POST /invoices/${invoice.id}/send`, twice);
  const second = await company.call(`POST /invoices/${invoice.id}/send`, twice);
  expect(second.body).toEqual(first.body);
  expect(await mailsAbout(invoice.id)).toHaveLength(1);
});

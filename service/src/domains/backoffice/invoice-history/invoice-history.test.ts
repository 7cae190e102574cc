import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn, startSite, type TestSite } from "../../../../test/site-session.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

async function must(method: string, path: string, body?: object) {
  const reply = await site.call(method, path, body);
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`);
  return reply.body;
}

test("an invoice's history has its records, and who did what to them", async () => {
  const { clock } = site.service;
  const customer_id = await site.company.customer();
  const lines = [{ description: "Work", quantity: 1, unit_price: 100 }];
  const { invoice } = await must("POST", "/invoices", { customer_id, lines });
  clock.advance(1000);
  await must("POST", `/invoices/${invoice.id}/issue`);
  clock.advance(1000);
  const { payment } = await must("POST", "/payments", { invoice_id: invoice.id, amount: 40 });
  clock.advance(1000);
  await must("POST", `/payments/${payment.id}/refund`, { amount: 5 });
  clock.advance(1000);
  const { reference } = await must("POST", "/payments/link", { invoice_id: invoice.id, amount: 10 });
  clock.advance(1000);
  await site.company.call(`POST /payments/links/${reference}/cancel`);
  clock.advance(1000);
  const { credit_note } = await must("POST", `/invoices/${invoice.id}/credit_notes`, {
    lines: [{ ...lines[0], unit_price: 10 }],
  });
  // Another invoice of the same moment.
  const other = await must("POST", "/invoices", { customer_id, lines });
  await must("POST", `/invoices/${other.invoice.id}/issue`);

  const { body, status } = await site.call("GET", `/invoices/${invoice.id}/history`);
  expect(status).toBe(200);
  expect(body.payments).toEqual((await must("GET", `/payments?invoice_id=${invoice.id}`)).payments);
  expect(body.payment_links).toEqual(
    (await must("GET", `/payments/links?invoice_id=${invoice.id}`)).payment_links,
  );
  expect(body.credit_notes).toEqual(
    (await must("GET", `/credit_notes?invoice_id=${invoice.id}`)).credit_notes,
  );
  const ada = { type: "user", id: String(site.user.id), name: "Ada Obi" };
  expect(body.authors).toMatchObject([
    { action: "invoice.issued", subject: `invoice/${invoice.id}`, actor: ada },
    { action: "payment.recorded", subject: `payment/${payment.id}`, actor: ada },
    { action: "payment.refunded", subject: `payment/${payment.id}`, actor: ada },
    { action: "payment_link.created", subject: `payment_link/${reference}`, actor: ada },
    {
      action: "payment_link.cancelled",
      subject: `payment_link/${reference}`,
      actor: { type: "key", id: site.company.appId },
    },
    { action: "credit_note.issued", subject: `credit_note/${credit_note.id}`, actor: ada },
  ]);
});

test("the history of another company's invoice is not found", async () => {
  const { id } = await site.company.draft();
  const other = await site.service.company();
  const outsider = await signIn(site.service, { companyId: other.id });
  expect((await outsider.call("GET", `/invoices/${id}/history`)).status).toBe(404);
});

test("payments are left out where the company's plan has none", async () => {
  const company = await site.service.company();
  const owner = await signIn(site.service, { companyId: company.id });
  const { id } = await company.draft();
  await company.call(`POST /invoices/${id}/issue`);
  await company.call("POST /payments", { body: { invoice_id: id, amount: 1 } });
  const read = async () => (await owner.call("GET", `/invoices/${id}/history`)).body;
  expect((await read()).payments).toHaveLength(1);
  await site.service.context.db.query(
    "update subscriptions set disabled_features = '{payments}' where company_id = $1",
    [company.id],
  );
  expect(await read()).toMatchObject({ payments: [], payment_links: [] });
});

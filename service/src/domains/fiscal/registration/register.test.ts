import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callsTo } from "../../../../test/harness.ts";
import { statusCounts, times } from "../../payments/payments/money.fixture.ts";
import {
  eventTypes,
  type FiscalSetup,
  invoiceOf,
  profile,
  register,
  startFiscalSetup,
} from "./registration.fixture.ts";
import { setIntegration } from "./service.ts";

let setup: FiscalSetup;

beforeAll(async () => {
  setup = await startFiscalSetup();
});
beforeEach(() => setup.authority.faults.clear());
afterAll(() => setup.close());

const submissions = () => setup.authority.calls().filter(({ op }) => op === "submit").length;

describe("POST /invoices/{id}/register", () => {
  test("issues a draft, registers it, and gives the IRN that the authority has", async () => {
    const company = await setup.integratedCompany();
    const draft = await setup.invoice(company);
    const { status, body } = await register(company, draft.id);
    expect([status, body.success, body.invoice.status, body.invoice.fiscal_status]).toEqual([
      200,
      true,
      "open",
      "registered",
    ]);
    expect(body.irn).toMatch(/^INV000001-[A-Za-z0-9]{8}-\d{8}$/);
    expect([body.invoice.irn, body.fiscal.irn]).toEqual([body.irn, body.irn]);
    expect(setup.authority.documents({ irn: body.irn })).toMatchObject([
      { status: "accepted", submissions: 1 },
    ]);
    expect(await setup.authority.readQr(body.fiscal.qr)).toMatchObject({ irn: body.irn });
    expect(await invoiceOf(company, draft.id)).toEqual(body.invoice);
    expect(await eventTypes(company)).toEqual(["invoice.created", "invoice.issued", "invoice.registered"]);
  });

  test("takes discounts, charges and prices that include tax", async () => {
    const company = await setup.integratedCompany();
    const line = { description: "Work", quantity: 3, unit_price: 107.53, tax_rate: 7.5 };
    const terms = { discounts: [{ percent: 7 }, { amount: 1.01 }], charges: [{ amount: 11 }] };
    const lines = [
      { ...line, ...terms },
      { ...line, tax_rate: 0 },
    ];
    for (const prices_include_tax of [false, true]) {
      const draft = await setup.invoice(company, { lines, ...terms, prices_include_tax });
      const { status, body, text } = await register(company, draft.id);
      if (status !== 200) throw new Error(text);
      expect([body.invoice.fiscal_status, body.invoice.total]).toEqual(["registered", draft.total]);
    }
  });

  test("again after success is the same answer, and the authority is not asked", async () => {
    const company = await setup.integratedCompany();
    const { id } = await setup.invoice(company);
    const first = await register(company, id);
    const calls = setup.authority.calls().length;
    const again = await register(company, id);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(setup.authority.calls()).toHaveLength(calls);
  });

  test("50 at the same moment make one submission, and all get the same IRN", async () => {
    const company = await setup.integratedCompany();
    const { id } = await setup.invoice(company);
    const before = submissions();
    const replies = await times(50, () => register(company, id));
    expect(statusCounts(replies)).toEqual({ 200: 50 });
    expect(new Set(replies.map(({ body }) => body.irn)).size).toBe(1);
    expect(submissions() - before).toBe(1);
  });

  test("through several nodes at the same moment is one submission as well", async () => {
    const company = await setup.integratedCompany();
    const other = callsTo((await setup.anotherNode()).url, company);
    const { id } = await setup.invoice(company);
    const before = submissions();
    const replies = await Promise.all([
      ...Array.from({ length: 10 }, () => register(company, id)),
      ...Array.from({ length: 10 }, () => other(`POST /invoices/${id}/register`)),
    ]);
    expect(statusCounts(replies)).toEqual({ 200: 20 });
    expect(new Set(replies.map(({ body }) => body.irn)).size).toBe(1);
    expect(submissions() - before).toBe(1);
  });

  test("without an integration is 503, before the invoice is checked, and changes nothing", async () => {
    const company = await setup.company();
    const draft = await company.draft();
    const voided = await company.draft();
    await company.call(`POST /invoices/${voided.id}/void`);
    for (const { id } of [draft, voided]) {
      const { status, body } = await register(company, id);
      expect([status, body.code]).toEqual([503, "integration_not_configured"]);
    }
    expect(await invoiceOf(company, draft.id)).toEqual(draft);
    expect((await company.call(`POST /invoices/${draft.id}/issue`)).body.invoice.number).toBe("INV-000001");
  });

  test("of another company's invoice is 404, also without an integration", async () => {
    const [company, other] = [await setup.company(), await setup.integratedCompany()];
    const { id } = await setup.invoice(other);
    expect((await register(company, id)).status).toBe(404);
    expect((await register(other, 9_007_199_254_740_991)).status).toBe(404);
  });

  test("missing data is reported all at once, before any call; a draft stays a draft", async () => {
    const company = await setup.integratedCompany();
    const draft = await company.draft({ customer_id: await company.customer({ name: "Nameless" }) });
    const calls = setup.authority.calls().length;
    const { status, body } = await register(company, draft.id);
    expect([status, body.code]).toEqual([422, "fiscal_incomplete"]);
    const fields = body.errors.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(expect.arrayContaining(["customer.tax_id", "customer.address.line1"]));
    expect(setup.authority.calls()).toHaveLength(calls);
    expect(await invoiceOf(company, draft.id)).toEqual(draft);
    expect(body.error).toContain("still a draft");
  });

  test("several first registrations of a company at the same moment share one test business", async () => {
    const company = await setup.company({ profile });
    const beforeItRuns = { ...setup.context.config, sandboxAuthority: { url: undefined, port: 0 } };
    await setIntegration({ ...setup.context, config: beforeItRuns }, company.id, { adapter: "sandbox" });
    const invoices = await times(8, () => setup.invoice(company));
    const replies = await Promise.all(invoices.map(({ id }) => register(company, id)));
    expect(statusCounts(replies)).toEqual({ 200: 8 });
    const documents = replies.flatMap(({ body }) => setup.authority.documents({ irn: body.irn }));
    expect(new Set(documents.map(({ business_id }) => business_id)).size).toBe(1);
  });

  test("a void or written-off invoice is 422; a paid one is registered", async () => {
    const company = await setup.integratedCompany();
    const [voided, lost, paid] = await times(3, () => setup.invoice(company));
    for (const { id } of [voided, lost, paid]) await company.call(`POST /invoices/${id}/issue`);
    await company.call(`POST /invoices/${voided.id}/void`);
    await company.call(`POST /invoices/${lost.id}/write_off`);
    await company.call("POST /payments", { body: { invoice_id: paid.id, amount: paid.total } });
    const statuses = [];
    for (const { id } of [voided, lost, paid]) statuses.push((await register(company, id)).status);
    expect(statuses).toEqual([422, 422, 200]);
  });

  test("under the same Idempotency-Key gives the first answer again", async () => {
    const company = await setup.integratedCompany();
    const { id } = await setup.invoice(company);
    const first = await register(company, id, "one");
    const again = await register(company, id, "one");
    expect([again.text, again.headers.get("idempotency-replayed")]).toEqual([first.text, "true"]);
  });

  test("needs the scope integrations and the feature einvoicing", async () => {
    const company = await setup.company({ disable: ["einvoicing"] });
    expect((await register(company, 1)).body.code).toBe("feature_disabled");
  });
});

describe("what happens after registration", () => {
  test("a registered invoice can't be voided, but credited", async () => {
    const company = await setup.integratedCompany();
    const { id } = await setup.invoice(company);
    await register(company, id);
    expect((await company.call(`POST /invoices/${id}/void`)).status).toBe(422);
    expect((await company.call(`POST /invoices/${id}/credit_notes`)).status).toBe(201);
  });

  test("every call can be seen, without a secret", async () => {
    const company = await setup.integratedCompany();
    const { id } = await setup.invoice(company);
    await register(company, id);
    const { registration } = (await company.call(`GET /invoices/${id}/registration`)).body;
    expect(registration).toMatchObject({ state: "accepted", adapter: "sandbox", calls_made: 1 });
    expect(registration.calls.map(({ operation }: { operation: string }) => operation)).toContain("submit");
    expect(JSON.stringify(registration)).not.toMatch(/sbx_secret_|sbx_key_[0-9a-f]{8}/);
  });
});

describe("an authority that decides later", () => {
  test("is 202 with fiscal_status pending, and emits an event once it has decided", async () => {
    const company = await setup.integratedCompany("async_demo");
    const { id } = await setup.invoice(company);
    const { status, body } = await register(company, id);
    expect([status, body.irn, body.invoice.fiscal_status]).toEqual([202, null, "pending"]);
    await setup.reconcile(10 * 60_000);
    const done = await invoiceOf(company, id);
    expect([done.fiscal_status, done.irn]).toEqual(["registered", expect.stringMatching(/^SBX-/)]);
    expect((await eventTypes(company)).slice(-2)).toEqual([
      "invoice.registration_pending",
      "invoice.registered",
    ]);
  });
});

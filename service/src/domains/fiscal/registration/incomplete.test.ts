import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { creditAmount, pay } from "../../payments/payments/money.fixture.ts";
import { setProfile } from "../../tenancy/companies/service.ts";
import { measureRegistrations } from "./credentials-check.ts";
import {
  buyer,
  eventTypes,
  type FiscalSetup,
  invoiceOf,
  profile,
  register,
  startFiscalSetup,
} from "./registration.fixture.ts";

// Only the authority rejects. What our own checks find is refused, and leaves no trace.
let setup: FiscalSetup;

beforeAll(async () => {
  setup = await startFiscalSetup({ env: { BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1" } });
});
beforeEach(() => setup.authority.faults.clear());
afterAll(() => setup.close());

/** An issued invoice of a customer of whom only the name is known. */
async function issuedTo(company: TestCompany, customer: object = { name: "Walk-in Ltd" }) {
  const customer_id = await company.customer({ ...customer });
  const { id } = await setup.invoice(company, { customer_id });
  const { invoice } = (await company.call(`POST /invoices/${id}/issue`)).body;
  return { id, customer_id, invoice };
}

const fieldsOf = (body: { errors: { field: string }[] }) => body.errors.map(({ field }) => field);

/** Everything stored about a company's registrations. */
const rowsOf = (company: TestCompany) =>
  setup.context.db.query(
    `select (select count(*) from fiscal_documents where company_id = $1) as documents,
       (select count(*) from fiscal_calls where company_id = $1) as calls,
       (select count(*) from events where company_id = $1) as events`,
    [company.id],
  );

describe("an issued invoice that lacks what the authority requires", () => {
  test("is refused with every missing field, and nothing at all changes", async () => {
    const company = await setup.integratedCompany();
    const { id, invoice } = await issuedTo(company);
    const [calls, rows] = [setup.authority.calls().length, await rowsOf(company)];
    const { status, body } = await register(company, id);
    expect([status, body.code]).toEqual([422, "fiscal_incomplete"]);
    expect(fieldsOf(body)).toEqual([
      "customer.tax_id",
      "customer.address.line1",
      "customer.address.city",
      "customer.address.country",
    ]);
    expect(body.error).toContain(`POST /invoices/${id}/refresh_parties`);
    expect(await invoiceOf(company, id)).toEqual(invoice);
    expect([setup.authority.calls().length, await rowsOf(company)]).toEqual([calls, rows]);
    expect((await company.call(`GET /invoices/${id}/registration`)).status).toBe(404);
    expect((await company.call("GET /invoices?fiscal_status=rejected")).body.invoices).toEqual([]);
    expect((await measureRegistrations(setup.context, setup.context.db)).rejected).toBe(0);
  });

  test.each(["open", "partially_paid", "paid"])(
    "can't be changed by PATCH afterwards: %s",
    async (status) => {
      const company = await setup.integratedCompany();
      const { id, invoice } = await issuedTo(company);
      if (status !== "open")
        await pay(company, { invoice_id: id, amount: status === "paid" ? invoice.total : 1 });
      const before = await invoiceOf(company, id);
      await register(company, id);
      const line = { description: "Less", quantity: 1, unit_price: 7 };
      for (const body of [
        { lines: [line] },
        { invoice_date: "2025-01-01" },
        { due_date: "2030-01-01" },
        { currency: "USD" },
        { customer_id: await company.customer(buyer) },
        { notes: "x" },
        { external_id: "x" },
        { metadata: { x: 1 } },
        {},
      ]) {
        const { status, body: refused } = await company.call(`PATCH /invoices/${id}`, { body });
        expect([body, status, refused.code]).toEqual([body, 422, "invalid_state"]);
      }
      expect(await invoiceOf(company, id)).toEqual(before);
    },
  );

  test("is registered under its number once the parties are refreshed", async () => {
    const company = await setup.integratedCompany();
    const { id, customer_id, invoice } = await issuedTo(company);
    await register(company, id);
    const { name: _, ...known } = buyer;
    await company.call(`PATCH /customers/${customer_id}`, { body: known });
    expect((await register(company, id)).body.code).toBe("fiscal_incomplete");
    expect((await company.call(`POST /invoices/${id}/refresh_parties`)).status).toBe(200);
    const { status, body } = await register(company, id);
    expect([status, body.invoice.number]).toEqual([200, invoice.number]);
    expect(await eventTypes(company)).toEqual([
      "invoice.created",
      "invoice.issued",
      "invoice.parties_refreshed",
      "invoice.registered",
    ]);
    const [document] = setup.authority.documents({ irn: body.irn });
    expect(JSON.stringify(document!.invoice)).toContain(buyer.tax_id);
  });

  test("says that a credit note is needed where the fault is not a missing field of a party", async () => {
    const company = await setup.integratedCompany();
    const lines = [{ description: "Rice", quantity: 1, unit_price: 10, hs_code: "rice" }];
    const { id } = await setup.invoice(company, { lines });
    await company.call(`POST /invoices/${id}/issue`);
    const { body } = await register(company, id);
    expect([body.code, fieldsOf(body)]).toEqual(["fiscal_incomplete", ["lines[0].hs_code"]]);
    expect(body.error).toContain("issue a credit note or void it, then create a new invoice");
    expect((await invoiceOf(company, id)).fiscal_status).toBe("none");
  });

  test("stays rejected where the authority had rejected it before", async () => {
    const company = await setup.integratedCompany();
    const { id } = await setup.invoice(company);
    setup.authority.faults.add({ match: { op: "submit" }, fault: "reject_fields:1" });
    await register(company, id);
    const rejected = await invoiceOf(company, id);
    const body = { name: "Walk-in Ltd", tax_id: null, address: null };
    await company.call(`PATCH /customers/${rejected.customer_id}`, { body });
    const refreshed = (await company.call(`POST /invoices/${id}/refresh_parties`)).body.invoice;
    const registration = await company.call(`GET /invoices/${id}/registration`);
    expect((await register(company, id)).body.code).toBe("fiscal_incomplete");
    expect(await invoiceOf(company, id)).toEqual(refreshed);
    expect(refreshed.fiscal).toEqual(rejected.fiscal);
    expect((await company.call(`GET /invoices/${id}/registration`)).text).toBe(registration.text);
  });
});

test("a credit note that lacks something is refused in the same way, and nothing changes", async () => {
  const company = await setup.integratedCompany("document_only");
  const address = { line1: "12 Marina", city: "Lagos", country: "NG" };
  const { id } = await issuedTo(company, { name: "No tax number", address });
  expect((await register(company, id)).status).toBe(200);
  const { credit_note } = (await creditAmount(company, id, 10)).body;
  await company.call("POST /einvoicing/integration", { body: { adapter: "sandbox" } });
  const rows = await rowsOf(company);
  const { status, body } = await company.call(`POST /credit_notes/${credit_note.id}/register`);
  expect([status, body.code, fieldsOf(body)]).toEqual([422, "fiscal_incomplete", ["customer.tax_id"]]);
  expect((await company.call(`GET /credit_notes/${credit_note.id}`)).body.credit_note).toEqual(credit_note);
  expect((await company.call(`GET /credit_notes/${credit_note.id}/registration`)).status).toBe(404);
  expect(await rowsOf(company)).toEqual(rows);
});

describe("a registration that waits for an account which the company has left", () => {
  /** Its first account took neither it nor our credentials, and its next one needs the supplier's own data. */
  async function waiting() {
    const company = await setup.company({ profile: { tax_id: profile.tax_id } });
    await company.call("POST /einvoicing/integration", { body: { adapter: "sandbox" } });
    const { id } = await setup.invoice(company);
    await company.call(`POST /invoices/${id}/issue`);
    const issued = await invoiceOf(company, id);
    setup.authority.faults.add({ match: { op: "submit" }, fault: "auth_401" });
    expect((await register(company, id)).body.code).toBe("integration_auth_failed");
    expect((await invoiceOf(company, id)).fiscal_status).toBe("pending");
    const made = await setup.authority.registerBusiness({ name: "Acme" });
    const { business_id, service_id, api_key, api_secret, public_key, certificate } = made;
    const own = { business_id, service_id, api_key, api_secret, public_key, certificate };
    const body = { adapter: "firs_mbs", base_url: setup.authority.url, ...own };
    const set = await company.call("POST /einvoicing/integration", { body });
    expect(set.status).toBe(200);
    return { company, id, issued };
  }

  test.each(["caller", "pass"])(
    "and lacks what the new one requires is withdrawn, not rejected, by the %s; completed, it is registered",
    async (who) => {
      const { company, id, issued } = await waiting();
      if (who === "pass") await setup.reconcile(60 * 60_000);
      else expect((await register(company, id)).body.code).toBe("fiscal_incomplete");
      const { updated_at: _, ...rest } = await invoiceOf(company, id);
      expect({ ...rest, updated_at: issued.updated_at }).toEqual(issued);
      const { registration } = (await company.call(`GET /invoices/${id}/registration`)).body;
      expect([registration.state, registration.next_action_at]).toEqual(["withdrawn", null]);
      expect(registration.calls.length).toBeGreaterThan(0);
      const { events } = (await company.call("GET /events?type=invoice.registration_failed")).body;
      expect(events.map(({ data }: { data: { object: object } }) => data.object)).toMatchObject([
        { id, fiscal_status: "none", fiscal: null },
      ]);
      await inTransaction(setup.context.db, (tx) =>
        setProfile({ tx, now: setup.clock.now() }, company.id, { line1: "4 Broad Street", city: "Lagos" }),
      );
      const refreshed = await company.call(`POST /invoices/${id}/refresh_parties`);
      expect(refreshed.body.invoice.supplier.address).toMatchObject({
        line1: "4 Broad Street",
        city: "Lagos",
      });
      const done = await register(company, id);
      expect([done.status, done.body.invoice.number]).toEqual([200, issued.number]);
    },
  );
});

describe("an invoice that the authority rejects", () => {
  async function rejected(company: TestCompany, fields: object = {}) {
    const { id } = await setup.invoice(company, fields);
    setup.authority.faults.add({ match: { op: "submit" }, fault: "reject_fields:2" });
    const reply = await register(company, id);
    return { id, reply, invoice: await invoiceOf(company, id) };
  }

  test("is 422 with its fields and stays open; no PATCH or DELETE; registered again under the same number", async () => {
    const company = await setup.integratedCompany();
    const { id, reply, invoice } = await rejected(company);
    expect([reply.status, reply.body.code, reply.body.errors.length]).toEqual([422, "fiscal_rejected", 2]);
    expect([invoice.status, invoice.fiscal_status, invoice.fiscal.errors.length]).toEqual([
      "open",
      "rejected",
      2,
    ]);
    expect((await company.call(`DELETE /invoices/${id}`)).status).toBe(422);
    const line = { description: "Less", quantity: 1, unit_price: 1 };
    for (const body of [{ notes: "x" }, { lines: [line] }, { currency: "USD" }, {}]) {
      const { status, body: refused } = await company.call(`PATCH /invoices/${id}`, { body });
      expect([status, refused.code]).toEqual([422, "invalid_state"]);
      expect(refused.error).toContain("issue a credit note and create a new invoice");
    }
    expect(await invoiceOf(company, id)).toEqual(invoice);
    const again = await register(company, id);
    expect([again.status, again.body.invoice.number]).toEqual([200, invoice.number]);
    const { registration } = (await company.call(`GET /invoices/${id}/registration`)).body;
    expect([registration.calls_made, registration.calls.length]).toEqual([2, 2]);
    expect(await eventTypes(company)).toEqual([
      "invoice.created",
      "invoice.issued",
      "invoice.registration_failed",
      "invoice.registered",
    ]);
  });

  test("keeps its amounts when a part of it was credited", async () => {
    const company = await setup.integratedCompany();
    const { id } = await rejected(company);
    expect((await creditAmount(company, id, 10)).status).toBe(201);
    const before = await invoiceOf(company, id);
    const lines = [{ description: "Less", quantity: 1, unit_price: 1 }];
    expect((await company.call(`PATCH /invoices/${id}`, { body: { lines } })).status).toBe(422);
    expect(await invoiceOf(company, id)).toEqual(before);
  });
});

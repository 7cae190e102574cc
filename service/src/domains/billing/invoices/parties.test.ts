import { describe, expect, test } from "vitest";
import type { Reply, TestCompany } from "../../../../test/harness.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import {
  buyer,
  type FiscalSetup,
  register,
  sharedFiscalSetup,
} from "../../fiscal/registration/registration.fixture.ts";
import { eventsOf, invoiceOf, pay, statusCounts } from "../../payments/payments/money.fixture.ts";
import { setProfile } from "../../tenancy/companies/service.ts";

let setup: FiscalSetup;
let company: TestCompany;
sharedFiscalSetup((scene) => {
  ({ setup, company } = scene);
});

const refresh = (id: number, options = {}, of = company) =>
  of.call(`POST /invoices/${id}/refresh_parties`, options);

const correct = (customerId: number, body: object) =>
  company.call(`PATCH /customers/${customerId}`, { body });

const setCompany = (patch: object) =>
  inTransaction(setup.context.db, (tx) => setProfile({ tx, now: setup.clock.now() }, company.id, patch));

async function issued(customer: object): Promise<Reply["body"]> {
  const { id } = await setup.invoice(company, { customer_id: await company.customer({ ...customer }) });
  return (await company.call(`POST /invoices/${id}/issue`)).body.invoice;
}

async function rejected(): Promise<Reply["body"]> {
  const { id } = await issued(buyer);
  setup.authority.faults.add({ match: { op: "submit" }, fault: "reject_fields:1" });
  await register(company, id);
  return invoiceOf(company, id);
}

describe("POST /invoices/{id}/refresh_parties", () => {
  test("of an invoice that was never registered fills what is empty, and changes nothing that is not", async () => {
    const before = await issued({ name: "Walk-in", email: "old@acme.example", address: "1 Old Street" });
    setup.clock.advance(60_000);
    await correct(before.customer_id, { ...buyer, kind: "consumer", registration_number: "RC 1" });
    await setCompany({ tax_id: "11111111-0001", line2: "Floor 2" });
    const { status, body } = await refresh(before.id);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      invoice: {
        ...before,
        customer: {
          ...before.customer,
          phone: buyer.phone,
          tax_id: buyer.tax_id,
          registration_number: "RC 1",
          address: { ...buyer.address, line1: "1 Old Street" },
        },
        supplier: { ...before.supplier, address: { ...before.supplier.address, line2: "Floor 2" } },
        updated_at: setup.clock.now().toISOString(),
      },
    });
    expect(body.invoice.customer).toMatchObject({ name: "Walk-in", kind: "business" });
    expect(await invoiceOf(company, before.id)).toEqual(body.invoice);
  });

  test("of one that the authority rejected takes name, numbers, address, email and phone anew, of both parties", async () => {
    const before = await rejected();
    const other = {
      name: "Acme Trading Limited",
      email: "new@acme.example",
      phone: "+2348030000009",
      tax_id: "99999999-0001",
      registration_number: "RC 9",
      address: { line1: "9 New Street", country: "NG" },
    };
    await correct(before.customer_id, { ...other, kind: "government" });
    await setCompany({ name: "Renamed Ltd", tax_id: "22222222-0001", phone: null, city: "Abuja" });
    const { status, body } = await refresh(before.id);
    expect(status).toBe(200);
    expect(body.invoice).toEqual({
      ...before,
      customer: { ...other, kind: "business" },
      supplier: {
        ...before.supplier,
        name: "Renamed Ltd",
        tax_id: "22222222-0001",
        phone: null,
        address: { ...before.supplier.address, city: "Abuja" },
      },
    });
  });

  test("writes one event with what was before, and one entry in the audit log that names the fields", async () => {
    const before = await issued({ name: "Walk-in" });
    await correct(before.customer_id, { tax_id: buyer.tax_id, address: buyer.address });
    const { body, headers } = await refresh(before.id);
    const [event, ...more] = (await eventsOf(company)).filter(({ type }) =>
      type.endsWith("parties_refreshed"),
    );
    expect(more).toEqual([]);
    expect(event!.data).toEqual({ object: body.invoice, previous: before });
    const entries = await setup.context.db.query(
      "select action, subject, details, request_id from audit_entries where company_id = $1 and action like 'invoice.p%'",
      [company.id],
    );
    expect(entries).toEqual([
      {
        action: "invoice.parties_refreshed",
        subject: `invoice/${before.id}`,
        details: { number: before.number, changed: ["customer.tax_id", "customer.address"] },
        request_id: headers.get("x-request-id"),
      },
    ]);
  });

  test("without a difference is 200 and leaves everything as it was: no event, no entry, no new updated_at", async () => {
    for (const before of [await issued({ name: "Walk-in" }), await rejected()]) {
      const events = (await eventsOf(company)).length;
      setup.clock.advance(1000);
      const { status, body } = await refresh(before.id);
      expect([status, body.invoice]).toEqual([200, before]);
      expect(await eventsOf(company)).toHaveLength(events);
    }
  });

  test("again under the same Idempotency-Key gives the first answer, and happens once", async () => {
    const before = await issued({ name: "Walk-in" });
    await correct(before.customer_id, { tax_id: buyer.tax_id });
    const headers = { "Idempotency-Key": "refresh" };
    const first = await refresh(before.id, { headers });
    await correct(before.customer_id, { phone: "+2348030000000" });
    const again = await refresh(before.id, { headers });
    expect([again.text, again.headers.get("idempotency-replayed")]).toEqual([first.text, "true"]);
    expect((await invoiceOf(company, before.id)).customer.phone).toBeNull();
  });

  test("is possible when something or all is paid, and when it is written off", async () => {
    for (const act of ["part", "all", "write_off"]) {
      const before = await issued({ name: "Walk-in" });
      if (act === "write_off") await company.call(`POST /invoices/${before.id}/write_off`);
      else await pay(company, { invoice_id: before.id, amount: act === "all" ? before.total : 1 });
      await correct(before.customer_id, { tax_id: buyer.tax_id });
      expect((await refresh(before.id)).body.invoice.customer.tax_id).toBe(buyer.tax_id);
    }
  });

  test("reaches the credit notes of the invoice, which show no parties of their own", async () => {
    const before = await issued({ name: "Walk-in" });
    const { credit_note } = (await company.call(`POST /invoices/${before.id}/credit_notes`)).body;
    await correct(before.customer_id, { ...buyer, name: undefined });
    await refresh(before.id);
    const { text } = await company.call(`GET /credit_notes/${credit_note.id}.xml`);
    expect(text).toContain(buyer.tax_id);
    expect((await company.call(`GET /credit_notes/${credit_note.id}`)).body.credit_note).toEqual(credit_note);
  });

  test.each<[string, (id: number) => Promise<unknown>, RegExp]>([
    ["a draft", async () => undefined, /is a draft, so there is nothing to refresh/],
    ["a void draft", (id) => company.call(`POST /invoices/${id}/void`), /is void/],
    ["a void invoice", (id) => issueAnd(id, "void"), /is void/],
    [
      "one with the authority",
      (id) => lostAnswer(id),
      /may already be registered with the revenue authority/,
    ],
    ["a registered one", (id) => register(company, id), /is registered with the revenue authority/],
    [
      "one whose registration was cancelled",
      async (id) => {
        await register(company, id);
        await company.call(`POST /invoices/${id}/cancel_registration`);
      },
      /registration of invoice INV-\d+ was cancelled/,
    ],
  ])("422 for %s, in words, and nothing changes", async (_what, prepare, words) => {
    const { id, customer_id } = await setup.invoice(company);
    await prepare(id);
    await correct(customer_id, { name: "Another", registration_number: "RC 1" });
    const before = await invoiceOf(company, id);
    const { status, body } = await refresh(id);
    expect([status, body.code]).toEqual([422, "invalid_state"]);
    expect(body.error).toMatch(words);
    expect(await invoiceOf(company, id)).toEqual(before);
  });

  test("needs invoices:write and the feature invoicing; 404 for another company's invoice", async () => {
    const { id } = await issued(buyer);
    const reader = await setup.company({ scopes: ["invoices:read", "integrations"] });
    expect((await refresh(id, {}, reader)).body.code).toBe("scope_missing");
    const other = await setup.company({ disable: ["invoicing"] });
    expect((await refresh(id, {}, other)).body.code).toBe("feature_disabled");
    expect((await refresh(id, {}, await setup.company())).status).toBe(404);
  });
});

const issueAnd = async (id: number, action: string) => {
  await company.call(`POST /invoices/${id}/issue`);
  await company.call(`POST /invoices/${id}/${action}`);
};

const lostAnswer = async (id: number) => {
  setup.authority.faults.add({ match: { op: "submit" }, fault: "reset_after" });
  await register(company, id);
};

describe("at the same moment", () => {
  test("as registrations: what is registered is what the invoice shows", async () => {
    for (const _ of "123") {
      const before = await rejected();
      await correct(before.customer_id, { name: "Acme Trading Limited", tax_id: "99999999-0001" });
      const replies = await Promise.all([
        refresh(before.id),
        register(company, before.id),
        refresh(before.id),
        register(company, before.id),
      ]);
      expect(Object.keys(statusCounts(replies)).every((status) => ["200", "422"].includes(status))).toBe(
        true,
      );
      const invoice = await invoiceOf(company, before.id);
      expect(invoice.fiscal_status).toBe("registered");
      const [document] = setup.authority.documents({ irn: invoice.irn });
      expect(JSON.stringify(document!.invoice)).toContain(invoice.customer.tax_id);
    }
  });

  test("as payments and each other: one event, and every payment is booked", async () => {
    const before = await issued({ name: "Walk-in" });
    await correct(before.customer_id, { tax_id: buyer.tax_id });
    const replies = await Promise.all([
      ...Array.from({ length: 8 }, () => refresh(before.id)),
      ...Array.from({ length: 8 }, () => pay(company, { invoice_id: before.id, amount: 1 })),
    ]);
    expect(statusCounts(replies)).toEqual({ 200: 8, 201: 8 });
    const invoice = await invoiceOf(company, before.id);
    expect([invoice.amount_paid, invoice.customer.tax_id]).toEqual([8, buyer.tax_id]);
    const types = (await eventsOf(company)).map(({ type }) => type);
    expect(types.filter((type) => type === "invoice.parties_refreshed")).toHaveLength(1);
  });
});

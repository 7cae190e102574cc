import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import { statusCounts, times } from "../../payments/payments/money.fixture.ts";
import {
  eventTypes,
  type FiscalSetup,
  invoiceOf,
  register,
  startFiscalSetup,
} from "./registration.fixture.ts";

let setup: FiscalSetup;

beforeAll(async () => {
  setup = await startFiscalSetup();
});
beforeEach(() => setup.authority.faults.clear());
afterAll(() => setup.close());

const cancel = (company: TestCompany, id: number, body?: object) =>
  company.call(`POST /invoices/${id}/cancel_registration`, body ? { body } : {});

async function registered(company: TestCompany) {
  const { id } = await setup.invoice(company);
  return (await register(company, id)).body.invoice;
}

const documentOf = (irn: string) => setup.authority.documents({ irn })[0]!;

describe("POST /invoices/{id}/cancel_registration", () => {
  test("cancels it at the authority; the IRN stays, and the invoice may be voided then", async () => {
    const company = await setup.integratedCompany();
    const { id, irn } = await registered(company);
    expect((await company.call(`POST /invoices/${id}/void`)).status).toBe(422);
    const { status, body } = await cancel(company, id, { reason: "Wrong customer" });
    expect([status, body.irn, body.invoice.fiscal_status]).toEqual([200, irn, "cancelled"]);
    expect(body.fiscal).toMatchObject({ irn, cancel_reason: "Wrong customer", qr: expect.any(String) });
    expect(documentOf(irn)).toMatchObject({ status: "cancelled", payment_reference: "Wrong customer" });
    expect((await eventTypes(company)).slice(-2)).toEqual([
      "invoice.registered",
      "invoice.registration_cancelled",
    ]);
    const { registration } = (await company.call(`GET /invoices/${id}/registration`)).body;
    expect([registration.state, registration.calls_made]).toEqual(["cancelled", 2]);
    expect((await company.call(`POST /invoices/${id}/void`)).status).toBe(200);
  });

  test("again is the same answer, and the authority is not asked; it can't be registered again", async () => {
    const company = await setup.integratedCompany();
    const { id } = await registered(company);
    const first = await cancel(company, id);
    const calls = setup.authority.calls().length;
    expect((await cancel(company, id)).body).toEqual(first.body);
    expect((await register(company, id)).body.code).toBe("invalid_state");
    expect(setup.authority.calls()).toHaveLength(calls);
  });

  test("20 at the same moment are one cancellation with one event", async () => {
    const company = await setup.integratedCompany();
    const { id } = await registered(company);
    expect(statusCounts(await times(20, () => cancel(company, id)))).toEqual({ 200: 20 });
    const reported = (await eventTypes(company)).filter((type) => type === "invoice.registration_cancelled");
    expect(reported).toHaveLength(1);
  });

  test.each([
    ["not registered", async (company: TestCompany) => (await setup.invoice(company)).id],
    [
      "paid in part",
      async (company: TestCompany) => {
        const { id } = await registered(company);
        await company.call("POST /payments", { body: { invoice_id: id, amount: 1 } });
        return id;
      },
    ],
    [
      "credited",
      async (company: TestCompany) => {
        const { id } = await registered(company);
        await company.call(`POST /invoices/${id}/credit_notes`);
        return id;
      },
    ],
  ])("of an invoice that is %s is 422, and the authority is not asked", async (_, make) => {
    const company = await setup.integratedCompany();
    const id = await make(company);
    const before = await invoiceOf(company, id);
    const calls = setup.authority.calls().length;
    const { status, body } = await cancel(company, id);
    expect([status, body.code]).toEqual([422, "invalid_state"]);
    expect(await invoiceOf(company, id)).toEqual(before);
    expect(setup.authority.calls()).toHaveLength(calls);
  });

  test("after the authority's time is 422, before any call", async () => {
    const own = await startFiscalSetup();
    const company = await own.integratedCompany();
    const { id } = await own.invoice(company);
    await register(company, id);
    own.clock.advance(24 * 3_600_000 + 1);
    const calls = own.authority.calls().length;
    const { status, body } = await cancel(company, id);
    expect([status, body.error]).toEqual([422, expect.stringContaining("could only be cancelled until")]);
    expect(own.authority.calls()).toHaveLength(calls);
    await own.close();
  });

  test("that the authority refuses is 422, and the invoice stays registered", async () => {
    const company = await setup.integratedCompany();
    const { id } = await registered(company);
    setup.authority.faults.add({ match: { op: "cancel" }, fault: "cancel_late" });
    const { status, body } = await cancel(company, id);
    expect([status, body.code]).toEqual([422, "fiscal_rejected"]);
    expect((await invoiceOf(company, id)).fiscal_status).toBe("registered");
    expect((await cancel(company, id)).status).toBe(200);
  });

  test("that was done before at the authority is done", async () => {
    const company = await setup.integratedCompany();
    const { id } = await registered(company);
    setup.authority.faults.add({ match: { op: "cancel" }, fault: "cancel_twice" });
    expect((await cancel(company, id)).status).toBe(200);
  });

  test("with an authority that takes none is 422", async () => {
    const company = await setup.integratedCompany("async_demo");
    const { id } = await setup.invoice(company);
    await register(company, id);
    await setup.reconcile(10 * 60_000);
    const { status, body } = await cancel(company, id);
    expect([status, body.error]).toEqual([
      422,
      expect.stringContaining("does not allow this invoice to be cancelled"),
    ]);
  });

  test("without an integration is 503, also with a faulty body", async () => {
    const company = await setup.company();
    const { id } = await company.draft();
    for (const body of [{}, { reason: 7 }]) {
      expect((await cancel(company, id, body)).body.code).toBe("integration_not_configured");
    }
  });

  test("of another company's invoice is 404", async () => {
    const [company, other] = [await setup.integratedCompany(), await setup.integratedCompany()];
    const { id } = await registered(other);
    expect((await cancel(company, id)).status).toBe(404);
    expect((await invoiceOf(other, id)).fiscal_status).toBe("registered");
  });
});

describe("a cancellation without an answer", () => {
  test.each(["reset_before", "reset_after", "http_500", "http_500_after", "http_429:30", "timeout_after"])(
    "%s: stays registered for now, and is finished in the background, once",
    async (fault) => {
      const company = await setup.integratedCompany();
      const { id, irn } = await registered(company);
      setup.authority.faults.add({ match: { op: "cancel" }, fault });
      if (fault === "timeout_after") setup.hurry(600);
      const { status, body } = await cancel(company, id);
      setup.hurry(Number.POSITIVE_INFINITY);
      expect([502, 503]).toContain(status);
      expect(body.code).toMatch(/^integration_/);
      const waiting = await invoiceOf(company, id);
      expect([waiting.fiscal_status, waiting.irn]).toEqual(["registered", irn]);
      // Until it is certain, it is registered for whoever asks.
      expect((await register(company, id)).body.irn).toBe(irn);
      await setup.reconcile(30 * 60_000);
      expect((await invoiceOf(company, id)).fiscal_status).toBe("cancelled");
      expect(documentOf(irn).status).toBe("cancelled");
      expect((await eventTypes(company)).slice(-1)).toEqual(["invoice.registration_cancelled"]);
    },
  );
});

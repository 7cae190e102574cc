import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type FiscalSetup,
  invoiceOf,
  register,
  startFiscalSetup,
} from "../../fiscal/registration/registration.fixture.ts";

let setup: FiscalSetup;
beforeAll(async () => {
  setup = await startFiscalSetup();
});
afterAll(() => setup.close());

const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

test.each(["sandbox", "async_demo"])(
  "%s: a company whose clock was moved by months registers with its own date, and others can't",
  async (adapter) => {
    const company = await setup.integratedCompany(adapter);
    const moved = await company.call("POST /sandbox/clock", { body: { advance: "P4M" } });
    expect(moved.status).toBe(200);
    const { id } = await setup.invoice(company);
    const { invoice_date } = (await company.call(`POST /invoices/${id}/issue`)).body.invoice;
    expect(invoice_date).toBe(moved.body.clock.now.slice(0, 10));
    await register(company, id);
    await setup.reconcile();
    expect(await invoiceOf(company, id)).toMatchObject({ fiscal_status: "registered", invoice_date });

    const tooLate = await setup.invoice(company, { invoice_date: dayAfter(invoice_date, 20) });
    const other = await setup.integratedCompany(adapter);
    const early = await setup.invoice(other, { invoice_date });
    for (const [owner, refused] of [
      [company, tooLate.id],
      [other, early.id],
    ] as const) {
      await register(owner, refused);
      await setup.reconcile();
      expect((await invoiceOf(owner, refused)).fiscal).toMatchObject({
        errors: [{ code: "in_future", field: "invoice_date" }],
      });
    }
  },
);

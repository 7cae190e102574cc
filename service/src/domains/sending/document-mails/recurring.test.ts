import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { noon, type TestCompany } from "../../../../test/harness.ts";
import { startSmtpServer } from "../../../platform/ops/smtp.fixture.ts";
import {
  invoicesOf,
  recurringOf,
  runDue,
  scheduleOf,
} from "../../billing/recurring-invoices/recurring.fixture.ts";
import { buyer, type FiscalSetup, startFiscalSetup } from "../../fiscal/registration/registration.fixture.ts";
import { sendDueMails } from "../mails/worker.ts";

let setup: FiscalSetup;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let company: TestCompany;
beforeAll(async () => {
  smtp = await startSmtpServer(() => undefined);
  setup = await startFiscalSetup({
    env: { BILLFOLD_SMTP_URL: smtp.url, BILLFOLD_MAIL_FROM: "Billfold <post@example.com>" },
  });
});
beforeEach(async () => {
  setup.clock.set(noon);
  setup.authority.faults.clear();
  company = await setup.integratedCompany();
});
afterAll(async () => {
  await setup.close();
  await smtp.close();
});

const action = "issue_register_and_send";
const received = async (to: string) => {
  await sendDueMails(setup.context);
  return smtp.received.filter((mail) => mail.to === to);
};

/** The `sent_at` that the events tell of. */
async function sentEventsOf(scheduleId: number): Promise<unknown[]> {
  const ids = (await invoicesOf(company, scheduleId)).map(({ id }: { id: number }) => id);
  const { events } = (await company.call("GET /events?type=invoice.sent&limit=100")).body;
  type Sent = { id: number; sent_at: string };
  return events
    .map(({ data }: { data: { object: Sent } }) => data.object)
    .filter(({ id }: Sent) => ids.includes(id))
    .map(({ sent_at }: Sent) => sent_at);
}

describe("a schedule that sends", () => {
  test("mails each invoice once it is registered, and not before", async () => {
    const email = "accounts@ada.example";
    const { id } = await scheduleOf(company, {
      customer_id: await company.customer({ ...buyer, email }),
      action,
    });
    await runDue(setup.context);
    expect((await invoicesOf(company, id))[0]).toMatchObject({
      fiscal_status: "pending",
      sent_at: null,
    });
    expect(await received(email)).toEqual([]);
    expect(await sentEventsOf(id)).toEqual([]);
    await setup.reconcile(60_000);
    const [mail, ...others] = await received(email);
    expect(others).toEqual([]);
    const [invoice] = await invoicesOf(company, id);
    expect(mail!.subject).toContain(invoice.number);
    expect(invoice.sent_at).toBe(setup.clock.now().toISOString());
    expect(await sentEventsOf(id)).toEqual([invoice.sent_at]);
  });

  test("reports a customer without an address, and issues and registers the invoice all the same", async () => {
    const { id } = await scheduleOf(company, {
      customer_id: await company.customer({ ...buyer, email: null }),
      action,
    });
    await runDue(setup.context);
    const [invoice] = await invoicesOf(company, id);
    expect(invoice).toMatchObject({ status: "open", fiscal_status: "pending", sent_at: null });
    expect((await recurringOf(company, id)).last_error).toMatchObject({
      invoice_id: invoice.id,
      message: expect.stringContaining("no email address"),
    });
  });

  test("does not mail an invoice that the authority rejected, nor call it sent; the list of mails says why", async () => {
    const email = "refused@ada.example";
    const { id } = await scheduleOf(company, {
      customer_id: await company.customer({ ...buyer, email }),
      action,
    });
    await runDue(setup.context);
    const [invoice] = await invoicesOf(company, id);
    await setup.context.db.query(
      "update invoices set fiscal_status = 'rejected' where company_id = $1 and id = $2",
      [company.id, invoice.id],
    );
    expect(await received(email)).toEqual([]);
    const { mails } = (await company.call(`GET /mails?about=invoice/${invoice.id}`)).body;
    expect(mails).toMatchObject([
      { status: "failed", last_error: expect.stringContaining("was not registered") },
    ]);
    expect((await invoicesOf(company, id))[0].sent_at).toBeNull();
    expect(await sentEventsOf(id)).toEqual([]);
  });
});

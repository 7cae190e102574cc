import type { TestCompany } from "../../../../test/harness.ts";
import { addDays, dateIn } from "../../../platform/values/clock.ts";
import { mailChecks } from "../../../worker.ts";
import { startOutbox } from "../mails/outbox.fixture.ts";
import { sendDueMails } from "../mails/worker.ts";
import { sendDueReminders } from "./run.ts";

const timeZone = "Africa/Lagos";

/** A service with a mail server, whose clock stands at ten in the morning of a Monday in Lagos. */
export async function startReminders() {
  const outbox = await startOutbox();
  const { service, smtp } = outbox;
  service.clock.set(new Date("2026-11-16T09:00:00Z"));
  let count = 0;
  const today = () => dateIn(timeZone, service.clock.now());

  /** One pass of reminders, then of mails until none is due any more. */
  async function pass(): Promise<void> {
    await sendDueReminders(service.context);
    while ((await sendDueMails(service.context, mailChecks)) > 0);
  }

  return {
    ...outbox,
    pass,
    today,
    /** A company that reminds its buyers at any hour, unless it says otherwise. */
    company: async (settings: object = {}): Promise<TestCompany> => {
      const company = await service.company({
        profile: { name: "Lagos Works Ltd", email: "desk@works.example", time_zone: timeZone },
      });
      const always = { send_from_hour: 0, send_until_hour: 24, weekdays_only: false };
      const body = { enabled: true, ...always, ...settings };
      await company.call("PATCH /reminder_settings", { body });
      return company;
    },
    /** An issued invoice that is due so many days from today, for a customer with an address of its own. */
    issue: async (company: TestCompany, dueIn: number, fields: Record<string, unknown> = {}) => {
      const email = `buyer-${++count}@example.com`;
      const date = addDays(today(), dueIn);
      const { id } = await company.draft({
        customer_id: await company.customer({ email }),
        invoice_date: addDays(today(), Math.min(dueIn, 0)),
        due_date: date,
        ...fields,
      });
      const invoice = (await company.call(`POST /invoices/${id}/issue`)).body.invoice;
      return { ...invoice, email } as typeof invoice & { email: string };
    },
    /** Ends the reminders of all companies. */
    switchOff: async (): Promise<void> => {
      await service.context.db.query("update reminder_settings set enabled = false, next_run_at = null");
    },
    received: (to: string) => smtp.received.filter((mail) => mail.to === to),
    /** Goes on by some days, one at a time, with a pass on each. */
    days: async (number: number): Promise<void> => {
      for (let day = 0; day < number; day++) {
        service.clock.advance(86_400_000);
        await pass();
      }
    },
  };
}
export type Reminders = Awaited<ReturnType<typeof startReminders>>;

type Event = { type: string; data: { object: { id: number } } };

export const invoiceOf = async (company: TestCompany, id: number) =>
  (await company.call(`GET /invoices/${id}`)).body.invoice;

export const remindersOf = async (company: TestCompany, id: number) =>
  (await company.call(`GET /invoices/${id}/reminders`)).body.reminders;

/** The steps that an invoice has had. */
export const daysOf = async (company: TestCompany, id: number) =>
  (await remindersOf(company, id)).map(({ days }: { days: number }) => days);

export async function remindedEvents(company: TestCompany, id: number): Promise<number> {
  const { events } = (await company.call("GET /events?limit=100&type=invoice.reminded")).body;
  return events.filter(({ data }: Event) => data.object.id === id).length;
}

export const pay = (company: TestCompany, invoice_id: number, amount: number) =>
  company.call("POST /payments", { body: { invoice_id, amount, method: "cash" } });

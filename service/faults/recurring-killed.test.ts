import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buyer } from "../src/domains/fiscal/registration/registration.fixture.ts";
import { type SmtpServer, startSmtpServer } from "../src/platform/ops/smtp.fixture.ts";
import { attemptMaxMs } from "../src/platform/ops/smtp.ts";
import { addDays, dateIn } from "../src/platform/values/clock.ts";
import { eventCounts, eventGaps } from "./events.fixture.ts";
import { type Registrant, type RegistrationRun, startRegistrationRun } from "./registrations-run.fixture.ts";
import { finish, restartServices, verifyLookupBeforeResubmit } from "./registrations-verify.fixture.ts";
import { giveUpAfterMs, newRandom, randomMoments } from "./size.fixture.ts";

// Services make the invoices of daily schedules that are behind by weeks, register and mail them, and are killed while
// they do. One address gets 20 mails a day and one company sends 2,000, so there are no more periods or schedules.
const isShort = process.env.BILLFOLD_FAULTS === "short";
const { roles, schedules, periods, kills, timeoutMs } = isShort
  ? { roles: ["all"] as const, schedules: 8, periods: 20, kills: 2, timeoutMs: 4 * 60_000 }
  : { roles: ["all", "worker"] as const, schedules: 300, periods: 20, kills: 60, timeoutMs: 30 * 60_000 };
const actions = ["draft", "issue", "issue_and_register", "issue_register_and_send"] as const;
/** A process that is killed leaves at most this many mails of which nobody knows whether the server took them. */
const underWayMax = 8;

const open = new AsyncDisposableStack();
let run: RegistrationRun;
let smtp: SmtpServer;
beforeAll(async () => {
  smtp = await startSmtpServer();
  open.defer(smtp.close);
  run = await startRegistrationRun(open, roles, {
    BILLFOLD_SMTP_URL: smtp.url,
    BILLFOLD_MAIL_FROM: "Billfold <post@example.com>",
  });
});
afterAll(() => open.disposeAsync());

test(
  `${kills} kills: each of ${schedules} schedules has one invoice per period, issued, registered and mailed once`,
  async () => {
    const { seed, random } = newRandom();
    console.log(`seed ${seed}`);
    const company = await run.registrant("sandbox");
    const start = addDays(dateIn("Africa/Lagos", new Date()), -periods);
    for (let index = 0; index < schedules; index++) await createSchedule(company, start, index);

    const moments = randomMoments(kills, random);
    for (const moment of moments) {
      const wanted = moment * schedules * periods;
      const isReached = async () => (await countInvoices()) >= wanted;
      await expect.poll(isReached, { timeout: giveUpAfterMs, interval: 20 }).toBe(true);
      // A pass begins every two seconds.
      await delay(300 * random());
      const index = Math.floor(random() * run.services.count);
      // In the end all of them, so that nobody waits for the leases of registrations.
      if (moment === moments.at(-1)) await restartAll();
      else {
        await run.services.kill(index);
        await run.services.start(index);
      }
    }
    await expect.poll(countInvoices, { timeout: giveUpAfterMs, interval: 50 }).toBe(schedules * periods);
    await finish(run);
    // Each has a PDF, which takes a while on a busy machine.
    await expect.poll(queuedMails, { timeout: 5 * giveUpAfterMs, interval: 250 }).toEqual([]);
    await verify(start);
    await verifyMails();
    expect(run.services.crashed()).toEqual([]);
    expect(run.services.errors()).toEqual([]);
  },
  timeoutMs,
);

/** Nobody holds the leases of mails after that either, which last as long as two attempts. */
async function restartAll(): Promise<void> {
  const killedAt = Date.now();
  await restartServices(run);
  await run.context.db.query("update mails set leased_until = now() where leased_until < $1", [
    new Date(killedAt + 2 * attemptMaxMs),
  ]);
}

/** A mail that was tried before its invoice was registered would wait for minutes. */
async function queuedMails(): Promise<unknown[]> {
  const { db } = run.context;
  await db.query("update mails set next_attempt_at = now() where status = 'queued' and leased_until is null");
  return db.query("select id, about, last_error from mails where status = 'queued'");
}

/** A customer of its own for each, because an address gets so many mails a day. */
async function createSchedule(company: Registrant, start_date: string, index: number): Promise<void> {
  const action = actions[index % actions.length];
  const customer_id = await company.customer({ ...buyer, email: `buyer-${index}@example.com` });
  const body = { ...company.sale, customer_id, interval: "day", start_date, count: periods, action };
  const reply = await company.call("POST /recurring_invoices", { body });
  expect(reply.status).toBe(201);
}

async function countInvoices(): Promise<number> {
  const [row] = await run.context.db.query<{ count: number }>("select count(*)::int4 as count from invoices");
  return row!.count;
}

async function verify(start: string): Promise<void> {
  const { db } = run.context;
  const made = await db.query<{ action: string; status: string; dates: string }>(
    `select s.action, s.status, string_agg(i.invoice_date::text, ' ' order by i.period_start) as dates
     from recurring_invoices s left join invoices i on i.company_id = s.company_id and i.recurring_invoice_id = s.id
     group by s.company_id, s.id, s.action, s.status`,
  );
  const dates = Array.from({ length: periods }, (_, index) => addDays(start, index)).join(" ");
  expect(made).toEqual(made.map(({ action }) => ({ action, status: "ended", dates })));
  expect(made).toHaveLength(schedules);
  for (const [what, wrong] of Object.entries(contradictions)) expect(await db.query(wrong), what).toEqual([]);
  const registered = await db.query<{ irn: string }>(
    `select irn from invoices where fiscal_status = 'registered' order by irn collate "C"`,
  );
  const documents = run.authority.documents().map(({ irn }) => irn);
  expect(registered.map(({ irn }) => irn)).toEqual(documents.sort((a, b) => (a < b ? -1 : 1)));
  verifyLookupBeforeResubmit(run.authority);
}

/** One mail for each invoice that is to be sent, which has arrived; one that came twice has one Message-ID. */
async function verifyMails(): Promise<void> {
  const mails = await run.context.db.query<{ recipient: string; message_id: string; status: string }>(
    "select recipient, message_id, status from mails where kind = 'invoice' order by message_id",
  );
  expect(mails.filter(({ status }) => status !== "sent")).toEqual([]);
  expect(mails).toHaveLength((schedules / actions.length) * periods);
  const arrived = new Map(smtp.received.map(({ messageId, to }) => [messageId, to]));
  expect(new Map(mails.map(({ message_id, recipient }) => [message_id, recipient]))).toEqual(arrived);
  const twice = smtp.received.length - arrived.size;
  expect(twice).toBeLessThanOrEqual(kills * underWayMax);
  console.log(
    `${kills} kills, ${schedules * periods} invoices, ${mails.length} mails, ${twice} of them twice`,
  );
}

const registers = "s.action in ('issue_and_register', 'issue_register_and_send')";

/** Rows that must never exist. */
const contradictions: Record<string, string> = {
  "invoices that are not what their schedule says": `
    select i.id, i.status, i.fiscal_status, s.action from invoices i
    join recurring_invoices s on s.company_id = i.company_id and s.id = i.recurring_invoice_id
    where (s.action = 'draft') <> (i.status = 'draft') or (${registers}) <> (i.fiscal_status = 'registered')`,
  "invoices that are not mailed once": `
    select i.id, s.action, count(m.id) as mails from invoices i
    join recurring_invoices s on s.company_id = i.company_id and s.id = i.recurring_invoice_id
    left join mails m on m.company_id = i.company_id and m.about = 'invoice/' || i.id
    group by i.company_id, i.id, s.action
    having count(m.id) <> case s.action when 'issue_register_and_send' then 1 else 0 end`,
  "schedules that failed or counted wrong": `
    select id, periods_done, last_error from recurring_invoices where last_error is not null or periods_done <> ${periods}`,
  "invoices that were not told exactly once": `
    select i.id, t.times from invoices i
    full join ${eventCounts("invoice.created")} t on t.company_id = i.company_id and t.id = i.id
    where i.id is null or t.times is distinct from 1`,
  "numbers with gaps": `
    select s.series, s.last_number, count(i.number) as numbers from number_series s
    left join invoices i on i.company_id = s.company_id and i.number is not null
    group by s.company_id, s.series, s.last_number having count(i.number) <> s.last_number`,
  "companies whose events have gaps": eventGaps,
};

import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SmtpFault, type SmtpServer, startSmtpServer } from "../src/platform/ops/smtp.fixture.ts";
import { addDays, dateIn } from "../src/platform/values/clock.ts";
import { makeCompany, type TestCompany } from "../test/harness.ts";
import { eventCounts, eventGaps } from "./events.fixture.ts";
import { openLoadBalancer } from "./load-balancer.fixture.ts";
import { type Site, startSite } from "./site.fixture.ts";
import { giveUpAfterMs, newRandom, pick, randomMoments } from "./size.fixture.ts";

// Workers remind the buyers of overdue invoices and are killed while they do, and some of the invoices are paid meanwhile.
const isShort = process.env.BILLFOLD_FAULTS === "short";
const { invoices, kills, timeoutMs } = isShort
  ? { invoices: 60, kills: 4, timeoutMs: 8 * 60_000 }
  : { invoices: 1500, kills: 60, timeoutMs: 60 * 60_000 };
const workers = [1, 2];
/** Each killed worker leaves at most this many mails of which nobody knows whether the server took them. */
const underWayMax = 8;
/** From the check to the server's first answer, on a machine that is busy. */
const handOverMs = 3000;
const timeZone = "Africa/Lagos";

const open = new AsyncDisposableStack();
const { seed, random } = newRandom();
let smtp: SmtpServer;
let site: Site;
let company: TestCompany;
beforeAll(async () => {
  smtp = await startSmtpServer(faultOf);
  open.defer(smtp.close);
  const loadBalancer = await openLoadBalancer();
  open.defer(loadBalancer.close);
  site = await startSite(open, loadBalancer, ["api", "worker", "worker"], {
    BILLFOLD_SMTP_URL: smtp.url,
    BILLFOLD_MAIL_FROM: "Billfold <post@example.com>",
  });
  company = await makeCompany(site.context, loadBalancer.url, { profile: { time_zone: timeZone } });
});
afterAll(() => open.disposeAsync());

/** When the server was asked to take a mail for an address. */
const asked = new Map<string, number[]>();
/** Mails that the server took without saying so: they come again. */
let unsaid = 0;

/** One mail in five meets a fault. */
function faultOf(to: string): SmtpFault | undefined {
  if (to === "") return undefined;
  asked.set(to, [...(asked.get(to) ?? []), Date.now()]);
  if (random() > 0.2) return undefined;
  const fault = pick<SmtpFault>(
    [
      { at: "recipient", code: 451, words: "Greylisted" },
      { at: "message", code: 452, words: "Out of storage" },
      { at: "recipient", cuts: true },
      { at: "message", cuts: true },
    ],
    random,
  );
  if (fault.at === "message" && "cuts" in fault) unsaid += 1;
  return fault;
}

type Owed = { id: number; email: string; total: number };
/** When the answer to the payment was there. */
const paid = new Map<string, number>();

test(
  `${kills} kills: the buyers of ${invoices} invoices are reminded of each step once, and not after payment`,
  async () => {
    console.log(`seed ${seed}`);
    const owed: Owed[] = [];
    for (let index = 0; index < invoices; index++) owed.push(await issue(index));
    const moments = randomMoments(kills, random);
    const hurry = setInterval(() => void retryNow(), 500);
    open.defer(() => clearInterval(hurry));

    await remind([1], owed, moments.slice(0, kills / 2));
    const left = owed.filter(({ email }) => !paid.has(email));
    await remind([1, 2], left, moments.slice(kills / 2));
    clearInterval(hurry);

    // A step is one mail, whatever was killed; it came twice only where nobody could know that it was there.
    const ids = new Set(smtp.received.map(({ messageId }) => messageId));
    const stored = await site.context.db.query<{ message_id: string; to: string; status: string }>(
      `select r.message_id, m.recipient as "to", m.status from invoice_reminders r join mails m on m.message_id = r.message_id`,
    );
    expect([...ids].filter((id) => !stored.some(({ message_id }) => message_id === id))).toEqual([]);
    expect(smtp.received.length - ids.size).toBeLessThanOrEqual(
      unsaid + kills * workers.length * underWayMax,
    );
    const sent = stored.filter(({ status }) => status === "sent");
    expect(sent.filter(({ message_id }) => !ids.has(message_id))).toEqual([]);
    for (const { email } of owed.filter(({ email }) => !paid.has(email)))
      expect([email, sent.filter(({ to }) => to === email).length]).toEqual([email, 2]);

    // What was paid is not even offered to the mail server any more.
    const late = [...paid].filter(([to, at]) => (asked.get(to) ?? []).some((time) => time > at + handOverMs));
    expect(late).toEqual([]);
    const cancelled = stored.filter(({ status }) => status === "cancelled");
    expect(cancelled.filter(({ to }) => !paid.has(to))).toEqual([]);

    for (const [what, wrong] of Object.entries(contradictions))
      expect(await site.context.db.query(wrong), what).toEqual([]);
    expect(site.services.crashed()).toEqual([]);
    console.log(
      `${kills} kills of ${workers.length} workers, ${stored.length} reminders, ${smtp.received.length} mails, ${smtp.received.length - ids.size} twice, of which ${unsaid} were accepted without an answer; ${paid.size} paid, ${cancelled.length} cancelled`,
    );
  },
  timeoutMs,
);

async function issue(index: number): Promise<Owed> {
  const email = `buyer-${index}@example.com`;
  const due_date = addDays(dateIn(timeZone, new Date()), -2);
  const customer_id = await company.customer({ email });
  const { id } = await company.draft({ customer_id, invoice_date: due_date, due_date });
  const { invoice } = (await company.call(`POST /invoices/${id}/issue`)).body;
  return { id, email, total: invoice.total };
}

/** Waits until all have had the newest of these steps, kills the workers meanwhile, and pays one invoice in four. */
async function remind(days: number[], owed: readonly Owed[], moments: readonly number[]): Promise<void> {
  const { db } = site.context;
  const steps = days.map((each) => ({ days: each }));
  const always = { send_from_hour: 0, send_until_hour: 24, weekdays_only: false };
  const changed = await company.call("PATCH /reminder_settings", {
    body: { enabled: true, steps, ...always },
  });
  expect(changed.status).toBe(200);
  const before = smtp.received.length;
  const paying = pay(owed.filter(() => random() < 0.25));
  for (const moment of moments) {
    const isReached = () => smtp.received.length - before >= moment * 0.6 * owed.length;
    await expect.poll(isReached, { timeout: 2 * giveUpAfterMs, interval: 20 }).toBe(true);
    await Promise.all(workers.map((index) => site.services.kill(index)));
    // Nobody waits for the leases of the dead.
    await db.query("update mails set leased_until = null where leased_until is not null");
    await Promise.all(workers.map((index) => site.services.start(index)));
  }
  await paying;
  const newest = Math.max(...days);
  const waiting = async () => {
    const missing = await db.query<{ id: number }>(
      `select i.id from invoices i where i.status = 'open' and i.company_id = $1 and not exists
         (select from invoice_reminders r where r.company_id = i.company_id and r.invoice_id = i.id and r.days = $2)`,
      [company.id, newest],
    );
    return missing.length + (await db.query("select id from mails where status = 'queued'")).length;
  };
  await expect.poll(waiting, { timeout: giveUpAfterMs, interval: 200 }).toBe(0);
}

async function pay(owed: readonly Owed[]): Promise<void> {
  for (const { id, email, total } of owed) {
    await delay(400 * random());
    const body = { invoice_id: id, amount: total, method: "cash", reference: `pay-${id}` };
    const reply = await company.call("POST /payments", { body });
    expect(reply.status).toBe(201);
    paid.set(email, Date.now());
  }
}

/** Waiting for the next attempt or pass takes minutes, and what happens then is the same. */
const retryNow = () =>
  Promise.all([
    site.context.db.query(
      "update mails set next_attempt_at = now() where status = 'queued' and leased_until is null",
    ),
    // Both workers look at the company at once, which its lease would spare them.
    site.context.db.query("update reminder_settings set next_run_at = now() where next_run_at is not null"),
  ]).catch(() => undefined);

/** Rows that must never exist. */
const contradictions: Record<string, string> = {
  "reminders that were not told exactly once": `
    select i.id, i.mailed, t.times from (
      select company_id, invoice_id as id, count(*) as mailed from invoice_reminders group by company_id, invoice_id
    ) i full join ${eventCounts("invoice.reminded")} t on t.company_id = i.company_id and t.id = i.id
    where i.mailed is distinct from t.times`,
  "reminders without a mail, or mails without a reminder": `
    select r.invoice_id, m.id from invoice_reminders r full join mails m on m.message_id = r.message_id
    where r.invoice_id is null or m.id is null`,
  "companies whose events have gaps": eventGaps,
};

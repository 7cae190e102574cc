import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SmtpFault, type SmtpServer, startSmtpServer } from "../src/platform/ops/smtp.fixture.ts";
import { openLoadBalancer } from "./load-balancer.fixture.ts";
import { type Site, startSite } from "./site.fixture.ts";
import { newRandom, pick, randomMoments } from "./size.fixture.ts";

const isShort = process.env.BILLFOLD_FAULTS === "short";
const { signups, kills, timeoutMs } = isShort
  ? { signups: 80, kills: 4, timeoutMs: 6 * 60_000 }
  : { signups: 3000, kills: 100, timeoutMs: 60 * 60_000 };
const sideBySide = 12;
/** A worker that is killed leaves at most this many mails of which nobody knows whether the server took them. */
const underWayMax = 8;
/** The lease of a mail whose worker was killed, and a machine that is busy. */
const leaseMs = 200_000;

const open = new AsyncDisposableStack();
const { seed, random } = newRandom();
let smtp: SmtpServer;
let site: Site;
beforeAll(async () => {
  smtp = await startSmtpServer(faultOf);
  open.defer(smtp.close);
  const loadBalancer = await openLoadBalancer();
  open.defer(loadBalancer.close);
  site = await startSite(open, loadBalancer, ["api", "api", "worker", "worker"], {
    BILLFOLD_SMTP_URL: smtp.url,
    BILLFOLD_MAIL_FROM: "Billfold <post@example.com>",
    BILLFOLD_TRUSTED_PROXIES: "127.0.0.1",
  });
});
afterAll(() => open.disposeAsync());

/** Mails that the server took without saying so: they come again. */
const taken = new Set<string>();

/** One mail in four meets a fault, at its first try only; some recipients do not exist. */
function faultOf(to: string, tries: number): SmtpFault | undefined {
  if (to.startsWith("nobody-")) return { at: "recipient", code: 550, words: "No such user" };
  if (to === "" || tries > 1 || random() > 0.25) return undefined;
  const fault = pick<SmtpFault>(
    [
      { at: "recipient", code: 451, words: "Greylisted" },
      { at: "recipient", code: 421, words: "Too many connections" },
      { at: "message", code: 452, words: "Out of storage" },
      { at: "recipient", cuts: true },
      { at: "message", cuts: true },
    ],
    random,
  );
  if (fault.at === "message" && "cuts" in fault) taken.add(to);
  return fault;
}

/** Asks for one account, once: a second request would rightly cause a second mail. */
async function signUp(email: string): Promise<boolean> {
  const octets = Array.from({ length: 3 }, () => Math.floor(random() * 250));
  const response = await fetch(`${site.loadBalancer.url}/app/registrations`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: site.loadBalancer.url,
      "x-forwarded-for": `10.${octets.join(".")}`,
    },
    body: JSON.stringify({
      company: { name: "Busy Ltd", country: "NG" },
      user: { name: "Ada Obi", email },
    }),
  }).catch(() => undefined);
  return response?.status === 201;
}

test(
  `${kills} kills and a faulty mail server: the mail of each of ${signups} sign-ups arrives`,
  async () => {
    console.log(`seed ${seed}`);
    const asked: string[] = [];
    const acknowledged: string[] = [];
    const caller = async () => {
      while (asked.length < signups) {
        const email = `${random() < 0.05 ? "nobody" : "person"}-${randomUUID()}@example.com`;
        asked.push(email);
        if (await signUp(email)) acknowledged.push(email);
        // A load balancer without a service to route to refuses at once.
        else await delay(200);
      }
    };
    const calling = Promise.all(Array.from({ length: sideBySide }, caller));
    const hurry = setInterval(() => void retryNow(), 500);
    open.defer(() => clearInterval(hurry));

    const restarts: Promise<void>[] = [];
    for (const moment of randomMoments(kills, random)) {
      while (asked.length < moment * signups) await delay(20);
      const index = Math.floor(random() * site.services.count);
      await site.services.kill(index);
      restarts.push(site.services.start(index));
      await Promise.all(restarts.splice(0));
    }
    await calling;

    const arrived = () => new Set(smtp.received.map(({ to }) => to));
    const missing = () => {
      const found = arrived();
      return acknowledged.filter((email) => !email.startsWith("nobody-") && !found.has(email));
    };
    await expect.poll(missing, { timeout: leaseMs, interval: 500 }).toEqual([]);
    await expect
      .poll(() => site.context.db.query("select id from mails where status = 'queued'"), {
        timeout: leaseMs,
        interval: 500,
      })
      .toEqual([]);

    // None is invented, and none is lost although the request was not answered: it is there or it never was.
    const wanted = new Set(asked);
    expect([...arrived()].filter((to) => !wanted.has(to))).toEqual([]);
    // A mail that came twice has one Message-ID.
    const ids = new Map<string, Set<string>>();
    for (const { to, messageId } of smtp.received) ids.set(to, (ids.get(to) ?? new Set()).add(messageId));
    expect([...ids].filter(([, own]) => own.size > 1)).toEqual([]);
    const duplicates = smtp.received.length - ids.size;
    const unsaid = [...taken].filter((to) => ids.has(to)).length;
    expect(duplicates).toBeLessThanOrEqual(unsaid + kills * underWayMax);
    const [stored] = await site.context.db.query<Record<string, number>>(
      `select count(*) filter (where status = 'sent') as sent, count(*) filter (where status = 'failed') as failed,
         count(*) filter (where content is not null) as readable from mails`,
    );
    expect(stored).toEqual({
      sent: ids.size,
      failed: (await site.context.db.query("select from mails where recipient like 'nobody-%'")).length,
      readable: 0,
    });
    console.log(
      `${kills} kills, ${asked.length} sign-ups, ${acknowledged.length} acknowledged, ${ids.size} mails, ${duplicates} twice, of which ${unsaid} were accepted without an answer`,
    );
    expect(site.services.crashed()).toEqual([]);
  },
  timeoutMs,
);

/** Waiting for the next attempt takes minutes, and what happens then is the same. */
const retryNow = () =>
  site.context.db
    .query("update mails set next_attempt_at = now() where status = 'queued' and leased_until is null")
    .catch(() => undefined);

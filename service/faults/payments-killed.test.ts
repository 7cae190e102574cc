import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuyers } from "./payments-buyers.fixture.ts";
import { type PaymentRun, paymentSize, sendNotification, startPaymentRun } from "./payments-run.fixture.ts";
import { settleAll, verifyPayments } from "./payments-verify.fixture.ts";
import { newRandom, pick, randomMoments } from "./size.fixture.ts";

const open = new AsyncDisposableStack();
let run: PaymentRun;
beforeAll(async () => {
  run = await startPaymentRun(open, ["all", "all", "worker"]);
});
afterAll(() => open.disposeAsync());

const { links, kills, buyers: sideBySide, timeoutMs } = paymentSize;

test(
  `${kills} kills at random moments and a faulty gateway: the money of ${links} links is booked once`,
  async () => {
    const { seed, random } = newRandom();
    console.log(`seed ${seed}`);
    const startedAt = performance.now();
    const company = await run.company();
    const buyers = startBuyers(run, company, random);
    const shopping = buyers.shop(links, sideBySide);
    const passes = setInterval(() => void hurryPasses(), 700);
    open.defer(() => clearInterval(passes));

    const restarts: Promise<void>[] = [];
    for (const moment of randomMoments(kills, random)) {
      // The first buyer finishes before the first kill, so that the shared setup is complete.
      await Promise.race([buyers.reach(Math.max(1, Math.floor(moment * links))), shopping]);
      await delay(random() * 200);
      restarts.push(...(await killSome(random)));
    }
    await Promise.all([shopping, ...restarts]);
    clearInterval(passes);
    await settleAll(run);
    await notifyAgain();
    await verifyPayments(run);

    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(`${kills} kills, ${await counts()}, ${buyers.forgedAnswers.length} forgeries, ${seconds} s`);
    expect(buyers.surprises).toEqual([]);
    expect(new Set(buyers.forgedAnswers)).toEqual(new Set([401]));
    expect(await run.services.stop()).toEqual(Array.from({ length: run.services.count }, () => 0));
  },
  timeoutMs,
);

/** The pass is made due early, so that it handles the same payment as buyers and notifications. */
const hurryPasses = () =>
  run.context.db.query(
    "update payment_attempts set next_poll_at = now() where next_poll_at is not null and random() < 0.4",
  );

/** Kills one service, or sometimes all at once; they are started again while buyers continue. */
async function killSome(random: () => number): Promise<Promise<void>[]> {
  const { count, kill, start } = run.services;
  const all = Array.from({ length: count }, (_, index) => index);
  const victims = random() < 0.2 ? all : [pick(all, random)];
  return Promise.all(
    victims.map(async (index) => {
      await kill(index);
      return { restarted: start(index) };
    }),
  ).then((started) => started.map(({ restarted }) => restarted));
}

/** A notification of a payment that is already booked changes nothing. */
async function notifyAgain(): Promise<void> {
  for (const { reference } of run.gateway.transactions()) {
    expect(await sendNotification(run, reference, "the gateway")).toBe(200);
  }
}

async function counts(): Promise<string> {
  const [found] = await run.context.db.query(
    `select (select count(*) from payment_attempts) as attempts, (select count(*) from payments) as payments,
       (select count(*) from payments where late) as late, (select count(*) from refunds) as refunds,
       (select count(*) from refunds where status = 'failed') as "refunds failed",
       (select deadlocks from pg_stat_database where datname = current_database()) as deadlocks`,
  );
  return Object.entries(found!)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");
}

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issued, refund } from "../src/domains/payments/payments/money.fixture.ts";
import type { TestCompany } from "../test/harness.ts";
import { linkOf, openPage } from "../test/payment-service.ts";
import { killWaiting } from "./locks.fixture.ts";
import {
  type PaymentRun,
  paymentSize,
  referenceOf,
  returnUrlOf,
  startPaymentRun,
} from "./payments-run.fixture.ts";
import { verifyPayments } from "./payments-verify.fixture.ts";
import { giveUpAfterMs } from "./size.fixture.ts";

// The one service is killed after the gateway has said yes and before that is written down.
const open = new AsyncDisposableStack();
let run: PaymentRun;
beforeAll(async () => {
  run = await startPaymentRun(open, ["all"]);
});
afterAll(() => open.disposeAsync());

const poll = { timeout: giveUpAfterMs, interval: 20 };

const unbooked = { payments: 0, reported: 0, refunded: null };
const booked = { payments: 1, reported: 1, refunded: "0" };

/** What somebody else has locked, so that the service has to wait there, and what may come of it without the service. */
const places = {
  "before it writes": {
    lock: "select 1 from payment_links where company_id = $1 for update",
    left: [unbooked],
  },
  // The commit went out with the events, and the database may have read that far.
  "when all is sent and nothing answered": {
    lock: "select 1 from company_counters where company_id = $1 for update",
    left: [unbooked, booked],
  },
};

type Paid = { company: TestCompany; attempt: string };

/** By which we hear of a payment, each without the others. */
const notifications = {
  "a notification": ({ attempt }: Paid) => run.gateway.notify(attempt),
  "the buyer who comes back": ({ attempt }: Paid) =>
    void openPage(returnUrlOf(run, attempt)).catch(() => "the service was killed meanwhile"),
  // What nobody will ever ask for again is not made due by this either.
  "the pass": ({ company }: Paid) =>
    run.context.db.query(
      "update payment_attempts set next_poll_at = now() where company_id = $1 and next_poll_at is not null",
      [company.id],
    ),
};

/** A buyer has paid at the gateway's page, and nobody was told. */
async function paidWithoutNotification(): Promise<Paid> {
  const company = await run.company();
  const { id } = await issued(company);
  const { checkout_url: checkoutUrl } = await linkOf(company, { invoice_id: id });
  const { location } = await openPage(`${checkoutUrl}/pay`, {});
  const attempt = referenceOf(run, location!);
  run.gateway.pay(attempt, { card: "4000000000000119" });
  return { company, attempt };
}

const killWaitingFor = ({ company }: Paid, sql: string, tell: () => unknown) =>
  killWaiting(run, { sql, values: [company.id] }, tell);

/** Asked of the database, because it is asked while no service runs too. */
async function booksOf({ company }: Paid) {
  const [found] = await run.context.db.query<{ payments: number; reported: number; refunded: string | null }>(
    `select (select count(*) from payments where company_id = $1) as payments,
       (select count(*) from events where company_id = $1 and type = 'payment.recorded') as reported,
       (select sum(amount_refunded) from payments where company_id = $1) as refunded`,
    [company.id],
  );
  return found!;
}

describe.each(Object.entries(notifications))("told by %s", (_by, tell) => {
  test.each(Object.entries(places))(
    "a service that is killed %s leaves all or nothing, and with the next one it is booked once",
    async (_where, { lock, left }) => {
      for (let round = 0; round < paymentSize.rounds; round++) {
        const paid = await paidWithoutNotification();
        await killWaitingFor(paid, lock, () => tell(paid));
        expect(left).toContainEqual(await booksOf(paid));
        await run.services.start(0);
        // More than once, because a look that was just taken is not taken again at once.
        const reportedAgain = async () => {
          await tell(paid);
          return booksOf(paid);
        };
        await expect.poll(reportedAgain, { ...poll, interval: 300 }).toEqual(booked);
        await verifyPayments(run);
      }
    },
    paymentSize.timeoutMs,
  );
});

/** Makes due what the gateway is known to have: that is looked for there, and not sent again. */
async function hurryRefund({ company }: Paid): Promise<void> {
  const sql = `update refunds set next_attempt_at = now()
    where company_id = $1 and status = 'pending' and gateway_reference is not null returning id`;
  await expect.poll(() => run.context.db.query(sql, [company.id]), poll).toHaveLength(1);
}

test(
  "a service that is killed when the gateway has given money back notes it later, and does not ask for it again",
  async () => {
    for (let round = 0; round < paymentSize.rounds; round++) {
      const paid = await paidWithoutNotification();
      await notifications["the pass"](paid);
      await expect.poll(() => booksOf(paid), poll).toEqual(booked);
      const [payment] = (await paid.company.call("GET /payments")).body.payments;
      // In part: a second refund of the whole would be refused by the gateway itself.
      expect((await refund(paid.company, payment.id, { amount: 300 })).status).toBe(200);
      await expect.poll(() => statesAtGateway(paid), poll).toEqual(["processed"]);
      const lock = "select 1 from payments where company_id = $1 for update";
      await killWaitingFor(paid, lock, () => hurryRefund(paid));
      expect(await booksOf(paid)).toEqual(booked);
      await run.services.start(0);
      await hurryRefund(paid);
      await expect.poll(() => booksOf(paid), poll).toEqual({ ...booked, refunded: "300" });
      await verifyPayments(run);
    }
  },
  paymentSize.timeoutMs,
);

const statesAtGateway = ({ attempt }: Paid) =>
  run.gateway
    .transactions()
    .find(({ reference }) => reference === attempt)!
    .refunds.map(({ state }) => state);

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

// The only service is killed after the gateway has confirmed the payment and before that is stored.
const open = new AsyncDisposableStack();
let run: PaymentRun;
beforeAll(async () => {
  run = await startPaymentRun(open, ["all"]);
});
afterAll(() => open.disposeAsync());

const poll = { timeout: giveUpAfterMs, interval: 20 };

const unbooked = { payments: 0, reported: 0, refunded: null };
const booked = { payments: 1, reported: 1, refunded: "0" };

/** Rows that another session has locked, so that the service has to wait, and whether it may commit after its death. */
const places = {
  "before it writes": {
    lock: "select 1 from payment_links where company_id = $1 for update",
    left: [unbooked],
  },
  // The commit was sent together with the events, and the database may have read that far.
  "when all is sent and nothing answered": {
    lock: "select 1 from company_counters where company_id = $1 for update",
    left: [unbooked, booked],
  },
};

type Paid = { company: TestCompany; attempt: string };

/** The ways in which we learn of a payment, each tested alone. */
const notifications = {
  "a notification": ({ attempt }: Paid) => run.gateway.notify(attempt),
  "the buyer who comes back": ({ attempt }: Paid) =>
    void openPage(returnUrlOf(run, attempt)).catch(() => "the service was killed meanwhile"),
  // An attempt that will never be polled again is not made due by this either.
  "the pass": ({ company }: Paid) =>
    run.context.db.query(
      "update payment_attempts set next_poll_at = now() where company_id = $1 and next_poll_at is not null",
      [company.id],
    ),
};

/** A buyer has paid on the gateway's page, and no notification was sent. */
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

/** This reads the database, because it is also used while no service runs. */
async function booksOf({ company }: Paid) {
  const [found] = await run.context.db.query<{ payments: number; reported: number; refunded: string | null }>(
    `select (select count(*) from payments where company_id = $1) as payments,
       (select count(*) from events where company_id = $1 and type = 'payment.recorded') as reported,
       (select sum(amount_refunded) from payments where company_id = $1) as refunded`,
    [company.id],
  );
  return found!;
}

describe.each(Object.entries(notifications))("notified by %s", (_by, tell) => {
  test.each(Object.entries(places))(
    "a service that is killed %s stores all or nothing, and the next one books the payment once",
    async (_where, { lock, left }) => {
      for (let round = 0; round < paymentSize.rounds; round++) {
        const paid = await paidWithoutNotification();
        await killWaitingFor(paid, lock, () => tell(paid));
        expect(left).toContainEqual(await booksOf(paid));
        await run.services.start(0);
        // The notification is repeated, because a payment that was just checked is not checked again at once.
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

/** Makes due the refunds that the gateway is known to have: they are looked up there, and not sent again. */
async function hurryRefund({ company }: Paid): Promise<void> {
  const sql = `update refunds set next_attempt_at = now()
    where company_id = $1 and status = 'pending' and gateway_reference is not null returning id`;
  await expect.poll(() => run.context.db.query(sql, [company.id]), poll).toHaveLength(1);
}

test(
  "a service that is killed after the gateway has refunded records it later, and does not request it again",
  async () => {
    for (let round = 0; round < paymentSize.rounds; round++) {
      const paid = await paidWithoutNotification();
      await notifications["the pass"](paid);
      await expect.poll(() => booksOf(paid), poll).toEqual(booked);
      const [payment] = (await paid.company.call("GET /payments")).body.payments;
      // The refund is partial, because the gateway itself would refuse a second refund of the whole amount.
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

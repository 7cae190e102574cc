import { setTimeout as delay } from "node:timers/promises";
import { issued } from "../src/domains/payments/payments/money.fixture.ts";
import type { TestCompany } from "../test/harness.ts";
import { openPage } from "../test/payment-service.ts";
import { changeFaults } from "./payments-faults.fixture.ts";
import { type PaymentRun, referenceOf, returnUrlOf, sendNotification } from "./payments-run.fixture.ts";
import { callUntilAnswered, orDisconnected, type RetryingCaller } from "./retrying-call.fixture.ts";
import { pick } from "./size.fixture.ts";

/** Clients that create links, pay them, return, and request refunds while services are killed. */
export type Buyers = {
  /** Completes this many links, several concurrently. */
  shop(links: number, sideBySide: number): Promise<void>;
  /** Resolves when this many links are completed. */
  reach(links: number): Promise<void>;
  /** The response statuses of notifications with a forged signature. */
  forgedAnswers: number[];
  /** Responses that neither a gateway fault nor a killed service explains; there should be none. */
  surprises: string[];
};

type Trip = RetryingCaller & {
  run: PaymentRun;
  random: () => number;
  forgedAnswers: number[];
};

const linksAnInvoice = 3;

export function startBuyers(run: PaymentRun, company: TestCompany, random: () => number): Buyers {
  const noticed: Pick<Buyers, "forgedAnswers" | "surprises"> = { forgedAnswers: [], surprises: [] };
  let done = 0;
  return {
    shop: async (links, sideBySide) => {
      const wanted = await plan(company, links, random);
      let started = 0;
      const buyer = async () => {
        while (started < links) {
          const number = started++;
          await followLink({ run, company, random, ...noticed, name: `link-${number}` }, wanted[number]!);
          done += 1;
        }
      };
      await Promise.all(Array.from({ length: sideBySide }, buyer));
    },
    reach: async (links) => {
      while (done < links) await delay(10);
    },
    ...noticed,
  };
}

/** Some links pay a separate invoice, some share one, and some have none. */
async function plan(company: TestCompany, links: number, random: () => number): Promise<object[]> {
  const customer_id = await company.customer();
  const wanted: object[] = [];
  while (wanted.length < links) {
    const kind = random();
    if (kind < 0.3) {
      wanted.push({ amount: pick([1000, 0.05, 123456.78], random) });
      continue;
    }
    const { id: invoice_id } = await issued(company, { customer_id });
    const sharing = kind < 0.6 ? 1 : linksAnInvoice;
    for (let link = 0; link < sharing; link++) {
      wanted.push({ invoice_id, amount: pick([1000, 1000, 600, 400], random) });
    }
  }
  return wanted;
}

async function followLink(trip: Trip, wanted: object): Promise<void> {
  const { run, random } = trip;
  const made = await callUntilAnswered(trip, "POST /payments/link", { body: wanted });
  // Another link of the same invoice was paid first.
  if (made.status !== 201) return;
  const { checkout_url: checkoutUrl, reference: link } = made.body as Record<string, string>;
  const attempt = (await press(trip, checkoutUrl!)) ?? forgottenPage(run, checkoutUrl!);
  if (attempt === undefined) return;
  await Promise.all([payAtGateway(trip, attempt), random() < 0.5 && deceive(trip, attempt)]);
  changeFaults(run.gateway, random);
  if (random() < 0.6) {
    const visits = Array.from({ length: pick([1, 1, 4], random) }, () => returnUrlOf(run, attempt));
    await Promise.all(visits.map((url) => see(trip, url)));
  }
  if (random() < 0.5) await wantBack(trip, link!);
}

async function see({ surprises }: Trip, url: string, form?: Record<string, string>) {
  const seen = await orDisconnected(openPage(url, form));
  if (seen && seen.status >= 500 && ![502, 503, 504].includes(seen.status)) {
    surprises.push(`${url}: ${seen.status} ${seen.html}`);
  }
  return seen;
}

/** Presses the button, sometimes twice at once, and returns the page that it led to, if any. */
async function press(trip: Trip, checkoutUrl: string): Promise<string | undefined> {
  const { run, random } = trip;
  for (let tries = 0; tries < 5; tries++) {
    changeFaults(run.gateway, random);
    const presses = Array.from({ length: pick([1, 1, 2], random) }, () => `${checkoutUrl}/pay`);
    const seen = await Promise.all(presses.map((url) => see(trip, url, {})));
    const page = seen.map((one) => one?.location).find((location) => location?.includes("/sandbox/pay/"));
    if (page) return referenceOf(run, page);
    await delay(100 + 200 * random());
  }
  return undefined;
}

/** A page that the gateway opened, but whose address was lost with the service that requested it. */
function forgottenPage({ gateway }: PaymentRun, checkoutUrl: string): string | undefined {
  const isOfLink = ({ metadata }: { metadata: Record<string, unknown> | null }) =>
    String(metadata?.cancel_action).startsWith(checkoutUrl);
  return gateway.transactions().find(isOfLink)?.reference;
}

export const waysToPay: ((
  pay: (paying?: { card?: string; code?: string; transfer?: boolean }) => void,
) => void)[] = [
  ...Array.from({ length: 6 }, () => (pay: () => void) => pay()),
  // The gateway takes the money and sends no notification.
  (pay) => pay({ card: "4000000000000119" }),
  // The gateway takes the money later.
  (pay) => pay({ card: "4000000000000259" }),
  (pay) => pay({ transfer: true }),
  // The card is declined; then the buyer uses another card.
  (pay) => {
    pay({ card: "4000000000000002" });
    pay();
  },
  // The gateway asks for a code first.
  (pay) => {
    pay({ card: "4000002760003184" });
    pay({ code: "123456" });
  },
  (pay) => pay({ card: "4000000000009995" }),
  () => undefined,
];

async function payAtGateway({ run, random }: Trip, attempt: string): Promise<void> {
  await delay(100 * random());
  changeFaults(run.gateway, random);
  pick(waysToPay, random)((paying) => run.gateway.pay(attempt, paying));
}

/** Sends a forged notification of the payment, and a genuine one from the gateway that comes too early. */
async function deceive({ run, forgedAnswers }: Trip, attempt: string): Promise<void> {
  const [forged] = await Promise.all([
    orDisconnected(sendNotification(run, attempt, "somebody else")),
    orDisconnected(sendNotification(run, attempt, "the gateway")),
  ]);
  if (forged !== undefined) forgedAnswers.push(forged);
}

/** Requests a refund of the whole payment or a part of it, sometimes of two parts at once. */
async function wantBack(trip: Trip, link: string): Promise<void> {
  const { run, random } = trip;
  const [payment] = await run.context.db.query<{ id: number; amount: string }>(
    "select p.id, p.amount from payments p join payment_links l on l.id = p.payment_link_id where l.secret = $1",
    [link.replace(/^pl_\d+_/, "")],
  );
  if (!payment) return;
  changeFaults(run.gateway, random);
  const parts = pick<(object | undefined)[]>(
    [[undefined], [{ amount: 0.02 }], [{ amount: 0.01 }, { amount: 0.02 }]],
    random,
  );
  await Promise.all(
    parts.map((body, part) =>
      callUntilAnswered(
        { ...trip, name: `${trip.name} ${part}` },
        `POST /payments/${payment.id}/refund`,
        body ? { body } : {},
      ),
    ),
  );
}

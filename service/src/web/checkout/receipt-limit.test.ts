import os from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage, type PaymentService, startPaymentService } from "../../../test/payment-service.ts";
import {
  returnToCheckout,
  startedPayment,
} from "../../domains/payments/payment-attempts/payment-attempts.fixture.ts";
import { companyShareOf } from "../../http/concurrency-limit.ts";

let shop: PaymentService;
beforeAll(async () => {
  shop = await startPaymentService();
});
afterAll(() => shop.close());

const share = companyShareOf(os.availableParallelism());

/** The URL of a receipt's PDF, and the company that it belongs to. */
async function paidLink() {
  const company = await shop.company();
  const { attempt, checkout_url } = await startedPayment(shop, company);
  shop.gateway.pay(attempt);
  await returnToCheckout(checkout_url);
  return { company, url: `${checkout_url}/receipt.pdf` };
}

async function figure(name: string): Promise<number> {
  const { values } = await shop.context.metrics.registry.getSingleMetric(name)!.get();
  return values[0]?.value ?? 0;
}

test("a receipt's PDF is drawn under its company's share: beyond its queue it is 429, and others get theirs", async () => {
  const [busy, other] = [await paidLink(), await paidLink()];
  const { threads } = shop.context;
  const { run } = threads;
  const held = Promise.withResolvers<void>();
  // Documents of the busy company are not finished until the test releases them.
  threads.run = async (job) => {
    if (job.companyId === busy.company.id) await held.promise;
    return run(job);
  };
  const taken = Array.from({ length: 20 + share }, () => openPage(busy.url));
  try {
    await expect.poll(() => figure("billfold_expensive_requests_queued")).toBe(20);
    expect(await figure("billfold_expensive_requests_running")).toBe(share);
    const refused = await openPage(busy.url);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
    const theirs = await openPage(other.url);
    expect([theirs.status, theirs.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  } finally {
    held.resolve();
  }
  expect((await Promise.all(taken)).map(({ status }) => status)).toEqual(Array(20 + share).fill(200));
  threads.run = run;
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registrableId, startEinvoicingService } from "../../../../test/einvoicing-service.ts";
import { type TestCompany, type TestService, taxed } from "../../../../test/harness.ts";
import {
  linkOf,
  openPage,
  type PaymentService,
  startCheckoutPayment,
  startPaymentService,
} from "../../../../test/payment-service.ts";
import { sendRefunds } from "../../payments/payments/service.ts";
import { startDeliverySetup } from "../../webhooks/deliveries/deliveries.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startEinvoicingService();
});
afterAll(() => service.close());

const add = (company: TestCompany, target: string, fault: string, times: number | null = 1) =>
  company.call("POST /sandbox/faults", { body: { target, fault, times } });
const leftOf = async (company: TestCompany) =>
  (await company.call("GET /sandbox/faults")).body.faults.map(
    ({ fault, times_left }: { fault: string; times_left: number | null }) => [fault, times_left],
  );

describe("faults", () => {
  test("are listed, removed one by one or all at once, and those of another company are not there", async () => {
    const [company, other] = [await service.company(), await service.company()];
    const made = await add(company, "gateway", "late", 3);
    expect([made.status, made.body.fault]).toEqual([
      201,
      expect.objectContaining({ target: "gateway", fault: "late", times: 3, times_left: 3 }),
    ]);
    await add(company, "webhooks", "receiver_error", null);
    expect(await leftOf(company)).toEqual([
      ["late", 3],
      ["receiver_error", null],
    ]);
    expect(await leftOf(other)).toEqual([]);
    const path = `DELETE /sandbox/faults/${made.body.fault.id}`;
    expect((await other.call(path)).status).toBe(404);
    expect((await company.call(path)).status).toBe(200);
    expect((await company.call(path)).status).toBe(404);
    await other.call("DELETE /sandbox/faults");
    expect(await leftOf(company)).toEqual([["receiver_error", null]]);
    await company.call("DELETE /sandbox/faults");
    expect(await leftOf(company)).toEqual([]);
  });

  test("must be those of their target, and need the scope", async () => {
    const company = await service.company();
    const { status, body } = await add(company, "webhooks", "decline");
    expect([status, body.errors]).toEqual([
      422,
      [{ field: "fault", message: "must be one of receiver_error where target is webhooks" }],
    ]);
    const without = await service.company({ scopes: ["integrations"] });
    expect((await add(without, "webhooks", "receiver_error")).body.code).toBe("scope_missing");
  });

  test("of the authority happen as often as was said, and to this company only", async () => {
    const register = (company: TestCompany, id: number) => company.call(`POST /invoices/${id}/register`);
    const [company, other] = [
      await service.company({ profile: taxed }),
      await service.company({ profile: taxed }),
    ];
    const [id, theirs] = [await registrableId(company), await registrableId(other)];
    await add(company, "authority", "error");
    await add(company, "authority", "reject");
    expect((await register(company, id)).status).toBe(502);
    expect((await register(other, theirs)).body.invoice.fiscal_status).toBe("registered");
    const rejected = await register(company, await registrableId(company));
    expect([rejected.status, rejected.body.code]).toEqual([422, "fiscal_rejected"]);
    expect(await leftOf(company)).toEqual([
      ["error", 0],
      ["reject", 0],
    ]);
    const next = await register(company, await registrableId(company));
    expect(next.body.invoice.fiscal_status).toBe("registered");
  });

  test("of the authority: a document is rejected with the code that was asked for", async () => {
    const company = await service.company({ profile: taxed });
    const reject = (fields: object) =>
      company.call("POST /sandbox/faults", { body: { target: "authority", times: 1, ...fields } });
    const made = await reject({ fault: "reject", code: "TIN-4711" });
    expect([made.status, made.body.fault.code]).toEqual([201, "TIN-4711"]);
    expect((await reject({ fault: "reject" })).body.fault.code).toBeNull();
    for (const code of ["TIN-4711", "rejected"]) {
      const id = await registrableId(company);
      const { status, body } = await company.call(`POST /invoices/${id}/register`);
      expect([status, body.code]).toEqual([422, "fiscal_rejected"]);
      const { invoice } = (await company.call(`GET /invoices/${id}`)).body;
      expect(invoice.fiscal.errors).toMatchObject([{ code, field: "customer.tax_id" }]);
    }
    for (const fields of [
      { fault: "slow", code: "TIN-4711" },
      { fault: "reject", code: "two words" },
      { fault: "reject", code: "x".repeat(61) },
      { fault: "reject", code: "" },
    ]) {
      const { status, body } = await reject(fields);
      expect([status, body.errors[0].field]).toEqual([422, "code"]);
    }
  });

  test("of the authority: a lost answer is looked up, and the document is registered once", async () => {
    const company = await service.company({ profile: taxed });
    const id = await registrableId(company);
    await add(company, "authority", "lost_answer");
    expect((await company.call(`POST /invoices/${id}/register`)).status).toBe(503);
    const again = await company.call(`POST /invoices/${id}/register`);
    expect(again.body.invoice.fiscal_status).toBe("registered");
  });
});

describe("faults of the gateway", () => {
  let shop: PaymentService;
  beforeAll(async () => {
    shop = await startPaymentService();
  });
  afterAll(() => shop.close());

  /** Pays a link with the card that succeeds, and comes back. */
  async function pay(company: TestCompany) {
    const { reference, checkout_url } = await linkOf(company);
    const attempt = await startCheckoutPayment(shop, checkout_url);
    shop.gateway.pay(attempt);
    await openPage(`${checkout_url}/return?attempt=${attempt}`);
    const link = (await company.call(`GET /payments/links/${reference}`)).body.payment_link;
    const { payments } = (await company.call("GET /payments")).body;
    return { attempt, status: link.status, tried: link.attempts[0].status, payments };
  }

  test("decline one payment, and report another amount", async () => {
    const company = await shop.company();
    await add(company, "gateway", "decline");
    await add(company, "gateway", "amount_mismatch");
    expect(await pay(company)).toMatchObject({ status: "active", payments: [] });
    expect((await pay(company)).payments).toMatchObject([
      { amount: 999, note: expect.stringContaining("was requested") },
    ]);
    expect((await pay(company)).status).toBe("paid");
  });

  test("late: a payment succeeds a minute after the buyer has paid, and not before", async () => {
    const company = await shop.company();
    await add(company, "gateway", "late");
    const { reference, checkout_url } = await linkOf(company);
    const attempt = await startCheckoutPayment(shop, checkout_url);
    shop.gateway.pay(attempt);
    const comesBack = async () => {
      await openPage(`${checkout_url}/return?attempt=${attempt}`);
      const { payment_link } = (await company.call(`GET /payments/links/${reference}`)).body;
      return [payment_link.status, (await company.call("GET /payments")).body.payments.length];
    };
    expect(await comesBack()).toEqual(["active", 0]);
    shop.clock.advance(59_000);
    expect(await comesBack()).toEqual(["active", 0]);
    shop.clock.advance(1_000);
    expect(await comesBack()).toEqual(["paid", 1]);
  });

  test("refund_pending: a refund is done a day later, and one of another payment at once", async () => {
    const company = await shop.company();
    await add(company, "gateway", "refund_pending");
    const [waiting] = (await pay(company)).payments;
    const { payments } = await pay(company);
    const other = payments.find(({ id }: { id: number }) => id !== waiting.id);
    for (const { id } of [waiting, other]) {
      expect((await company.call(`POST /payments/${id}/refund`)).body.refund.status).toBe("pending");
    }
    const statusesAfter = async (hours: number) => {
      // Refunds are asked for at intervals, so the time passes in steps.
      for (let hour = 0; hour < hours; hour += 1) {
        await sendRefunds(shop.context);
        shop.clock.advance(3_600_000);
      }
      await sendRefunds(shop.context);
      const statusOf = async ({ id }: { id: number }) =>
        (await company.call(`GET /payments/${id}`)).body.payment.refunds[0].status;
      return [await statusOf(waiting), await statusOf(other)];
    };
    expect(await statusesAfter(23)).toEqual(["pending", "done"]);
    expect(await statusesAfter(2)).toEqual(["done", "done"]);
  });

  test("dispute a payment after it was made", async () => {
    const company = await shop.company();
    await add(company, "gateway", "dispute");
    expect((await pay(company)).status).toBe("paid");
    const events = async () =>
      (await company.call("GET /events?type=payment.disputed")).body.events.length as number;
    await expect.poll(events, { timeout: 20_000 }).toBe(1);
  }, 30_000);

  test("lose a notification, or send it twice, and the payment is recorded once", async () => {
    const company = await shop.company();
    await add(company, "gateway", "lost_notification");
    await add(company, "gateway", "doubled_notification");
    const lost = await pay(company);
    const doubled = await pay(company);
    const sentFor = (reference: string) =>
      shop.gateway.notifications().filter((sent) => sent.reference === reference);
    expect(sentFor(lost.attempt).map((sent) => sent.lost)).toEqual([true]);
    await expect.poll(() => sentFor(doubled.attempt).length).toBe(2);
    expect(doubled.payments).toHaveLength(2);
  });
});

test("a receiver that shall fail gets nothing, and the delivery is retried on its schedule", async () => {
  const setup = await startDeliverySetup();
  const company = await setup.subscriber();
  await add(company, "webhooks", "receiver_error");
  await company.call("POST /webhooks/test", { body: { endpoint_id: company.endpointId } });
  await setup.worker.pass();
  const [delivery] = (await company.call("GET /webhooks/deliveries")).body.deliveries;
  expect([delivery.status, delivery.attempt_count, company.received()]).toEqual(["pending", 1, []]);
  const { attempts } = (await company.call(`GET /webhooks/deliveries/${delivery.id}`)).body.delivery;
  expect(attempts[0]).toMatchObject({ status_code: 500, answer: expect.stringContaining("sandbox") });
  await company.call("POST /sandbox/clock", { body: { advance: "PT1H" } });
  await setup.worker.pass();
  expect(company.received()).toHaveLength(1);
  await setup.close();
});

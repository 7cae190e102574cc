import { describe, expect, test } from "vitest";
import { testOutbound } from "../../../../platform/outbound/outbound.fixture.ts";
import { paymentRequest } from "../order.fixture.ts";
import {
  accountAt,
  constantGateway,
  errorOf,
  everyCall,
  openOrder,
  paidOrder,
  secretKey,
  startGatewaySetup,
} from "./gateway.fixture.ts";
import { paystack, sandbox } from "./gateway.ts";

describe("a payment page", () => {
  test("is opened with our reference, the exact amount, what is paid for and the way back", async () => {
    const setup = await startGatewaySetup({ pagesAt: "https://billfold.example/sandbox/pay" });
    const { pageUrl } = await openOrder(setup);
    const [transaction] = setup.simulator.transactions();
    expect(transaction).toMatchObject({
      reference: "att-1-x7Yz",
      amount: 150_050,
      currency: "NGN",
      email: "ada@example.com",
      metadata: { description: "Invoice INV-001", cancel_action: "https://billfold.example/pay/abc?back=1" },
      status: "abandoned",
      page: pageUrl,
    });
    expect(pageUrl).toMatch(/^https:\/\/billfold\.example\/sandbox\/pay\/[\w-]{20}$/);
  });

  test("needs the buyer's email address at Paystack, and none in the sandbox", async () => {
    const setup = await startGatewaySetup();
    const order = paymentRequest(setup, { email: null });
    const error = await errorOf(() => paystack.open(setup.outbound, setup.account, order));
    expect(error.message).toContain("needs the buyer's email address");
    await sandbox.open(setup.outbound, setup.account, order);
    expect(setup.simulator.transactions()[0]?.email).toBe("buyer@sandbox.example");
  });

  test("that the gateway rejects is reported with its message, without our key", async () => {
    const setup = await startGatewaySetup();
    await openOrder(setup);
    const twice = await errorOf(() => openOrder(setup));
    expect([twice.status, twice.code, twice.message]).toEqual([
      502,
      "integration_error",
      "Paystack refused to open a payment page: Duplicate Transaction Reference.",
    ]);
    const account = await constantGateway(400, { status: false, message: `Your key ${secretKey}\nis\todd.` });
    const odd = await errorOf(() => paystack.open(testOutbound(), account, paymentRequest(setup)));
    expect(odd.message).toBe("Paystack refused to open a payment page: Your key … is odd.");
  });

  test("may fail for its currency without a word against the key, also where the gateway says 403", async () => {
    const account = await constantGateway(403, {
      status: false,
      message: "Currency not supported by merchant",
    });
    const { code, message } = await errorOf(everyCall(testOutbound(), account).open!);
    expect(code).toBe("integration_error");
    expect(message).toContain("Currency not supported by merchant");
  });

  test.each([
    ["javascript:alert(1)", "att-1"],
    ["/pay/1", "att-1"],
    [undefined, "att-1"],
    ["https://pay.example/1", "another"],
  ])("whose address is %j for %j is not believed", async (authorization_url, reference) => {
    const data = { authorization_url, access_code: "1", reference };
    const account = await constantGateway(200, { status: true, message: "ok", data });
    expect((await errorOf(everyCall(testOutbound(), account).open!)).code).toBe("integration_error");
  });

  test("has its origin in the policy of our own pages", () => {
    const account = accountAt("https://api.paystack.co");
    expect(paystack.pageOrigins(account)).toEqual([
      "https://checkout.paystack.com",
      "https://api.paystack.co",
    ]);
    expect(sandbox.pageOrigins(accountAt("http://127.0.0.1:4000"))).toEqual(["http://127.0.0.1:4000"]);
  });
});

describe("a look", () => {
  test("sees a paid attempt with the gateway's word for amount, currency, means, time and name", async () => {
    const setup = await startGatewaySetup();
    const { order, fetchStatus } = await openOrder(setup);
    setup.clock.advance(90_000);
    setup.simulator.pay(order.reference);
    const [transaction] = setup.simulator.transactions();
    expect(await fetchStatus()).toEqual({
      status: "paid",
      amount: "1500.5",
      currency: "NGN",
      method: "card",
      paidAt: new Date("2026-03-02T10:01:30Z"),
      transaction: String(transaction?.id),
    });
  });

  test("follows every card and the transfer through their states", async () => {
    const setup = await startGatewaySetup({ lateMs: 60_000, transferMs: 5_000 });
    const { order, fetchStatus } = await openOrder(setup);
    const pay = (paying: object) => setup.simulator.pay(order.reference, paying);
    expect(await fetchStatus()).toEqual({ status: "open" });
    pay({ card: "4000000000000002" });
    expect(await fetchStatus()).toEqual({ status: "failed", reason: "Declined" });
    pay({ card: "4000000000009995" });
    expect(await fetchStatus()).toEqual({ status: "failed", reason: "Insufficient Funds" });
    pay({ card: "4000002760003184" });
    expect(await fetchStatus()).toEqual({ status: "open" });
    pay({ code: "000000" });
    expect(await fetchStatus()).toEqual({ status: "failed", reason: "Wrong one-time code" });
    pay({ card: "4000000000000259" });
    expect(await fetchStatus()).toEqual({ status: "processing" });
    setup.clock.advance(60_000);
    expect(await fetchStatus()).toMatchObject({ status: "paid", paidAt: new Date("2026-03-02T10:01:00Z") });

    const second = await openOrder(setup, { reference: "att-2" });
    setup.simulator.pay("att-2", { transfer: true });
    expect(await second.fetchStatus()).toEqual({ status: "processing" });
    setup.clock.advance(5_000);
    expect(await second.fetchStatus()).toMatchObject({ status: "paid", method: "bank_transfer" });
  });

  test.each([
    ["abandoned", { status: "open" }],
    ["ongoing", { status: "open" }],
    ["pending", { status: "processing" }],
    ["processing", { status: "processing" }],
    ["queued", { status: "processing" }],
    ["failed", { status: "failed", reason: "Approved" }],
    ["reversed", { status: "failed", reason: "The payment succeeded and was refunded" }],
  ])("takes Paystack's %j for %j", async (status, seen) => {
    const setup = await startGatewaySetup();
    const { order, fetchStatus } = await openOrder(setup);
    setup.simulator.pay(order.reference);
    setup.simulator.faults.set({ reports: { status } });
    expect(await fetchStatus()).toEqual(seen);
  });

  test("does not guess the meaning of an unknown status", async () => {
    const setup = await startGatewaySetup();
    const { fetchStatus } = await openOrder(setup);
    setup.simulator.faults.set({ reports: { status: "perhaps" } });
    expect((await errorOf(fetchStatus)).code).toBe("integration_error");
  });

  test("finds unknown what was never opened, and what another account opened", async () => {
    const setup = await startGatewaySetup();
    const { attempt } = await openOrder(setup);
    const others = { ...setup.account, secretKey: "sk_test_theirs" };
    expect(await paystack.fetchStatus(setup.outbound, others, attempt)).toEqual({ status: "unknown" });
    const never = { reference: "never/../opened", session: null };
    expect(await paystack.fetchStatus(setup.outbound, setup.account, never)).toEqual({ status: "unknown" });
  });

  test("finds unknown what the real gateway denies by 400, and nothing else that it refuses", async () => {
    const fetchStatus = async (status: number, body: unknown) =>
      everyCall(testOutbound(), await constantGateway(status, body)).fetchStatus!();
    const denied = { status: false, message: "Transaction reference not found." };
    expect(await fetchStatus(400, denied)).toEqual({ status: "unknown" });
    for (const [status, body] of [
      [400, { status: false, message: "Transaction ID should be numeric." }],
      [404, "<h1>404 Not Found</h1>"],
      [302, denied],
    ] as const) {
      expect((await errorOf(() => fetchStatus(status, body))).code).toBe("integration_error");
    }
  });

  test("reports the amount and currency that the gateway names, not those that were asked for", async () => {
    const setup = await startGatewaySetup();
    const { order, fetchStatus } = await openOrder(setup);
    setup.simulator.pay(order.reference);
    setup.simulator.faults.set({ reports: "wrong_amount" });
    expect(await fetchStatus()).toMatchObject({ status: "paid", amount: "1500.49", currency: "NGN" });
    setup.simulator.faults.set({ reports: "wrong_currency" });
    expect(await fetchStatus()).toMatchObject({ status: "paid", amount: "1500.5", currency: "USD" });
  });

  test("does not take the answer about another payment for ours", async () => {
    const setup = await startGatewaySetup();
    const { order, fetchStatus } = await openOrder(setup);
    setup.simulator.pay(order.reference);
    setup.simulator.faults.set({ reports: "wrong_reference" });
    expect((await errorOf(fetchStatus)).message).toContain("invalid response");
  });

  test("keeps every digit of an id of 64 bits", async () => {
    const body = `{"status":true,"message":"ok","data":{"id":18446744073709551615,"status":"success",
      "reference":"att-1","amount":500,"currency":"NGN","channel":"ussd","paid_at":"2026-03-02T09:00:00.000Z"}}`;
    const account = await constantGateway(200, body);
    const seen = await everyCall(testOutbound(), account).fetchStatus!();
    expect(seen).toMatchObject({ status: "paid", transaction: "18446744073709551615", method: "ussd" });
  });

  const paid = {
    id: 1,
    status: "success",
    reference: "att-1",
    amount: 500,
    currency: "NGN",
    paid_at: "2026-03-02T09:00:00.000Z",
  };
  test.each([
    { amount: 1.5 },
    { amount: -1 },
    { amount: "500" },
    { amount: 2 ** 60 },
    { currency: "naira" },
    { currency: null },
    { id: "1; drop" },
    { id: null },
    { paid_at: "yesterday" },
    { paid_at: null },
  ])("does not believe in money with %j", async (changes) => {
    const data = { ...paid, ...changes };
    const account = await constantGateway(200, { status: true, message: "ok", data });
    expect((await errorOf(everyCall(testOutbound(), account).fetchStatus!)).code).toBe("integration_error");
  });
});

describe("the check of a key", () => {
  test("accepts a good one, whether or not the made-up payment exists", async () => {
    const setup = await startGatewaySetup();
    await sandbox.check(setup.outbound, setup.account);
    await openOrder(setup, { reference: "billfold-key-check" });
    await sandbox.check(setup.outbound, setup.account);
    expect(setup.simulator.transactions()).toHaveLength(1);
  });

  test("rejects a key that the gateway does not know, and never shows the key", async () => {
    const setup = await startGatewaySetup();
    const live = { ...setup.account, secretKey: "sk_live_real" };
    const error = await errorOf(() => paystack.check(setup.outbound, live));
    expect([error.status, error.code]).toEqual([502, "integration_auth_failed"]);
    expect(error.message).not.toContain("sk_live_real");
  });
});

test("what was paid and then given back is no payment any more", async () => {
  const setup = await startGatewaySetup({ refundMs: 1_000 });
  const order = await paidOrder(setup);
  await paystack.refund(setup.outbound, setup.account, order);
  setup.clock.advance(1_000);
  await paystack.refund(setup.outbound, setup.account, { ...order, again: true });
  const seen = await paystack.fetchStatus(setup.outbound, setup.account, order);
  expect(seen).toEqual({ status: "failed", reason: "The payment succeeded and was refunded" });
});

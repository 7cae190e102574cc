import { describe, expect, test } from "vitest";
import { testOutbound } from "../../../../platform/outbound/outbound.fixture.ts";
import { makeOrder } from "../order.fixture.ts";
import {
  accountAt,
  errorOf,
  everyCall,
  gatewayWorld,
  openOrder,
  paidOrder,
  parrot,
  secretKey,
} from "./gateway.fixture.ts";
import { paystack, sandbox } from "./gateway.ts";

describe("a payment page", () => {
  test("is opened with our reference, the exact amount, what is paid for and the way back", async () => {
    const world = await gatewayWorld({ pagesAt: "https://billfold.example/sandbox/pay" });
    const { pageUrl } = await openOrder(world);
    const [transaction] = world.simulator.transactions();
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

  test("needs the buyer's e-mail address at Paystack, and none in the sandbox", async () => {
    const world = await gatewayWorld();
    const order = makeOrder(world, { email: null });
    const error = await errorOf(() => paystack.open(world.outbound, world.account, order));
    expect(error.message).toContain("needs the buyer's e-mail address");
    await sandbox.open(world.outbound, world.account, order);
    expect(world.simulator.transactions()[0]?.email).toBe("buyer@sandbox.example");
  });

  test("that the gateway refuses is told in its own words, without our key", async () => {
    const world = await gatewayWorld();
    await openOrder(world);
    const twice = await errorOf(() => openOrder(world));
    expect([twice.status, twice.code, twice.message]).toEqual([
      502,
      "integration_error",
      "Paystack refused to open a payment page: Duplicate Transaction Reference.",
    ]);
    const account = await parrot(400, { status: false, message: `Your key ${secretKey}\nis\todd.` });
    const odd = await errorOf(() => paystack.open(testOutbound(), account, makeOrder(world)));
    expect(odd.message).toBe("Paystack refused to open a payment page: Your key … is odd.");
  });

  test("may fail for its currency without a word against the key, also where the gateway says 403", async () => {
    const account = await parrot(403, { status: false, message: "Currency not supported by merchant" });
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
    const account = await parrot(200, { status: true, message: "ok", data });
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
    const world = await gatewayWorld();
    const { order, look } = await openOrder(world);
    world.clock.advance(90_000);
    world.simulator.pay(order.reference);
    const [transaction] = world.simulator.transactions();
    expect(await look()).toEqual({
      status: "paid",
      amount: "1500.5",
      currency: "NGN",
      method: "card",
      paidAt: new Date("2026-03-02T10:01:30Z"),
      transaction: String(transaction?.id),
    });
  });

  test("follows every card and the transfer through their states", async () => {
    const world = await gatewayWorld({ lateMs: 60_000, transferMs: 5_000 });
    const { order, look } = await openOrder(world);
    const pay = (paying: object) => world.simulator.pay(order.reference, paying);
    expect(await look()).toEqual({ status: "open" });
    pay({ card: "4000000000000002" });
    expect(await look()).toEqual({ status: "failed", reason: "Declined" });
    pay({ card: "4000000000009995" });
    expect(await look()).toEqual({ status: "failed", reason: "Insufficient Funds" });
    pay({ card: "4000002760003184" });
    expect(await look()).toEqual({ status: "open" });
    pay({ code: "000000" });
    expect(await look()).toEqual({ status: "failed", reason: "Wrong one-time code" });
    pay({ card: "4000000000000259" });
    expect(await look()).toEqual({ status: "processing" });
    world.clock.advance(60_000);
    expect(await look()).toMatchObject({ status: "paid", paidAt: new Date("2026-03-02T10:01:00Z") });

    const second = await openOrder(world, { reference: "att-2" });
    world.simulator.pay("att-2", { transfer: true });
    expect(await second.look()).toEqual({ status: "processing" });
    world.clock.advance(5_000);
    expect(await second.look()).toMatchObject({ status: "paid", method: "bank_transfer" });
  });

  test.each([
    ["abandoned", { status: "open" }],
    ["ongoing", { status: "open" }],
    ["pending", { status: "processing" }],
    ["processing", { status: "processing" }],
    ["queued", { status: "processing" }],
    ["failed", { status: "failed", reason: "Approved" }],
    ["reversed", { status: "failed", reason: "The money was taken, and has been given back" }],
  ])("takes Paystack's %j for %j", async (status, seen) => {
    const world = await gatewayWorld();
    const { order, look } = await openOrder(world);
    world.simulator.pay(order.reference);
    world.simulator.faults.set({ reports: { status } });
    expect(await look()).toEqual(seen);
  });

  test("does not guess at a status that it has never heard of", async () => {
    const world = await gatewayWorld();
    const { look } = await openOrder(world);
    world.simulator.faults.set({ reports: { status: "perhaps" } });
    expect((await errorOf(look)).code).toBe("integration_error");
  });

  test("finds unknown what was never opened, and what another account opened", async () => {
    const world = await gatewayWorld();
    const { attempt } = await openOrder(world);
    const others = { ...world.account, secretKey: "sk_test_theirs" };
    expect(await paystack.look(world.outbound, others, attempt)).toEqual({ status: "unknown" });
    const never = { reference: "never/../opened", session: null };
    expect(await paystack.look(world.outbound, world.account, never)).toEqual({ status: "unknown" });
  });

  test("finds unknown what the real gateway denies by 400, and nothing else that it refuses", async () => {
    const look = async (status: number, body: unknown) =>
      everyCall(testOutbound(), await parrot(status, body)).look!();
    const denied = { status: false, message: "Transaction reference not found." };
    expect(await look(400, denied)).toEqual({ status: "unknown" });
    for (const [status, body] of [
      [400, { status: false, message: "Transaction ID should be numeric." }],
      [404, "<h1>404 Not Found</h1>"],
      [302, denied],
    ] as const) {
      expect((await errorOf(() => look(status, body))).code).toBe("integration_error");
    }
  });

  test("reports the amount and currency that the gateway names, not those that were asked for", async () => {
    const world = await gatewayWorld();
    const { order, look } = await openOrder(world);
    world.simulator.pay(order.reference);
    world.simulator.faults.set({ reports: "wrong_amount" });
    expect(await look()).toMatchObject({ status: "paid", amount: "1500.49", currency: "NGN" });
    world.simulator.faults.set({ reports: "wrong_currency" });
    expect(await look()).toMatchObject({ status: "paid", amount: "1500.5", currency: "USD" });
  });

  test("does not take the answer about another payment for ours", async () => {
    const world = await gatewayWorld();
    const { order, look } = await openOrder(world);
    world.simulator.pay(order.reference);
    world.simulator.faults.set({ reports: "wrong_reference" });
    expect((await errorOf(look)).message).toContain("makes no sense");
  });

  test("keeps every digit of an id of 64 bits", async () => {
    const body = `{"status":true,"message":"ok","data":{"id":18446744073709551615,"status":"success",
      "reference":"att-1","amount":500,"currency":"NGN","channel":"ussd","paid_at":"2026-03-02T09:00:00.000Z"}}`;
    const account = await parrot(200, body);
    const seen = await everyCall(testOutbound(), account).look!();
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
    const account = await parrot(200, { status: true, message: "ok", data });
    expect((await errorOf(everyCall(testOutbound(), account).look!)).code).toBe("integration_error");
  });
});

describe("the check of a key", () => {
  test("accepts a good one, whether or not the made-up payment exists", async () => {
    const world = await gatewayWorld();
    await sandbox.check(world.outbound, world.account);
    await openOrder(world, { reference: "billfold-key-check" });
    await sandbox.check(world.outbound, world.account);
    expect(world.simulator.transactions()).toHaveLength(1);
  });

  test("refuses a key that the gateway does not know, and tells nobody the key", async () => {
    const world = await gatewayWorld();
    const live = { ...world.account, secretKey: "sk_live_real" };
    const error = await errorOf(() => paystack.check(world.outbound, live));
    expect([error.status, error.code]).toEqual([502, "integration_auth_failed"]);
    expect(error.message).not.toContain("sk_live_real");
  });
});

test("what was paid and then given back is no payment any more", async () => {
  const world = await gatewayWorld({ refundMs: 1_000 });
  const order = await paidOrder(world);
  await paystack.refund(world.outbound, world.account, order);
  world.clock.advance(1_000);
  await paystack.refund(world.outbound, world.account, { ...order, again: true });
  const seen = await paystack.look(world.outbound, world.account, order);
  expect(seen).toEqual({ status: "failed", reason: "The money was taken, and has been given back" });
});

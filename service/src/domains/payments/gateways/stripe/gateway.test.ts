import { describe, expect, test } from "vitest";
import { httpServer, testOutbound } from "../../../../platform/outbound/outbound.fixture.ts";
import { paymentRequest } from "../order.fixture.ts";
import { startStripeSetup, withTimeout } from "./gateway.fixture.ts";
import { stripe } from "./gateway.ts";

const minute = 60_000;
const hour = 60 * minute;

describe("a page", () => {
  test("asks for the amount under our reference, and leads back to us however it goes", async () => {
    const setup = await startStripeSetup();
    const order = paymentRequest(setup);
    const opened = await stripe.open(setup.outbound, setup.account, order);
    const [session, ...others] = setup.simulator.sessions();
    expect(others).toEqual([]);
    expect(opened).toEqual({ pageUrl: session!.url, session: session!.id });
    expect(session).toMatchObject({
      amount_total: 150050,
      currency: "ngn",
      client_reference_id: order.reference,
      metadata: { reference: order.reference },
      customer_email: "ada@example.com",
      success_url: order.returnUrl,
      cancel_url: order.returnUrl,
      expires_at: order.expiresAt.getTime() / 1000,
    });
  });

  test("opens without an email address, and with a description longer than Stripe takes", async () => {
    const setup = await startStripeSetup();
    const order = paymentRequest(setup, { email: null, description: `${"x".repeat(249)}😀` });
    await stripe.open(setup.outbound, setup.account, order);
    expect(setup.simulator.sessions()).toMatchObject([{ customer_email: null }]);
  });

  test.each([
    ["that ends too soon for Stripe lives as short as Stripe allows", 5 * minute, 31 * minute],
    ["that ends in Stripe's bounds ends then", 90 * minute, 90 * minute],
    ["that ends too late for Stripe lives as long as Stripe allows", 48 * hour, 24 * hour - minute],
  ])("%s", async (_, wanted, granted) => {
    const setup = await startStripeSetup();
    const expiresAt = new Date(setup.clock.now().getTime() + wanted);
    await stripe.open(setup.outbound, setup.account, paymentRequest(setup, { expiresAt }));
    const [session] = setup.simulator.sessions();
    expect(session!.expires_at - session!.created).toBe(granted / 1000);
  });

  test("is opened once, however often the same order comes, and whenever", async () => {
    const setup = await startStripeSetup();
    const expiresAt = new Date(setup.clock.now().getTime() + 48 * hour);
    const open = () => stripe.open(setup.outbound, setup.account, paymentRequest(setup, { expiresAt }));
    const opened = await open();
    expect(await open()).toEqual(opened);
    setup.clock.advance(10 * minute);
    expect(await open()).toEqual(opened);
    expect(setup.simulator.sessions()).toHaveLength(1);
  });

  test("whose opening was never answered is found by our reference, and by opening it again", async () => {
    const setup = await startStripeSetup();
    const order = paymentRequest(setup);
    setup.simulator.faults.set("hang_after", { call: "create_session", times: 1 });
    const lost = stripe.open(withTimeout(setup.outbound), setup.account, order);
    await expect(lost).rejects.toMatchObject({ code: "integration_unavailable" });
    const attempt = { reference: order.reference, session: null };
    expect(await stripe.fetchStatus(setup.outbound, setup.account, attempt)).toEqual({ status: "open" });
    const [session] = setup.simulator.sessions();
    const opened = { pageUrl: session!.url, session: session!.id };
    expect(await stripe.open(setup.outbound, setup.account, order)).toEqual(opened);
    await setup.simulator.pay(session!.id, "paid");
    expect(await stripe.fetchStatus(setup.outbound, setup.account, attempt)).toMatchObject({
      status: "paid",
    });
  });

  test("that has ended is not opened again", async () => {
    const setup = await startStripeSetup();
    const order = paymentRequest(setup, { expiresAt: new Date(setup.clock.now().getTime() + 48 * hour) });
    const { session } = await stripe.open(setup.outbound, setup.account, order);
    await setup.simulator.expire(session!);
    const later = stripe.open(setup.outbound, setup.account, { ...order, now: new Date(+order.now + 1000) });
    await expect(later).rejects.toMatchObject({ code: "integration_error" });
  });

  test("that Stripe will not open says why in Stripe's words", async () => {
    const setup = await startStripeSetup();
    const order = paymentRequest(setup, { email: "ada@nowhere" });
    await expect(stripe.open(setup.outbound, setup.account, order)).rejects.toMatchObject({
      code: "integration_error",
      message: "Stripe refused to open a payment page: Invalid email address: ada@nowhere.",
    });
  });

  test.each(["javascript:alert(1)", "/c/pay/1", "https://", null, 7])("is not at %j", async (url) => {
    const setup = await startStripeSetup();
    const order = paymentRequest(setup);
    const session = { id: "cs_1", client_reference_id: order.reference, status: "open", url };
    const { url: baseUrl } = await httpServer((_, response) => response.end(JSON.stringify(session)));
    await expect(stripe.open(setup.outbound, { ...setup.account, baseUrl }, order)).rejects.toMatchObject({
      code: "integration_error",
    });
  });

  test("takes the buyer's money in a browser, and sends them back", async () => {
    const setup = await startStripeSetup();
    const order = paymentRequest(setup, { description: "Chairs <b>& tables</b>" });
    const { pageUrl, session } = await stripe.open(setup.outbound, setup.account, order);
    const shown = await (await fetch(pageUrl)).text();
    expect(shown).toContain("Pay NGN 1500.50");
    expect(shown).not.toContain("<b>");
    const press = (outcome: string) =>
      fetch(pageUrl, { method: "POST", body: new URLSearchParams({ outcome }), redirect: "manual" });
    const declined = await press("declined");
    expect(await declined.text()).toContain("Your card was declined.");
    for (const button of ["cancel", "paid"]) {
      const gone = await press(button);
      expect([gone.status, gone.headers.get("location")]).toEqual([303, order.returnUrl]);
    }
    const attempt = { reference: order.reference, session };
    expect(await stripe.fetchStatus(setup.outbound, setup.account, attempt)).toMatchObject({
      status: "paid",
    });
    expect(await (await fetch(pageUrl)).text()).toContain("This page is closed");
  });

  test("may be at Stripe's, and at its simulator's while that is used", () => {
    const account = { secretKey: "sk_test_1", webhookSecret: "whsec_1" };
    const origins = (baseUrl: string) => stripe.pageOrigins({ ...account, baseUrl });
    expect(origins("https://api.stripe.com")).toEqual(["https://checkout.stripe.com"]);
    const simulated = ["https://checkout.stripe.com", "http://127.0.0.1:4242"];
    expect(origins("http://127.0.0.1:4242")).toEqual(simulated);
  });
});

describe("a look", () => {
  async function opened() {
    const setup = await startStripeSetup();
    const order = paymentRequest(setup);
    const { session } = await stripe.open(setup.outbound, setup.account, order);
    const attempt = { reference: order.reference, session };
    const fetchStatus = () => stripe.fetchStatus(setup.outbound, setup.account, attempt);
    return { ...setup, order, id: session!, fetchStatus };
  }

  test("returns the status of an untouched page", async () => {
    const { fetchStatus } = await opened();
    expect(await fetchStatus()).toEqual({ status: "open" });
  });

  test("sees money with amount, currency, method, moment and transaction", async () => {
    const { fetchStatus, clock, simulator, id } = await opened();
    clock.advance(7 * minute);
    await simulator.pay(id, "paid");
    clock.advance(minute);
    expect(await fetchStatus()).toEqual({
      status: "paid",
      amount: "1500.5",
      currency: "NGN",
      method: "card",
      paidAt: new Date("2026-03-02T10:07:00Z"),
      transaction: simulator.sessions()[0]!.payment_intent,
    });
  });

  test("sees a card that was declined, and money when the buyer tries again on the same page", async () => {
    const { fetchStatus, simulator, id } = await opened();
    await simulator.pay(id, "declined");
    expect(await fetchStatus()).toEqual({ status: "failed", reason: "Your card was declined" });
    await simulator.pay(id, "paid");
    expect(await fetchStatus()).toMatchObject({ status: "paid" });
  });

  test("sees slow money on its way until it is there", async () => {
    const { fetchStatus, simulator, id } = await opened();
    await simulator.pay(id, "delayed");
    expect(await fetchStatus()).toEqual({ status: "processing" });
    await simulator.pay(id, "delayed_succeeds");
    expect(await fetchStatus()).toMatchObject({ status: "paid", method: "sepa_debit" });
  });

  test("sees slow money that never came", async () => {
    const { fetchStatus, simulator, id } = await opened();
    await simulator.pay(id, "delayed");
    await simulator.pay(id, "delayed_fails");
    expect(await fetchStatus()).toEqual({
      status: "failed",
      reason: "The customer's bank refused the debit",
    });
  });

  test("sees a page that has ended, by its time or before", async () => {
    const first = await opened();
    first.clock.set(first.order.expiresAt);
    expect(await first.fetchStatus()).toEqual({ status: "closed" });
    const second = await opened();
    await second.simulator.pay(second.id, "declined");
    await second.simulator.expire(second.id);
    expect(await second.fetchStatus()).toEqual({ status: "closed" });
  });

  test("sees nothing where Stripe knows nothing, also under another company's key", async () => {
    const { account, order, id } = await opened();
    const outbound = testOutbound();
    const fetchStatus = (
      session: string | null,
      reference = order.reference,
      secretKey = account.secretKey,
    ) => stripe.fetchStatus(outbound, { ...account, secretKey }, { reference, session });
    const unknown = { status: "unknown" };
    expect(await fetchStatus("cs_test_none")).toEqual(unknown);
    expect(await fetchStatus(null, "att-2")).toEqual(unknown);
    expect(await fetchStatus(id, order.reference, "sk_test_theirs")).toEqual(unknown);
    expect(await fetchStatus(null, order.reference, "sk_test_theirs")).toEqual(unknown);
  });

  test("does not take another attempt's page for ours", async () => {
    const { account, id } = await opened();
    const other = stripe.fetchStatus(testOutbound(), account, { reference: "att-2", session: id });
    await expect(other).rejects.toMatchObject({ code: "integration_error" });
  });

  test("finds a lost page behind a hundred newer ones, and asks three times at most", async () => {
    const setup = await startStripeSetup();
    const open = (reference: string) =>
      stripe.open(setup.outbound, setup.account, paymentRequest(setup, { reference }));
    await open("att-first");
    await Promise.all(Array.from({ length: 120 }, (_, index) => open(`att-${index}`)));
    const paths: string[] = [];
    const watched = {
      ...setup.outbound,
      send: (request: Parameters<typeof setup.outbound.send>[0]) => {
        paths.push(new URL(request.url).pathname);
        return setup.outbound.send(request);
      },
    };
    const fetchStatus = (reference: string) =>
      stripe.fetchStatus(watched, setup.account, { reference, session: null });
    expect(await fetchStatus("att-first")).toEqual({ status: "open" });
    expect(paths).toHaveLength(3);
    const endless = await httpServer((_, response) => {
      response.end(JSON.stringify({ object: "list", has_more: true, data: [{ id: "cs_1" }] }));
    });
    const account = { ...setup.account, baseUrl: endless.url };
    const attempt = { reference: "att-first", session: null };
    expect(await stripe.fetchStatus(setup.outbound, account, attempt)).toEqual({ status: "unknown" });
    expect(endless.requests).toBe(3);
  });
});

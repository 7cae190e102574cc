import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, test } from "vitest";
import { httpServer, testOutbound } from "../../../../platform/outbound/outbound.fixture.ts";
import type { OutboundRequest } from "../../../../platform/outbound/outbound.ts";
import { paymentRequest } from "../order.fixture.ts";
import type { GatewayAccount } from "../port.ts";
import { type StripeSetup, startStripeSetup, webhookSecret, withTimeout } from "./gateway.fixture.ts";
import { stripe } from "./gateway.ts";

const calls = {
  check: ({ outbound, account }: StripeSetup) => stripe.check(outbound, account),
  open: (setup: StripeSetup) => stripe.open(setup.outbound, setup.account, paymentRequest(setup)),
  fetchStatus: ({ outbound, account }: StripeSetup) =>
    stripe.fetchStatus(outbound, account, { reference: "a-1", session: "cs_1" }),
  "search for a lost page": ({ outbound, account }: StripeSetup) =>
    stripe.fetchStatus(outbound, account, { reference: "a-1", session: null }),
  refund: ({ outbound, account }: StripeSetup) =>
    stripe.refund(outbound, account, {
      ...{
        reference: "a-1",
        session: "cs_1",
        transaction: "pi_1",
        key: "r-1",
        again: false,
        isStillOurs: () => true,
      },
      ...{ amount: "1", currency: "NGN", reason: null },
    }),
};

const unavailable = { status: 503, code: "integration_unavailable" };
const failed = { status: 502, code: "integration_error" };
const refusedKey = { status: 502, code: "integration_auth_failed" };

describe.each(Object.entries(calls))("%s", (_, call) => {
  test.each([
    ["down", unavailable],
    ["hang", unavailable],
    ["hang_after", unavailable],
    ["rate_limited", unavailable],
    ["error", failed],
    ["garbage", failed],
    ["unauthorized", refusedKey],
    ["forbidden", refusedKey],
  ] as const)("meets %s with an error that says what it is", async (fault, expected) => {
    const setup = await startStripeSetup();
    setup.simulator.faults.set(fault);
    await expect(call({ ...setup, outbound: withTimeout(setup.outbound) })).rejects.toMatchObject(expected);
  });

  test.each([
    [200, '"text"', failed],
    [200, "null", failed],
    [200, "[]", failed],
    [200, '{"error":1}', failed],
    [200, '{"error":{"type":"api_error"}}', failed],
    [200, '{"data":[1],"status":{},"client_reference_id":[]}', failed],
    [302, "", failed],
    [404, "<html>", failed],
    [409, '{"error":{"type":"idempotency_error","code":"idempotency_key_in_use"}}', unavailable],
    [500, "{}", failed],
    [503, '{"error":"down"}', failed],
    [401, "<html>", refusedKey],
    [403, '{"error":{"message":{}}}', refusedKey],
    [429, "", unavailable],
  ])("takes %d %s for no success", async (status, body, expected) => {
    const setup = await startStripeSetup();
    const server = await httpServer((_, response) => response.writeHead(status).end(body));
    const account = { ...setup.account, baseUrl: server.url };
    await expect(call({ ...setup, account })).rejects.toMatchObject(expected);
  });
});

describe("a call", () => {
  test("is sent once, also when the connection breaks", async () => {
    const server = await httpServer((request) => request.socket.destroy());
    const setup = await startStripeSetup();
    const account = { ...setup.account, baseUrl: server.url };
    await expect(calls.open({ ...setup, account })).rejects.toMatchObject(unavailable);
    expect(server.requests).toBe(1);
  });

  test("has a deadline, reads no endless answer, and stays below the base address", async () => {
    const setup = await startStripeSetup();
    const sent: OutboundRequest[] = [];
    const answer = { kind: "failed", failure: "dns", message: "the name is unknown", durationMs: 1 } as const;
    const outbound = {
      ...setup.outbound,
      send: async (request: OutboundRequest) => {
        sent.push(request);
        return answer;
      },
    };
    const account = { ...setup.account, baseUrl: "https://proxy.example:8443/stripe" };
    await expect(calls.fetchStatus({ ...setup, outbound, account })).rejects.toMatchObject({
      ...unavailable,
      message: "Stripe can't be reached right now (the name is unknown). Try again later.",
    });
    expect(sent).toMatchObject([{ method: "GET", timeoutMs: 15_000, responseBytesMax: 2 ** 21 }]);
    expect(sent[0]!.url).toMatch("https://proxy.example:8443/stripe/v1/checkout/sessions/cs_1?expand[0]=");
  });

  test("fails on an answer that is longer than anybody needs", async () => {
    const server = await httpServer((_, response) => response.end(`{"x":"${"y".repeat(2 ** 21)}"}`));
    const setup = await startStripeSetup();
    const account = { ...setup.account, baseUrl: server.url };
    await expect(calls.check({ ...setup, account })).rejects.toMatchObject(failed);
  });

  test("does not reach private addresses", async () => {
    const server = await httpServer((_, response) => response.end("{}"));
    const outbound = testOutbound({ allowLocal: false });
    const account = { baseUrl: server.url, secretKey: "sk_test_1", webhookSecret };
    await expect(stripe.check(outbound, account)).rejects.toMatchObject(unavailable);
    expect(server.connections).toBe(0);
  });

  test("sends Stripe neither machine details nor timings", async () => {
    const seen: IncomingHttpHeaders[] = [];
    const server = await httpServer((request, response) => {
      seen.push(request.headers);
      response.writeHead(200, { "request-id": "req_1" }).end('{"object":"list","data":[],"has_more":false}');
    });
    const account = { baseUrl: server.url, secretKey: "sk_test_1", webhookSecret };
    const outbound = testOutbound();
    for (const _ of [1, 2]) await stripe.check(outbound, account);
    expect(seen).toHaveLength(2);
    for (const headers of seen) {
      expect(headers).toMatchObject({ authorization: "Bearer sk_test_1" });
      expect(headers).not.toHaveProperty("x-stripe-client-telemetry");
      const agent = JSON.parse(String(headers["x-stripe-client-user-agent"]));
      expect(agent).not.toHaveProperty("telemetry_id");
      expect(agent).not.toHaveProperty("platform");
    }
  });
});

describe("the secret key", () => {
  test("is in no error's text, also when the other side says it aloud", async () => {
    const setup = await startStripeSetup();
    const server = await httpServer((request, response) => {
      const message = `I was sent\u0000\n${request.headers.authorization}.`;
      response.writeHead(400).end(JSON.stringify({ error: { type: "invalid_request_error", message } }));
    });
    const account = { ...setup.account, secretKey: "sk_test_hush", baseUrl: server.url };
    const message = "Stripe refused to open a payment page: I was sent Bearer ….";
    await expect(calls.open({ ...setup, account })).rejects.toMatchObject({ ...failed, message });
    // The refund's own refusal is followed by a fetchStatus, which is refused as well.
    const refunded = calls.refund({ ...setup, account });
    await expect(refunded).rejects.toMatchObject({ message: expect.not.stringContaining("hush") });
  });

  test.each(["", "sk_test_1\nx: y", "sk_test_ä", "sk_live_1"])("%j is not taken", async (secretKey) => {
    const setup = await startStripeSetup();
    const account: GatewayAccount = { ...setup.account, secretKey };
    await expect(calls.check({ ...setup, account })).rejects.toMatchObject(refusedKey);
  });
});

import { describe, expect, test } from "vitest";
import { testOutbound } from "../../../../platform/outbound/outbound.fixture.ts";
import { createOutbound } from "../../../../platform/outbound/outbound.ts";
import { paymentRequest } from "../order.fixture.ts";
import {
  accountAt,
  constantGateway,
  errorOf,
  everyCall,
  openOrder,
  paidOrder,
  refundsOf,
  secretKey,
  startGatewaySetup,
  withTimeout,
} from "./gateway.fixture.ts";
import { paystack } from "./gateway.ts";

const calls = ["check", "open", "fetchStatus", "refund", "refund again"];

const faults = [
  ["down", 503, "integration_unavailable"],
  ["hang", 503, "integration_unavailable"],
  ["hang_after", 503, "integration_unavailable"],
  ["cut_after", 503, "integration_unavailable"],
  ["busy", 503, "integration_unavailable"],
  ["error", 502, "integration_error"],
  ["garbage", 502, "integration_error"],
  ["unauthorized", 502, "integration_auth_failed"],
] as const;

describe.each(faults)("a gateway with the fault %s", (fault, status, code) => {
  test.each(calls)(`makes %s throw ${code}`, async (call) => {
    const setup = await startGatewaySetup();
    const set = { fault };
    setup.simulator.faults.set({ initialize: set, verify: set, refund: set, refunds: set });
    const outbound = fault.startsWith("hang") ? withTimeout(setup.outbound) : setup.outbound;
    const error = await errorOf(everyCall(outbound, setup.account)[call]!);
    expect([error.status, error.code]).toEqual([status, code]);
    expect(error.message).toMatch(/^Sandbox gateway .*\.$/);
  });
});

describe("an invalid response", () => {
  const nonsense: [string, number, unknown][] = [
    ["nothing", 200, ""],
    ["no object", 200, []],
    ["no envelope", 200, { hello: "world" }],
    ["a status that is no word of truth", 200, { status: "true", message: "ok", data: {} }],
    ["no data", 200, { status: true, message: "ok" }],
    ["other data", 200, { status: true, message: "ok", data: "yes" }],
    ["data without end", 200, { status: true, message: "ok", data: { long: "x".repeat(600_000) } }],
    ["a way elsewhere", 307, { status: true, message: "ok", data: {} }],
  ];
  test.each(nonsense)("is thrown: %s", async (_, status, body) => {
    const account = await constantGateway(status, body, { location: "http://127.0.0.1:1/" });
    for (const call of calls.slice(1)) {
      const error = await errorOf(everyCall(testOutbound(), account)[call]!);
      expect([call, error.code]).toEqual([call, "integration_error"]);
    }
  });

  test("of 403 means the key, of 5xx an error, whatever the body says", async () => {
    for (const body of ["", "<h1>Forbidden</h1>", { status: false, message: "IP not allowed" }]) {
      const account = await constantGateway(403, body);
      expect((await errorOf(everyCall(testOutbound(), account).fetchStatus!)).code).toBe(
        "integration_auth_failed",
      );
    }
    const account = await constantGateway(503, { status: true, message: "ok", data: {} });
    expect((await errorOf(everyCall(testOutbound(), account).fetchStatus!)).code).toBe("integration_error");
  });
});

test("a gateway that is too busy says how long to wait", async () => {
  const account = await constantGateway(429, {}, { "retry-after": "7" });
  expect((await errorOf(everyCall(testOutbound(), account).fetchStatus!)).headers).toEqual({
    "retry-after": "7",
  });
});

test("a gateway that is not there is unavailable", async () => {
  const setup = await startGatewaySetup();
  await setup.simulator.close();
  for (const call of calls) {
    const error = await errorOf(everyCall(setup.outbound, setup.account)[call]!);
    expect(error.message).toContain("the connection was refused");
  }
});

test("an address that must not be called is no matter of waiting", async () => {
  const rules = { allowLocal: false, httpsOnly: false, exemptOrigins: [], connectionsPerOrigin: 1 };
  const outbound = createOutbound(rules);
  const error = await errorOf(everyCall(outbound, accountAt("http://127.0.0.1:4000")).fetchStatus!);
  await outbound.close();
  expect([error.status, error.code]).toEqual([502, "integration_error"]);
  expect(error.message).toContain("Check its base URL");
});

test("a key that can't be sent is not shown", async () => {
  const setup = await startGatewaySetup();
  const account = { ...setup.account, secretKey: `${secretKey}\r\nx: y` };
  const error = await errorOf(everyCall(setup.outbound, account).fetchStatus!);
  expect(error.code).toBe("integration_unavailable");
});

describe("what was done without an answer", () => {
  test.each(["hang_after", "cut_after"] as const)(
    "is found by a fetchStatus, and opened once: %s",
    async (fault) => {
      const setup = await startGatewaySetup();
      // A connection that has answered before is one that a call could be repeated on.
      await openOrder(setup, { reference: "earlier" });
      setup.simulator.faults.set({ initialize: { fault, times: 1 } });
      const order = paymentRequest(setup);
      const error = await errorOf(() => paystack.open(withTimeout(setup.outbound), setup.account, order));
      expect(error.code).toBe("integration_unavailable");
      expect(setup.simulator.transactions()).toHaveLength(2);
      const attempt = { reference: order.reference, session: null };
      expect(await paystack.fetchStatus(setup.outbound, setup.account, attempt)).toEqual({ status: "open" });
    },
  );

  test.each(["hang_after", "cut_after"] as const)(
    "is given back once, and found again: %s",
    async (fault) => {
      const setup = await startGatewaySetup();
      const order = { ...(await paidOrder(setup)), amount: "500" };
      setup.simulator.faults.set({ refund: { fault, times: 1 } });
      await errorOf(() => paystack.refund(withTimeout(setup.outbound), setup.account, order));
      expect(refundsOf(setup, order.reference)).toHaveLength(1);
      const found = await paystack.refund(setup.outbound, setup.account, { ...order, again: true });
      expect(found).toEqual({
        status: "processing",
        refund: String(refundsOf(setup, order.reference)[0]?.id),
      });
      expect(refundsOf(setup, order.reference)).toHaveLength(1);
    },
  );
});

test("fifty calls at once all get their own answer", async () => {
  const setup = await startGatewaySetup();
  const references = Array.from({ length: 50 }, (_, place) => `att-${place}`);
  await Promise.all(references.map((reference) => openOrder(setup, { reference })));
  const seen = await Promise.all(
    references.map((reference) =>
      paystack.fetchStatus(setup.outbound, setup.account, { reference, session: null }),
    ),
  );
  expect(seen).toEqual(references.map(() => ({ status: "open" })));
});

import { createHmac } from "node:crypto";
import { type Receiver, startReceiver } from "billfold-sandbox/receiver";
import { expect, onTestFinished, test, vi } from "vitest";
import { call, payment, type SandboxGatewaySetup, startSandboxGateway } from "./gateway.fixture.ts";

async function listening(
  options: Parameters<typeof startSandboxGateway>[0] = {},
): Promise<SandboxGatewaySetup & { receiver: Receiver }> {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const setup = await startSandboxGateway({ notifyAt: `${receiver.url}/hook`, ...options });
  await call(setup, "/transaction/initialize", payment);
  return { ...setup, receiver };
}

const signatureOf = (body: string) => createHmac("sha512", "sk_test_ours").update(body).digest("hex");
const tried = ({ gateway }: SandboxGatewaySetup, count: number) =>
  vi.waitFor(() => expect(gateway.notifications()).toHaveLength(count), { timeout: 30_000 });

test("a payment is notified, signed with the account's key", async () => {
  const { gateway, receiver } = await listening();
  gateway.pay("att-1");
  const [got] = await receiver.waitFor(1);
  expect(got?.path).toBe("/hook");
  expect(got?.headers["x-paystack-signature"]).toBe(signatureOf(got!.body));
  expect(JSON.parse(got!.body)).toMatchObject({
    event: "charge.success",
    data: { reference: "att-1", status: "success", amount: 150_050, currency: "NGN" },
  });
});

test("a failed attempt is not notified, as with Paystack", async () => {
  const setup = await listening();
  setup.gateway.pay("att-1", { card: "4000000000000002" });
  setup.gateway.pay("att-1");
  await setup.receiver.waitFor(1);
  await tried(setup, 1);
});

test("a failed notification is retried a few times", async () => {
  const setup = await listening();
  setup.receiver.behave(() => ({ status: setup.receiver.received.length < 3 ? 500 : 200 }));
  setup.gateway.pay("att-1");
  await tried(setup, 3);
  expect(setup.gateway.notifications().map(({ status }) => status)).toEqual([500, 500, 200]);

  setup.receiver.behave(() => "close");
  setup.gateway.notify("att-1");
  await tried(setup, 7);
  expect(
    setup.gateway
      .notifications()
      .slice(3)
      .map(({ status }) => status),
  ).toEqual([null, null, null, null]);
});

test("a late payment is notified when it is due, whether or not its status is requested", async () => {
  const looked = await listening({ lateMs: 60_000 });
  looked.gateway.pay("att-1", { card: "4000000000000259" });
  looked.clock.advance(60_000);
  await call(looked, "/transaction/verify/att-1");
  await looked.receiver.waitFor(1);

  const alone = await listening({ transferMs: 20, now: () => new Date() });
  alone.gateway.pay("att-1", { transfer: true });
  await alone.receiver.waitFor(1);
});

test("a card that never responds takes the money and sends no notification", async () => {
  const setup = await listening();
  expect(setup.gateway.pay("att-1", { card: "4000000000000119" }).status).toBe("success");
  setup.gateway.notify("att-1");
  await tried(setup, 1);
  expect(setup.receiver.received).toHaveLength(1);
});

test("a notification can be lost", async () => {
  const setup = await listening();
  setup.gateway.faults.set({ notifications: { fault: "lost", times: 1 } });
  setup.gateway.pay("att-1");
  expect(setup.gateway.notifications()).toMatchObject([{ lost: true, status: null }]);
  setup.gateway.notify("att-1");
  await setup.receiver.waitFor(1);
  expect(setup.receiver.received).toHaveLength(1);
});

test.each([
  [{ fault: "twice" } as const, 2],
  [{ fault: "parallel", copies: 8 } as const, 8],
])("a notification can come more than once: %j", async (fault, count) => {
  const setup = await listening();
  setup.gateway.faults.set({ notifications: fault });
  setup.gateway.pay("att-1");
  const got = await setup.receiver.waitFor(count);
  expect(new Set(got.map(({ body }) => body)).size).toBe(1);
  await tried(setup, count);
});

test("a notification can be late", async () => {
  const setup = await listening();
  setup.gateway.faults.set({ notifications: { fault: "late", ms: 200 } });
  const startedAt = performance.now();
  setup.gateway.pay("att-1");
  const [got] = await setup.receiver.waitFor(1);
  expect(got!.atMs - startedAt).toBeGreaterThan(190);
});

test("a notification can be forged", async () => {
  const setup = await listening();
  setup.gateway.faults.set({ notifications: { fault: "forged" } });
  setup.gateway.pay("att-1");
  const [got] = await setup.receiver.waitFor(1);
  expect(got?.headers["x-paystack-signature"]).toMatch(/^[0-9a-f]{128}$/);
  expect(got?.headers["x-paystack-signature"]).not.toBe(signatureOf(got!.body));
});

test("a gateway that is closed says no more", async () => {
  const setup = await listening({ notifyRetryMs: 50 });
  setup.receiver.behave(() => ({ status: 500 }));
  setup.gateway.pay("att-1");
  await setup.receiver.waitFor(1);
  await setup.gateway.close();
  await expect(setup.receiver.waitFor(2, 150)).rejects.toThrow("1 of 2 requests");
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../../test/harness.ts";
import { metricsText } from "./metrics-server.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Measurements that end when the test says so. */
function measurements() {
  const begun: PromiseWithResolvers<void>[] = [];
  const measure = () => {
    begun.push(Promise.withResolvers());
    return begun.at(-1)!.promise;
  };
  return { begun, text: metricsText(service.context, measure) };
}

test("many who ask at once cost one measurement, also while it takes long", async () => {
  const { begun, text } = measurements();
  const asked = Array.from({ length: 20 }, () => text());
  service.clock.advance(60_000);
  asked.push(text());
  begun[0]!.resolve();
  const texts = await Promise.all(asked);
  expect(begun).toHaveLength(1);
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toContain("billfold_listener_connected");
});

test("what was measured stands for five seconds, and no longer", async () => {
  const { begun, text } = measurements();
  const first = text();
  begun[0]!.resolve();
  await first;
  service.clock.advance(4_999);
  expect(await text()).toBe(await first);
  expect(begun).toHaveLength(1);
  service.clock.advance(1);
  const second = text();
  expect(begun).toHaveLength(2);
  begun[1]!.resolve();
  await second;
});

test("a measurement that hangs is not waited for, and not repeated while it hangs", async () => {
  const { begun, text } = measurements();
  expect(await text()).toContain("billfold_http_request_duration_seconds");
  service.clock.advance(5_000);
  expect(await text()).toContain("billfold_http_request_duration_seconds");
  expect(begun).toHaveLength(1);
  begun[0]!.resolve();
});

test("a measurement that took long is repeated less often, but within a minute", async () => {
  const { begun, text } = measurements();
  await text();
  begun[0]!.resolve();
  await begun[0]!.promise;
  service.clock.advance(5_000);
  await text();
  expect(begun).toHaveLength(1);
  service.clock.advance(60_000);
  const next = text();
  expect(begun).toHaveLength(2);
  begun[1]!.resolve();
  await next;
});

test("a database that does not answer is no reason to show nothing, nor to be asked again at once", async () => {
  const { begun, text } = measurements();
  const first = text();
  begun[0]!.reject(new Error("the database is away"));
  expect(await first).toContain("billfold_http_request_duration_seconds");
  expect(service.logged.join()).toContain("measuring queues failed");
  await text();
  expect(begun).toHaveLength(1);
});

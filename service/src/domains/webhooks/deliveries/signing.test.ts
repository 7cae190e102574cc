import type { Received } from "billfold-sandbox/receiver";
import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type DeliverySetup,
  emitMany,
  type Subscriber,
  startDeliverySetup,
  type TestEndpoint,
} from "./deliveries.fixture.ts";

// The packages that receivers really use look at the time of this machine, so the service starts at it.
let setup: DeliverySetup;
beforeAll(async () => {
  setup = await startDeliverySetup({}, { now: new Date() });
});
afterAll(() => setup.close());

const stripe = new Stripe("sk_test_that_is_never_used");
const clock = () => setup.service.clock;

/** Both throw what they have against it. */
const byStripe = ({ body, headers }: Received, secret: string) =>
  stripe.webhooks.constructEvent(body, headers["x-pay-signature"]!, secret, 300);
const byStandardWebhooks = ({ body, headers }: Received, secret: string) =>
  new Webhook(secret).verify(body, headers);

const deliver = async (company: Subscriber, endpoint: TestEndpoint = company): Promise<Received> => {
  await emitMany(setup.context, company, 1);
  await setup.worker.pass();
  return endpoint.received().at(-1)!;
};
const rotate = async (company: Subscriber, overlap_seconds: number): Promise<string> => {
  const operation = `POST /webhooks/endpoints/${company.endpointId}/rotate_secret`;
  const { status, body, text } = await company.call(operation, { body: { overlap_seconds } });
  if (status !== 200) throw new Error(text);
  return body.webhook_secret;
};
const payParts = ({ headers }: Received) => headers["x-pay-signature"]!.split(",");
const standardParts = ({ headers }: Received) => headers["webhook-signature"]!.split(" ");

describe.each([
  ["stripe", byStripe],
  ["standardwebhooks", byStandardWebhooks],
])("the package %s", (_, verify) => {
  test("verifies what was delivered, and reads the event from it", async () => {
    const company = await setup.subscriber();
    await company.customer({ name: "Ünïcode \u{1f9fe}" });
    await setup.worker.pass();
    const [request] = company.received() as [Received];
    expect(verify(request, company.webhookSecret)).toMatchObject({
      id: await company.eventId(1),
      type: "customer.created",
      data: { object: { name: "Ünïcode \u{1f9fe}" } },
    });
  });

  test("verifies the very bytes of an amount, which other JSON writers would shorten", async () => {
    const company = await setup.subscriber();
    await company.draft();
    await setup.worker.pass();
    const request = company.received().at(-1)!;
    expect(request.body).toContain('"total":100.00');
    expect(verify(request, company.webhookSecret)).toMatchObject({
      type: "invoice.created",
      data: { object: { total: 100 } },
    });
    const rewritten = JSON.stringify(JSON.parse(request.body));
    expect(() => verify({ ...request, body: rewritten }, company.webhookSecret)).toThrow(/signature/i);
  });

  test("refuses another secret, another body and another endpoint's secret", async () => {
    const company = await setup.subscriber();
    const second = await setup.addEndpoint(company);
    const request = await deliver(company);
    expect(() => verify(request, second.webhookSecret)).toThrow(/signature/i);
    expect(() => verify({ ...request, body: `${request.body}\n` }, company.webhookSecret)).toThrow(
      /signature/i,
    );
    expect(() => verify(second.received()[0]!, company.webhookSecret)).toThrow(/signature/i);
    expect(verify(second.received()[0]!, second.webhookSecret)).toBeTruthy();
  });

  test("verifies with either secret while a rotation overlaps, with the new one alone afterwards", async () => {
    const company = await setup.subscriber();
    const old = company.webhookSecret;
    const fresh = await rotate(company, 100);
    const during = await deliver(company);
    expect([verify(during, fresh), verify(during, old)]).toEqual([
      expect.objectContaining({ sequence: 1 }),
      expect.objectContaining({ sequence: 1 }),
    ]);
    clock().advance(100_000);
    const after = await deliver(company);
    expect(verify(after, fresh)).toMatchObject({ sequence: 2 });
    expect(() => verify(after, old)).toThrow(/signature/i);
  });
});

describe("the signatures", () => {
  test("are one of each kind, and two while a rotation overlaps, the new one first", async () => {
    const company = await setup.subscriber();
    const before = await deliver(company);
    expect([payParts(before).length, standardParts(before).length]).toEqual([2, 1]);
    const old = company.webhookSecret;
    const fresh = await rotate(company, 60);
    const during = await deliver(company);
    const [t, ...signatures] = payParts(during);
    expect(signatures.map((part) => part.slice(0, 3))).toEqual(["v1=", "v1="]);
    for (const [index, secret] of [fresh, old].entries()) {
      const headers = {
        ...during.headers,
        "x-pay-signature": `${t},${signatures[index]}`,
        "webhook-signature": standardParts(during)[index]!,
      };
      expect(byStripe({ ...during, headers }, secret)).toMatchObject({ sequence: 2 });
      expect(byStandardWebhooks({ ...during, headers }, secret)).toMatchObject({ sequence: 2 });
    }
    clock().advance(59_999);
    expect(payParts(await deliver(company))).toHaveLength(3);
    clock().advance(1);
    const after = await deliver(company);
    expect([payParts(after).length, standardParts(after).length]).toEqual([2, 1]);
  });

  test("are by the new secret alone at once when no overlap was asked for", async () => {
    const company = await setup.subscriber();
    const fresh = await rotate(company, 0);
    const request = await deliver(company);
    expect(payParts(request)).toHaveLength(2);
    expect(byStripe(request, fresh)).toMatchObject({ sequence: 1 });
  });

  test("are made afresh for each attempt, of the same bytes and under the same id", async () => {
    const company = await setup.subscriber();
    company.answers({ status: 500 });
    const first = await deliver(company);
    const fresh = await rotate(company, 0);
    clock().advance(5000);
    await setup.worker.pass();
    const second = company.received()[1]!;
    expect(second.body).toBe(first.body);
    expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
    const [before, after] = [first, second].map((request) => Number(payParts(request)[0]!.slice(2)));
    expect(after! - before!).toBe(5);
    expect(second.headers["webhook-timestamp"]).toBe(String(after));
    expect(byStripe(second, fresh)).toMatchObject({ sequence: 1 });
    expect(byStandardWebhooks(second, fresh)).toMatchObject({ sequence: 1 });
  });

  test("of an old delivery are refused by both packages for their age", async () => {
    const company = await setup.subscriber();
    const now = clock().now();
    clock().set(new Date(now.getTime() - 3_600_000));
    const request = await deliver(company);
    clock().set(now);
    expect(() => byStripe(request, company.webhookSecret)).toThrow(/tolerance/);
    expect(() => byStandardWebhooks(request, company.webhookSecret)).toThrow(/too old/);
  });
});

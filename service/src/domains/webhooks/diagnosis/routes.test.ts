import type { Received } from "billfold-sandbox/receiver";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type DeliverySetup,
  emitMany,
  type Subscriber,
  startDeliverySetup,
} from "../deliveries/deliveries.fixture.ts";

let post: DeliverySetup;
beforeAll(async () => {
  post = await startDeliverySetup();
});
afterAll(() => post.close());

type Question = {
  body?: string;
  body_base64?: string;
  headers?: Record<string, string>;
  received_at?: string;
};

/** One delivery as it really came in, and what the service says of it, or of what became of it. */
const delivered = async () => {
  const company = await post.subscriber();
  await company.customer({ name: "Ünïcode / 1.50" });
  await post.worker.pass();
  const [request] = company.received() as [Received];
  const ask = async (changes: Question = {}) => {
    const { body, headers } = request;
    const answer = await company.call("POST /webhooks/diagnose", { body: { body, headers, ...changes } });
    expect(answer.status).toBe(200);
    return { text: answer.text, ...answer.body.diagnosis } as Diagnosis;
  };
  return { company, request, ask };
};
type Diagnosis = {
  text: string;
  verifies: boolean;
  matched_endpoint_id: number | null;
  findings: { code: string; message: string }[];
};
const rotate = async ({ call, endpointId }: Subscriber, overlap_seconds: number): Promise<string> =>
  (await call(`POST /webhooks/endpoints/${endpointId}/rotate_secret`, { body: { overlap_seconds } })).body
    .webhook_secret;
const later = (seconds: number) =>
  new Date(post.service.clock.now().getTime() + seconds * 1000).toISOString();

test("a delivery that came in unchanged verifies, as text and as bytes", async () => {
  const { company, request, ask } = await delivered();
  const verified = {
    verifies: true,
    matched_endpoint_id: company.endpointId,
    findings: [expect.objectContaining({ code: "verifies" })],
  };
  expect(await ask()).toMatchObject(verified);
  const { body: _, ...bytes } = { body: "", body_base64: Buffer.from(request.body).toString("base64") };
  expect(
    (await company.call("POST /webhooks/diagnose", { body: { ...bytes, headers: request.headers } })).body
      .diagnosis,
  ).toMatchObject(verified);
});

test.each<[string, string, (body: string) => string]>([
  ["altered", "altered_body", (body) => body.replace("1.50", "9.50")],
  ["re-serialised", "re_serialised_json", (body) => JSON.stringify(JSON.parse(body), null, 2)],
  ["given a trailing newline", "whitespace_added", (body) => `${body}\n`],
])("a body that was %s is called %s", async (_, code, distort) => {
  const { company, request, ask } = await delivered();
  const diagnosis = await ask({ body: distort(request.body) });
  expect(diagnosis).toMatchObject({ verifies: false, matched_endpoint_id: company.endpointId });
  expect(diagnosis.findings[0]!.code).toBe(code);
});

test("a signature by a secret that a rotation ended is called old_secret; in its overlap it verifies", async () => {
  const { company, ask } = await delivered();
  await rotate(company, 60);
  expect((await ask()).findings.map(({ code }) => code)).toEqual(["previous_secret", "verifies"]);
  post.service.clock.advance(60_000);
  const diagnosis = await ask();
  expect(diagnosis).toMatchObject({ verifies: false, matched_endpoint_id: company.endpointId });
  expect(diagnosis.findings[0]!.code).toBe("old_secret");
});

test("a receiver whose clock is wrong is told clock_skew, by its own time of receipt", async () => {
  const { ask } = await delivered();
  for (const [seconds, code] of [
    [-3600, "clock_skew"],
    [7200, "clock_skew"],
    [299, "verifies"],
  ] as const) {
    const { verifies, findings } = await ask({ received_at: later(seconds) });
    expect([verifies, findings[0]!.code]).toEqual([code === "verifies", code]);
  }
  post.service.clock.advance(1000_000);
  expect((await ask()).findings[0]!.code).toBe("too_old");
});

test("no answer holds a secret or a signature, whatever was asked", async () => {
  const { company, request, ask } = await delivered();
  const fresh = await rotate(company, 60);
  const secrets = [company.webhookSecret, fresh].flatMap((secret) => [secret, secret.slice(6)]);
  const signatures = [
    ...request.headers["x-pay-signature"]!.matchAll(/[0-9a-f]{64}/g),
    ...request.headers["webhook-signature"]!.matchAll(/[A-Za-z0-9+/]{43}=/g),
  ].map(([signature]) => signature);
  expect(signatures).toHaveLength(2);
  const answers = [
    await ask(),
    await ask({ body: `${request.body} ` }),
    await ask({ body: request.body.replace("1.50", "9.50") }),
    await ask({ headers: { "x-pay-signature": "t=1,v1=0" } }),
    await ask({ headers: {} }),
    await ask({ received_at: later(9999) }),
  ];
  for (const { text } of answers) {
    for (const hidden of [...secrets, ...signatures]) expect(text).not.toContain(hidden);
  }
  for (const line of post.service.logged) {
    for (const hidden of secrets) expect(line).not.toContain(hidden);
  }
});

test("another company's delivery tells nothing of that company", async () => {
  const { request } = await delivered();
  const outsider = await post.subscriber();
  await emitMany(post.context, outsider, 1);
  const answer = await outsider.call("POST /webhooks/diagnose", {
    body: { body: request.body, headers: request.headers },
  });
  expect(answer.body.diagnosis).toMatchObject({ verifies: false, matched_endpoint_id: null });
  expect(answer.text).not.toContain("byte for byte");
});

test("what is almost base64 is refused in an instant, however long it is", async () => {
  const company = await post.subscriber();
  const costOf = async (body_base64: string, status: number) => {
    const before = process.cpuUsage();
    const answer = await company.call("POST /webhooks/diagnose", { body: { headers: {}, body_base64 } });
    expect(answer.status).toBe(status);
    const { user, system } = process.cpuUsage(before);
    return { cost: user + system, errors: answer.body.errors };
  };
  const usual = await costOf("A".repeat(500_000), 200);
  const { cost, errors } = await costOf(`${" ".repeat(500_000)}!`, 422);
  expect(errors).toEqual([{ field: "body_base64", message: "must be base64" }]);
  // Measured by what as much base64 costs; a tenth of a second is never too much.
  expect(cost).toBeLessThan(10 * Math.max(usual.cost, 10_000));
});

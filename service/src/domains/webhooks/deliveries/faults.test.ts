import { type Answer, startReceiver } from "billfold-sandbox/receiver";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import {
  lookupOf,
  selfSignedCertificate,
  serverKey,
  testOutbound,
} from "../../../platform/outbound/outbound.fixture.ts";
import {
  addEndpoint,
  type DeliveryAttempt,
  type DeliverySetup,
  emitMany,
  newestOf,
  startDeliverySetup,
  type TestEndpoint,
} from "./deliveries.fixture.ts";
import type { DeliveryWorker } from "./sending/worker.ts";

const timeoutMs = 1500;
let setup: DeliverySetup;
beforeAll(async () => {
  setup = await startDeliverySetup({ attemptTimeoutMs: timeoutMs });
});
afterAll(() => setup.close());

type Outcome = Pick<DeliveryAttempt, "status_code" | "failure" | "message" | "answer">;
const answered = (status_code: number, message: string, answer = ""): Outcome => ({
  status_code,
  failure: null,
  message,
  answer,
});
const unanswered = (failure: string, message: string): Outcome => ({
  status_code: null,
  failure,
  message,
  answer: null,
});

const seconds = (later: number) => new Date(setup.service.clock.now().getTime() + later * 1000);

/** One event, which the healthy endpoint gets, while the other's attempt is recorded as expected and made again. */
async function expectFailure(
  {
    company,
    faulty,
    healthy,
  }: { company: TestCompany; faulty: Pick<TestEndpoint, "endpointId">; healthy: TestEndpoint },
  outcome: Record<keyof Outcome, unknown>,
  { worker = setup.worker, nextAfter = 5 }: { worker?: DeliveryWorker; nextAfter?: number } = {},
) {
  const before = healthy.received().length;
  await emitMany(setup.context, company, 1);
  await worker.pass();
  const delivery = await newestOf(company, faulty);
  expect(delivery).toMatchObject({
    status: "pending",
    attempt_count: 1,
    next_attempt_at: seconds(nextAfter).toISOString(),
    last_status_code: outcome.status_code,
    last_error: outcome.message,
    completed_at: null,
  });
  expect(delivery.attempts).toEqual([
    {
      number: 1,
      cause: "first",
      worker: expect.any(String),
      completed: true,
      attempted_at: seconds(0).toISOString(),
      duration_ms: expect.any(Number),
      url: expect.any(String),
      ...outcome,
    },
  ]);
  expect(healthy.received()).toHaveLength(before + 1);
  expect(await newestOf(company, healthy)).toMatchObject({ status: "succeeded", attempt_count: 1 });
}

/** The faulty one has a server of its own: a connection that answered others before would be replaced at once. */
const pair = async () => {
  const company = await setup.service.company();
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const endpoint = await addEndpoint(company, `${receiver.url}/hook`);
  const answers = (answer: Answer) => receiver.behave(() => answer);
  const faulty = { ...endpoint, received: () => receiver.received, answers };
  return { company, faulty, healthy: await setup.addEndpoint(company) };
};

describe("a receiver that", () => {
  test.each<[string, Answer, Outcome]>([
    ["hangs", "hang", unanswered("timeout", "no response within 1.5 s")],
    [
      "answers 500",
      { status: 500, body: "oh\0no" },
      answered(500, "the endpoint returned 500", "oh\ufffdno"),
    ],
    ["answers 404", { status: 404 }, answered(404, "the endpoint returned 404")],
    [
      "closes without an answer",
      "close",
      unanswered("closed", "the server closed the connection without responding"),
    ],
    [
      "closes in its answer",
      "close midway",
      unanswered("closed", "the server closed the connection while responding"),
    ],
  ])("%s: recorded, tried again after 5 s, and delivered then", async (_, answer, outcome) => {
    const hooks = await pair();
    hooks.faulty.answers(answer);
    await expectFailure(hooks, outcome);
    hooks.faulty.answers({ status: 204 });
    setup.service.clock.advance(4999);
    await setup.worker.pass();
    expect(await newestOf(hooks.company, hooks.faulty)).toMatchObject({ attempt_count: 1 });
    setup.service.clock.advance(1);
    await setup.worker.pass();
    const delivery = await newestOf(hooks.company, hooks.faulty);
    expect(delivery).toMatchObject({
      status: "succeeded",
      attempt_count: 2,
      next_attempt_at: null,
      last_status_code: 204,
      last_error: null,
      completed_at: seconds(0).toISOString(),
    });
    expect(delivery.attempts[0]).toMatchObject(outcome);
    expect(hooks.healthy.received()).toHaveLength(1);
  });

  test.each([
    ["in seconds", () => "120", 120],
    ["as a date", () => seconds(3600).toUTCString(), 3600],
    ["for longer than a day", () => "9999999", 86_400],
    ["for less than the schedule has", () => "1", 5],
    ["in words", () => "later", 5],
  ])("answers 429 with Retry-After %s is left alone until then", async (_, header, nextAfter) => {
    const hooks = await pair();
    hooks.faulty.answers({ status: 429, headers: { "retry-after": header() } });
    await expectFailure(hooks, answered(429, "the endpoint returned 429"), { nextAfter });
    hooks.faulty.answers({ status: 200 });
    setup.service.clock.advance(nextAfter * 1000 - 1);
    await setup.worker.pass();
    expect(hooks.faulty.received()).toHaveLength(1);
    setup.service.clock.advance(1);
    await setup.worker.pass();
    expect(hooks.faulty.received()).toHaveLength(2);
  });

  test.each([301, 302, 303, 307, 308])("redirects by %i is not followed", async (status) => {
    const hooks = await pair();
    const elsewhere = await startReceiver();
    onTestFinished(() => elsewhere.close());
    hooks.faulty.answers({ status, headers: { location: `${elsewhere.url}/there` } });
    await expectFailure(
      hooks,
      answered(status, `the endpoint returned ${status}; redirects are not followed`),
    );
    expect(elsewhere.received).toEqual([]);
  });

  test("answers 10 MB has succeeded, and 2 KiB of it are kept", async () => {
    const company = await setup.subscriber();
    const healthy = await setup.addEndpoint(company);
    company.answers("ten megabytes");
    await emitMany(setup.context, company, 2);
    await setup.worker.pass();
    const delivery = await newestOf(company, company);
    expect(delivery).toMatchObject({ status: "succeeded", attempt_count: 1, last_status_code: 200 });
    expect(delivery.attempts[0]!.answer).toBe("x".repeat(2048));
    expect([company.sequences(), healthy.sequences()]).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  test("has a certificate that proves nothing gets nothing", async () => {
    const tls = await startReceiver(0, { key: serverKey, cert: selfSignedCertificate });
    onTestFinished(() => tls.close());
    const healthy = await setup.subscriber();
    const faulty = await addEndpoint(healthy, `${tls.url}/hook`);
    const outcome = unanswered("tls", "the certificate is self-signed");
    await expectFailure({ company: healthy, faulty, healthy }, outcome);
    expect(tls.received).toEqual([]);
  });

  test("is not there at all", async () => {
    const gone = await startReceiver();
    await gone.close();
    const healthy = await setup.subscriber();
    const faulty = await addEndpoint(healthy, `${gone.url}/hook`);
    await expectFailure(
      { company: healthy, faulty, healthy },
      unanswered("connect", "the connection was refused"),
    );
  });
});

describe("a name that", () => {
  /** The endpoint of the receiver is exempt, as the service's own receiver is; the host name is not. */
  const outsiders = async (lookup: ReturnType<typeof lookupOf>, port: string) => {
    const healthy = await setup.subscriber();
    const faulty = await addEndpoint(healthy, `http://hooks.test:${port}/hook`);
    const outbound = testOutbound({ allowLocal: false, exemptOrigins: [setup.receiver.url], lookup });
    const worker = setup.addWorker({ attemptTimeoutMs: timeoutMs }, { outbound });
    onTestFinished(() => worker.stop());
    return { hooks: { company: healthy, faulty, healthy }, worker };
  };

  test("does not resolve", async () => {
    const { hooks, worker } = await outsiders(lookupOf([]), "8080");
    await expectFailure(hooks, unanswered("dns", "the host name hooks.test could not be resolved"), {
      worker,
    });
  });

  test("leads to this machine is refused, also when it led elsewhere before", async () => {
    const local = await startReceiver();
    onTestFinished(() => local.close());
    const { port } = new URL(local.url);
    // A part of IPv6 that is meant for the public, and was given to nobody.
    const { hooks, worker } = await outsiders(lookupOf(["3000::1"], ["127.0.0.1"]), port);
    const unreachable = unanswered("connect", "the server cannot be reached");
    await expectFailure(
      hooks,
      {
        ...unreachable,
        failure: expect.stringMatching(/^(connect|timeout)$/),
        message: expect.any(String),
      },
      { worker },
    );
    setup.service.clock.advance(5000);
    await worker.pass();
    const { attempts, status } = await newestOf(hooks.company, hooks.faulty);
    expect([status, attempts[1]]).toEqual([
      "pending",
      expect.objectContaining(
        unanswered(
          "address_refused",
          "hooks.test leads to a non-public address; only public addresses are allowed",
        ),
      ),
    ]);
    expect(local.received).toEqual([]);
  });
});

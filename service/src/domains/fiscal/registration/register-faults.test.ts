import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FiscalSetup, invoiceOf, register, startFiscalSetup } from "./registration.fixture.ts";
import { observeRegistrations } from "./service.ts";

// Whatever gets lost between the authority and us, in the end it has exactly one document and we have its IRN.
let setup: FiscalSetup;

beforeAll(async () => {
  setup = await startFiscalSetup();
});
beforeEach(() => {
  setup.authority.faults.clear();
  setup.hurry(Number.POSITIVE_INFINITY);
});
afterAll(() => setup.close());

const documentsOf = (irn: string) => setup.authority.documents({ irn });

test.each([
  ["reset_before", [502, 503]],
  ["reset_after", [502, 503]],
  ["truncated_after", [502, 503]],
  ["http_500", [502]],
  ["http_500_after", [502]],
  ["http_502", [502]],
  ["http_503:7", [502, 503]],
  ["http_503_after", [502, 503]],
  ["http_504_after", [502, 503]],
  ["http_429:30", [503]],
  ["html_200", [502]],
  ["html_200_after", [200, 502]],
  ["empty_200", [502]],
  ["empty_200_after", [200, 502]],
  ["ok_without_irn", [502]],
  ["ok_without_irn_after", [200, 502]],
  ["wrong_irn", [502]],
  ["auth_401", [502]],
] as const)("%s: one document at the authority, its IRN in ours", async (fault, statuses) => {
  const company = await setup.integratedCompany();
  const { id } = await setup.invoice(company);
  // Known before, so that the fault meets the registration and not the making of the test business.
  setup.authority.faults.add({ match: { op: "submit" }, fault });
  const { status, body } = await register(company, id);
  expect(statuses).toContain(status);
  if (status !== 200) expect(body.code).toMatch(/^integration_/);
  if (status === 503)
    expect(Number((await register(company, id)).headers.get("retry-after") ?? 1)).toBeGreaterThan(0);
  const pending = await invoiceOf(company, id);
  expect(["pending", "registered"]).toContain(pending.fiscal_status);
  await setup.reconcile();
  const done = await invoiceOf(company, id);
  expect([fault, done.fiscal_status]).toEqual([fault, "registered"]);
  expect(documentsOf(done.irn)).toHaveLength(1);
});

test("every time that it is sent is counted", async () => {
  const company = await setup.integratedCompany();
  const { id } = await setup.invoice(company);
  setup.authority.faults.add({ match: { op: "submit" }, fault: "reset_before", times: 2 });
  await register(company, id);
  await setup.reconcile();
  const { registration } = (await company.call(`GET /invoices/${id}/registration`)).body;
  expect([registration.state, registration.calls_made]).toEqual(["accepted", 3]);
});

test.each(["timeout_before", "timeout_after"])("%s: 503, and finished in the background", async (fault) => {
  const company = await setup.integratedCompany();
  const { id } = await setup.invoice(company);
  setup.authority.faults.add({ match: { op: "submit" }, fault });
  setup.hurry(600);
  const { status, headers } = await register(company, id);
  expect([status, Number(headers.get("retry-after")) > 0]).toEqual([503, true]);
  await setup.reconcile();
  const done = await invoiceOf(company, id);
  expect([done.fiscal_status, documentsOf(done.irn).length]).toEqual(["registered", 1]);
});

test("a look-up that lags leaves one document at the authority", async () => {
  const company = await setup.integratedCompany();
  const { id } = await setup.invoice(company);
  setup.authority.faults.add({ match: { op: "submit" }, fault: "reset_after" });
  setup.authority.faults.add({ match: { op: "lookup" }, fault: "confirm_404_lag:20000", times: 5 });
  await register(company, id);
  await setup.reconcile();
  const done = await invoiceOf(company, id);
  expect([done.fiscal_status, documentsOf(done.irn).length]).toEqual(["registered", 1]);
});

test("a duplicate with the same content is adopted; with another it is 422", async () => {
  const company = await setup.integratedCompany();
  const [same, other] = [await setup.invoice(company), await setup.invoice(company)];
  setup.authority.faults.add({ match: { op: "submit" }, fault: "duplicate_same" });
  expect((await register(company, same.id)).status).toBe(200);
  setup.authority.faults.add({ match: { op: "submit" }, fault: "duplicate_other" });
  const refused = await register(company, other.id);
  expect([refused.status, refused.body.code]).toEqual([422, "fiscal_rejected"]);
});

test("accepted with warnings is registered, and the warnings are stored", async () => {
  const company = await setup.integratedCompany();
  const { id } = await setup.invoice(company);
  setup.authority.faults.add({ match: { op: "submit" }, fault: "warn_accept" });
  const { status, body } = await register(company, id);
  expect([status, body.fiscal.warnings.length > 0]).toEqual([200, true]);
});

describe("an authority that refuses our credentials", () => {
  test("is 502 and asked again only after a quarter of an hour", async () => {
    const company = await setup.integratedCompany();
    const { id } = await setup.invoice(company);
    setup.authority.faults.add({ match: { op: "submit" }, fault: "auth_401", times: null });
    const { status, body } = await register(company, id);
    expect([status, body.code]).toEqual([502, "integration_auth_failed"]);
    const calls = setup.authority.calls().length;
    await setup.reconcile(10 * 60_000);
    expect(setup.authority.calls().length).toBe(calls);
  });
});

test("what is unfinished can be seen in the metrics, and so can every answer", async () => {
  const { metrics } = setup.context;
  const company = await setup.integratedCompany();
  const { id } = await setup.invoice(company);
  setup.authority.faults.add({ match: { op: "submit" }, fault: "reset_after" });
  await register(company, id);
  setup.clock.advance(7_000);
  await observeRegistrations(setup.context);
  const depth = async (state: string) =>
    (await metrics.registrationQueue.get()).values.find(({ labels }) => labels.state === state)!.value;
  const before = await depth("unknown");
  expect(before).toBeGreaterThan(0);
  const stored = await setup.context.db.query<{ state: string; count: number }>(
    "select state, count(*)::int as count from fiscal_documents group by state",
  );
  for (const state of ["queued", "submitting", "unknown", "pending", "cancelling"])
    expect([state, await depth(state)]).toEqual([
      state,
      stored.find((row) => row.state === state)?.count ?? 0,
    ]);
  expect((await metrics.registrationOldest.get()).values[0]!.value).toBeGreaterThanOrEqual(7);
  await setup.reconcile(10 * 60_000);
  await observeRegistrations(setup.context);
  expect(await depth("unknown")).toBeLessThan(before);
  const outcomes = (await metrics.registrations.get()).values.map(({ labels }) => labels.outcome);
  expect(outcomes).toEqual(expect.arrayContaining(["accepted", "unavailable"]));
});

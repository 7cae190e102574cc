import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import {
  type FiscalSetup,
  invoiceOf,
  register,
  startFiscalSetup,
} from "../../fiscal/registration/registration.fixture.ts";

let setup: FiscalSetup;
beforeAll(async () => {
  setup = await startFiscalSetup({ slowMaxMs: 300 });
});
afterAll(() => setup.close());

const add = async (company: TestCompany, fault: string) => {
  const body = { target: "authority", fault, times: 1 };
  expect((await company.call("POST /sandbox/faults", { body })).status).toBe(201);
};
const callsDuring = async (work: () => Promise<unknown>) => {
  const before = setup.authority.calls().length;
  await work();
  return setup.authority.calls().slice(before);
};

test("reject with a code of a duplicate: the document is looked up, and registered in the background", async () => {
  const company = await setup.integratedCompany();
  const { id } = await setup.invoice(company);
  const body = { target: "authority", fault: "reject", code: "duplicate_irn", times: 1 };
  await company.call("POST /sandbox/faults", { body });
  const calls = await callsDuring(async () => expect((await register(company, id)).status).toBe(503));
  expect(calls.map(({ op }) => op)).toContain("lookup");
  await setup.reconcile();
  expect((await invoiceOf(company, id)).fiscal_status).toBe("registered");
});

test("async_demo: reject takes the code too, and it shows once the authority has decided", async () => {
  const company = await setup.integratedCompany("async_demo");
  const { id } = await setup.invoice(company);
  const body = { target: "authority", fault: "reject", code: "duplicate_irn", times: 1 };
  await company.call("POST /sandbox/faults", { body });
  expect((await register(company, id)).status).toBe(202);
  await setup.reconcile();
  const { fiscal_status, fiscal } = await invoiceOf(company, id);
  expect([fiscal_status, fiscal.errors]).toMatchObject(["rejected", [{ code: "duplicate_irn" }]]);
});

test("timeout: no answer comes, the authority has no document, and it is registered once later", async () => {
  const company = await setup.integratedCompany();
  const { id } = await setup.invoice(company);
  await add(company, "timeout");
  const before = setup.authority.documents().length;
  setup.hurry(600);
  const calls = await callsDuring(async () => {
    const { status, headers } = await register(company, id);
    expect([status, Number(headers.get("retry-after")) > 0]).toEqual([503, true]);
  });
  setup.hurry(Number.POSITIVE_INFINITY);
  expect(calls.filter(({ op }) => op === "submit")).toMatchObject([
    { faults: ["timeout_before"], outcome: "hang" },
  ]);
  expect(setup.authority.documents().length).toBe(before);
  await setup.reconcile();
  const { fiscal_status, irn } = await invoiceOf(company, id);
  expect([fiscal_status, setup.authority.documents({ irn }).length]).toEqual(["registered", 1]);
});

test("slow: the answer takes its time, and the document is registered by this call", async () => {
  const company = await setup.integratedCompany();
  const { id } = await setup.invoice(company);
  await add(company, "slow");
  const startedAt = performance.now();
  const calls = await callsDuring(async () => {
    const { status, body } = await register(company, id);
    expect([status, body.invoice.fiscal_status]).toEqual([200, "registered"]);
  });
  // Timers may fire a little early by this clock.
  expect(performance.now() - startedAt).toBeGreaterThan(290);
  expect(calls.filter(({ op }) => op === "submit")).toMatchObject([{ faults: ["slow"], outcome: 201 }]);
});

test("pending: the authority that decides later needs one more poll than without the fault", async () => {
  const pollsOf = async (fault?: string) => {
    const company = await setup.integratedCompany("async_demo");
    const { id } = await setup.invoice(company);
    if (fault) await add(company, fault);
    const calls = await callsDuring(async () => {
      const { status, body } = await register(company, id);
      expect([status, body.invoice.fiscal_status]).toEqual([202, "pending"]);
      await setup.reconcile();
    });
    expect((await invoiceOf(company, id)).fiscal_status).toBe("registered");
    return calls.filter(({ op }) => op === "poll").length;
  };
  const usual = await pollsOf();
  expect(await pollsOf("pending")).toBe(usual + 1);
});

import { describe, expect, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { systemChange } from "../../tenancy/companies/service.ts";
import type { AuthorityCall, Failed } from "../authorities/port.ts";
import { requireIntegration } from "./integration.ts";
import { makeNextCall } from "./next-call.ts";
import { saveOutcome } from "./outcome.ts";
import { type FiscalRow, findFiscal } from "./queries.ts";
import { type FiscalSetup, invoiceOf, register, sharedFiscalSetup } from "./registration.fixture.ts";

// The authority adopts what it is sent twice, so its documents do not tell how often it was sent: its calls do.
let setup: FiscalSetup;
let company: TestCompany;

sharedFiscalSetup((scene) => {
  ({ setup, company } = scene);
});

const rowOf = async (id: number): Promise<FiscalRow> =>
  (await findFiscal(setup.context.db, company.id, { kind: "invoice", id }))!;

/** Calls for the document, in their order: `submit`, `lookup`. */
async function callsOf(id: number): Promise<string[]> {
  const { document_key } = await rowOf(id);
  return setup.authority
    .calls()
    .filter(({ irn, op }) => irn === document_key && (op === "submit" || op === "lookup"))
    .map(({ op }) => op);
}

/** A registration whose only submission met this fault. */
async function begun(fault: string): Promise<number> {
  const { id } = await setup.invoice(company);
  setup.authority.faults.add({ match: { op: "submit" }, fault });
  expect([502, 503]).toContain((await register(company, id)).status);
  expect(await callsOf(id)).toEqual(["submit"]);
  return id;
}

const setRow = (id: number, assignment: string, ...values: unknown[]) =>
  setup.context.db.query(
    `update fiscal_documents set ${assignment} where company_id = $1 and invoice_id = $2`,
    [company.id, id, ...values],
  );

async function calling(): Promise<{
  adapter: NonNullable<Parameters<typeof makeNextCall>[1]>;
  call: AuthorityCall;
}> {
  const { adapter, account } = await requireIntegration(setup.context, company.id);
  const { outbound } = setup.context;
  const now = setup.clock.now();
  return { adapter, call: { outbound, account, now, timeLeftMs: () => 10_000, record: () => undefined } };
}

describe("what may have been taken is not sent again", () => {
  test.each(["caller", "pass"])(
    "after a crash while it was sent, before it is looked up: %s",
    async (who) => {
      const id = await begun("reset_after");
      // As a process leaves it that died before the answer.
      const dead = new Date(setup.clock.now().getTime() - 1);
      await setRow(id, "state = 'submitting', lease_until = $3, next_action_at = $3", dead);
      if (who === "pass") await setup.reconcile(60_000);
      else expect((await register(company, id)).status).toBe(200);
      expect(await callsOf(id)).toEqual(["submit", "lookup"]);
      expect((await invoiceOf(company, id)).fiscal_status).toBe("registered");
    },
  );

  test("before the look-up can find it, however many requests come in", async () => {
    const id = await begun("reset_after");
    setup.authority.faults.add({ match: { op: "lookup" }, fault: "confirm_404_lag:20000", times: 3 });
    for (const _ of "123") expect((await register(company, id)).status).toBe(503);
    expect(await callsOf(id)).toEqual(["submit", "lookup", "lookup", "lookup"]);
    setup.authority.faults.clear();
    await setup.reconcile();
    expect((await callsOf(id)).filter((op) => op === "submit")).toEqual(["submit"]);
    expect((await invoiceOf(company, id)).fiscal_status).toBe("registered");
  });

  test("by a process whose lease has passed to another between the look-up and the call", async () => {
    const id = await begun("reset_before");
    const held = await rowOf(id);
    expect(held.state).toBe("unknown");
    setup.clock.advance(10 * 60_000);
    const { adapter, call } = await calling();
    const lease = new Date(setup.clock.now().getTime() + 60_000);
    await setRow(id, "lease_until = $3", lease);
    const ours = { ...held, lease_until: new Date(lease.getTime() - 30_000) };
    const outcome = await makeNextCall(setup.context, adapter, call, ours, false);
    expect(outcome).toMatchObject({ kind: "failed", mayHaveCommitted: true });
    expect(await callsOf(id)).toEqual(["submit", "lookup"]);
    expect((await rowOf(id)).calls).toBe(held.calls);
    // Who holds the lease goes on.
    expect(
      await makeNextCall(setup.context, adapter, call, { ...held, lease_until: lease }, false),
    ).toMatchObject({
      kind: "accepted",
    });
    expect(await callsOf(id)).toEqual(["submit", "lookup", "lookup", "submit"]);
  });

  test("through another account, which could not look it up", async () => {
    const id = await begun("reset_after");
    await setRow(id, "account = 'another account', next_action_at = null");
    const { status, body } = await register(company, id);
    expect([status, body.code]).toEqual([422, "invalid_state"]);
    expect(body.error).toContain("sent through another account");
    expect(await callsOf(id)).toEqual(["submit"]);
  });
});

test("a document in doubt stays in doubt after a failure that by itself took nothing", async () => {
  const id = await begun("reset_after");
  const lease = new Date(setup.clock.now().getTime() + 60_000);
  await setRow(id, "lease_until = $3", lease);
  const row = await rowOf(id);
  const failed: Failed = {
    kind: "failed",
    cause: "unavailable",
    mayHaveCommitted: false,
    retryAfterMs: null,
    message: "the look-up was not answered",
  };
  const { adapter } = await calling();
  await inTransaction(setup.context.db, async (tx) => {
    await saveOutcome(await systemChange(tx, company.id, setup.clock), adapter, row, failed);
  });
  expect((await rowOf(id)).state).toBe("unknown");
  await setup.reconcile();
  expect((await callsOf(id)).filter((op) => op === "submit")).toEqual(["submit"]);
});

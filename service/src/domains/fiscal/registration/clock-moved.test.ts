import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestCompany } from "../../../../test/harness.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { type FiscalSetup, register, startFiscalSetup } from "./registration.fixture.ts";
import { hastenRegistrations } from "./service.ts";

let setup: FiscalSetup;
beforeAll(async () => {
  setup = await startFiscalSetup();
});
afterAll(() => setup.close());

const moment = new Date("2026-11-20T09:00:00Z");
const hour = 3600_000;
const earlier = new Date(moment.getTime() - hour);

type Times = Record<"next_action_at" | "last_call_at" | "report_after" | "lease_until", Date | null>;
const none: Times = { next_action_at: null, last_call_at: null, report_after: null, lease_until: null };

/** The times of a registration, after its company's clock was moved by an hour, or that of another company. */
async function afterMove(times: Partial<Times>, moved?: TestCompany): Promise<Times> {
  const company = await setup.integratedCompany();
  await register(company, (await setup.invoice(company)).id);
  const { db } = setup.context;
  const given = { ...none, ...times };
  await db.query(
    `update fiscal_documents set next_action_at = $2, last_call_at = $3, report_after = $4, lease_until = $5
     where company_id = $1`,
    [company.id, given.next_action_at, given.last_call_at, given.report_after, given.lease_until],
  );
  await inTransaction(db, (tx) => hastenRegistrations(tx, (moved ?? company).id, hour));
  const [row] = await db.query<Times>(
    "select next_action_at, last_call_at, report_after, lease_until from fiscal_documents where company_id = $1",
    [company.id],
  );
  return row!;
}

test("what waits for its next call, or to be reported, comes earlier by as much as the clock is moved", async () => {
  const waiting = { next_action_at: moment, last_call_at: moment };
  expect(await afterMove(waiting)).toEqual({ ...none, next_action_at: earlier, last_call_at: earlier });
  const reporting = { report_after: moment, last_call_at: moment };
  expect(await afterMove(reporting)).toEqual({ ...none, report_after: earlier, last_call_at: earlier });
});

test("what is leased, what is finished and what is another company's stays as it is", async () => {
  const leased = { ...none, next_action_at: moment, lease_until: moment };
  expect(await afterMove(leased)).toEqual(leased);
  const finished = { ...none, last_call_at: moment };
  expect(await afterMove(finished)).toEqual(finished);
  const others = { ...none, next_action_at: moment };
  expect(await afterMove(others, await setup.company())).toEqual(others);
});

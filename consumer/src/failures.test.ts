import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { scopeNames } from "../../service/src/contract/access.ts";
import {
  type FiscalSetup,
  startFiscalSetup,
} from "../../service/src/domains/fiscal/registration/registration.fixture.ts";
import { createKey, revokeKey } from "../../service/src/domains/tenancy/keys/service.ts";
import { setPlan } from "../../service/src/domains/tenancy/plans/service.ts";
import { inTransaction } from "../../service/src/platform/db/database.ts";
import type { TestCompany } from "../../service/test/harness.ts";
import { SettingError } from "./config.ts";
import { consume, documentsOf, fiscalStatuses, issued, registrant, reported } from "./consume.fixture.ts";

let fixture: FiscalSetup;

beforeAll(async () => {
  fixture = await startFiscalSetup();
});
beforeEach(() => fixture.authority.faults.clear());
afterAll(() => fixture.close());

/** A key of the same company with this POST rate, and this much of its burst left. */
const keyWith = ({ id }: TestCompany, { rate, left }: { rate: number; left: number }) =>
  inTransaction(fixture.context.db, async (tx) => {
    const now = fixture.clock.now();
    await setPlan({ tx, now }, id, { disable: [], postRate: rate });
    const { app_id: appId, secret } = await createKey({ tx, now }, id, scopeNames, "sandbox");
    await tx.query("insert into throttle_buckets (app_id, tokens, refilled_at) values ($1, $2, $3)", [
      appId,
      left,
      now,
    ]);
    return { appId, secret };
  });

describe("trouble that passes", () => {
  test("429 makes all wait as long as Retry-After says, and then all is registered", async () => {
    const company = await registrant(fixture);
    const ids = await issued(fixture, company, 12);
    const key = await keyWith(company, { rate: 1, left: 5 });
    const { report, events } = await consume(fixture, company, { concurrency: 8, key });
    const waits = reported(events, "waiting");
    expect(waits.length).toBeGreaterThan(0);
    expect(waits[0]).toMatchObject({ reason: "too many requests", seconds: 1 });
    expect(report).toMatchObject({ registered: 12, exit_code: 0 });
    expect(await documentsOf(fixture, company, ids)).toEqual(ids.map(() => 1));
  });

  test.each(["http_503:7", "reset_before", "reset_after", "http_500_after"])(
    "an authority with %s for a while: everything is registered in the end, once",
    async (fault) => {
      const company = await registrant(fixture);
      const ids = await issued(fixture, company, 5);
      fixture.authority.faults.add({ match: { op: "submit" }, fault, times: 3 });
      const { report, events } = await consume(fixture, company, { concurrency: 2 });
      expect(reported(events, "waiting").length).toBeGreaterThan(0);
      await fixture.reconcile(3_600_000);
      expect([report.rejected, report.incomplete, report.left, report.exit_code]).toEqual([0, 0, 0, 0]);
      expect(await fiscalStatuses(company, ids)).toEqual(ids.map(() => "registered"));
      expect(await documentsOf(fixture, company, ids)).toEqual(ids.map(() => 1));
    },
    60_000,
  );

  test("that lasts longer than patience does ends the run with 3, and nothing is lost", async () => {
    const company = await registrant(fixture);
    const ids = await issued(fixture, company, 3);
    fixture.authority.faults.add({ match: { op: "any" }, fault: "http_503:60", times: null });
    const { report } = await consume(fixture, company, { giveUpAfterMs: 300_000 });
    expect([report.reason, report.exit_code, report.registered]).toEqual(["gave_up", 3, 0]);
    fixture.authority.faults.clear();
    await fixture.reconcile(3_600_000);
    const next = await consume(fixture, company);
    expect(next.report.exit_code).toBe(0);
    expect(await documentsOf(fixture, company, ids)).toEqual([1, 1, 1]);
  });

  test("a service that is not there is waited for, and then given up", async () => {
    const company = await registrant(fixture);
    const nowhere = { ...fixture, url: "http://127.0.0.1:9" };
    const { report } = await consume(nowhere, company, { giveUpAfterMs: 60_000 });
    expect([report.reason, report.exit_code]).toEqual(["gave_up", 3]);
    expect(report.message).toContain("127.0.0.1:9");
  });
});

describe("trouble that only a person can mend", () => {
  test("ends the run at once: the authority refuses the company's credentials", async () => {
    const company = await registrant(fixture);
    await issued(fixture, company, 3);
    fixture.authority.faults.add({ match: { op: "any" }, fault: "auth_401", times: null });
    await expect(consume(fixture, company)).rejects.toThrow(SettingError);
  });

  test("ends the run at once: the key is revoked midway", async () => {
    const company = await registrant(fixture);
    await issued(fixture, company, 4);
    let revoked: Promise<void> | undefined;
    const revoke = () =>
      inTransaction(fixture.context.db, (tx) =>
        revokeKey({ tx, now: fixture.clock.now() }, company.id, company.appId),
      );
    await expect(
      consume(fixture, company, {
        mode: "watch",
        concurrency: 1,
        onSleep: () => revoked,
        onEvent: ({ event }) => {
          if (event === "registered") revoked ??= revoke();
        },
      }),
    ).rejects.toThrow(/APP_ID or BILLFOLD_CONSUMER_SECRET is wrong, or the key was revoked/);
  });
});

describe("stopping", () => {
  test("finishes what is under way, begins nothing more, and a later run goes on without doubling", async () => {
    const company = await registrant(fixture);
    const ids = await issued(fixture, company, 12);
    const stop = new AbortController();
    const first = await consume(fixture, company, {
      concurrency: 3,
      pageSize: 5,
      stopping: stop.signal,
      onEvent: ({ event }) => {
        if (event === "registered") stop.abort(new Error("stopped"));
      },
    });
    expect([first.report.reason, first.report.exit_code]).toEqual(["stopped", 3]);
    expect(first.report.registered).toBeGreaterThan(0);
    expect(first.report.registered).toBeLessThanOrEqual(4);
    const second = await consume(fixture, company);
    expect(first.report.registered + second.report.registered).toBe(12);
    expect(await documentsOf(fixture, company, ids)).toEqual(ids.map(() => 1));
  });

  test("during a wait ends the wait", async () => {
    const company = await registrant(fixture);
    await issued(fixture, company, 1);
    fixture.authority.faults.add({ match: { op: "any" }, fault: "http_503:60", times: null });
    const stop = new AbortController();
    const { report } = await consume(fixture, company, {
      stopping: stop.signal,
      onSleep: () => stop.abort(new Error("stopped")),
    });
    expect([report.reason, report.registered]).toEqual(["stopped", 0]);
  });
});

test("two consumers at the same moment register everything once", async () => {
  const company = await registrant(fixture);
  const ids = await issued(fixture, company, 10);
  const reports = await Promise.all([consume(fixture, company), consume(fixture, company)]);
  expect(reports.map(({ report }) => report.exit_code)).toEqual([0, 0]);
  expect(await documentsOf(fixture, company, ids)).toEqual(ids.map(() => 1));
});

describe("--watch", () => {
  test("registers what is issued later, forgets what was mended, and ends well when it is stopped", async () => {
    const company = await registrant(fixture);
    const customer_id = await company.customer({ name: "Nameless Ltd" });
    const draft = await fixture.invoice(company, { customer_id });
    const stop = new AbortController();
    let sleeps = 0;
    const { report, events, metrics } = await consume(fixture, company, {
      mode: "watch",
      includeDrafts: true,
      stopping: stop.signal,
      onSleep: async () => {
        sleeps += 1;
        if (sleeps === 2) await issued(fixture, company, 2);
        if (sleeps === 3) await company.call(`DELETE /invoices/${draft.id}`);
        if (sleeps === 5) stop.abort(new Error("stopped"));
      },
    });
    expect(reported(events, "quarantined")).toHaveLength(1);
    expect(report).toMatchObject({ reason: "stopped", registered: 2, incomplete: 0, exit_code: 0 });
    expect(metrics).toContain('billfold_consumer_invoices_total{outcome="registered"} 2');
    expect(metrics).toContain('billfold_consumer_invoices_total{outcome="incomplete"} 1');
    expect(metrics).toContain("billfold_consumer_invoice_duration_seconds_count 3");
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callsTo, type TestCompany } from "../../../../test/harness.ts";
import { ApiError } from "../../../contract/errors.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { systemChange } from "../../tenancy/companies/service.ts";
import { adapters } from "../authorities/adapters.ts";
import type { Accepted, Outcome } from "../authorities/port.ts";
import { saveOutcome } from "./outcome.ts";
import { type FiscalRow, findFiscal } from "./queries.ts";
import { type FiscalSetup, invoiceOf, profile, register, startFiscalSetup } from "./registration.fixture.ts";
import { createRegistrar, reconcileRegistrations } from "./service.ts";

// Ways in which one invoice could become two documents, or a document somebody else's.
let setup: FiscalSetup;

beforeAll(async () => {
  setup = await startFiscalSetup({ env: { BILLFOLD_ALLOW_LOCAL_WEBHOOKS: "1" } });
});
beforeEach(() => setup.authority.faults.clear());
afterAll(() => setup.close());

const path = "/einvoicing/integration";

async function account(changes: object = {}) {
  const made = await setup.authority.registerBusiness({ name: "Acme" });
  const { business_id, service_id, api_key, api_secret, public_key, certificate } = made;
  const own = { business_id, service_id, api_key, api_secret, public_key, certificate };
  return { adapter: "firs_mbs", base_url: setup.authority.url, ...own, ...changes };
}

describe("an integration that changes", () => {
  test("while a registration starts: it is sent through the new account, and nothing is left with the old one", async () => {
    const company = await setup.company({ profile });
    await company.call(`POST ${path}`, { body: await account() });
    const { id } = await setup.invoice(company, { notes: "moved" });
    let registering: Promise<unknown> | undefined;
    const other = await account();
    await inTransaction(setup.context.db, async (tx) => {
      await tx.query("select 1 from fiscal_integrations where company_id = $1 for update", [company.id]);
      // It has read the old account, and now waits to begin.
      registering = register(company, id);
      await setup.waitForStatement("waiting", "%from fiscal_integrations%");
      await tx.query(
        "update fiscal_integrations set business_id = $2, service_id = $3 where company_id = $1",
        [company.id, other.business_id, other.service_id],
      );
    });
    await registering;
    const [row] = await setup.context.db.query<{ account: string }>(
      "select account from fiscal_documents where company_id = $1",
      [company.id],
    );
    expect(row!.account).toContain(other.business_id);
  });

  test("to another address of the same business has to wait, too", async () => {
    const company = await setup.company({ profile });
    const body = await account();
    await company.call(`POST ${path}`, { body });
    const { id } = await setup.invoice(company);
    setup.authority.faults.add({ match: { op: "submit" }, fault: "reset_after" });
    await register(company, id);
    const elsewhere = { ...body, base_url: setup.authority.url.replace("127.0.0.1", "localhost") };
    const refused = await company.call(`POST ${path}`, { body: elsewhere });
    expect([refused.status, refused.body.code]).toEqual([422, "invalid_state"]);
    await setup.reconcile(10 * 60_000);
    expect((await company.call(`POST ${path}`, { body: elsewhere })).status).toBe(200);
  });
});

describe("a delayed process", () => {
  test("is not believed about a document that says something else by now", async () => {
    const company = await setup.integratedCompany();
    const { id, customer_id } = await setup.invoice(company);
    setup.authority.faults.add({ match: { op: "submit" }, fault: "reject_fields:1" });
    await register(company, id);
    const subject = { kind: "invoice", id } as const;
    const asked = (await findFiscal(setup.context.db, company.id, subject))!;
    await company.call(`PATCH /customers/${customer_id}`, { body: { name: "Acme Trading Limited" } });
    await company.call(`POST /invoices/${id}/refresh_parties`);
    setup.authority.faults.add({ match: { op: "submit" }, fault: "reset_before" });
    expect((await register(company, id)).status).toBe(503);
    const unfinished = await findFiscal(setup.context.db, company.id, subject);
    expect([unfinished!.document_key, unfinished!.hash === asked.hash]).toEqual([asked.document_key, false]);
    const reported = await save(
      company,
      { ...asked, lease_until: new Date(0) },
      accepted(asked.document_key),
    );
    expect(reported).toBeInstanceOf(ApiError);
    expect(await findFiscal(setup.context.db, company.id, subject)).toEqual(unfinished);
    expect(await invoiceOf(company, id)).toMatchObject({ fiscal_status: "pending", irn: null });
    await setup.reconcile(60 * 60_000);
    const { irn } = await invoiceOf(company, id);
    const [document] = setup.authority.documents({ irn });
    expect(JSON.stringify(document!.invoice)).toContain("Acme Trading Limited");
  });

  test("sends nothing when its time is over", async () => {
    const { sandbox } = adapters;
    const company = await setup.integratedCompany();
    const { id } = await setup.invoice(company);
    setup.authority.faults.add({ match: { op: "submit" }, fault: "auth_401" });
    await register(company, id);
    const subject = { kind: "invoice", id } as const;
    const row = (await findFiscal(setup.context.db, company.id, subject))!;
    const calls = setup.authority.calls().length;
    const outcome = await sandbox!.submit(
      {
        outbound: setup.context.outbound,
        account: await credentialsOf(),
        now: setup.clock.now(),
        timeLeftMs: () => -1,
        record: () => undefined,
      },
      JSON.parse(row.document),
      row.document_key,
    );
    expect(outcome).toMatchObject({ kind: "failed", mayHaveCommitted: false });
    expect(setup.authority.calls()).toHaveLength(calls);
  });
});

const accepted = (irn: string): Accepted => ({
  kind: "accepted",
  irn,
  acceptedAt: setup.clock.now(),
  references: {},
  qr: null,
  signed: null,
  cancelUntil: null,
  warnings: [],
});

const save = (company: TestCompany, asked: FiscalRow, outcome: Outcome) =>
  inTransaction(setup.context.db, async (tx) => {
    const change = await systemChange(tx, company.id, setup.clock);
    return saveOutcome(change, adapters.sandbox!, asked, outcome);
  });

async function credentialsOf() {
  const { business_id, service_id, api_key, api_secret, public_key, certificate, signing_key } =
    await setup.authority.registerBusiness({ name: "Acme" });
  const keys = { api_key, api_secret, public_key, certificate, signing_key };
  return { baseUrl: setup.authority.url, business_id, service_id, ...keys };
}

describe("those who find another at the same invoice", () => {
  test.each([
    ["auth_401", 502, "integration_auth_failed"],
    ["http_500", 502, "integration_error"],
    ["reset_after", 503, "integration_unavailable"],
    ["reject_fields:2", 422, "fiscal_rejected"],
  ])("%s: get the same answer, on every node", async (fault, status, code) => {
    const company = await setup.integratedCompany();
    const other = callsTo((await setup.anotherNode()).url, company);
    const { id } = await setup.invoice(company);
    setup.authority.faults.add({ match: { op: "submit" }, fault });
    const replies = await inTransaction(setup.context.db, async (tx) => {
      // The first has asked the authority, and can't save what it answered; the other node finds it at work.
      await tx.query("lock table fiscal_calls in share mode");
      const first = register(company, id);
      await setup.waitForStatement("waiting", "insert into fiscal_calls%");
      const startedAt = await databaseTime();
      const second = other(`POST /invoices/${id}/register`);
      await setup.waitForStatement("executed", "select%from fiscal_documents%f.invoice_id = $2", startedAt);
      return [first, second] as const;
    }).then((both) => Promise.all(both));
    for (const reply of replies) expect([reply.status, reply.body.code]).toEqual([status, code]);
    if (status === 422) for (const { body } of replies) expect(body.errors).toHaveLength(2);
    if (status === 503) for (const { headers } of replies) expect(headers.get("retry-after")).toBe("5");
  });
});

async function databaseTime(): Promise<Date> {
  const [row] = await setup.context.db.query<{ now: Date }>("select clock_timestamp() as now");
  return row!.now;
}

describe("an authority that asks to come later", () => {
  test("is not called until then, however many requests come in, and the background pass keeps its schedule", async () => {
    const company = await setup.integratedCompany();
    const { id } = await setup.invoice(company);
    setup.authority.faults.add({ match: { op: "submit" }, fault: "http_429:30", times: null });
    expect((await register(company, id)).status).toBe(503);
    const calls = setup.authority.calls().length;
    for (const _ of "12345") expect((await register(company, id)).status).toBe(503);
    expect(setup.authority.calls()).toHaveLength(calls);
    setup.authority.faults.clear();
    setup.clock.advance(31_000);
    await reconcileRegistrations(setup.context, createRegistrar(setup.context));
    expect((await invoiceOf(company, id)).fiscal_status).toBe("registered");
  });
});

describe("the breaker", () => {
  test("opens on errors of the server, and not on answers that say no or not yet", async () => {
    const own = await startFiscalSetup();
    const company = await own.integratedCompany();
    const invoices = await Promise.all(Array.from({ length: 8 }, () => own.invoice(company)));
    own.authority.faults.add({ match: { op: "submit" }, fault: "http_500", times: null });
    const statuses: number[] = [];
    for (const { id } of invoices) statuses.push((await register(company, id)).status);
    expect(statuses).toEqual([502, 502, 502, 502, 502, 503, 503, 503]);
    own.authority.faults.clear();
    own.clock.advance(60_000);
    await own.reconcile(60 * 60_000);
    for (const { id } of invoices.slice(0, 5)) {
      expect((await invoiceOf(company, id)).fiscal_status).toBe("registered");
    }
    await own.close();
  });

  test("while it is open a cancellation is rejected as well, and not started", async () => {
    const own = await startFiscalSetup();
    const company = await own.integratedCompany();
    const { id } = await own.invoice(company);
    await register(company, id);
    const registered = await invoiceOf(company, id);
    own.authority.faults.add({ match: { op: "submit" }, fault: "http_500", times: null });
    for (const other of await Promise.all(Array.from({ length: 5 }, () => own.invoice(company)))) {
      expect((await register(company, other.id)).status).toBe(502);
    }
    const { status } = await company.call(`POST /invoices/${id}/cancel_registration`);
    expect(status).toBe(503);
    expect(await invoiceOf(company, id)).toEqual(registered);
    await own.close();
  });
});

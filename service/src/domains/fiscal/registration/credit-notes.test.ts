import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Reply, TestCompany } from "../../../../test/harness.ts";
import { waitsFor } from "../../../../test/locked-rows.ts";
import { statusCounts, times } from "../../payments/payments/money.fixture.ts";
import { eventTypes, type FiscalSetup, register, startFiscalSetup } from "./registration.fixture.ts";

let setup: FiscalSetup;

beforeAll(async () => {
  setup = await startFiscalSetup();
});
beforeEach(() => setup.authority.faults.clear());
afterAll(() => setup.close());

const registerNote = (company: TestCompany, id: number) => company.call(`POST /credit_notes/${id}/register`);

const submissions = () => setup.authority.calls().filter(({ op }) => op === "submit").length;

const noteOf = async (company: TestCompany, id: number) =>
  (await company.call(`GET /credit_notes/${id}`)).body.credit_note;

/** A credit note over all of an invoice that the authority has. */
async function credited(company: TestCompany, isRegistered = true) {
  const { id } = await setup.invoice(company);
  if (isRegistered) await register(company, id);
  else await company.call(`POST /invoices/${id}/issue`);
  return (await company.call(`POST /invoices/${id}/credit_notes`)).body;
}

describe("POST /credit_notes/{id}/register", () => {
  test("registers it with a reference to its invoice, and gives the IRN that the authority has", async () => {
    const company = await setup.integratedCompany();
    const { credit_note, invoice } = await credited(company);
    expect([credit_note.fiscal_status, credit_note.irn]).toEqual(["none", null]);
    const { status, body } = await registerNote(company, credit_note.id);
    expect([status, body.credit_note.fiscal_status]).toEqual([200, "registered"]);
    expect(body.irn).toMatch(/^CN000001-[A-Za-z0-9]{8}-\d{8}$/);
    expect(await noteOf(company, credit_note.id)).toEqual(body.credit_note);
    expect(await setup.authority.readQr(body.fiscal.qr)).toMatchObject({ irn: body.irn });
    const [document] = setup.authority.documents({ irn: body.irn });
    expect(document!.invoice).toMatchObject({ billing_reference: [{ irn: invoice.irn }] });
    expect((await eventTypes(company)).at(-1)).toBe("credit_note.registered");
  });

  test("again is the same answer; 20 at once are one submission", async () => {
    const company = await setup.integratedCompany();
    const { credit_note } = await credited(company);
    const replies = await times(20, () => registerNote(company, credit_note.id));
    expect(statusCounts(replies)).toEqual({ 200: 20 });
    expect(setup.authority.documents({ irn: replies[0]!.body.irn })).toMatchObject([{ submissions: 1 }]);
    expect((await registerNote(company, credit_note.id)).body).toEqual(replies[0]!.body);
  });

  test("waits for another process that registers the note, and answers with the IRN that it got", async () => {
    const company = await setup.integratedCompany();
    const { credit_note, invoice } = await credited(company);
    const text = `with marked as (
        update credit_notes set fiscal_status = 'registered', irn = 'of-another' where company_id = $1 and id = $2
      )
      insert into fiscal_documents (company_id, credit_note_id, environment, adapter, account, document_key, document,
        hash, state, irn, created_at, updated_at)
      select company_id, $2, environment, adapter, account, 'of-another', document,
        hash, 'accepted', 'of-another', created_at, updated_at
      from fiscal_documents where company_id = $1 and invoice_id = $3`;
    const registration = { text, values: [company.id, credit_note.id, invoice.id] };
    const before = submissions();
    let reply: Reply | undefined;
    const waited = await waitsFor(setup.context.db, registration, async () => {
      reply = await registerNote(company, credit_note.id);
    });
    expect([waited, reply!.status, reply!.body.irn]).toEqual([true, 200, "of-another"]);
    expect(submissions()).toBe(before);
  });

  test("does not wait for the registration of another credit note of the company", async () => {
    const company = await setup.integratedCompany();
    const [held, free] = [(await credited(company)).credit_note, (await credited(company)).credit_note];
    const text = "select 1 from credit_notes where company_id = $1 and id = $2 for no key update";
    const lock = { text, values: [company.id, held.id] };
    expect(await waitsFor(setup.context.db, lock, () => registerNote(company, free.id))).toBe(false);
    expect((await noteOf(company, free.id)).fiscal_status).toBe("registered");
  });

  test("whose invoice is not registered is 422, and nothing changes", async () => {
    const company = await setup.integratedCompany();
    const { credit_note } = await credited(company, false);
    const { status, body } = await registerNote(company, credit_note.id);
    expect([status, body.error]).toEqual([422, expect.stringContaining("Register the invoice first")]);
    expect(await noteOf(company, credit_note.id)).toEqual(credit_note);
  });

  test("without an integration is 503; another company's is 404", async () => {
    const [company, other] = [await setup.company(), await setup.integratedCompany()];
    const { id } = await setup.invoice(company);
    await company.call(`POST /invoices/${id}/issue`);
    const { credit_note } = (await company.call(`POST /invoices/${id}/credit_notes`)).body;
    expect((await registerNote(company, credit_note.id)).body.code).toBe("integration_not_configured");
    expect((await registerNote(other, credit_note.id)).status).toBe(404);
  });

  test("rejected by the authority is 422 with its fields, and may be tried again", async () => {
    const company = await setup.integratedCompany();
    const { credit_note } = await credited(company);
    setup.authority.faults.add({ match: { op: "submit" }, fault: "reject_fields:2" });
    const { status, body } = await registerNote(company, credit_note.id);
    expect([status, body.code, body.errors.length]).toEqual([422, "fiscal_rejected", 2]);
    expect((await noteOf(company, credit_note.id)).fiscal_status).toBe("rejected");
    expect((await eventTypes(company)).at(-1)).toBe("credit_note.registration_failed");
    expect((await registerNote(company, credit_note.id)).status).toBe(200);
  });

  test.each(["reset_after", "http_500_after", "http_503:7"])(
    "%s: one document at the authority, its IRN in ours",
    async (fault) => {
      const company = await setup.integratedCompany();
      const { credit_note } = await credited(company);
      setup.authority.faults.add({ match: { op: "submit" }, fault });
      expect([502, 503]).toContain((await registerNote(company, credit_note.id)).status);
      expect((await eventTypes(company)).at(-1)).toBe("credit_note.registration_pending");
      await setup.reconcile(30 * 60_000);
      const done = await noteOf(company, credit_note.id);
      expect(done.fiscal_status).toBe("registered");
      expect(setup.authority.documents({ irn: done.irn })).toHaveLength(1);
      expect((await eventTypes(company)).at(-1)).toBe("credit_note.registered");
    },
  );

  test("with an authority that decides later is 202, and emits an event once it has decided", async () => {
    const company = await setup.integratedCompany("async_demo");
    const { id } = await setup.invoice(company);
    await register(company, id);
    await setup.reconcile(10 * 60_000);
    const { credit_note } = (await company.call(`POST /invoices/${id}/credit_notes`)).body;
    const { status, body } = await registerNote(company, credit_note.id);
    expect([status, body.irn, body.credit_note.fiscal_status]).toEqual([202, null, "pending"]);
    await setup.reconcile(10 * 60_000);
    expect((await noteOf(company, credit_note.id)).irn).toMatch(/^SBX-/);
  });
});

describe("what can be seen of it", () => {
  test("the list filters by fiscal_status", async () => {
    const company = await setup.integratedCompany();
    const [first, second] = [await credited(company), await credited(company)];
    await registerNote(company, first.credit_note.id);
    const idsOf = async (status: string): Promise<number[]> =>
      (await company.call(`GET /credit_notes?fiscal_status=${status}`)).body.credit_notes.map(
        ({ id }: { id: number }) => id,
      );
    expect(await idsOf("registered")).toEqual([first.credit_note.id]);
    expect(await idsOf("none")).toEqual([second.credit_note.id]);
  });

  test("every call, without a secret; 404 before the first", async () => {
    const company = await setup.integratedCompany();
    const { credit_note } = await credited(company);
    const path = `GET /credit_notes/${credit_note.id}/registration`;
    expect((await company.call(path)).status).toBe(404);
    await registerNote(company, credit_note.id);
    const { registration } = (await company.call(path)).body;
    expect(registration).toMatchObject({ state: "accepted", calls_made: 1 });
    expect(JSON.stringify(registration)).not.toMatch(/sbx_secret_|sbx_key_[0-9a-f]{8}/);
  });
});

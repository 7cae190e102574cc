import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../../../../test/harness.ts";
import { signIn } from "../../../../test/site-session.ts";
import { issued, must, openDashboard, pay } from "./overview.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const sql = (text: string, values: unknown[]) => service.context.db.query(text, values);

describe("what needs a person", () => {
  test("is nothing in a company where all is well, except what is not set up", async () => {
    const { call } = await openDashboard(service);
    const { body } = await call("GET", "/overview");
    expect(body.attention).toEqual({
      registrations_rejected: 0,
      registrations_pending: [],
      authority: { status: "missing", refusal: null },
      payments_failed: 0,
      payments_failed_from: "2026-11-09",
      refunds_failed: [],
      gateway_ready: true,
      deliveries_failed: 0,
      endpoints_disabled: [],
    });
  });

  test("are rejected registrations, and those without a decision for more than an hour", async () => {
    const { company, call } = await openDashboard(service);
    const other = await service.company();
    const ids: number[] = [];
    for (let count = 0; count < 5; count++) ids.push(await issued(company, "5"));
    const [rejected, voided, waiting, fresh, draft] = ids as [number, number, number, number, number];
    const foreign = await issued(other, "5");
    const set = "update invoices set fiscal_status = $3, updated_at = $4 where company_id = $1 and id = $2";
    const now = service.clock.now().getTime();
    const [old, young] = [new Date(now - 61 * 60_000), new Date(now - 59 * 60_000)];
    await sql(set, [company.id, rejected, "rejected", old]);
    await must(company, `POST /invoices/${voided}/void`);
    await sql(set, [company.id, voided, "rejected", old]);
    await sql(set, [company.id, waiting, "pending", old]);
    await sql(set, [company.id, fresh, "pending", young]);
    await sql(set, [company.id, draft, "registered", old]);
    await sql(set, [other.id, foreign, "rejected", old]);
    const { attention } = (await call("GET", "/overview")).body;
    expect(attention.registrations_rejected).toBe(1);
    expect(attention.registrations_pending).toEqual([
      { invoice_id: waiting, number: expect.stringMatching(/^INV-/), since: old.toISOString() },
    ]);
  });

  test("are refunds that failed, until the payment is refunded after all", async () => {
    const { company, call } = await openDashboard(service);
    const { payment } = await pay(company, await issued(company, "10"), "10", "2026-11-14T10:00:00Z");
    await must(company, `POST /payments/${payment.id}/refund`, { amount: "2.5" });
    await sql("update refunds set status = 'failed', failure = 'card closed' where company_id = $1", [
      company.id,
    ]);
    const refunds = async () => (await call("GET", "/overview")).body.attention.refunds_failed;
    expect(await refunds()).toEqual([
      {
        payment_id: payment.id,
        amount: 2.5,
        currency: "NGN",
        failure: "card closed",
        created_at: service.clock.now().toISOString(),
      },
    ]);
    await must(company, `POST /payments/${payment.id}/refund`, { amount: "2.5" });
    expect(await refunds()).toEqual([]);
  });

  test("are failed deliveries, and endpoints that the service disabled, not those disabled by hand", async () => {
    const { company, call } = await openDashboard(service);
    const add = async (url: string) => {
      const { endpoint } = await must(company, "POST /webhooks/endpoints", { url });
      return endpoint.id as number;
    };
    const [failing, resting] = [await add("https://a.example/hook"), await add("https://b.example/hook")];
    await must(company, `PATCH /webhooks/endpoints/${resting}`, { status: "disabled" });
    const { delivery } = await must(company, "POST /webhooks/test", { endpoint_id: failing });
    await sql(
      "update webhook_deliveries set status = 'failed', completed_at = created_at, next_attempt_at = null where company_id = $1 and id = $2",
      [company.id, delivery.id],
    );
    await sql(
      "update webhook_endpoints set status = 'disabled', disabled_reason = 'It failed for three days.', disabled_at = $3 where company_id = $1 and id = $2",
      [company.id, failing, service.clock.now()],
    );
    const { attention } = (await call("GET", "/overview")).body;
    expect(attention.deliveries_failed).toBe(1);
    expect(attention.endpoints_disabled).toEqual([
      {
        id: failing,
        name: "https://a.example/hook",
        reason: "It failed for three days.",
        disabled_at: service.clock.now().toISOString(),
      },
    ]);
  });

  test("of features that the company does not have, is nothing", async () => {
    const { company, call } = await openDashboard(service);
    await sql(
      "update subscriptions set disabled_features = '{einvoicing,payments,webhooks}' where company_id = $1",
      [company.id],
    );
    const { attention } = (await call("GET", "/overview")).body;
    expect([attention.authority, attention.gateway_ready]).toEqual([null, null]);
  });
});

describe("the latest activity", () => {
  test("names people, records and amounts, newest first; a payment is told once", async () => {
    const { company, call } = await openDashboard(service);
    const owner = await signIn(service, { companyId: company.id, role: "owner" });
    const customer_id = await company.customer({ name: "Adunni Obi" });
    const id = await issued(company, "10", { customer_id });
    const { payment } = (await owner.call("POST", "/payments", { invoice_id: id, amount: 10 })).body;
    const { activity } = (await call("GET", "/overview")).body;
    // biome-ignore lint/suspicious/noExplicitAny: an answer
    expect(activity.map(({ type }: any) => type)).toEqual([
      "payment.recorded",
      "invoice.issued",
      "invoice.created",
      "customer.created",
    ]);
    expect(activity[0]).toMatchObject({
      actor: { type: "user", id: String(owner.user.id), name: "Ada Obi" },
      record: {
        id: payment.id,
        amount: 10,
        currency: "NGN",
        invoice_id: id,
        invoice_number: expect.stringMatching(/^INV-/),
        customer: "Adunni Obi",
      },
    });
    expect(activity[1]).toMatchObject({
      actor: { type: "key", name: null },
      record: { id, number: activity[0].record.invoice_number, amount: 10, customer: "Adunni Obi" },
    });
    expect(activity[3].record).toMatchObject({ id: customer_id, name: "Adunni Obi" });
  });

  test("is of this company alone", async () => {
    const { call } = await openDashboard(service);
    const other = await service.company();
    await issued(other, "5");
    expect((await call("GET", "/overview")).body.activity).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../../../../test/harness.ts";
import { readQr } from "../../../platform/qr.fixture.ts";
import { eventsOf, link, statusCounts, times } from "../payments/money.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { BILLFOLD_SITE_URL: "https://pay.example" } });
});
afterAll(() => service.close());

const now = () => service.clock.now().getTime();
const [minute, day] = [60_000, 24 * 60 * 60_000];
const inAWhile = (ms: number) => new Date(now() + ms).toISOString();

describe("POST /payments/link", () => {
  test("needs an amount and no more: the rest is null or by default", async () => {
    const company = await service.company();
    const { status, body } = await link(company, { amount: 1500.5 });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      reference: expect.stringMatching(/^pl_[1-9]\d*_[\w-]{22}$/),
      checkout_url: `https://pay.example/checkout/${body.reference}`,
      amount: 1500.5,
      currency: "NGN",
      invoice_id: null,
      email: null,
      phone: null,
      purpose: null,
      label: null,
      return_url: null,
      cancel_url: null,
      min_amount: null,
      reusable: false,
      max_payments: null,
      payment_count: 0,
      min_quantity: null,
      max_quantity: null,
      metadata: {},
      status: "active",
      attempts: [],
      expires_at: inAWhile(day),
      created_at: inAWhile(0),
      updated_at: inAWhile(0),
      qr: expect.any(String),
    });
  });

  test("leads buyers back to sites that the company allows, and to no others", async () => {
    const company = await service.company();
    const urls = {
      return_url: "https://shop.example/thanks?order=1",
      cancel_url: "https://shop.example/basket",
    };
    const refused = await link(company, { amount: 5, ...urls });
    const message = "must be on a site that the company allows (POST /portal/settings)";
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        { field: "return_url", message },
        { field: "cancel_url", message },
      ],
    ]);
    await company.call("POST /portal/settings", { body: { allowed_origins: ["https://shop.example"] } });
    const { status, body } = await link(company, { amount: 5, ...urls });
    expect([status, body.return_url, body.cancel_url]).toEqual([201, urls.return_url, urls.cancel_url]);
    for (const return_url of [
      "https://shop.example.evil.example/",
      "https://evil.example/https://shop.example",
      "https://shop.example@evil.example/",
      "http://shop.example/",
      "//shop.example/",
      "javascript:alert('https://shop.example')",
      "nonsense",
    ]) {
      const { status, body } = await link(company, { amount: 5, return_url });
      expect([return_url, status, body.errors?.[0]?.field]).toEqual([return_url, 422, "return_url"]);
    }
  });

  test("takes a least amount that is at most the amount, with the currency's decimals", async () => {
    const company = await service.company();
    expect((await link(company, { amount: 100, min_amount: "5.50" })).body.min_amount).toBe(5.5);
    for (const min_amount of [0, -1, "100.01", "0.001"]) {
      const { status, body } = await link(company, { amount: 100, min_amount });
      expect([min_amount, status, body.errors?.[0]?.field]).toEqual([min_amount, 422, "min_amount"]);
    }
  });

  test("takes how often it can be paid and how many a buyer may choose, and GET gives the same", async () => {
    const company = await service.company();
    const given = { amount: 100, reusable: true, max_payments: 50, max_quantity: 10 };
    const { success: _success, ...made } = (await link(company, given)).body;
    expect(made).toMatchObject({ ...given, min_quantity: 1, payment_count: 0, status: "active" });
    const { body } = await company.call(`GET /payments/links/${made.reference}`);
    expect(body).toEqual({ success: true, payment_link: made });
    expect((await link(company, { amount: 1, reusable: true, min_amount: 1 })).status).toBe(201);
  });

  test("refuses a reusable link of an invoice or of one buyer, and a quantity where the amount is not a price", async () => {
    const company = await service.company();
    const { id: invoice_id } = await company.draft();
    for (const [fields, ...refused] of [
      [{ reusable: true, invoice_id }, "reusable"],
      [{ reusable: true, email: "buyer@example.com", phone: "+2348030000000" }, "email", "phone"],
      [{ max_payments: 5 }, "max_payments"],
      [{ reusable: false, max_payments: 5 }, "max_payments"],
      [{ reusable: true, max_payments: 0 }, "max_payments"],
      [{ max_quantity: 5, invoice_id }, "max_quantity"],
      [{ max_quantity: 5, min_amount: 1 }, "min_amount"],
      [{ min_quantity: 2 }, "min_quantity"],
      [{ min_quantity: 6, max_quantity: 5 }, "min_quantity"],
      [{ max_quantity: 0 }, "max_quantity"],
      [{ max_quantity: 1.5 }, "max_quantity"],
    ] as const) {
      const { status, body } = await link(company, { amount: 5, ...fields });
      const named = body.errors?.map(({ field }: { field: string }) => field);
      expect([fields, status, named]).toEqual([fields, 422, refused]);
    }
    expect((await company.call("GET /payments/links")).body.payment_links).toEqual([]);
  });

  test("keeps what is given, and GET gives the same", async () => {
    const company = await service.company({ profile: { currency: "USD" } });
    const given = {
      amount: "0.01",
      currency: "EUR",
      email: "buyer@example.com",
      phone: "+2348030000000",
      purpose: "Anzahlung für Nr. 4711 – 50 %",
      label: "Order 4711",
      expires_at: inAWhile(2 * day),
    };
    const { success: _success, ...made } = (await link(company, given)).body;
    expect(made).toMatchObject({ ...given, amount: 0.01 });
    const { body } = await company.call(`GET /payments/links/${made.reference}`);
    expect(body).toEqual({ success: true, payment_link: made });
    expect((await link(company, { amount: 1 })).body.currency).toBe("USD");
  });

  test("shows the checkout's address as a QR code: a PNG in bare base64", async () => {
    const { qr, checkout_url } = (await link(await service.company(), { amount: 1 })).body;
    expect(qr).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
    expect(readQr(Buffer.from(qr, "base64"))).toBe(checkout_url);
  });

  test.each([
    ["+234 803 000 0000", "+2348030000000"],
    ["+49 30-123-4567", "+49301234567"],
    ["+1234567", "+1234567"],
    ["+123456789012345", "+123456789012345"],
  ])("takes the telephone number %s", async (phone, kept) => {
    const { status, body } = await link(await service.company(), { amount: 1, phone });
    expect([status, body.phone]).toEqual([201, kept]);
  });

  const faulty: [field: string, value: unknown][] = [
    ...["2348030000000", "08030000000", "+123456", "+1234567890123456", "+49 (30) 1234567", "+49/301234567"],
    ...["+", "", "++1234567", "1234567+", "+123 4567x", "+٣٣٣٣٣٣٣", "+1 2 3 4 5 6", 2348030000000],
  ].map((phone) => ["phone", phone]);
  faulty.push(
    ...[0, -1, "0", "", "1e3", "abc", null, true, [], 1e15, "1234567890123456", 0.001, "0.001"].map(
      (amount): [string, unknown] => ["amount", amount],
    ),
    ["purpose", "p".repeat(101)],
    ["purpose", ""],
    ["purpose", 1],
    ["label", "l".repeat(201)],
    ["email", "nobody"],
    ["email", `${"a".repeat(250)}@x.example`],
    ["currency", "ngn"],
    ["currency", "XXX"],
    ["expires_at", "tomorrow"],
    ["expires_at", 1794735000],
    ["invoice_id", "1"],
  );
  test.each(faulty)("refuses the %s %j", async (field, value) => {
    const company = await service.company();
    const { status, body } = await link(company, { amount: 1, [field]: value });
    expect([status, body.errors.map((error: { field: string }) => error.field)]).toEqual([422, [field]]);
    expect((await company.call("GET /payments/links")).body.payment_links).toEqual([]);
    expect(await eventsOf(company)).toEqual([]);
  });

  test("takes a purpose of 100 characters and a label of 200, whatever they are written in", async () => {
    const [purpose, label] = ["ọ".repeat(100), "💸".repeat(200)];
    const { status, body } = await link(await service.company(), { amount: 1, purpose, label });
    expect([status, body.purpose, body.label]).toEqual([201, purpose, label]);
  });

  test.each([
    ["NGN", 0.01, 0.001],
    ["JPY", 1, 0.5],
    ["KWD", 0.001, 0.0001],
    ["JPY", 999_999_999_999_999, "1000000000000000"],
    ["NGN", 9_999_999_999_999.99, "99999999999999.99"],
  ])("in %s takes %d and not %s", async (currency, fits, tooMuch) => {
    const company = await service.company();
    const made = await link(company, { amount: fits, currency });
    expect([made.status, made.body.amount]).toEqual([201, fits]);
    const refused = await link(company, { amount: tooMuch, currency });
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, "amount"]);
  });

  test("goes by the decimals of the company's own currency when none is given", async () => {
    const company = await service.company({ profile: { currency: "JPY" } });
    expect((await link(company, { amount: 10.5 })).status).toBe(422);
    expect((await link(company, { amount: 10 })).body).toMatchObject({ amount: 10, currency: "JPY" });
  });

  test.each([
    [15 * minute - 1, 422],
    [15 * minute, 201],
    [30 * day, 201],
    [30 * day + 1, 422],
    [-day, 422],
  ])("that is to expire in %d ms is %d", async (ahead, expected) => {
    const { status, body } = await link(await service.company(), { amount: 1, expires_at: inAWhile(ahead) });
    expect(status).toBe(expected);
    if (status === 201) expect(body.expires_at).toBe(inAWhile(ahead));
    else
      expect(body.errors).toEqual([{ field: "expires_at", message: expect.stringContaining("15 minutes") }]);
  });

  test("takes a date as the start of that day where the company is", async () => {
    const { body } = await link(await service.company(), { amount: 1, expires_at: "2026-11-20" });
    expect(body.expires_at).toBe("2026-11-19T23:00:00.000Z");
  });

  test("tells all that is wrong at once", async () => {
    const body = { amount: 0.001, expires_at: inAWhile(0) };
    const { errors } = (await link(await service.company(), body)).body;
    expect(errors.map(({ field }: { field: string }) => field).sort()).toEqual(["amount", "expires_at"]);
  });

  test("with the same Idempotency-Key is the same link, also 20 at the same moment", async () => {
    const company = await service.company();
    const replies = await times(20, () => link(company, { amount: 1 }, { "idempotency-key": "k" }));
    expect(statusCounts(replies)).toEqual({ 201: 20 });
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect((await company.call("GET /payments/links")).body.payment_links).toHaveLength(1);
    const other = await link(company, { amount: 1 });
    expect(other.body.reference).not.toBe(replies[0]!.body.reference);
  });

  test("emits an event with the link as GET gives it", async () => {
    const company = await service.company();
    const { reference } = (await link(company, { amount: 1, label: "Told" })).body;
    const { payment_link } = (await company.call(`GET /payments/links/${reference}`)).body;
    expect(await eventsOf(company)).toMatchObject([
      { type: "payment_link.created", data: { object: payment_link } },
    ]);
  });
});

test("a link shows the last ten attempts to pay it, newest first, and none of another link", async () => {
  const company = await service.company();
  const [tried, other] = [await link(company, { amount: 1 }), await link(company, { amount: 1 })];
  const idOf = (reference: string) => Number(reference.split("_")[1]);
  await service.context.db.query(
    `with account as (
       insert into gateway_accounts (company_id, gateway, credentials, created_at)
       values ($1, 'sandbox', '', now()) returning id
     )
     insert into payment_attempts (company_id, payment_link_id, gateway, gateway_account_id, reference, amount, currency,
       status, created_at, updated_at)
     select $1, given.link, 'sandbox', account.id, given.name || '-' || nth, 1, 'NGN', 'failed', now(), now()
     from account, (values ($2::int8, 'tried'), ($3::int8, 'other')) as given(link, name), generate_series(1, 11) as nth
     order by nth`,
    [company.id, idOf(tried.body.reference), idOf(other.body.reference)],
  );
  const { attempts } = (await company.call(`GET /payments/links/${tried.body.reference}`)).body.payment_link;
  expect(attempts.map(({ reference }: { reference: string }) => reference)).toEqual(
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((nth) => `tried-${nth}`),
  );
});

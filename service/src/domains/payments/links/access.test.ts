import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { eventsOf, invoiceOf, issued, link, pay, statusCounts, times } from "../payments/money.fixture.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const made = async (company: TestCompany, fields: object = {}) =>
  (await link(company, { amount: 5, ...fields })).body;
const get = (company: TestCompany, reference: string) => company.call(`GET /payments/links/${reference}`);
const cancel = (company: TestCompany, reference: string) =>
  company.call(`POST /payments/links/${reference}/cancel`);
const listed = async (company: TestCompany, query = ""): Promise<string[]> =>
  (await company.call(`GET /payments/links?${query}`)).body.payment_links.map(
    ({ reference }: { reference: string }) => reference,
  );

describe("a reference", () => {
  test("is unguessable: the right number with another secret is 404, and nothing is cancelled by it", async () => {
    const company = await service.company();
    const [first, second] = [(await made(company)).reference, (await made(company)).reference];
    const [, id, secret] = /^pl_(\d+)_(.+)$/.exec(first)!;
    const lastOther = secret!.endsWith("A") ? "B" : "A";
    const guesses = [
      `pl_${id}_${second.slice(-22)}`,
      `pl_${id}_${"A".repeat(22)}`,
      `pl_${id}_${secret!.slice(0, -1)}${lastOther}`,
      `pl_${id}_${secret!.toUpperCase()}x`.slice(0, first.length),
      `pl_0${id}_${secret}`,
      `pl_${id}_${secret}A`,
      `pl_${id}_${secret!.slice(1)}`,
      `pl_${id}_`,
      `pl_${id}`,
      `PL_${id}_${secret}`,
      id!,
      secret!,
    ];
    const absent = (await get(company, `pl_9007199254740991_${secret}`)).body.error;
    for (const guess of guesses) {
      const [seen, cancelled] = [await get(company, guess), await cancel(company, guess)];
      expect([guess, seen.status, seen.body.error, cancelled.status]).toEqual([guess, 404, absent, 404]);
    }
    expect((await get(company, first)).body.payment_link.status).toBe("active");
  });

  test("has 128 random bits of its own", async () => {
    const company = await service.company();
    const references = (await times(50, () => made(company))).map(({ reference }) => reference as string);
    expect(new Set(references.map((reference) => reference.slice(-22))).size).toBe(50);
    for (const reference of references)
      expect(Buffer.from(reference.slice(-22), "base64url")).toHaveLength(16);
  });

  test("of another company is 404, with its right secret too", async () => {
    const [ours, theirs] = [await service.company(), await service.company()];
    const { reference } = await made(theirs);
    expect([(await get(ours, reference)).status, (await cancel(ours, reference)).status]).toEqual([404, 404]);
    expect((await get(theirs, reference)).body.payment_link.status).toBe("active");
  });
});

describe("POST /payments/links/{reference}/cancel", () => {
  test("ends an active link, and emits an event with the link as GET gives it and as it was", async () => {
    const company = await service.company();
    const { success: _success, ...before } = await made(company);
    const { status, body } = await cancel(company, before.reference);
    expect([status, body.payment_link]).toEqual([200, { ...before, status: "cancelled" }]);
    expect((await get(company, before.reference)).body).toEqual(body);
    expect((await eventsOf(company)).at(-1)).toMatchObject({
      type: "payment_link.cancelled",
      data: { object: body.payment_link, previous: before },
    });
  });

  test("is 422 for one that is not active: cancelled, expired or paid", async () => {
    const company = await service.company();
    const [cancelled, expired, paid] = await times(3, () => made(company));
    await cancel(company, cancelled.reference);
    // As the pass and a gateway will leave them.
    for (const [status, { reference }] of [
      ["expired", expired],
      ["paid", paid],
    ] as const) {
      await service.context.db.query(
        "update payment_links set status = $2 where company_id = $1 and id = $3",
        [company.id, status, Number(reference.split("_")[1])],
      );
    }
    const before = await eventsOf(company);
    for (const [status, { reference }] of Object.entries({ cancelled, expired, paid })) {
      const refused = await cancel(company, reference);
      expect([refused.status, refused.body.error]).toEqual([422, expect.stringContaining(status)]);
      expect((await get(company, reference)).body.payment_link.status).toBe(status);
    }
    expect(await eventsOf(company)).toEqual(before);
  });

  test("20 times at the same moment happens once", async () => {
    const company = await service.company();
    const { reference } = await made(company);
    expect(statusCounts(await times(20, () => cancel(company, reference)))).toEqual({ 200: 1, 422: 19 });
    expect(await eventsOf(company)).toHaveLength(2);
  });
});

describe("GET /payments/links", () => {
  test("newest first, as GET one gives them, QR codes included; by status and invoice; page by page", async () => {
    const company = await service.company();
    const { id } = await issued(company);
    const references: string[] = [];
    for (const fields of [{}, { invoice_id: id }, {}, { invoice_id: id }]) {
      service.clock.advance(1000);
      references.unshift((await made(company, fields)).reference);
    }
    await cancel(company, references[0]!);
    expect(await listed(company)).toEqual(references);
    const [, entry] = (await company.call("GET /payments/links")).body.payment_links;
    expect(entry).toEqual((await get(company, references[1]!)).body.payment_link);
    expect(await listed(company, "status=active")).toEqual(references.slice(1));
    expect(await listed(company, "status=cancelled")).toEqual([references[0]]);
    expect(await listed(company, "status=paid")).toEqual([]);
    expect(await listed(company, `invoice_id=${id}`)).toEqual([references[0], references[2]]);
    expect(await listed(company, `invoice_id=${id}&status=active`)).toEqual([references[2]]);
    const page = (await company.call("GET /payments/links?limit=3&include=total_count")).body;
    expect(page.pagination).toMatchObject({ has_more: true, total_count: 4 });
    expect(await listed(company, `limit=3&cursor=${page.pagination.next_cursor}`)).toEqual([references[3]]);
  });

  test.each(["status=open", "status=", "invoice_id=x", "include=lines", "limit=0"])(
    "422 for %s",
    async (query) => {
      expect((await (await service.company()).call(`GET /payments/links?${query}`)).status).toBe(422);
    },
  );
});

describe("a link for an invoice", () => {
  test("takes the invoice's currency, and any amount up to what is due; the invoice stays as it is", async () => {
    const company = await service.company();
    const invoice = await issued(company, { currency: "KWD" });
    const { body } = await link(company, { amount: "1000.000", invoice_id: invoice.id });
    expect(body).toMatchObject({ success: true, amount: 1000, currency: "KWD", invoice_id: invoice.id });
    expect((await link(company, { amount: 0.001, currency: "KWD", invoice_id: invoice.id })).status).toBe(
      201,
    );
    expect(await invoiceOf(company, invoice.id)).toEqual(invoice);
    await pay(company, { invoice_id: invoice.id, amount: 999.5 });
    expect((await link(company, { amount: 0.5, invoice_id: invoice.id })).status).toBe(201);
  });

  test.each([
    ["more than is due", { amount: 1000.01 }, ["amount"]],
    ["another currency", { amount: 1, currency: "USD" }, ["currency"]],
    ["too many decimals", { amount: 1.001 }, ["amount"]],
    [
      "all of it",
      { amount: 1000.01, currency: "USD", expires_at: "2020-01-01" },
      ["amount", "currency", "expires_at"],
    ],
  ])("for %s is 422 with the field", async (_what, fields, at) => {
    const company = await service.company();
    const { id } = await issued(company);
    const { status, body } = await link(company, { invoice_id: id, ...fields });
    expect([status, body.errors.map(({ field }: { field: string }) => field).sort()]).toEqual([422, at]);
  });

  test("that is void or paid is 422; a draft and one that was written off can be asked for", async () => {
    const company = await service.company();
    const [voided, paid, lost] = await times(3, () => issued(company));
    await company.call(`POST /invoices/${voided.id}/void`);
    await pay(company, { invoice_id: paid.id, amount: 1000 });
    await company.call(`POST /invoices/${lost.id}/write_off`);
    const draft = await company.draft();
    const statuses = [];
    for (const { id } of [voided, paid, lost, draft])
      statuses.push((await link(company, { amount: 1, invoice_id: id })).status);
    expect(statuses).toEqual([422, 422, 201, 201]);
    expect(await invoiceOf(company, draft.id)).toEqual(draft);
  });

  test("of another company, or of nobody, is 404, also when the rest is wrong", async () => {
    const [ours, theirs] = [await service.company(), await service.company()];
    const { id } = await issued(theirs);
    for (const invoice_id of [id, 9_007_199_254_740_991, 0, -1]) {
      for (const amount of [1, 5000, -1]) expect((await link(ours, { amount, invoice_id })).status).toBe(404);
    }
    expect(await listed(theirs)).toEqual([]);
  });

  test("keeps its draft from being deleted, with a sentence: it would ask for something that is not there", async () => {
    const company = await service.company();
    const draft = await company.draft();
    await link(company, { amount: 1, invoice_id: draft.id });
    const refused = await company.call(`DELETE /invoices/${draft.id}`);
    expect([refused.status, refused.body.error]).toEqual([422, expect.stringContaining("payment link")]);
    expect(await invoiceOf(company, draft.id)).toEqual(draft);
    expect((await company.call(`POST /invoices/${draft.id}/void`)).status).toBe(200);
  });
});

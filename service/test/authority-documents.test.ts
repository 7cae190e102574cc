import { describe, expect, test } from "vitest";
import { invoiceFor, openAuthority, qrOf } from "./authority.fixture.ts";

describe("reading", () => {
  test("confirm returns the content of a document, and 404 for a missing one", async () => {
    const { business, sign, confirm } = await openAuthority();
    const invoice = invoiceFor(business);
    const missing = await confirm(invoice.irn);
    expect(missing.status).toBe(404);
    expect(missing.body.error.details).toMatchObject([{ field: "irn", code: "not_found" }]);
    const signed = await sign(invoice);
    const { status, body } = await confirm(invoice.irn);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      ...signed.body.data,
      issue_date: "2026-11-15",
      invoice_type_code: "381",
      document_currency_code: "NGN",
      legal_monetary_total: invoice.legal_monetary_total,
      customer: { party_name: "Bola & Sons", tin: "87654321-0001" },
    });
  });

  test("download returns JSON, or UBL when XML is accepted", async () => {
    const { business, sign, call } = await openAuthority();
    const invoice = invoiceFor(business);
    await sign(invoice);
    const asJson = await call("GET", `/api/v1/invoice/download/${invoice.irn}`);
    expect(asJson.body.data.invoice).toEqual(invoice);
    const headers = { accept: "application/xml" };
    const asXml = await call("GET", `/api/v1/invoice/download/${invoice.irn}`, undefined, { headers });
    expect(asXml.headers.get("content-type")).toContain("application/xml");
    expect(asXml.text).toContain(`<cbc:ID>${invoice.irn}</cbc:ID>`);
    expect(asXml.text).toContain("<cbc:RegistrationName>Bola &amp; Sons</cbc:RegistrationName>");
    expect(asXml.text).toContain('<cbc:PayableAmount currencyID="NGN">119.59</cbc:PayableAmount>');
  });

  test("search returns pages from the newest on, and filters", async () => {
    const { business, sign, call, update } = await openAuthority();
    const irns = [1, 2, 3].map((number) => `INV${number}-${business.service_id}-20261115`);
    for (const irn of irns) await sign(invoiceFor(business, { irn }));
    await update(irns[1] as string, { payment_status: "PAID" });
    const search = async (query: string) =>
      (await call("GET", `/api/v1/invoice/${business.business_id}?${query}`)).body.data;
    const first = await search("size=2");
    expect(first.items.map(({ irn }: { irn: string }) => irn)).toEqual([irns[2], irns[1]]);
    expect(first.page).toEqual({
      ...{ page: 1, size: 2, total_count: 3 },
      ...{ has_next_page: true, has_previous_page: false },
    });
    const second = await search("size=2&page=2");
    expect(second.items.map(({ irn }: { irn: string }) => irn)).toEqual([irns[0]]);
    expect((await search("payment_status=PAID")).items).toHaveLength(1);
    expect((await search(`irn=${irns[0]}`)).items).toHaveLength(1);
    expect((await search("invoice_type_code=380")).items).toHaveLength(0);
    expect((await search("issue_date=2026-11-15&document_currency_code=NGN")).items).toHaveLength(3);
  });
});

describe("payment status", () => {
  test("PENDING becomes PAID, a repetition changes nothing, and PAID is final", async () => {
    const { business, sign, update } = await openAuthority();
    const { irn } = invoiceFor(business);
    await sign(invoiceFor(business));
    const paid = await update(irn, { payment_status: "PAID", reference: "TRX-1" });
    expect(paid.body.data).toMatchObject({ ok: true, payment_status: "PAID", reference: "TRX-1" });
    expect((await update(irn, { payment_status: "PAID" })).status).toBe(200);
    for (const payment_status of ["PENDING", "REJECTED", "CANCELED"]) {
      const refused = await update(irn, { payment_status });
      expect(refused.status).toBe(400);
      expect(refused.body.error.details).toMatchObject([{ code: "invalid_transition" }]);
    }
    const unknown = await update(irn, { payment_status: "LOST" });
    expect(unknown.body.error.details).toMatchObject([{ field: "payment_status", code: "unknown_code" }]);
  });

  test.each(["REJECTED", "CANCELED"])(
    "%s cancels within 24 hours, and a second time is reported",
    async (payment_status) => {
      const { authority, business, sign, update, confirm } = await openAuthority();
      const { irn } = invoiceFor(business);
      await sign(invoiceFor(business));
      authority.clock.advance(24 * 3_600_000);
      const cancelled = await update(irn, { payment_status, reference: "typing error" });
      expect(cancelled.status).toBe(200);
      expect(cancelled.body.data).toMatchObject({
        status: "cancelled",
        cancelled_at: "2026-11-16T10:00:00.000Z",
      });
      const again = await update(irn, { payment_status });
      expect(again.status).toBe(409);
      expect(again.body.error.details).toMatchObject([{ code: "already_cancelled" }]);
      expect((await update(irn, { payment_status: "PAID" })).status).toBe(400);
      expect((await confirm(irn)).body.data.status).toBe("cancelled");
      // Its number can't be used again.
      expect((await sign(invoiceFor(business))).status).toBe(409);
    },
  );

  test("a document can't be cancelled after 24 hours", async () => {
    const { authority, business, sign, update } = await openAuthority();
    const { irn } = invoiceFor(business);
    await sign(invoiceFor(business));
    authority.clock.advance(24 * 3_600_000 + 1);
    const late = await update(irn, { payment_status: "REJECTED" });
    expect(late.status).toBe(400);
    expect(late.body.error.details).toMatchObject([{ code: "cancel_window_over" }]);
    expect(authority.documents()).toMatchObject([{ status: "accepted" }]);
  });
});

describe("QR codes", () => {
  test("the authority reads data that was encrypted with its public key", async () => {
    const { business, sign, control } = await openAuthority();
    const { irn } = invoiceFor(business);
    await sign(invoiceFor(business));
    const payload = qrOf(`${irn}.1794736800`, business);
    expect(payload).toHaveLength(344);
    const { status, body } = await control("POST", "qr", { payload });
    expect(status).toBe(200);
    expect(body).toEqual({
      irn,
      made_at: 1_794_736_800,
      certificate: business.certificate,
      business_id: business.business_id,
      document: "accepted",
    });
  });

  test("the authority explains what is wrong with any other data", async () => {
    const { authority, business } = await openAuthority();
    expect(await authority.readQr("no base64!")).toContain("base64");
    expect(await authority.readQr(Buffer.alloc(256, 1).toString("base64"))).toContain("public key");
    expect(await authority.readQr(qrOf("without a time", business))).toContain("seconds since 1970");
    expect(
      await authority.readQr(qrOf("INV1-AAAAAAAA-20261115.1794736800", { ...business, certificate: "eA==" })),
    ).toMatchObject({ business_id: null, document: null });
  });
});

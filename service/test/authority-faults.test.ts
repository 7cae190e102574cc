import { describe, expect, test } from "vitest";
import { invoiceFor, losing, openAuthority, verifiedClaims } from "./authority.fixture.ts";

/** An authority with these faults for the next submitted document. */
async function openFaulty(...faults: string[]) {
  const opened = await openAuthority();
  for (const fault of faults) opened.authority.faults.add({ match: { op: "submit" }, fault });
  return { ...opened, invoice: invoiceFor(opened.business) };
}

describe("a lost response", () => {
  test.each([
    ["timeout_before", 0, "hang"],
    ["timeout_after", 1, "hang"],
    ["reset_before", 0, "cut"],
    ["reset_after", 1, "cut"],
    ["truncated_after", 1, "half"],
  ])(
    "%s: the caller gets no response, %i documents are stored, and the next attempt works",
    async (...fault) => {
      const [name, stored, outcome] = fault;
      const { authority, invoice, sign, confirm } = await openFaulty(name);
      await losing(authority, (calling) => sign(invoice, calling));
      expect(authority.documents()).toHaveLength(stored);
      expect((await confirm(invoice.irn)).status).toBe(stored === 1 ? 200 : 404);
      expect((await sign(invoice)).status).toBe(stored === 1 ? 409 : 201);
      expect(authority.documents()).toMatchObject([{ submissions: 2 }]);
      expect(authority.calls()[0]).toMatchObject({ op: "submit", irn: invoice.irn, faults: [name], outcome });
    },
  );
});

describe("an invalid response", () => {
  test.each([500, 502, 503, 504])("http_%i, before or after the document is stored", async (status) => {
    const { authority, invoice, sign } = await openFaulty(`http_${status}`, `http_${status}_after`);
    const before = await sign(invoice);
    expect(before.status).toBe(status);
    expect(before.body).toMatchObject({
      code: status,
      data: null,
      error: { handler: "gateway", details: [] },
    });
    expect(before.headers.get("retry-after")).toBe(null);
    expect(authority.documents()).toHaveLength(0);
    expect((await sign(invoice)).status).toBe(status);
    expect(authority.documents()).toHaveLength(1);
  });

  test("http_503 and http_429 say when to retry", async () => {
    const { authority, invoice, sign } = await openFaulty("http_503:7", "http_429", "http_429:90");
    expect((await sign(invoice)).headers.get("retry-after")).toBe("7");
    const busy = await sign(invoice);
    expect([busy.status, busy.headers.get("retry-after")]).toEqual([429, "30"]);
    expect((await sign(invoice)).headers.get("retry-after")).toBe("90");
    expect(authority.documents()).toHaveLength(0);
  });

  test.each([
    ["html_200", 0, "<!doctype html>"],
    ["html_200_after", 1, "<!doctype html>"],
    ["empty_200", 0, ""],
    ["empty_200_after", 1, ""],
  ])("%s is a success with invalid content, with %i documents stored", async (fault, stored, text) => {
    const { authority, invoice, sign } = await openFaulty(fault);
    const answer = await sign(invoice);
    expect(answer.status).toBe(200);
    expect(answer.text.slice(0, 15)).toBe(text);
    expect(authority.documents()).toHaveLength(stored);
  });

  test.each([
    ["ok_without_irn", 0],
    ["ok_without_irn_after", 1],
  ])("%s is a success without the expected data, with %i documents stored", async (fault, stored) => {
    const { authority, invoice, sign } = await openFaulty(fault);
    const answer = await sign(invoice);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ code: 201, data: { ok: true } });
    expect(authority.documents()).toHaveLength(stored);
  });

  test("slow delays the document and slow_after the response, and nothing is stored once closed", async () => {
    const { authority, invoice, business, sign, confirm } = await openFaulty("slow:300", "slow_after:300");
    const waiting = sign(invoice);
    await expect.poll(() => authority.timesSubmitted(business.business_id, invoice.irn)).toBe(1);
    expect((await confirm(invoice.irn)).status).toBe(404);
    expect((await waiting).status).toBe(201);

    authority.faults.add({ match: { op: "submit" }, fault: "slow:60000" });
    const irn = `INV2-${business.service_id}-20261115`;
    const unfinished = expect(sign(invoiceFor(business, { irn }))).rejects.toThrow();
    await expect.poll(() => authority.timesSubmitted(business.business_id, irn)).toBe(1);
    await authority.close();
    await unfinished;
    expect(authority.documents()).toHaveLength(1);
  });
});

describe("credentials", () => {
  test("auth_401 is refused once", async () => {
    const { authority, invoice, sign } = await openFaulty("auth_401");
    expect((await sign(invoice)).status).toBe(401);
    expect(authority.documents()).toHaveLength(0);
    expect((await sign(invoice)).status).toBe(201);
  });

  test("key_revoked_midway is refused from then on, until the key is restored", async () => {
    const { authority, business, invoice, call, sign } = await openFaulty("key_revoked_midway");
    expect((await call("POST", "/api/v1/invoice/validate", invoice)).status).toBe(200);
    expect((await sign(invoice)).status).toBe(401);
    expect((await sign(invoice)).status).toBe(401);
    expect((await call("POST", "/api/v1/invoice/validate", invoice)).status).toBe(401);
    expect(authority.documents()).toHaveLength(0);
    authority.changeBusiness(business.business_id, { revoked: false });
    expect((await sign(invoice)).status).toBe(201);
  });
});

describe("responses about the document", () => {
  test("duplicate_same: the same document was submitted before", async () => {
    const { authority, invoice, sign, confirm } = await openFaulty("duplicate_same");
    const answer = await sign(invoice);
    expect(answer.status).toBe(409);
    expect(answer.body.error.details).toMatchObject([{ field: "irn", code: "duplicate_same" }]);
    const { legal_monetary_total, customer } = (await confirm(invoice.irn)).body.data;
    expect(legal_monetary_total).toEqual(invoice.legal_monetary_total);
    expect(customer.tin).toBe("87654321-0001");
    expect(authority.documents()).toHaveLength(1);
  });

  test("duplicate_other: another document was submitted before", async () => {
    const { authority, invoice, sign, confirm } = await openFaulty("duplicate_other");
    const answer = await sign(invoice);
    expect(answer.body.error.details).toMatchObject([{ field: "irn", code: "duplicate_other" }]);
    const { legal_monetary_total, customer } = (await confirm(invoice.irn)).body.data;
    expect(legal_monetary_total.payable_amount).toBe(1);
    expect(customer).toEqual({ party_name: "Somebody Else Limited", tin: "00000000-0001" });
    expect(authority.documents()).toHaveLength(1);
  });

  test("reject_fields: this many fields are refused, by the dry run and by the submission", async () => {
    const { authority, invoice, call, sign } = await openFaulty("reject_fields:3");
    authority.faults.add({ match: { op: "validate" }, fault: "reject_fields" });
    expect((await call("POST", "/api/v1/invoice/validate", invoice)).body.error.details).toHaveLength(2);
    const { status, body } = await sign(invoice);
    expect(status).toBe(400);
    expect(body.error.details.map(({ field }: { field: string }) => field)).toEqual([
      "accounting_customer_party.tin",
      "invoice_line[0].line_extension_amount",
      "accounting_customer_party.postal_address.country",
    ]);
    expect(authority.documents()).toHaveLength(0);
    expect((await sign(invoice)).status).toBe(201);
  });

  test("warn_accept: accepted, with a warning that stays", async () => {
    const { authority, invoice, sign, confirm } = await openFaulty("warn_accept");
    const answer = await sign(invoice);
    expect(answer.status).toBe(201);
    const warnings = [
      { field: "accounting_customer_party.email", code: "unverified", message: expect.any(String) },
    ];
    expect(answer.body.data.warnings).toEqual(warnings);
    expect((await confirm(invoice.irn)).body.data.warnings).toEqual(warnings);
    expect(authority.documents()).toMatchObject([{ warnings }]);
  });

  test("wrong_irn: the response is about another document, also when looked up", async () => {
    const { authority, business, invoice, sign, confirm } = await openFaulty("wrong_irn");
    const { data } = (await sign(invoice)).body;
    expect(data.irn).toBe(`9${invoice.irn.slice(1)}`);
    expect(verifiedClaims(data.signature, business.signing_key)).toMatchObject({ irn: data.irn });
    expect(authority.documents()).toMatchObject([{ irn: invoice.irn }]);
    authority.faults.add({ match: { op: "lookup" }, fault: "wrong_irn" });
    expect((await confirm(invoice.irn)).body.data.irn).not.toBe(invoice.irn);
    expect((await confirm(invoice.irn)).body.data.irn).toBe(invoice.irn);
  });

  test("bad_signature: the right content under a signature that is not the authority's", async () => {
    const { business, invoice, sign } = await openFaulty("bad_signature");
    const { data } = (await sign(invoice)).body;
    expect(data.irn).toBe(invoice.irn);
    expect(() => verifiedClaims(data.signature, business.signing_key)).toThrow();
  });

  test("confirm_404_lag: stored, but not found until the time is over", async () => {
    const { authority, invoice, sign, confirm } = await openFaulty("timeout_after", "confirm_404_lag:5000");
    await losing(authority, (calling) => sign(invoice, calling));
    expect(authority.documents()).toHaveLength(1);
    expect((await confirm(invoice.irn)).status).toBe(404);
    authority.clock.advance(4_999);
    expect((await confirm(invoice.irn)).status).toBe(404);
    authority.clock.advance(1);
    expect((await confirm(invoice.irn)).status).toBe(200);
    authority.faults.add({ match: { op: "lookup" }, fault: "confirm_404_lag:1000" });
    expect((await confirm(invoice.irn)).status).toBe(404);
    authority.clock.advance(1000);
    expect((await confirm(invoice.irn)).status).toBe(200);
  });
});

describe("cancelling", () => {
  const rejected = { payment_status: "REJECTED" };

  test("cancel_late: the window is over, whatever the clock says", async () => {
    const { authority, invoice, sign, update } = await openFaulty();
    await sign(invoice);
    authority.faults.add({ match: { op: "cancel" }, fault: "cancel_late" });
    const late = await update(invoice.irn, rejected);
    expect(late.body.error.details).toMatchObject([{ code: "cancel_window_over" }]);
    expect(authority.documents()).toMatchObject([{ status: "accepted" }]);
  });

  test("cancel_twice: the document is already cancelled", async () => {
    const { authority, invoice, sign, update } = await openFaulty();
    await sign(invoice);
    authority.faults.add({ match: { op: "cancel" }, fault: "cancel_twice" });
    const twice = await update(invoice.irn, rejected);
    expect(twice.status).toBe(409);
    expect(twice.body.error.details).toMatchObject([{ code: "already_cancelled" }]);
    expect(authority.documents()).toMatchObject([{ status: "cancelled" }]);
  });

  test("a cancellation whose response is lost has taken effect", async () => {
    const { authority, invoice, sign, call } = await openFaulty();
    await sign(invoice);
    authority.faults.add({ match: { op: "cancel" }, fault: "timeout_after" });
    const path = `/api/v1/invoice/update/${invoice.irn}`;
    await losing(authority, (calling) => call("PATCH", path, rejected, calling));
    expect(authority.documents()).toMatchObject([{ status: "cancelled" }]);
  });
});

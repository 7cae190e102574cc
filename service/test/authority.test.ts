import { describe, expect, test } from "vitest";
import { callsOf, invoiceFor, openAuthority, request, verifiedClaims } from "./authority.fixture.ts";

describe("authentication", () => {
  test("health needs no credentials, every other path does", async () => {
    const { authority, business } = await openAuthority();
    expect((await request(`${authority.url}/api`, "GET")).body).toEqual({ healthy: true });
    const paths = ["invoice/resources/countries", `invoice/confirm/x`, `invoice/${business.business_id}`];
    for (const name of paths) {
      const answer = await request(`${authority.url}/api/v1/${name}`, "GET");
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({ code: 401, data: null, message: "unauthorized" });
      expect(answer.body.error).toMatchObject({ details: [{ field: "x-api-key", code: "unauthorized" }] });
    }
  });

  test("a key with another business's secret is refused", async () => {
    const { authority, business, call } = await openAuthority();
    const other = await authority.registerBusiness({ name: "Other" });
    const headers = { "x-api-key": business.api_key, "x-api-secret": other.api_secret };
    expect((await call("GET", "/api/v1/invoice/resources/countries", undefined, { headers })).status).toBe(
      401,
    );
  });

  test("one business sees nothing of another", async () => {
    const { authority, business, sign } = await openAuthority();
    const invoice = invoiceFor(business);
    expect((await sign(invoice)).status).toBe(201);
    const outsider = callsOf(authority, await authority.registerBusiness({ name: "Other" }));
    expect((await outsider.confirm(invoice.irn)).status).toBe(404);
    expect((await outsider.update(invoice.irn, { payment_status: "PAID" })).status).toBe(404);
    expect((await outsider.call("GET", `/api/v1/invoice/download/${invoice.irn}`)).status).toBe(404);
    expect((await outsider.call("GET", `/api/v1/invoice/${business.business_id}`)).status).toBe(403);
    expect((await outsider.call("GET", `/api/v1/entity/${business.business_id}`)).status).toBe(403);
  });

  test("a revoked business is refused until it is restored", async () => {
    const { authority, business, call } = await openAuthority();
    const own = `/api/v1/entity/${business.business_id}`;
    authority.changeBusiness(business.business_id, { revoked: true });
    expect((await call("GET", own)).status).toBe(401);
    authority.changeBusiness(business.business_id, { revoked: false });
    const { body } = await call("GET", own);
    expect(body.data).toMatchObject({
      name: "Ada Stores Ltd",
      tin: "12345678-0001",
      signing_key: business.signing_key,
      irn_template: `{{invoice_id}}-${business.service_id}-{{YYYYMMDD}}`,
    });
  });

  test("an unknown address is 404 with the same error body", async () => {
    const { call } = await openAuthority();
    expect((await call("GET", "/api/v1/nothing")).body).toMatchObject({ code: 404, data: null });
  });
});

test("every list of codes can be read, and each entry has a code and a value", async () => {
  const { call } = await openAuthority();
  const names = ["countries", "currencies", "tax-categories", "payment-means", "invoice-types"];
  for (const name of [...names, "services-codes", "hs-codes", "vat-exemptions"]) {
    const { status, body } = await call("GET", `/api/v1/invoice/resources/${name}`);
    expect(status).toBe(200);
    expect(body.data.length).toBeGreaterThan(2);
    expect(body.data[0]).toMatchObject({ code: expect.any(String), value: expect.any(String) });
  }
  const { body } = await call("GET", "/api/v1/invoice/resources/invoice-types");
  expect(body.data).toContainEqual({ code: "381", value: "Commercial Invoice" });
  expect((await call("GET", "/api/v1/invoice/resources/moons")).status).toBe(404);
});

describe("irn/validate", () => {
  const path = "/api/v1/invoice/irn/validate";

  test("accepts the stripped number, the service id and a day", async () => {
    const { business, call } = await openAuthority();
    const { business_id, service_id } = business;
    const irn = `INV20261-${service_id}-20261115`;
    const answer = await call("POST", path, { invoice_reference: "INV-2026/1", business_id, irn });
    expect(answer.body).toEqual({ code: 200, data: { ok: true } });
  });

  test("reports all faults of the parts at once", async () => {
    const { business, call } = await openAuthority();
    const { business_id } = business;
    const fields = { invoice_reference: "INV-2", business_id, irn: "INV1-AAAAAAAA-20261332" };
    const { status, body } = await call("POST", path, fields);
    expect(status).toBe(400);
    const codes = body.error.details.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(["irn_service_id", "irn_number", "irn_date"]);
    const shapeless = await call("POST", path, { ...fields, irn: "INV-1-AAAAAAAA-20261115" });
    expect(shapeless.body.error.details).toMatchObject([{ field: "irn", code: "irn_template" }]);
  });
});

describe("validate and sign", () => {
  test("validate stores nothing; sign does, and the receipt is signed by the authority", async () => {
    const { authority, business, call, sign } = await openAuthority();
    const invoice = invoiceFor(business);
    expect((await call("POST", "/api/v1/invoice/validate", invoice)).body).toEqual({
      code: 200,
      data: { ok: true },
    });
    expect(authority.documents()).toEqual([]);

    const { status, body } = await sign(invoice);
    expect(status).toBe(201);
    expect(body.code).toBe(201);
    expect(body.data).toMatchObject({
      ok: true,
      irn: invoice.irn,
      business_id: business.business_id,
      status: "accepted",
      payment_status: "PENDING",
      accepted_at: "2026-11-15T10:00:00.000Z",
      cancel_until: "2026-11-16T10:00:00.000Z",
      warnings: [],
    });
    const claims = verifiedClaims(body.data.signature, business.signing_key);
    expect(claims).toMatchObject({ irn: invoice.irn, sha256: body.data.content_sha256 });
    expect(authority.documents()).toMatchObject([{ irn: invoice.irn, submissions: 1, protocol: "firs" }]);
  });

  test("the same content again and other content under the same number are different duplicates", async () => {
    const { authority, business, sign } = await openAuthority();
    const invoice = invoiceFor(business);
    await sign(invoice);
    const same = await sign(Object.fromEntries(Object.entries(invoice).reverse()));
    expect(same.status).toBe(409);
    expect(same.body.error.details).toMatchObject([{ field: "irn", code: "duplicate_same" }]);
    const other = await sign({ ...invoice, note: "another" });
    expect(other.status).toBe(409);
    expect(other.body.error.details).toMatchObject([{ field: "irn", code: "duplicate_other" }]);
    expect(authority.documents()).toMatchObject([{ irn: invoice.irn, submissions: 3 }]);
    expect(authority.timesSubmitted(business.business_id, invoice.irn)).toBe(3);
  });

  test("fifty at once create one document", async () => {
    const { authority, business, sign } = await openAuthority();
    const answers = await Promise.all(Array.from({ length: 50 }, () => sign(invoiceFor(business))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    expect(authority.documents()).toMatchObject([{ submissions: 50 }]);
  });

  test("a body that is not a JSON object is refused as such", async () => {
    const { sign } = await openAuthority();
    for (const body of ["{", "[]", '"text"']) {
      const answer = await sign(body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.details).toMatchObject([{ code: "malformed_json" }]);
    }
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSite, type TestSite } from "../../../../test/site-session.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ profile: { line1: "12 Marina", city: "Lagos", phone: "1" } });
});
afterAll(() => site.close());

const profile = async () => (await site.call("GET", "/company")).body.company;

describe("the profile", () => {
  test("is what the company's invoices say of it, and what they are made with", async () => {
    expect(await profile()).toEqual({
      id: site.company.id,
      name: expect.stringMatching(/^Company /),
      status: "active",
      email: "owner@example.com",
      phone: "1",
      tax_id: null,
      registration_number: null,
      address: { line1: "12 Marina", city: "Lagos" },
      country: "NG",
      currency: "NGN",
      time_zone: "Africa/Lagos",
      language: "en",
      payment_terms_days: 30,
      prices_include_tax: false,
      invoice_series: "INV",
    });
  });

  test("changes only in what is sent; null clears; the next invoice says so; the log names who did it", async () => {
    const { status, body } = await site.call("PATCH", "/company", {
      tax_id: "12345678-0001",
      phone: null,
      address: { line1: null, city: "Abuja" },
      payment_terms_days: 7,
    });
    expect(status).toBe(200);
    expect(body.company).toMatchObject({
      tax_id: "12345678-0001",
      phone: null,
      address: { city: "Abuja" },
      payment_terms_days: 7,
      email: "owner@example.com",
    });
    expect(body.company).toEqual(await profile());
    await expect
      .poll(async () => (await site.company.draft()).supplier)
      .toMatchObject({ tax_id: "12345678-0001", phone: null, address: { city: "Abuja", country: "NG" } });
    const { audit_entries: entries } = (await site.call("GET", "/audit")).body;
    expect(entries[0]).toMatchObject({
      action: "company.changed",
      actor: { type: "user", id: String(site.user.id) },
    });
    expect((await site.call("PATCH", "/company", { address: null })).body.company.address).toEqual({});
  });

  test.each([
    [{ time_zone: "Mars/Base" }, "time_zone"],
    [{ currency: "XXX" }, "currency"],
    [{ email: "nobody" }, "email"],
    [{ name: null }, "name"],
    [{ address: { city: "x".repeat(101) } }, "address.city"],
    [{ invoice_series: "inv 1" }, "invoice_series"],
    [{ payment_terms_days: 366 }, "payment_terms_days"],
  ])("refuses %j by name", async (body, field) => {
    const reply = await site.call("PATCH", "/company", body);
    expect(reply.status).toBe(422);
    expect(reply.body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
  });

  test("status and id cannot be changed here", async () => {
    const { body } = await site.call("PATCH", "/company", { status: "suspended", id: 1, gateway: "none" });
    expect(body.company).toMatchObject({ id: site.company.id, status: "active" });
    expect(body.warnings).toHaveLength(3);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signIn, startSite, type TestSession, type TestSite } from "../../../../test/site-session.ts";

let site: TestSite;
let developer: TestSession;
beforeAll(async () => {
  site = await startSite({ profile: { tax_id: "12345678-0001", registration_number: "RC 1" } });
  developer = await signIn(site.service, { companyId: site.company.id, role: "developer" });
});
afterAll(() => site.close());

const profile = async () => (await site.call("GET", "/company")).body.company;

describe("the legal identity", () => {
  test.each([
    [{ name: "Mine Ltd" }, ["name"]],
    [{ tax_id: "99999999-0001" }, ["tax_id"]],
    [{ tax_id: null }, ["tax_id"]],
    [{ registration_number: "RC 2", phone: "1" }, ["registration_number"]],
    [{ name: "Mine Ltd", tax_id: null, city: "Abuja" }, ["name", "tax_id"]],
  ])("a developer can't set %j, and nothing else of it is set either", async (patch, fields) => {
    const before = await profile();
    const { status, body } = await developer.call("PATCH", "/company", patch);
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: "scope_missing", scope: "site:legal", fields });
    expect(body.error).toMatch(/ask an owner/);
    expect(await profile()).toEqual(before);
  });

  test("sent as it is, beside what a developer may change, it is no change", async () => {
    const { name, tax_id, registration_number } = await profile();
    const patch = { name, tax_id, registration_number, phone: "+234 1", address: { city: "Abuja" } };
    const { status, body } = await developer.call("PATCH", "/company", patch);
    expect(status).toBe(200);
    expect(body.company).toMatchObject({ name, tax_id, phone: "+234 1", address: { city: "Abuja" } });
  });

  test.each([
    { email: "billing@example.com" },
    { phone: "2" },
    { address: { line1: "1 Broad Street" } },
    { country: "GH" },
    { currency: "GHS" },
    { time_zone: "Africa/Accra" },
    { payment_terms_days: 7 },
    { invoice_series: "GH" },
  ])("where the company is found and what its invoices start from stays with settings: %j", async (patch) => {
    expect((await developer.call("PATCH", "/company", patch)).status).toBe(200);
  });

  test("is for an owner to change", async () => {
    const patch = { name: "Renamed Ltd", tax_id: "1", registration_number: null };
    expect((await site.call("PATCH", "/company", patch)).body.company).toMatchObject(patch);
  });
});

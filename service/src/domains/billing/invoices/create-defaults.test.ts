import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noon, startService, type TestCompany, type TestService } from "../../../../test/harness.ts";

let service: TestService;
let company: TestCompany;
let customer_id: number;
beforeAll(async () => {
  service = await startService();
  company = await service.company({
    profile: { name: "Lagos Works Ltd", tax_id: "87654321-0001", line1: "4 Broad Street", city: "Lagos" },
  });
  customer_id = await company.customer({ email: "accounts@acme.example", address: "12 Marina" });
});
afterAll(() => service.close());

const lines = [{ description: "Work", quantity: 2, unit_price: 100, tax_rate: 7.5 }];
const post = (fields: object = {}, by = company) =>
  by.call("POST /invoices", { body: { customer_id, lines, ...fields } });
const create = async (fields: object = {}, by = company) => {
  const { status, body, text } = await post(fields, by);
  if (status !== 201) throw new Error(text);
  return body.invoice;
};
const faultsOf = async (fields: object) => {
  const { status, body } = await post(fields);
  expect([status, body.success, body.code]).toEqual([422, false, "invalid_request"]);
  return body.errors as { field: string; message: string }[];
};

describe("POST /invoices", () => {
  describe("dates", () => {
    test("default to today where the company is: at 23:30 UTC it is tomorrow in Lagos", async () => {
      service.clock.set(new Date("2026-11-15T23:30:00.000Z"));
      const lagos = await create();
      const york = await service.company({ profile: { time_zone: "America/New_York" } });
      const there = await york.draft();
      service.clock.set(noon);
      expect([lagos.invoice_date, lagos.due_date]).toEqual(["2026-11-16", "2026-12-16"]);
      expect([there.invoice_date, there.due_date]).toEqual(["2026-11-15", "2026-12-15"]);
    });

    test("default to the company's payment terms after the invoice date", async () => {
      const strict = await service.company({ profile: { payment_terms_days: 0 } });
      expect((await strict.draft()).due_date).toBe("2026-11-15");
      expect(await create({ invoice_date: "2028-02-01" })).toMatchObject({ due_date: "2028-03-02" });
    });

    test("are kept when given, the due date on the invoice date included", async () => {
      const dates = { invoice_date: "2024-02-29", due_date: "2024-02-29" };
      expect(await create(dates)).toMatchObject(dates);
    });

    test("422 for a due date before the invoice date, also when that is the default", async () => {
      const before = [{ field: "due_date", message: "must not be before invoice_date (2026-11-15)" }];
      expect(await faultsOf({ invoice_date: "2026-11-15", due_date: "2026-11-14" })).toEqual(before);
      expect(await faultsOf({ due_date: "2026-11-14" })).toEqual(before);
    });

    test.each(["2026-02-30", "2026-13-01", "15.11.2026", "2026-11-15T00:00:00Z", "", "1899-12-31", 20261115])(
      "422 for %j",
      async (date) => {
        for (const field of ["invoice_date", "due_date"]) {
          expect(await faultsOf({ [field]: date })).toEqual([{ field, message: expect.any(String) }]);
        }
      },
    );
  });

  describe("currency", () => {
    test("is the company's when none is given, whatever that is", async () => {
      const yen = await service.company({ profile: { currency: "JPY", country: "JP" } });
      expect((await yen.draft()).currency).toBe("JPY");
    });

    test("is the one given", async () => {
      expect((await create({ currency: "USD" })).currency).toBe("USD");
    });

    test.each(["XYZ", "usd", "US", "", "XXX", 566])("422 for %j", async (currency) => {
      expect(await faultsOf({ currency })).toEqual([{ field: "currency", message: expect.any(String) }]);
    });
  });
});

import { describe, expect, test } from "vitest";
import type { CanonicalDocument } from "../../canonical/canonical.ts";
import { creditNote } from "../../ubl/documents.fixture.ts";
import { buyer, nigerian, seller } from "../contract.fixture.ts";
import { firsFaults } from "./requirements.ts";

const nowhere = { line1: null, line2: null, city: " ", region: null, postal_code: null, country: null };
const fieldsOf = (document: CanonicalDocument) => firsFaults(document).map(({ field }) => field);

/** The first line, changed. */
function line(changes: Partial<CanonicalDocument["lines"][number]>): CanonicalDocument {
  const document = nigerian();
  const [first, ...rest] = document.lines;
  return { ...document, lines: [{ ...first!, ...changes }, ...rest] };
}

describe("what must be known of the parties", () => {
  test("of a business all is asked for at once, each in its own field", () => {
    const empty = { ...buyer, tax_id: null, registration_number: null, address: nowhere };
    const document = nigerian({ supplier: { ...empty, name: "" }, customer: empty });
    expect(fieldsOf(document)).toEqual([
      "supplier.name",
      "supplier.tax_id",
      "supplier.address.line1",
      "supplier.address.city",
      "supplier.address.country",
      "customer.tax_id",
      "customer.address.line1",
      "customer.address.city",
      "customer.address.country",
    ]);
    for (const { code, field, message } of firsFaults(document)) {
      const isSupplier = field!.startsWith("supplier");
      expect(code).toBe("required");
      expect(message).toMatch(
        isSupplier
          ? /^The supplier has no .+\. Add it to the company\.$/
          : /^The customer has no .+\. Add it to the customer\.$/,
      );
    }
  });

  test("a consumer needs a name only, and the government is no consumer", () => {
    const unknown = { ...buyer, tax_id: null, address: nowhere };
    expect(fieldsOf(nigerian({ customer: { ...unknown, kind: "consumer" } }))).toEqual([]);
    expect(fieldsOf(nigerian({ customer: { ...unknown, kind: "government" } }))).toHaveLength(4);
  });

  test("a supplier is not known by its registration alone", () => {
    expect(fieldsOf(nigerian({ supplier: { ...seller, tax_id: null } }))).toEqual(["supplier.tax_id"]);
    const registered = { ...buyer, tax_id: null, registration_number: "RC 1" };
    expect(fieldsOf(nigerian({ customer: registered }))).toEqual([]);
  });
});

describe("what must be right of a line", () => {
  test.each([
    [{ service_code: "6201" }, "lines[0].service_code", "codes_exclusive"],
    [{ hs_code: "HS 84" }, "lines[0].hs_code", "wrong_format"],
    [{ hs_code: "847" }, "lines[0].hs_code", "wrong_format"],
    [{ hs_code: "8471.3" }, "lines[0].hs_code", "wrong_format"],
    [{ hs_code: "8471..30" }, "lines[0].hs_code", "wrong_format"],
    [{ hs_code: "x8471" }, "lines[0].hs_code", "wrong_format"],
    [{ hs_code: "8471.30.10.20.30.40" }, "lines[0].hs_code", "wrong_format"],
    [{ hs_code: null, service_code: "SAC-1" }, "lines[0].service_code", "wrong_format"],
    [{ hs_code: null, service_code: "6" }, "lines[0].service_code", "wrong_format"],
    [{ hs_code: null, service_code: "620162016" }, "lines[0].service_code", "wrong_format"],
    [{ hs_code: null, service_code: "S6201" }, "lines[0].service_code", "wrong_format"],
    [{ tax_category: "AE" }, "lines[0].tax_category", "unknown_code"],
    [{ tax_category: "S" }, "lines[0].tax_rate", "category_percent"],
    [{ tax_category: "S", tax_rate: "much" }, "lines[0].tax_rate", "category_percent"],
    [{ tax_rate: "5" }, "lines[0].tax_rate", "category_percent"],
    [{ tax_category: "E", tax_rate: "5" }, "lines[0].tax_rate", "category_percent"],
    [{ quantity: "0" }, "lines[0].quantity", "not_positive"],
    [{ quantity: "-1" }, "lines[0].quantity", "not_positive"],
    [{ quantity: "many" }, "lines[0].quantity", "not_positive"],
    [{ description: " \n " }, "lines[0].description", "required"],
  ])("%j", (changes, field, code) => {
    expect(firsFaults(line(changes))).toMatchObject([
      { field, code, message: expect.stringMatching(/\. [A-Z].+\.$/) },
    ]);
  });

  test.each([
    { hs_code: null },
    { hs_code: "8471" },
    { hs_code: "847130" },
    { hs_code: " 8471.30.10.20.30 " },
    { hs_code: null, service_code: "62" },
    { hs_code: null, service_code: " 62016201 " },
    { tax_category: "S", tax_rate: "7.5" },
    { tax_category: "Z" },
    { tax_category: "E" },
    { tax_category: "G" },
    { tax_category: "O" },
  ])("is %j, and codes are not asked for", (changes) => expect(firsFaults(line(changes))).toEqual([]));

  test("of a rate is reported in terms of its category", () => {
    const messageOf = (changes: Parameters<typeof line>[0]) => firsFaults(line(changes))[0]?.message;
    expect(messageOf({ tax_category: "S", tax_rate: "0" })).toMatch(/\(S\) can't be 0 %/);
    expect(messageOf({ tax_category: "Z", tax_rate: "5" })).toMatch(/category Z has no tax/);
  });
});

describe("what must be right of the document", () => {
  const registered = { number: "1", issue_date: "2026-11-01", irn: "INV1-15KJ72IS-20261101" };

  test.each<[Partial<CanonicalDocument>, string, string]>([
    [{ due_date: "2026-11-14" }, "due_date", "before_issue_date"],
    [{ number: "--/--" }, "number", "required"],
    [{ lines: [] }, "lines", "required"],
    [creditNote, "invoice_id", "required"],
    [{ ...creditNote, preceding: null }, "invoice_id", "required"],
    [{ ...creditNote, preceding: { ...registered, irn: null } }, "invoice_id", "required"],
  ])("%j is refused in %s", (changes, field, code) => {
    const message = expect.stringMatching(/.+\. [A-Z].+\.$/);
    expect(firsFaults(nigerian(changes))).toEqual([{ field, code, message }]);
  });

  test.each<Partial<CanonicalDocument>>([
    { due_date: "2026-11-15" },
    { due_date: null },
    { ...creditNote, preceding: registered },
  ])("%j is taken", (changes) => expect(firsFaults(nigerian(changes))).toEqual([]));

  test("a currency that is none", () => {
    expect(firsFaults({ ...nigerian(), currency: "ABC" })).toMatchObject([
      { field: "currency", code: "unknown_code" },
    ]);
  });
});

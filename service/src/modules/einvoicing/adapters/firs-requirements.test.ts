import { describe, expect, test } from "vitest";
import type { CanonicalDocument } from "../canonical.ts";
import { creditNote } from "../ubl/documents.fixture.ts";
import { buyer, nigerian, seller } from "./contract.fixture.ts";
import { firsFaults } from "./firs-requirements.ts";

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
    for (const { message } of firsFaults(document)) expect(message).toMatch(/^The \w+ has no .*: add .*\.$/);
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
    [{ hs_code: null, service_code: "SAC-1" }, "lines[0].service_code", "wrong_format"],
    [{ tax_category: "AE" }, "lines[0].tax_category", "unknown_code"],
    [{ tax_category: "S" }, "lines[0].tax_rate", "category_percent"],
    [{ tax_rate: "5" }, "lines[0].tax_rate", "category_percent"],
    [{ quantity: "0" }, "lines[0].quantity", "not_positive"],
    [{ description: " \n " }, "lines[0].description", "required"],
  ])("%j", (changes, field, code) => {
    expect(firsFaults(line(changes))).toMatchObject([
      { field, code, message: expect.stringMatching(/:.+\.$/) },
    ]);
  });

  test("codes are not asked for", () => {
    expect(firsFaults(line({ hs_code: null }))).toEqual([]);
  });
});

describe("what must be right of the document", () => {
  test.each([
    [{ currency: "NGN", due_date: "2026-11-14" }, ["due_date"]],
    [{ number: "--/--" }, ["number"]],
    [{ lines: [] }, ["lines"]],
    [creditNote, ["invoice_id"]],
    [
      { ...creditNote, preceding: { number: "1", issue_date: "2026-11-01", irn: "INV1-15KJ72IS-20261101" } },
      [],
    ],
  ])("%j", (changes, fields) => expect(fieldsOf(nigerian(changes))).toEqual(fields));

  test("a currency that is none", () => {
    expect(fieldsOf({ ...nigerian(), currency: "ABC" })).toEqual(["currency"]);
  });
});

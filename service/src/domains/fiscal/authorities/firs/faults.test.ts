import { describe, expect, test } from "vitest";
import { buyer, nigerian } from "../contract.fixture.ts";
import { firsDocument } from "./document.ts";
import { ourField } from "./faults.ts";

const account = { baseUrl: "https://firs.example", business_id: "b-1", service_id: "15KJ72IS" };

describe("what the authority complains of", () => {
  // What is not ours to change, or has no name with us.
  const nobodys = ["business_id", "invoice_type_code", "payment_status"];

  test("has a place in our invoice, whatever we send", () => {
    const document = nigerian({
      notes: "Thank you",
      customer: { ...buyer, email: "b@sons.example", phone: "+234803000000" },
    });
    const paths = pathsIn(
      JSON.parse(JSON.stringify(firsDocument(document, account, "INV1-15KJ72IS-20261115"))),
    );
    const placeless = paths.filter((path) => ourField(path, "invoice") === null);
    expect(placeless.toSorted()).toEqual(nobodys);
  });

  test.each([
    ["accounting_customer_party.tin", "customer.tax_id"],
    ["accounting_supplier_party.postal_address.city_name", "supplier.address.city"],
    ["accounting_supplier_party.something_new", "supplier"],
    ["invoice_line[12].price.price_amount", "lines[12].unit_price"],
    ["invoice_line[3]", "lines[3]"],
    ["tax_total[0].tax_subtotal[1].tax_category.percent", "taxes[1].rate"],
    ["legal_monetary_total.payable_amount", "total"],
    ["billing_reference[0].irn", "invoice_id"],
    ["issue_date", "invoice_date"],
    ["accounting_customer_party.constructor", "customer"],
    ["constructor", null],
    ["x-api-key", null],
  ])("%s is our %s", (theirs, ours) => expect(ourField(theirs, "invoice")).toBe(ours));

  test("of a date is said of a credit note's own field", () => {
    expect(ourField("issue_date", "credit_note")).toBe("issued_at");
  });
});

function pathsIn(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => pathsIn(entry, `${path}[${index}]`));
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, part]) =>
    pathsIn(part, path === "" ? name : `${path}.${name}`),
  );
}

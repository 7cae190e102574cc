import { describe, expect, test } from "vitest";
import { creditNote } from "../../ubl/documents.fixture.ts";
import { buyer, nigerian } from "../contract.fixture.ts";
import { firsDocument } from "./document.ts";
import { firsKey, isIrn } from "./key.ts";

const account = { baseUrl: "https://firs.example", business_id: "b-1", service_id: "15KJ72IS" };

test("an invoice as FIRS reads it", () => {
  const document = nigerian({ notes: "Thank you", order_reference: "PO-4711" });
  expect(JSON.parse(JSON.stringify(firsDocument(document, account, firsKey(document, account))))).toEqual({
    business_id: "b-1",
    irn: "INV000001-15KJ72IS-20261115",
    issue_date: "2026-11-15",
    due_date: "2026-12-15",
    invoice_type_code: "381",
    invoice_kind: "B2B",
    payment_status: "PENDING",
    note: "Thank you",
    order_reference: "PO-4711",
    document_currency_code: "NGN",
    tax_currency_code: "NGN",
    accounting_supplier_party: {
      party_name: "Ada Stores Ltd",
      tin: "12345678-0001",
      email: "ada@stores.example",
      telephone: "+2348030000000",
      postal_address: {
        street_name: "4 Broad Street",
        city_name: "Lagos",
        postal_zone: "101001",
        country: "NG",
      },
    },
    accounting_customer_party: {
      party_name: "Bola & Sons",
      tin: "87654321-0001",
      postal_address: { street_name: "1 Marina, Floor 2", city_name: "Lagos", country: "NG" },
    },
    tax_total: [
      {
        tax_amount: 14.04,
        tax_subtotal: [
          { taxable_amount: 31.67, tax_amount: 0, tax_category: { id: "ZERO_VAT", percent: 0 } },
          { taxable_amount: 73.88, tax_amount: 14.04, tax_category: { id: "STANDARD_VAT", percent: 19 } },
        ],
      },
    ],
    legal_monetary_total: {
      line_extension_amount: 105.55,
      tax_exclusive_amount: 105.55,
      tax_inclusive_amount: 119.59,
      payable_amount: 119.59,
    },
    invoice_line: [
      {
        hsn_code: "8471.30",
        product_category: "Cable",
        invoiced_quantity: 3,
        line_extension_amount: 31.67,
        item: { name: "Cable", description: "Cable\nTwo metres" },
        price: { price_amount: 10.555, base_quantity: 1, price_unit: "NGN per 1" },
      },
      {
        isic_code: "6201",
        service_category: "Advice",
        invoiced_quantity: 0.75,
        line_extension_amount: 73.88,
        item: { name: "Advice" },
        price: { price_amount: 98.5, base_quantity: 1, price_unit: "NGN per HUR" },
      },
    ],
  });
});

test("a credit note names what it corrects, and is the other way round than elsewhere", () => {
  const preceding = { number: "INV-1", issue_date: "2026-11-01", irn: "INV1-15KJ72IS-20261101" };
  expect(firsDocument(nigerian({ ...creditNote, preceding }), account)).toMatchObject({
    invoice_type_code: "380",
    irn: undefined,
    due_date: undefined,
    billing_reference: [{ irn: "INV1-15KJ72IS-20261101", issue_date: "2026-11-01" }],
  });
});

test("a buyer without a tax number is known by its registration, and a consumer by neither", () => {
  const unnumbered = { ...buyer, tax_id: null, registration_number: "RC 12-34" };
  const party = (customer: typeof buyer) =>
    (firsDocument(nigerian({ customer }), account) as Record<string, unknown>).accounting_customer_party;
  expect(party(unnumbered)).toMatchObject({ tin: "RN-RC1234" });
  const half = { ...unnumbered.address, city: null };
  expect(party({ ...unnumbered, kind: "consumer", address: half })).toEqual({
    party_name: "Bola & Sons",
    tin: undefined,
    email: undefined,
    telephone: undefined,
    postal_address: undefined,
  });
});

describe("what FIRS takes only in its own form", () => {
  const partyOf = (customer: Partial<typeof buyer>) => {
    const sent = firsDocument(nigerian({ customer: { ...buyer, ...customer } }), account);
    return (sent as Record<string, Record<string, unknown>>).accounting_customer_party!;
  };

  test.each([
    ["business", "B2B"],
    ["consumer", "B2C"],
    ["government", "B2G"],
  ] as const)("an invoice to a %s is %s", (kind, invoice_kind) => {
    expect(firsDocument(nigerian({ customer: { ...buyer, kind } }), account)).toMatchObject({ invoice_kind });
  });

  test.each([
    ["+234 (803) 000-00.00", "+2348030000000"],
    ["+1234567", "+1234567"],
    ["+123456789012345", "+123456789012345"],
    ["+123456", undefined],
    ["+1234567890123456", undefined],
    ["0803 111 1111", undefined],
    ["0+2348030000000", undefined],
    ["+234803 ext 4", undefined],
    [null, undefined],
  ])("the phone number %s is sent as %s", (phone, telephone) => {
    expect(partyOf({ phone }).telephone).toBe(telephone);
  });

  test("an address that is no email address is left out", () => {
    expect(partyOf({ email: "b@sons.example" }).email).toBe("b@sons.example");
    expect(partyOf({ email: "at the desk" }).email).toBeUndefined();
  });

  test.each(["line1", "city", "country"])("an address without %s is left out whole", (name) => {
    const address = { ...buyer.address, [name]: name === "country" ? null : " " };
    expect(partyOf({ kind: "consumer", address }).postal_address).toBeUndefined();
  });

  test("an address of one line has no comma, and all of it is cut to what FIRS stores", () => {
    const address = { ...buyer.address, line1: " 1 Marina ", line2: " ", city: "c".repeat(201) };
    expect(partyOf({ name: "n".repeat(301), address })).toMatchObject({
      party_name: "n".repeat(300),
      postal_address: { street_name: "1 Marina", city_name: "c".repeat(200) },
    });
  });

  test("a tax number is cut to 30 signs, that of a registration to 15 letters and digits", () => {
    expect(partyOf({ tax_id: "1".repeat(31) }).tin).toBe("1".repeat(30));
    const unnumbered = { tax_id: null, registration_number: "RC-".repeat(10) };
    expect(partyOf(unnumbered).tin).toBe(`RN-${"RC".repeat(10).slice(0, 15)}`);
    expect(partyOf({ tax_id: " ", registration_number: "--" }).tin).toBeUndefined();
    expect(partyOf({ tax_id: null, registration_number: null }).tin).toBeUndefined();
  });

  test("a consumer's own tax number is sent", () => {
    expect(partyOf({ kind: "consumer", tax_id: "11111111-0001" }).tin).toBe("11111111-0001");
  });

  test.each([
    ["S", "STANDARD_VAT"],
    ["Z", "ZERO_VAT"],
    ["E", "EXEMPTED"],
    ["G", "ZERO_VAT"],
    ["O", "EXEMPTED"],
  ])("the tax category %s is %s", (tax_category, id) => {
    const tax_rate = tax_category === "S" ? "7.5" : "0";
    const document = nigerian({}, [{ quantity: "1", unit_price: "10", tax_category, tax_rate }]);
    expect(firsDocument(document, account)).toMatchObject({
      tax_total: [{ tax_subtotal: [{ tax_category: { id, percent: Number(tax_rate) } }] }],
    });
  });

  test("the first line of a description is the name, without the space behind it", () => {
    const given = { quantity: "1", unit_price: "10", tax_category: "Z", tax_rate: "0", hs_code: "1006" };
    const sent = firsDocument(nigerian({}, [{ ...given, description: "Rice \nbasmati" }]), account);
    const item = { name: "Rice", description: "Rice \nbasmati" };
    expect(sent).toMatchObject({ invoice_line: [{ product_category: "Rice", item }] });
  });

  test("codes are sent without the space around them, and none where there is none", () => {
    const given = { quantity: "1", unit_price: "10", tax_category: "Z", tax_rate: "0", description: "Rice" };
    const codes = [{ hs_code: " 1006.30 " }, { service_code: " 6201 " }, {}];
    const { invoice_line } = firsDocument(
      nigerian(
        {},
        codes.map((code) => ({ ...given, ...code })),
      ),
      account,
    ) as { invoice_line: Record<string, unknown>[] };
    expect(invoice_line.map(({ hsn_code, isic_code }) => [hsn_code, isic_code])).toEqual([
      ["1006.30", undefined],
      [undefined, "6201"],
      [undefined, undefined],
    ]);
  });
});

describe("the IRN", () => {
  test.each([
    ["INV-2512/00001", "INV251200001"],
    ["INV 11", "INV11"],
    ["Ünü-7_b", "n7b"],
  ])("of %s begins with %s: only letters and digits are left", (number, start) => {
    const key = firsKey(nigerian({ number, issue_date: "2025-12-27" }), account);
    expect(key).toBe(`${start}-15KJ72IS-20251227`);
    expect(isIrn(key)).toBe(true);
  });

  test.each([
    "-15KJ72IS-20251227",
    "INV1-15KJ72I-20251227",
    "INV1-15KJ72IS-2025122",
    "INV1_15KJ72IS-20251227",
    7,
  ])("%s is none", (text) => expect(isIrn(text)).toBe(false));
});

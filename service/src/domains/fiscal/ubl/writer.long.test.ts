import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CanonicalDocument } from "../canonical/canonical.ts";
import {
  anyDocument,
  anyTerms,
  buyer,
  creditNote,
  documentWith,
  type GivenLine,
  inAccounts,
  seller,
} from "./documents.fixture.ts";
import { allElements, type Read, readXml, textsAt } from "./reader.fixture.ts";
import { violations } from "./rules.ts";
import { faultsOf } from "./sequence.fixture.ts";
import { vatIdentifier } from "./vat-identifier.ts";
import { ublOf } from "./writer.ts";

const line = (tax_category: string, tax_rate: string, more: Partial<GivenLine> = {}): GivenLine => {
  return { quantity: "3", unit_price: "10.555", tax_category, tax_rate, ...more };
};

const written = (given: GivenLine[], overrides: Partial<CanonicalDocument> = {}): Read =>
  readXml(ublOf(documentWith(given, overrides)));

describe("whole documents", () => {
  const nigerian = {
    currency: "NGN",
    supplier: seller({
      name: "Acme Trading Ltd",
      tax_id: "12345678-0001",
      registration_number: "RC 1234567",
      address: { ...seller().address, line1: "12 Marina", line2: null, city: "Lagos", country: "NG" },
    }),
    customer: buyer({ kind: "consumer", name: "Ada Obi", tax_id: null }),
  };
  const consulting = { description: "Consulting\nNovember", unit_code: "HUR", service_code: "998311" };

  test.each<[name: string, document: CanonicalDocument]>([
    ["standard-rate", documentWith([line("S", "7.5", consulting), line("Z", "0")], nigerian)],
    [
      "intra-community-credit-note",
      documentWith([line("K", "0", { hs_code: "847130" })], { ...creditNote, notes: "Sent back" }),
    ],
    [
      "foreign-currency",
      inAccounts(documentWith([line("S", "7.5")], { ...nigerian, currency: "USD" }), "NGN", "1534.25"),
    ],
    ["outside-scope", documentWith([line("O", "0", { exemption_reason: "Grant" })], { currency: "JPY" })],
  ])("%s is written as it was agreed", async (name, document) => {
    expect(violations(document)).toEqual([]);
    await expect(ublOf(document)).toMatchFileSnapshot(`golden/${name}.xml`);
  });
});

describe("whatever the users gave", { timeout: 120_000 }, () => {
  const terms = fc.oneof(fc.constant({}), anyTerms());

  test("the XML reads back, its elements stand in the order of the schema, and none is empty", () => {
    const holds = fc.property(
      anyDocument(terms),
      (document) => faultsOf(readXml(ublOf(document))).length === 0,
    );
    fc.assert(holds, { numRuns: 1_000 });
  });

  test("every amount names the currency, with its digits", () => {
    const holds = fc.property(anyDocument(terms), (document) => {
      const amounts = allElements(readXml(ublOf(document))).filter(({ path }) => path.endsWith("Amount"));
      const digits = document.total.split(".")[1]?.length ?? 0;
      return amounts.every(
        ({ path, element }) =>
          element.attributes.currencyID === document.currency &&
          (path.endsWith("PriceAmount") || (element.text.split(".")[1]?.length ?? 0) === digits),
      );
    });
    fc.assert(holds, { numRuns: 300 });
  });
});

test("the days that an invoice is for stand before the order", () => {
  const period = { start: "2026-11-15", end: "2026-12-14" };
  const root = written([line("S", "19")], { period, order_reference: "PO-1" });
  expect(textsAt(root, "cac:InvoicePeriod/cbc:StartDate")).toEqual([period.start]);
  expect(textsAt(root, "cac:InvoicePeriod/cbc:EndDate")).toEqual([period.end]);
  expect(faultsOf(root)).toEqual([]);
  expect(textsAt(written([line("S", "19")]), "cac:InvoicePeriod/cbc:StartDate")).toEqual([]);
});

describe("in another currency than the supplier's own", () => {
  const taxes = (document: CanonicalDocument) => {
    const root = readXml(ublOf(document));
    expect(faultsOf(root)).toEqual([]);
    const totals = allElements(root).filter(({ path }) => path === `${root.name}/cac:TaxTotal/cbc:TaxAmount`);
    return {
      code: textsAt(root, "cbc:TaxCurrencyCode"),
      amounts: totals.map(({ element }) => `${element.text} ${element.attributes.currencyID}`),
      subtotals: allElements(root).filter(({ path }) => path.endsWith("cac:TaxSubtotal")).length,
    };
  };
  const document = documentWith([line("S", "19")], { currency: "USD" });

  test.each([
    ["an invoice", document],
    ["a credit note", { ...document, ...creditNote }],
  ])("%s has the tax in both, and subtotals in its own (BT-6, BT-111)", (_, given) => {
    expect(taxes(inAccounts(given, "EUR", "0.9215"))).toEqual({
      code: ["EUR"],
      amounts: ["6.02 USD", "5.55 EUR"],
      subtotals: 1,
    });
    expect(taxes(inAccounts(given, "JPY", "151.5"))).toMatchObject({ amounts: ["6.02 USD", "912 JPY"] });
  });

  test.each(["KWD", "STN"])("what the standard can't say in %s is left out", (currency) => {
    expect(violations(inAccounts(document, currency, "0.3"))).toEqual([]);
    expect(taxes(inAccounts(document, currency, "0.3"))).toEqual({
      code: [],
      amounts: ["6.02 USD"],
      subtotals: 1,
    });
  });
});

test("characters that XML forbids are replaced, the others stay", () => {
  const description = "\u0000<b> & ]]> \uD800 \u{1F600}\r\nnext\rlast";
  const root = written([line("S", "19", { description })]);
  expect(textsAt(root, "cac:InvoiceLine/cac:Item/cbc:Name")).toEqual(["\uFFFD<b> & ]]> \uFFFD \u{1F600}"]);
  expect(textsAt(root, "cac:InvoiceLine/cac:Item/cbc:Description")).toEqual([
    "\uFFFD<b> & ]]> \uFFFD \u{1F600}\nnext\nlast",
  ]);
});

test("what has a meaning in XML is read back as it was given, in texts and in attributes", () => {
  const odd = `5" <b> & 'c' > d`;
  const root = written([line("S", "19", { description: odd, unit_code: odd })]);
  expect(textsAt(root, "cac:InvoiceLine/cac:Item/cbc:Name")).toEqual([odd]);
  const quantity = allElements(root).find(({ path }) => path.endsWith("cbc:InvoicedQuantity"))!;
  expect(quantity.element.attributes).toEqual({ unitCode: odd });
});

test("a first line of 100 signs is the name, and no space is left where a longer one is cut", () => {
  const name = (description: string) =>
    textsAt(written([line("S", "19", { description })]), "cac:InvoiceLine/cac:Item/cbc:Name");
  expect(name("n".repeat(100))).toEqual(["n".repeat(100)]);
  expect(name(`${"n".repeat(97)}  ${"m".repeat(9)}`)).toEqual([`${"n".repeat(97)}…`]);
  expect(name("Chair \nmade of oak")).toEqual(["Chair"]);
});

test("a long first line is truncated for the name, and complete in the description", () => {
  const root = written([line("S", "19", { description: "\u{1F600}".repeat(101) })]);
  const [name] = textsAt(root, "cac:InvoiceLine/cac:Item/cbc:Name");
  expect(name).toBe(`${"\u{1F600}".repeat(99)}…`);
  expect(textsAt(root, "cac:InvoiceLine/cac:Item/cbc:Description")).toEqual(["\u{1F600}".repeat(101)]);
});

test("a description of one short line is the name alone", () => {
  const root = written([line("S", "19", { description: " Chair " })]);
  expect(textsAt(root, "cac:InvoiceLine/cac:Item/cbc:Name")).toEqual(["Chair"]);
  expect(textsAt(root, "cac:InvoiceLine/cac:Item/cbc:Description")).toEqual([]);
});

test("a note with # is marked as general information, so that no part of it is taken for a code", () => {
  const notes = (text: string) => textsAt(written([line("S", "19")], { notes: text }), "cbc:Note");
  expect(notes("order #12 of box #7")).toEqual(["#AAI#order #12 of box #7"]);
  expect(notes("as agreed")).toEqual(["as agreed"]);
  expect(notes(" \n")).toEqual([]);
});

test("what is to be paid has a due date or terms, what is not has neither need", () => {
  const terms = (overrides: Partial<CanonicalDocument>, price = "10") => {
    const root = written([line("S", "19", { unit_price: price })], overrides);
    return [...textsAt(root, "cbc:DueDate"), ...textsAt(root, "cac:PaymentTerms/cbc:Note")];
  };
  expect(terms({})).toEqual(["2026-12-15"]);
  expect(terms({ due_date: null })).toEqual(["Payable on receipt."]);
  expect(terms({ due_date: null }, "0")).toEqual([]);
  expect(terms(creditNote)).toEqual(["Credit for INV-000001: nothing is to be paid."]);
  expect(terms({ ...creditNote, due_date: "2026-12-15", preceding: null })).toEqual([
    "Credit: nothing is to be paid.",
  ]);
});

test("one line that goes to another state of the EU is enough for a delivery, and without any there is none", () => {
  const delivered = (...letters: string[]) => {
    const root = written(letters.map((letter) => line(letter, letter === "S" ? "19" : "0")));
    const country = "cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode";
    return [...textsAt(root, "cac:Delivery/cbc:ActualDeliveryDate"), ...textsAt(root, country)];
  };
  expect(delivered("S", "K")).toEqual(["2026-11-15", "FR"]);
  expect(delivered("S", "G")).toEqual([]);
});

test("codes of goods are marked as Harmonized System, those of services as agreed between the parties", () => {
  const root = written([line("S", "19", { hs_code: "847130", service_code: "6201" })]);
  const codes = allElements(root).filter(({ path }) => path.endsWith("cbc:ItemClassificationCode"));
  expect(codes.map(({ element }) => [element.attributes.listID, element.text])).toEqual([
    ["HS", "847130"],
    ["ZZZ", "6201"],
  ]);
});

describe("the VAT breakdown", () => {
  const reason = "cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:TaxExemptionReason";

  test.each([
    ["E", "Exempt from VAT"],
    ["AE", "Reverse charge"],
    ["K", "Intra-community supply"],
    ["G", "Export outside the EU"],
    ["O", "Not subject to VAT"],
  ])("%s without a reason of its own is explained as %s", (letter, expected) => {
    expect(textsAt(written([line(letter, "0")]), reason)).toEqual([expected]);
  });

  test("different reasons of one category stand in its one group", () => {
    const reasons = ["Article 1", null, "Article 2", "Article 1"];
    const root = written(reasons.map((exemption_reason) => line("E", "0", { exemption_reason })));
    expect(textsAt(root, reason)).toEqual(["Article 1; Article 2"]);
  });

  test("a reason is written of its own category only, be it given with the lines or with the taxes", () => {
    const given = [line("E", "0", { exemption_reason: "Article 1" }), line("AE", "0")];
    expect(textsAt(written(given), reason)).toEqual(["Article 1", "Reverse charge"]);
    const { taxes, ...document } = documentWith([line("E", "0"), line("AE", "0")]);
    const [exempt, reversed] = taxes;
    const reported = { ...document, taxes: [{ ...exempt!, exemption_reason: "Article 2" }, reversed!] };
    expect(textsAt(readXml(ublOf(reported)), reason)).toEqual(["Article 2", "Reverse charge"]);
  });

  test("several groups of one category and rate are written as one", () => {
    const { taxes, ...document } = documentWith([line("E", "0"), line("E", "0")]);
    const halves = ["Article 1", "Article 2"].map((exemption_reason) => {
      return { ...taxes[0]!, taxable_amount: "31.67", exemption_reason };
    });
    const split = { ...document, taxes: halves };
    expect(violations(split)).toEqual([]);
    expect(textsAt(readXml(ublOf(split)), reason)).toEqual(["Article 1; Article 2"]);
    expect(textsAt(readXml(ublOf(split)), "cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount")).toEqual([
      "63.34",
    ]);
  });

  test.each(["S", "Z", "L", "M"])("%s never has a reason, because the standard forbids it", (letter) => {
    const rate = letter === "Z" ? "0" : "5";
    expect(textsAt(written([line(letter, rate, { exemption_reason: "Article 1" })]), reason)).toEqual([]);
  });

  test("outside the scope of VAT there is no rate and no VAT identifier, but the numbers stay", () => {
    const root = written([line("O", "0")]);
    const namesIn = (read: Read) => allElements(read).map(({ element }) => element.name);
    expect(namesIn(root)).not.toContain("cbc:Percent");
    expect(namesIn(root)).not.toContain("cac:PartyTaxScheme");
    // Forbidden by BR-O-12, but written all the same.
    expect(namesIn(written([line("O", "0"), line("Z", "0")]))).not.toContain("cac:PartyTaxScheme");
    const identifier = "cac:Party/cac:PartyIdentification/cbc:ID";
    expect(textsAt(root, `cac:AccountingSupplierParty/${identifier}`)).toEqual(["DE123456789"]);
    expect(textsAt(root, `cac:AccountingCustomerParty/${identifier}`)).toEqual(["12345678901"]);
  });
});

test.each([
  ["12345678-0001", "NG", "NG12345678-0001"],
  ["NG12345678-0001", "NG", "NG12345678-0001"],
  ["ng 12345678-0001", "NG", "NG12345678-0001"],
  ["123456789", "GR", "EL123456789"],
  ["EL123456789", "GR", "EL123456789"],
  ["GR123456789", "GR", "EL123456789"],
  ["DE123456789", "NL", "DE123456789"],
  ["de123456789", "NL", "DE123456789"],
  ["GR123456789", "NL", "EL123456789"],
  ["NG12345678", "NL", "NLNG12345678"],
  ["DE12", "NL", "DE12"],
  ["DE1", "NL", "NLDE1"],
  ["DE123456789012", "NL", "DE123456789012"],
  ["DE1234567890123", "NL", "NLDE1234567890123"],
  ["DE1234-5678", "NL", "NLDE1234-5678"],
  ["DE123456789", "NG", "NGDE123456789"],
  ["IN22", "NG", "NGIN22"],
  ["DE123456789", null, "DE123456789"],
  ["EL123456789", null, "EL123456789"],
  ["gr123456789", null, "EL123456789"],
  ["12345678-0001", null, null],
  [" ", "NG", null],
  [null, "NG", null],
])("the tax number %s of somebody in %s is the VAT identifier %s", (taxId, country, expected) => {
  expect(vatIdentifier(taxId, country)).toBe(expected);
});
